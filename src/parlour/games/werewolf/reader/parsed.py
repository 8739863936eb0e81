"""A prompt of Werewolf parsed: the reader's role, what it learned, what happened, who said what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from parlour.errors import UsageError
from parlour.games.werewolf.setup import PACK
from parlour.language.facts import Check, Name, Word
from parlour.llm import Prompt
from parlour.reader import (
    ParsedPrompt,
    Said,
    SentenceFrame,
    compile_frame,
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


Neighbours = tuple[frozenset[Name], bool]
"""Players of which at least one is certainly a werewolf, or certainly none is."""


@dataclass(frozen=True, kw_only=True)
class WerewolfPrompt(ParsedPrompt):
    """A parsed prompt."""

    package = PACKAGE
    scope = "roles"
    opening = "day"
    hides = PACK
    at = "wolves"
    pack: int
    fellows: tuple[Name, ...]
    story: tuple[Check, ...] = ()

    @property
    def is_wolf(self) -> bool:
        return self.role in PACK

    @cached_property
    def night(self) -> int:
        return max((int(line["number"]) for line in self.of("night")), default=0)

    @cached_property
    def day(self) -> int:
        return max((int(line["number"]) for line in self.of("day")), default=0)

    @property
    def round(self) -> int:
        return self.day

    def players_out(self, line: SentenceFrame) -> tuple[Name, ...]:
        if line.kind in MORNING:
            names = (line["chosen"] or line["one"]).split(self.frames["and"])
            return tuple(name for name in names if name in self.table.players)
        return tuple(line[gap] for gap in GONE.get(line.kind, ()))

    @cached_property
    def living(self) -> tuple[Name, ...]:
        gone = {name for line in self.of(*GONE, *MORNING) for name in self.players_out(line)}
        return tuple(name for name in self.table.players if name not in gone)

    @cached_property
    def known_roles(self) -> Mapping[Name, Word]:
        roles = {line["one"]: role_named(line["kind"], self.language) for line in self.of("revealed")}
        pairs = ((line, _SHOWN.get(line.kind, {})) for line in self.lines)
        return roles | {line[gap]: role for line, gaps in pairs for gap, role in gaps.items()}

    @cached_property
    def lovers(self) -> frozenset[Name]:
        return frozenset(line["one"] for line in self.of("loved"))

    @cached_property
    def known_sides(self) -> Mapping[Name, bool]:
        """The sides that the reader learned other than by checks: whether each is a werewolf."""
        buried = {
            line["one"]: line.kind == "buried werewolf" for line in self.of("buried werewolf", "buried good")
        }
        return buried | {line["one"]: True for line in self.of("spied one")}

    def growls(self, tamer: Name) -> Iterator[Neighbours]:
        """Yields what each morning's growl says of the tamer's neighbours."""
        living = list(self.table.players)
        for line in self.lines:
            living = [name for name in living if name not in self.players_out(line)]
            if line.kind.startswith("growled") and tamer in living:
                place, count = living.index(tamer), len(living)
                beside = {living[place - 1], living[(place + 1) % count]} - {tamer}
                yield frozenset(beside), line.kind == "growled werewolf"

    @cached_property
    def checks(self) -> Mapping[Name, tuple[int, bool]]:
        """The reader's checks: the night of each, and whether it found a werewolf."""
        lines = self.of("checked werewolf", "checked good")
        if self.story:
            return {check.whom: (check.night, check.role == "werewolf") for check in self.story}
        return {line["one"]: (int(line["number"]), line.kind == "checked werewolf") for line in lines}

    @cached_property
    def trust(self) -> Mapping[Name, float]:
        """The reader's trust in others by its own notes, from -1 to 1; empty without notes."""
        return {line["one"]: float(line["score"]) for line in self.of("trusted")}

    def posing(self, role: Word, story: tuple[Check, ...]) -> WerewolfPrompt:
        """Returns the prompt of the player it poses as: the same table, without its own nights."""
        public = tuple(line for line in self.lines if line.kind.split()[0] not in _SECRET)
        return replace(self, role=role, story=story, lines=public)

    def _read_talk(self) -> Iterator[Said]:
        statements = tuple(self.spoken("day"))
        facts = {(statement.by, statement.fact) for statement in statements}
        yield from (
            statement for statement in self._noted_words() if (statement.by, statement.fact) not in facts
        )
        yield from statements

    def _noted_words(self) -> Iterator[Said]:
        """Yields statements of others by the reader's own notes.

        The notes do not separate night talk: a fellow's words may never have been public.
        """
        for line in self.of("against", "defended", "misled"):
            if line["actor"] not in self.fellows:
                for fact in facts(line["text"], line["actor"], self.table):
                    yield Said(by=line["actor"], fact=fact, round=0)


def parse_prompt(prompt: Prompt) -> WerewolfPrompt:
    """Returns a parsed prompt of Werewolf.

    Raises:
        UsageError: if it does not say who plays, how many are werewolves, or who reads it.
    """
    frames, table = words("frames", prompt.language, PACKAGE), table_of(PACKAGE, prompt)
    rules = prompt.system_text
    sorts = [compile_frame(sort, table).search(rules) for sort in frames["wolves"]] if table else []
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
        draw_seed=prompt.draw_seed,
        is_free=discusses_freely(prompt),
    )


MORNING = ("died several", "died one")
GONE: Final[Mapping[str, tuple[str, ...]]] = {
    "shot one": ("one",),
    "shot black_wolf_king": ("one",),
    "eliminated one": ("one",),
    "scapegoated": ("one",),
    "duelled werewolf": ("one",),
    "duelled good": ("actor",),
    "exploded pair": ("one", "second"),
    "exploded one": ("one",),
    "grieved": ("one",),
    "perished": ("one",),
}
"""The lines by which a player dies by day or of another's death, and the gaps with the dead."""
_SHOWN: Final[Mapping[str, Mapping[str, Word]]] = {
    "shot one": {"actor": "hunter"},
    "shot black_wolf_king": {"actor": "black_wolf_king"},
    "exposed": {"one": "idiot"},
    "lost_powers": {"one": "elder"},
    "scapegoated": {"one": "scapegoat"},
    "duelled werewolf": {"actor": "knight", "one": "werewolf"},
    "duelled good": {"actor": "knight", "to": "good"},
    "exploded pair": {"one": "white_wolf_king"},
    "exploded one": {"one": "white_wolf_king"},
    "perished": {"actor": "wolf_beauty"},
}
"""The lines that reveal a role: the gaps with the players, and the role or side of each."""
