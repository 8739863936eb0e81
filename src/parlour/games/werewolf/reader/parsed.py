"""What a prompt of Werewolf tells its reader: who it is, what it learned, what happened, who said what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from parlour.errors import UsageError
from parlour.games.werewolf.reader.shown import GONE, Neighbours, shown
from parlour.games.werewolf.reader.shown import gone as gone_by
from parlour.games.werewolf.roles import PACK
from parlour.language.facts import Check, Name, Word
from parlour.llm import Prompt
from parlour.reader import (
    ParsedPrompt,
    Said,
    SentenceFrame,
    compiled,
    dealt,
    discusses_freely,
    facts,
    role_named,
    sorted_out,
    table_of,
    words,
)

PACKAGE = "parlour.games.werewolf.reader"
_SECRET = frozenset(
    {
        *("attacked", "checked", "conferred", "poisoned", "protected", "saved", "targeted", "trusted"),
        *("linked", "loved", "spied", "charmed", "cursed", "buried"),
    }
)
"""The kinds of lines that only some may see, and of own notes."""


@dataclass(frozen=True, kw_only=True)
class WerewolfPrompt(ParsedPrompt):
    """A prompt, sorted.

    Attributes:
        pack: how many werewolves were dealt.
        fellows: the werewolves whom the reader knows; to a sister, the other one.
        story: the checks that it says it made, where these are papers that it only pretends to.
    """

    package = PACKAGE
    scope = "roles"
    opening = "day"
    hides = PACK
    pack: int
    fellows: tuple[Name, ...]
    story: tuple[Check, ...] = ()

    @property
    def is_wolf(self) -> bool:
        """Whether the reader is a werewolf."""
        return self.role in PACK

    @cached_property
    def night(self) -> int:
        """The latest night; 0 before the first."""
        return max((int(line["number"]) for line in self.of("night")), default=0)

    @property
    def day(self) -> int:
        """The latest day; 0 before the first."""
        return max((int(line["number"]) for line in self.of("day")), default=0)

    @property
    def round(self) -> int:
        """A day is what a round is elsewhere."""
        return self.day

    @cached_property
    def fallen(self) -> frozenset[Name]:
        """Who was found dead in a morning."""
        return frozenset(
            name for line in self.of("died several", "died one") for name in self.found_dead(line)
        )

    def found_dead(self, line: SentenceFrame) -> tuple[Name, ...]:
        """Whom a line of a morning tells of."""
        told = (line["chosen"] or line["one"]).split(self.frames["and"])
        return tuple(name for name in told if name in self.table.players)

    @cached_property
    def living(self) -> tuple[Name, ...]:
        """Who is still in the game, in seat order."""
        gone = self.fallen | {name for line in self.of(*GONE) for name in gone_by(line)}
        return tuple(name for name in self.table.players if name not in gone)

    @cached_property
    def revealed(self) -> Mapping[Name, Word]:
        """What the dead were, as far as everybody was told."""
        told = {line["one"]: role_named(line["kind"], self.language) for line in self.of("revealed")}
        return told | {name: role for line in self.lines for name, role in shown(line)}

    @cached_property
    def beloved(self) -> frozenset[Name]:
        """With whom the reader is in love."""
        return frozenset(line["one"] for line in self.of("loved"))

    @cached_property
    def learned(self) -> Mapping[Name, bool]:
        """Of whom the reader itself has learned whether they are werewolves, but by checks."""
        buried = {
            line["one"]: line.kind == "buried werewolf" for line in self.of("buried werewolf", "buried good")
        }
        return buried | {line["one"]: True for line in self.of("spied one")}

    def growls(self, tamer: Name) -> Iterator[Neighbours]:
        """What the bear has told of those who sat beside its tamer, morning by morning."""
        living = list(self.table.players)
        for line in self.lines:
            out = self.found_dead(line) if line.kind in ("died several", "died one") else gone_by(line)
            living = [name for name in living if name not in set(out)]
            if line.kind.startswith("growled") and tamer in living:
                place, count = living.index(tamer), len(living)
                beside = {living[place - 1], living[(place + 1) % count]} - {tamer}
                yield Neighbours(names=frozenset(beside), has_wolf=line.kind == "growled werewolf")

    @cached_property
    def checks(self) -> Mapping[Name, tuple[int, bool]]:
        """Whom the reader checked: on which night, and whether it found a werewolf."""
        found = self.of("checked werewolf", "checked good")
        if self.story:
            return {each.whom: (each.night, each.role == "werewolf") for each in self.story}
        return {line["one"]: (int(line["number"]), line.kind == "checked werewolf") for line in found}

    @cached_property
    def trust(self) -> Mapping[Name, float]:
        """How far the reader trusts others by its own notes, from -1 to 1; empty where it keeps none."""
        return {line["one"]: float(line["score"]) for line in self.of("trusted")}

    def posing(self, role: Word, story: tuple[Check, ...]) -> WerewolfPrompt:
        """The papers of whom the reader passes itself off as: the same table, without its own nights."""
        public = tuple(line for line in self.lines if line.kind.split()[0] not in _SECRET)
        return replace(self, role=role, story=story, lines=public)

    def but(self, kind: str) -> tuple[SentenceFrame, ...]:
        """The lines of all kinds but one, in order."""
        return tuple(line for line in self.lines if line.kind != kind)

    def _heard(self) -> Iterator[Said]:
        """First what is only remembered."""
        shown = tuple(self.spoken("day"))
        known = {(said.by, said.fact) for said in shown}
        yield from (said for said in self._remembered() if (said.by, said.fact) not in known)
        yield from shown

    def _remembered(self) -> Iterator[Said]:
        """What others said by the reader's own notes on them.

        The notes do not tell what was said at night: what a fellow said may never have been said aloud.
        """
        for line in self.of("against", "defended", "misled"):
            if line["actor"] not in self.fellows:
                for fact in facts(line["text"], line["actor"], self.table):
                    yield Said(by=line["actor"], fact=fact, round=0)


def parsed(prompt: Prompt) -> WerewolfPrompt:
    """A prompt of Werewolf, sorted.

    Raises:
        UsageError: if it does not say who plays, how many are werewolves, or who reads it.
    """
    frames, table = words("frames", prompt.language, PACKAGE), table_of(PACKAGE, prompt)
    rules = prompt.system_text
    sorts = [compiled(sort, table).search(rules) for sort in frames["wolves"]] if table else []
    pack = sum(int(sort["number"]) for sort in sorts if sort)
    if not table or not pack:
        raise UsageError("the reader cannot find in its prompt who plays Werewolf, and with how many wolves")
    role = dealt("role", rules, table, PACKAGE)
    if not role:
        raise UsageError("the reader cannot find in its prompt who it is")
    fellows = dealt("fellows", rules, table, PACKAGE)
    happened, task = sorted_out(PACKAGE, prompt, table)
    return WerewolfPrompt(
        table=table,
        pack=pack,
        me=role["actor"],
        role=role.case,
        fellows=tuple(filter(None, fellows["listed"].split(frames["comma"]))) if fellows else (),
        lines=happened,
        task=task,
        lot=prompt.lot,
        is_free=discusses_freely(prompt),
    )
