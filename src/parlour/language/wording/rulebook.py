"""The rules of a game in text, and the sentences that word its events.

A game's `words/events.{en,zh}.yaml` holds, under `dealt` and `told`, a line for each kind of event, or one
for each of its cases; `named` has the private acts, told as "you", in the third person. Gaps stand in braces:
`actor`, `to`, `case`, `text`, `number` (the round), `one` and `second` (of the chosen players), `chosen` and
`listed` (all of them, joined by `and` or `comma`), `kind` (the role, as said). An event is worded by the
first line whose gaps it fills, or by the last. A case that begins with `=` is only for events with that first
choice or, where no line is for it, of that role; `=nobody` and `=several` are for those with no or several
chosen players, `=public` for those without an actor, `=self` for those that choose their actor.

The rules stand in one text, `prompts/{en,zh}/rules.md.j2`. A line of it may end in a Markdown comment that
names the kinds of request at which it matters, such as `<!-- vote -->`; agents get the text without the
comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from parlour.core import Event, Game, GameSetup, find_game
from parlour.core.language import read_yaml
from parlour.errors import TemplateError
from parlour.language.facts import Language, WordKind, entries, say
from parlour.llm import Templates

_MARK = re.compile(r" <!-- ([a-z_]+(?:, [a-z_]+)*) -->$", re.MULTILINE)
_NUMBER = re.compile(r"(?:\d+\. |[一二三四五六七八九十]+、)")
_POINT = "- "


@dataclass(frozen=True, kw_only=True)
class RuleText:
    """One rule.

    Attributes:
        points: what stands below it, each a sentence or more.
    """

    words: str
    points: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Rulebook:
    """The rules of a game's setup, in text."""

    text: str
    opening: tuple[str, ...]
    rules: tuple[RuleText, ...]
    closing: tuple[str, ...]
    moments: Mapping[str, tuple[str, ...]]

    def at(self, kind: str) -> tuple[str, ...]:
        """Returns the rules that matter for a kind of request; empty if none is marked."""
        return self.moments.get(kind, ())


def game_words(game: Game[Any]) -> Templates:
    """Returns a game's own templates: its rules, and the words of its requests."""
    return Templates(game.package)


def rules(setup: GameSetup) -> str:
    """Returns the rules of a match for agents, with its players and what is dealt."""
    return rulebook(setup).text


def rulebook(setup: GameSetup) -> Rulebook:
    """Returns the rules of a match for people, in the same words."""
    return _read(_marked_rules(setup))


@lru_cache(maxsize=64)
def _marked_rules(setup: GameSetup) -> str:
    return game_words(find_game(setup.name)).speak("rules", setup.language, setup=setup)


@lru_cache(maxsize=256)
def _read(text: str) -> Rulebook:
    opening, closing = list[str](), list[str]()
    rules = list[tuple[str, list[str]]]()
    moments = dict[str, tuple[str, ...]]()
    for line in filter(None, map(str.strip, text.split("\n"))):
        words = _MARK.sub("", line)
        if number := _NUMBER.match(words):
            words = words[number.end() :]
            rules.append((words, []))
        elif words.startswith(_POINT) and rules:
            words = words.removeprefix(_POINT)
            rules[-1][1].append(words)
        else:
            (closing if rules else opening).append(words)
        if marked := _MARK.search(line):
            for kind in marked[1].split(", "):
                moments[kind] = (*moments.get(kind, ()), words)
    return Rulebook(
        text=_MARK.sub("", text),
        opening=tuple(opening),
        rules=tuple(RuleText(words=words, points=tuple(points)) for words, points in rules),
        closing=tuple(closing),
        moments=moments,
    )


_GAP = re.compile(r"\{(\w+)\}")
_ONLY = "="


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """One line of a table.

    Attributes:
        case: of them; empty where there is one line for all.
    """

    kind: str
    case: str
    text: str

    @property
    def name(self) -> str:
        """The kind, and the case where there are several."""
        return f"{self.kind} {self.case.removeprefix(_ONLY)}".strip()

    def fits(self, gaps: Mapping[str, str], values: frozenset[str]) -> bool:
        """Returns true if an event fills it."""
        is_meant = not self.case.startswith(_ONLY) or self.case.removeprefix(_ONLY) in values
        return is_meant and all(gaps[gap] for gap in _GAP.findall(self.text))


