"""The sentences in which a game's events are told: one table per game, by which the reader knows them too.

A game's `words/events.{en,zh}.yaml` holds, under `dealt` and `told`, a line for each kind of event, or one
for each of its cases. Gaps stand in braces: `actor`, `to`, `case`, `text`, `number` (the round), `one` and
`second` (of those chosen), `chosen` and `listed` (all of them, joined by `and` or `comma`), `kind` (the role,
as said). An event is told by the first line whose gaps it fills, or by the last. A case that begins with `=`
is only for events with that first choice or, where no line is for it, of that role; `=nobody` and
`=several` are for those with nobody or several chosen, `=public` for those in which nobody acts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

import yaml
from pydantic import BaseModel, ConfigDict, Field

from parlour.core.state import Event
from parlour.errors import TemplateError
from parlour.language.facts import Language, WordKind, entries, say

_GAP = re.compile(r"\{(\w+)\}")
_ONLY = "="


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """One line of a table.

    Attributes:
        kind: of the events that it tells.
        case: of them; empty where there is one line for all.
        text: with its gaps.
    """

    kind: str
    case: str
    text: str

    @property
    def name(self) -> str:
        """The kind, and the case where there are several."""
        return f"{self.kind} {self.case.removeprefix(_ONLY)}".strip()

    def fits(self, gaps: Mapping[str, str], values: frozenset[str]) -> bool:
        """Whether an event fills it."""
        is_meant = not self.case.startswith(_ONLY) or self.case.removeprefix(_ONLY) in values
        return is_meant and all(gaps[gap] for gap in _GAP.findall(self.text))


_Lines = Mapping[str, str | Mapping[str, str]]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    both: str = Field(alias="and")
    comma: str
    dealt: _Lines
    told: _Lines


@cache
def sentences(package: str, language: Language, *, dealt: bool = False) -> tuple[Sentence, ...]:
    """The lines by which a game tells what happens or, if so wanted, what is dealt; in their order."""
    table = _table(package, language)
    return tuple(_sentences(table.dealt if dealt else table.told))


def told(event: Event, language: Language, package: str) -> str:
    """An event in the words of a game.

    Raises:
        TemplateError: if the game has no words for it.
    """
    lines = [*sentences(package, language, dealt=True), *sentences(package, language)]
    of_kind = [line for line in lines if line.kind == event.kind.name]
    if not of_kind:
        raise TemplateError(f"{package}: words/events.{language}.yaml has no line for {event.kind.name!r}")
    gaps, values = _gaps(event, language, _table(package, language)), _values(event, of_kind)
    chosen = next((line for line in of_kind if line.fits(gaps, values)), of_kind[-1])
    return _GAP.sub(lambda gap: gaps[gap[1]], chosen.text).strip()


def _gaps(event: Event, language: Language, table: _Table) -> dict[str, str]:
    one, second, *_ = (*event.chosen, "", "")
    role = event.role or ""
    return {
        "actor": event.actor or "",
        "to": event.to or "",
        "case": event.case or "",
        "text": event.text,
        "number": str(event.round),
        "one": one,
        "second": second,
        "chosen": table.both.join(event.chosen),
        "listed": table.comma.join(event.chosen),
        "kind": say(WordKind.ROLE, role, language) if role in entries(WordKind.ROLE) else role,
    }


def _values(event: Event, lines: Sequence[Sentence]) -> frozenset[str]:
    """What the cases are told by: what was chosen first where a line is for that, and else the role."""
    meant = {line.case.removeprefix(_ONLY) for line in lines if line.case.startswith(_ONLY)}
    chosen = [each for each in event.chosen[:1] if each in meant]
    count = ["nobody"] if not event.chosen else ["several"] if len(event.chosen) > 1 else []
    public = [] if event.actor else ["public"]
    return frozenset([*(chosen or filter(None, [event.role])), *count, *public])


def _sentences(lines: _Lines) -> Iterator[Sentence]:
    for kind, cases in lines.items():
        for case, text in ({"": cases} if isinstance(cases, str) else cases).items():
            yield Sentence(kind=kind, case=case, text=text)


@cache
def _table(package: str, language: Language) -> _Table:
    path = resources.files(package) / "words" / f"events.{language}.yaml"
    return _Table.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
