"""A prompt of One Night parsed: the reader's role or card, what it learned by night, who said what."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import cast

from parlour.errors import UsageError
from parlour.games.onenight.setup import Role
from parlour.language.facts import (
    CardSeen,
    CentreSeen,
    Drank,
    Fact,
    Fellow,
    Name,
    Robbed,
    Swapped,
    Woke,
    Word,
    WordKind,
    entries,
    say,
)
from parlour.llm import Prompt
from parlour.reader import (
    ParsedPrompt,
    Said,
    SentenceFrame,
    TableNames,
    compile_frame,
    dealt,
    discusses_freely,
    role_named,
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

    @property
    def is_of_village(self) -> bool:
        """True if the last role that it knew as its own is one of the village."""
        return self.role not in self.hides

    @cached_property
    def pointing(self) -> Pointing | None:
        if self.story:
            return self.story
        for line in self.of("checked werewolf", "checked village"):
            return Pointing(pair=(line["one"], line["second"]), has_wolf=line.kind == "checked werewolf")
        return None

    def posing(self, story: Pointing | None) -> OneNightPrompt:
        return replace(self, role="seer" if story else "villager", mason=None, wolf=None, story=story)

    def _read_talk(self) -> Iterable[Said]:
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
        has_minion=compile_frame(frames["minions"], table).search(rules) is not None,
        has_tanner=compile_frame(frames["tanners"], table).search(rules) is not None,
        is_free=discusses_freely(prompt),
        me=role["actor"],
        role=role.case,
        mason=fellow["one"] if fellow and fellow.case == "mason" else None,
        wolf=fellow["one"] if fellow and fellow.case == "werewolf" else None,
        lines=happened,
        task=task,
        draw_seed=prompt.draw_seed,
    )


WOLVES = (Role.WEREWOLF, Role.MINION)


@dataclass(frozen=True, kw_only=True)
class PeoplePrompt(OneNightPrompt):
    """A parsed prompt of a table of people; its role is the card that the reader last knew as its own."""

    start: Word
    fellows: tuple[Name, ...] = ()
    night: tuple[Fact, ...] = ()
    cards: Mapping[Word, int] = field(default_factory=dict[Word, int])

    def as_one_of_village(self, card: Word, night: Sequence[Fact]) -> PeoplePrompt:
        fellows = tuple(fact.whom for fact in night if isinstance(fact, Fellow))
        return replace(
            self, role=card, start=card, fellows=fellows, night=tuple(night), mason=None, wolf=None
        )


def people_prompt(prompt: Prompt, table: TableNames, role: SentenceFrame) -> PeoplePrompt:
    """Returns a parsed prompt of a table of people, given the line with the reader's dealt card."""
    rules, me, language = prompt.system_text, role["to"], prompt.language
    start = role_named(role["kind"], language)
    fellows = dealt("fellows", rules, table, PACKAGE)
    both = cast("str", words("frames", language)["and"])
    names = (fellows["chosen"] or fellows["one"]).split(both) if fellows else ()
    fellow_names = tuple(name for name in table.players if name in names)
    happened, task = sorted_out(PACKAGE, prompt, table)
    night = tuple(filter(None, (_fact(me, line, table) for line in happened)))
    if start == Role.MASON:
        night = tuple(Fellow(by=me, whom=name, role="mason") for name in fellow_names)
    frames = cast("Mapping[Word, str]", words("frames", language, PACKAGE)["cards"])
    cards = {card: compile_frame(row, table).search(rules) for card, row in frames.items()}
    return PeoplePrompt(
        table=table,
        has_minion=True,
        has_tanner=True,
        is_free=discusses_freely(prompt),
        me=me,
        role=next((fact.role for fact in night if isinstance(fact, Robbed | Woke)), start),
        mason=next(iter(fellow_names), None) if start == Role.MASON else None,
        wolf=next(iter(fellow_names), None) if start in WOLVES else None,
        lines=happened,
        task=task,
        draw_seed=prompt.draw_seed,
        start=start,
        fellows=fellow_names,
        night=night,
        cards={card: int(match["number"]) for card, match in cards.items() if match},
    )


def _fact(me: Name, line: SentenceFrame, table: TableNames) -> Fact | None:
    places = {say(WordKind.CARD, word, table.language): word for word in entries(WordKind.CARD)}
    read_role, place = partial(role_named, line["kind"], table.language), line["listed"]
    match line.kind:
        case "looked one" if place in places:
            return CentreSeen(by=me, card=places[place], role=read_role())
        case "looked one":
            return CardSeen(by=me, whom=place, role=read_role())
        case "robbed one":
            return Robbed(by=me, whom=line["one"], role=read_role())
        case "swapped one":
            return Swapped(by=me, whom=line["one"], other=line["second"])
        case "drank one":
            return Drank(by=me, card=places[place])
        case "woke":
            return Woke(by=me, role=read_role())
        case _:
            return None
