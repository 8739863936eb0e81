"""A prompt of One Night parsed: the reader's role, what it learned by night, who said what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from parlour.errors import UsageError
from parlour.games.onenight.setup import Role
from parlour.language.facts import Name
from parlour.llm import Prompt
from parlour.reader import (
    ParsedPrompt,
    Said,
    SentenceFrame,
    TableNames,
    compiled,
    dealt,
    discusses_freely,
    sorted_out,
    table_of,
    words,
)

PACKAGE = "parlour.games.onenight.reader"


@dataclass(frozen=True, kw_only=True)
class Pointing:
    """A seer's result on two others: whether one of them is the werewolf."""

    pair: tuple[Name, Name]
    has_wolf: bool


@dataclass(frozen=True, kw_only=True)
class OneNightPrompt(ParsedPrompt):
    """A parsed prompt."""

    package = PACKAGE
    scope = "cards"
    hides = frozenset({Role.WEREWOLF.value, Role.MINION.value, Role.TANNER.value})
    at = "wolves"
    has_minion: bool
    has_tanner: bool
    mason: Name | None
    wolf: Name | None
    story: Pointing | None = None

    @property
    def round(self) -> int:
        """The round of the statement to be made: that after the reader's last one.

        In free talk it is the round that began last.

        Where remarks are left out, the reader's own may be among them: then the rounds are counted by all
        statements, since each player speaks once in each.
        """
        if self.is_free:
            return max((int(line["number"]) for line in self.of("round")), default=1)
        spoken = self.of("spoke", "passed")
        own = sum(line["actor"] == self.me for line in spoken)
        return 1 + max(own, (len(spoken) + self.unheard) // len(self.table.players) if self.unheard else 0)

    @cached_property
    def pointing(self) -> Pointing | None:
        if self.story:
            return self.story
        for line in self.of("checked werewolf", "checked village"):
            return Pointing(pair=(line["one"], line["second"]), has_wolf=line.kind == "checked werewolf")
        return None

    def posing(self, story: Pointing | None) -> OneNightPrompt:
        return replace(self, role="seer" if story else "villager", mason=None, wolf=None, story=story)

    def _heard(self) -> Iterable[Said]:
        return self.spoken("round")


def who_reads(prompt: Prompt) -> tuple[TableNames, SentenceFrame]:
    """Returns the players, and the line with the reader's name and dealt role.

    Raises:
        UsageError: if it does not say so.
    """
    table = table_of(PACKAGE, prompt)
    if not table:
        raise UsageError("the reader cannot find in its prompt who plays One Night")
    role = dealt("role", prompt.system_text, table, PACKAGE)
    if not role:
        raise UsageError("the reader cannot find in its prompt who it is")
    return table, role


def parse_prompt(prompt: Prompt) -> OneNightPrompt:
    """Returns a parsed prompt of One Night.

    Raises:
        UsageError: if it does not say who plays, or who reads it.
    """
    frames, (table, role) = words("frames", prompt.language, PACKAGE), who_reads(prompt)
    rules = prompt.system_text
    fellow = dealt("fellows", rules, table, PACKAGE)
    happened, task = sorted_out(PACKAGE, prompt, table)
    return OneNightPrompt(
        table=table,
        has_minion=compiled(frames["minions"], table).search(rules) is not None,
        has_tanner=compiled(frames["tanners"], table).search(rules) is not None,
        is_free=discusses_freely(prompt),
        me=role["actor"],
        role=role.case,
        mason=fellow["one"] if fellow and fellow.case == "mason" else None,
        wolf=fellow["one"] if fellow and fellow.case == "werewolf" else None,
        lines=happened,
        task=task,
        lot=prompt.lot,
    )