_Lines = Mapping[str, str | Mapping[str, str]]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")
    both: str = Field(alias="and")
    comma: str
    dealt: _Lines
    told: _Lines
    named: _Lines = {}


@cache
def sentences(package: str, language: Language, *, dealt: bool = False) -> tuple[Sentence, ...]:
    """Returns the lines by which a game tells events or, if so wanted, what is dealt; in their order."""
    table = _table(package, language)
    return tuple(_sentences(table.dealt if dealt else table.told))


@cache
def named_sentences(package: str, language: Language) -> tuple[Sentence, ...]:
    """Returns the lines of private acts in the third person."""
    return tuple(_sentences(_table(package, language).named))


def _gaps(event: Event, language: Language, table: _Table) -> dict[str, str]:
    first, second, *_ = (*event.chosen, "", "")
    role = event.role or ""
    return {
        "actor": event.actor or "",
        "to": event.to or "",
        "case": event.case or "",
        "text": event.text,
        "number": str(event.round),
        "one": first,
        "second": second,
        "chosen": table.both.join(event.chosen),
        "listed": table.comma.join(event.chosen),
        "kind": say(WordKind.ROLE, role, language) if role in entries(WordKind.ROLE) else role,
    }


def _values(event: Event, lines: Sequence[Sentence]) -> frozenset[str]:
    """Returns the values that select a case: the first choice if a line is for it, else the role."""
    cases = {line.case.removeprefix(_ONLY) for line in lines if line.case.startswith(_ONLY)}
    chosen = [name for name in event.chosen[:1] if name in cases]
    count = ["nobody"] if not event.chosen else ["several"] if len(event.chosen) > 1 else []
    public = [] if event.actor else ["public"]
    itself = ["self"] if event.actor in event.chosen else []
    return frozenset([*(chosen or filter(None, [event.role])), *count, *public, *itself])


def _sentences(lines: _Lines) -> Iterator[Sentence]:
    for kind, cases in lines.items():
        for case, text in ({"": cases} if isinstance(cases, str) else cases).items():
            yield Sentence(kind=kind, case=case, text=text)


@cache
def _table(package: str, language: Language) -> _Table:
    path = resources.files(package) / "words" / f"events.{language}.yaml"
    return _Table.model_validate(read_yaml(path.read_text(encoding="utf-8")))


@lru_cache(maxsize=8192)
def tell(event: Event, language: Language, game: str) -> str:
    """Returns an event in the words of a game.

    Raises:
        TemplateError: if the game has no words for it.
    """
    package = find_game(game).package
    return _fill(_told_line(event, language, package), event, language, package)


def tell_named(event: Event, language: Language, game: str) -> str:
    """Returns an event in the words of a game; a private act names its actor in place of "you".

    In a game without such a line the name stands before the sentence.
    """
    package = find_game(game).package
    lines = [line for line in named_sentences(package, language) if line.kind == event.kind.name]
    if lines:
        return _fill(_fitting(lines, event, language, package), event, language, package)
    line, words = _told_line(event, language, package), tell(event, language, game)
    is_act = event.actor and event.visible_to is not None and not event.kind.dealt
    return f"{event.actor} · {words}" if is_act and "{actor}" not in line.text else words


def _told_line(event: Event, language: Language, package: str) -> Sentence:
    lines = [*sentences(package, language, dealt=True), *sentences(package, language)]
    of_kind = [line for line in lines if line.kind == event.kind.name]
    if not of_kind:
        raise TemplateError(f"{package}: words/events.{language}.yaml has no line for {event.kind.name!r}")
    return _fitting(of_kind, event, language, package)


def _fitting(lines: Sequence[Sentence], event: Event, language: Language, package: str) -> Sentence:
    gaps, values = _gaps(event, language, _table(package, language)), _values(event, lines)
    return next((line for line in lines if line.fits(gaps, values)), lines[-1])


def _fill(line: Sentence, event: Event, language: Language, package: str) -> str:
    gaps = _gaps(event, language, _table(package, language))
    return _GAP.sub(lambda gap: gaps[gap[1]], line.text).strip()
