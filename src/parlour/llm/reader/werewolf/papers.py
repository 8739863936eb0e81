"""What a prompt of Werewolf tells its reader: who it is, what it learned, what happened, who said what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from parlour.errors import UsageError
from parlour.facts import Fact, Language, Name, Word
from parlour.llm.prompt import Prompt
from parlour.llm.reader.frames import Frame, Table, compiled, words
from parlour.llm.reader.hearing import facts, lines, role_named

FRAMES = "werewolf/frames"
"""The file of the words around the facts."""
_NOBODY: tuple[Name, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Said:
    """A fact in somebody's mouth.

    Attributes:
        by: who said it.
        fact: what was said.
        day: on which day; 0 where that is not told.
    """

    by: Name
    fact: Fact
    day: int


@dataclass(frozen=True, kw_only=True)
class Papers:
    """A prompt, sorted.

    Attributes:
        table: who plays.
        pack: how many werewolves were dealt.
        me: who reads.
        role: what it is.
        fellows: the werewolves whom it knows.
        lines: everything that happened before its eyes, in order.
        task: what is asked this time.
    """

    table: Table
    pack: int
    me: Name
    role: Word
    fellows: tuple[Name, ...]
    lines: tuple[Frame, ...]
    task: str

    @property
    def language(self) -> Language:
        """The language of everything."""
        return self.table.language

    @property
    def is_wolf(self) -> bool:
        """Whether the reader is a werewolf."""
        return self.role == "werewolf"

    @cached_property
    def night(self) -> int:
        """The latest night; 0 before the first."""
        return max((int(line["number"]) for line in self.of("night")), default=0)

    @property
    def day(self) -> int:
        """The latest day; 0 before the first."""
        return max((int(line["number"]) for line in self.of("day")), default=0)

    @cached_property
    def fallen(self) -> frozenset[Name]:
        """Who was found dead in a morning."""
        both = words(FRAMES, self.language)["and"]
        return frozenset(
            name for line in self.of("died", "all_died") for name in line["chosen"].split(both)
        ).intersection(self.table.players)

    @cached_property
    def living(self) -> tuple[Name, ...]:
        """Who is still in the game, in seat order."""
        gone = self.fallen | {line["one"] for line in self.of("shot", "eliminated")}
        return tuple(name for name in self.table.players if name not in gone)

    @cached_property
    def revealed(self) -> Mapping[Name, Word]:
        """What the dead were, as far as everybody was told."""
        told = {line["one"]: role_named(line["kind"], self.language) for line in self.of("revealed")}
        return told | {line["actor"]: "hunter" for line in self.of("shot")}

    @cached_property
    def checks(self) -> Mapping[Name, tuple[int, bool]]:
        """Whom the reader checked: on which night, and whether it found a werewolf."""
        found = self.of("found_wolf", "found_good")
        return {line["one"]: (int(line["number"]), line.kind == "found_wolf") for line in found}

    @cached_property
    def said(self) -> tuple[Said, ...]:
        """Everything that was said before the table and is understood: first what is only remembered."""
        shown = tuple(self._said())
        known = {(said.by, said.fact) for said in shown}
        return (*(said for said in self._remembered() if (said.by, said.fact) not in known), *shown)

    @cached_property
    def trust(self) -> Mapping[Name, float]:
        """How far the reader trusts others by its own notes, from -1 to 1; empty where it keeps none."""
        return {line["one"]: float(line["score"]) for line in self.of("trusted")}

    def of(self, *kinds: str) -> tuple[Frame, ...]:
        """The lines of some kinds, in order."""
        return tuple(line for line in self.lines if line.kind in kinds)

    def but(self, kind: str) -> tuple[Frame, ...]:
        """The lines of all kinds but one, in order."""
        return tuple(line for line in self.lines if line.kind != kind)

    def number(self, kind: str) -> int | None:
        """The number in a frame of the task, such as the limit of a speech."""
        found = compiled(words(FRAMES, self.language)[kind], self.table).search(self.task)
        return int(found["number"]) if found else None

    def _remembered(self) -> Iterator[Said]:
        """What others said by the reader's own notes on them.

        The notes do not tell what was said at night: what a fellow said may never have been said aloud.
        """
        for line in self.of("against", "defended", "misled"):
            if line["actor"] not in self.fellows:
                for fact in facts(line["text"], line["actor"], self.table):
                    yield Said(by=line["actor"], fact=fact, day=0)

    def _said(self) -> Iterator[Said]:
        day = 0
        for line in self.of("day", "spoke"):
            if line.kind == "day":
                day = int(line["number"])
                continue
            for fact in facts(line["text"], line["actor"], self.table):
                yield Said(by=line["actor"], fact=fact, day=day)


def is_of_werewolf(prompt: Prompt) -> bool:
    """Whether the rules in a prompt are those of Werewolf."""
    return words(FRAMES, prompt.language)["game"] in prompt.system_text


def papers_of(prompt: Prompt) -> Papers:
    """A prompt of Werewolf, sorted.

    Raises:
        UsageError: if it does not say who plays, how many are werewolves, or who reads it.
    """
    frames, rules = words(FRAMES, prompt.language), prompt.system_text
    nobody = Table(prompt.language, _NOBODY, _NOBODY)
    seats, pack = (compiled(frames[kind], nobody).search(rules) for kind in ("players", "wolves"))
    if not seats or not pack:
        raise UsageError("the reader cannot find in its prompt who plays Werewolf, and with how many wolves")
    table = Table(prompt.language, tuple(seats["chosen"].split(frames["comma"])), _NOBODY)
    role = compiled(frames["role"], table).search(rules)
    if not role:
        raise UsageError("the reader cannot find in its prompt who it is")
    fellows = compiled(frames["fellows"], table).search(rules)
    return Papers(
        table=table,
        pack=int(pack["number"]),
        me=role["actor"],
        role=role_named(role["kind"].split(frames["colon"])[0], prompt.language),
        fellows=tuple(fellows["chosen"].split(frames["comma"])) if fellows else (),
        lines=tuple(line for part in prompt.user for line in lines(part.text, table, FRAMES)),
        task="\n\n".join(part.text for part in prompt.user if not lines(part.text, table, FRAMES)),
    )
