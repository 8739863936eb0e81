"""What a prompt of One Night tells its reader: who it is, what it learned by night, who said what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from parlour.errors import UsageError
from parlour.facts import Fact, Language, Name, Word
from parlour.llm.prompt import Prompt
from parlour.llm.reader.frames import Frame, Table, compiled, words
from parlour.llm.reader.hearing import facts, lines, role_named

FRAMES = "onenight/frames"
"""The file of the words around the facts."""
_NOBODY: tuple[Name, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Said:
    """A fact in somebody's mouth.

    Attributes:
        by: who said it.
        fact: what was said.
        round: in which round.
    """

    by: Name
    fact: Fact
    round: int


@dataclass(frozen=True, kw_only=True)
class Pointing:
    """What a seer learned of two others: whether one of them is the werewolf."""

    pair: tuple[Name, Name]
    has_wolf: bool


@dataclass(frozen=True, kw_only=True)
class Papers:
    """A prompt, sorted.

    Attributes:
        table: who plays.
        has_minion: whether a minion was dealt.
        has_tanner: whether a tanner was.
        me: who reads.
        role: what it is.
        mason: the other mason, if the reader is one.
        wolf: the werewolf, if the reader is a minion that knows it.
        lines: everything that happened before its eyes, in order.
        task: what is asked this time.
    """

    table: Table
    has_minion: bool
    has_tanner: bool
    me: Name
    role: Word
    mason: Name | None
    wolf: Name | None
    lines: tuple[Frame, ...]
    task: str

    @property
    def language(self) -> Language:
        """The language of everything."""
        return self.table.language

    @property
    def others(self) -> tuple[Name, ...]:
        """Everybody else, in seat order."""
        return tuple(name for name in self.table.players if name != self.me)

    @cached_property
    def round(self) -> int:
        """Of the statement to be made: that after the last in which the reader spoke."""
        return 1 + sum(line["actor"] == self.me for line in self.of("spoke", "passed"))

    @cached_property
    def pointing(self) -> Pointing | None:
        """What the reader learned by night, if it is the seer and pointed at anybody."""
        for line in self.of("found", "cleared"):
            return Pointing(pair=(line["one"], line["actor"]), has_wolf=line.kind == "found")
        return None

    @cached_property
    def said(self) -> tuple[Said, ...]:
        """Everything that was said before the table and is understood."""
        return tuple(self._said())

    def of(self, *kinds: str) -> tuple[Frame, ...]:
        """The lines of some kinds, in order."""
        return tuple(line for line in self.lines if line.kind in kinds)

    @property
    def limit(self) -> int | None:
        """How many words may be said; None where the task names no limit."""
        found = compiled(words(FRAMES, self.language)["limit"], self.table).search(self.task)
        return int(found["number"]) if found else None

    def _said(self) -> Iterator[Said]:
        number = 0
        for line in self.of("round", "spoke"):
            if line.kind == "round":
                number = int(line["number"])
                continue
            for fact in facts(line["text"], line["actor"], self.table):
                yield Said(by=line["actor"], fact=fact, round=number)


def is_of_one_night(prompt: Prompt) -> bool:
    """Whether the rules in a prompt are those of One Night."""
    return words(FRAMES, prompt.language)["game"] in prompt.system_text


def papers_of(prompt: Prompt) -> Papers:
    """A prompt of One Night, sorted.

    Raises:
        UsageError: if it does not say who plays, or who reads it.
    """
    frames, rules = words(FRAMES, prompt.language), prompt.system_text
    seats = compiled(frames["players"], Table(prompt.language, _NOBODY, _NOBODY)).search(rules)
    if not seats:
        raise UsageError("the reader cannot find in its prompt who plays One Night")
    table = Table(prompt.language, tuple(seats["chosen"].split(frames["comma"])), _NOBODY)
    found = {
        kind: compiled(frames[kind], table).search(rules)
        for kind in ("role", "mason", "wolf", "minions", "tanners")
    }
    role, mason, wolf = found["role"], found["mason"], found["wolf"]
    if not role:
        raise UsageError("the reader cannot find in its prompt who it is")
    return Papers(
        table=table,
        has_minion=found["minions"] is not None,
        has_tanner=found["tanners"] is not None,
        me=role["actor"],
        role=_role(role["kind"].split(frames["colon"])[0], prompt.language),
        mason=mason["one"] if mason else None,
        wolf=wolf["one"] if wolf else None,
        lines=tuple(line for part in prompt.user for line in lines(part.text, table, FRAMES)),
        task="\n\n".join(part.text for part in prompt.user if not lines(part.text, table, FRAMES)),
    )


def _role(said: str, language: Language) -> Word:
    """The papers say `the werewolf`, since there is one; the lexicon says `a werewolf`."""
    return "werewolf" if said == "the werewolf" else role_named(said, language)
