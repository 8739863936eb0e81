"""What a prompt of One Night tells its reader: who it is, what it learned by night, who said what."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from parlour.errors import UsageError
from parlour.facts import Language, Name, Word
from parlour.llm import Prompt
from parlour.reader import ParsedPrompt, Said, compiled, role_named, sorted_out, table_of, words

PACKAGE = "parlour.games.onenight.reader"


@dataclass(frozen=True, kw_only=True)
class Pointing:
    """What a seer learned of two others: whether one of them is the werewolf."""

    pair: tuple[Name, Name]
    has_wolf: bool


@dataclass(frozen=True, kw_only=True)
class OneNightPrompt(ParsedPrompt):
    """A prompt, sorted.

    Attributes:
        has_minion: whether a minion was dealt.
        has_tanner: whether a tanner was.
        mason: the other mason, if the reader is one.
        wolf: the werewolf, if the reader is a minion that knows it.
    """

    package = PACKAGE
    has_minion: bool
    has_tanner: bool
    mason: Name | None
    wolf: Name | None

    @property
    def round(self) -> int:
        """Of the statement to be made: that after the last in which the reader spoke."""
        return 1 + sum(line["actor"] == self.me for line in self.of("spoke", "passed"))

    @cached_property
    def pointing(self) -> Pointing | None:
        """What the reader learned by night, if it is the seer and pointed at anybody."""
        for line in self.of("found", "cleared"):
            return Pointing(pair=(line["one"], line["actor"]), has_wolf=line.kind == "found")
        return None

    def _heard(self) -> Iterable[Said]:
        return self.spoken("round")


def parsed(prompt: Prompt) -> OneNightPrompt:
    """A prompt of One Night, sorted.

    Raises:
        UsageError: if it does not say who plays, or who reads it.
    """
    frames, table = words("frames", prompt.language, PACKAGE), table_of(PACKAGE, prompt)
    rules = prompt.system_text
    if not table:
        raise UsageError("the reader cannot find in its prompt who plays One Night")
    found = {
        kind: compiled(frames[kind], table).search(rules)
        for kind in ("role", "mason", "wolf", "minions", "tanners")
    }
    role, mason, wolf = found["role"], found["mason"], found["wolf"]
    if not role:
        raise UsageError("the reader cannot find in its prompt who it is")
    happened, task = sorted_out(PACKAGE, prompt, table)
    return OneNightPrompt(
        table=table,
        has_minion=found["minions"] is not None,
        has_tanner=found["tanners"] is not None,
        me=role["actor"],
        role=_role(role["kind"].split(frames["colon"])[0], prompt.language),
        mason=mason["one"] if mason else None,
        wolf=wolf["one"] if wolf else None,
        lines=happened,
        task=task,
    )


def _role(said: str, language: Language) -> Word:
    """The papers say `the werewolf`, since there is one; the lexicon says `a werewolf`."""
    return "werewolf" if said == "the werewolf" else role_named(said, language)
