"""A prompt of a table of people parsed: the reader's card, and what it learned by night."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import cast

from parlour.games.onenight.reader.parsed import OneNightPrompt
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
    SentenceFrame,
    TableNames,
    compiled,
    dealt,
    discusses_freely,
    role_named,
    sorted_out,
    words,
)

WOLVES = (Role.WEREWOLF, Role.MINION)


@dataclass(frozen=True, kw_only=True)
class PeoplePrompt(OneNightPrompt):
    """A parsed prompt of a table of people; its role is the card that the reader last knew as its own."""

    start: Word
    fellows: tuple[Name, ...] = ()
    night: tuple[Fact, ...] = ()
    cards: Mapping[Word, int] = field(default_factory=dict[Word, int])

    @property
    def is_of_village(self) -> bool:
        """True if the last card that it knew as its own is one of the village."""
        return Role(self.role) not in (*WOLVES, Role.TANNER)

    def as_one_of_village(self, card: Word, night: Sequence[Fact]) -> PeoplePrompt:
        fellows = tuple(fact.whom for fact in night if isinstance(fact, Fellow))
        return replace(
            self, role=card, start=card, fellows=fellows, night=tuple(night), mason=None, wolf=None
        )

    @cached_property
    def robbed(self) -> Robbed | None:
        return next((fact for fact in self.night if isinstance(fact, Robbed)), None)


def people_prompt(package: str, prompt: Prompt, table: TableNames, role: SentenceFrame) -> PeoplePrompt:
    """Returns a parsed prompt of a table of people."""
    rules, me = prompt.system_text, role["to"]
    start = role_named(role["kind"], prompt.language)
    fellows = dealt("fellows", rules, table, package)
    seen = tuple(name for name in table.players if fellows and name in _names(fellows, table))
    happened, task = sorted_out(package, prompt, table)
    night = tuple(_night(me, happened, table))
    if start == Role.MASON:
        night = tuple(Fellow(by=me, whom=each, role="mason") for each in seen)
    now = next((fact.role for fact in night if isinstance(fact, Robbed | Woke)), start)
    return PeoplePrompt(
        table=table,
        has_minion=True,
        has_tanner=True,
        is_free=discusses_freely(prompt),
        me=me,
        role=now,
        mason=next(iter(seen), None) if start == Role.MASON else None,
        wolf=next(iter(seen), None) if start in WOLVES else None,
        lines=happened,
        task=task,
        lot=prompt.lot,
        start=start,
        fellows=seen,
        night=night,
        cards=_cards(rules, table, package),
    )


def _names(fellows: SentenceFrame, table: TableNames) -> tuple[Name, ...]:
    told = fellows["chosen"] or fellows["one"]
    both = cast("str", words("frames", table.language)["and"])
    return tuple(told.split(both))


def _night(me: Name, lines: Sequence[SentenceFrame], table: TableNames) -> list[Fact]:
    found = (_fact(me, line, table) for line in lines)
    return [each for each in found if each]


def _fact(me: Name, line: SentenceFrame, table: TableNames) -> Fact | None:
    places = {say(WordKind.CARD, word, table.language): word for word in entries(WordKind.CARD)}
    match line.kind:
        case "looked one":
            role, place = role_named(line["kind"], table.language), line["listed"]
            if place in places:
                return CentreSeen(by=me, card=places[place], role=role)
            return CardSeen(by=me, whom=place, role=role)
        case "robbed one":
            return Robbed(by=me, whom=line["one"], role=role_named(line["kind"], table.language))
        case "swapped one":
            return Swapped(by=me, whom=line["one"], other=line["second"])
        case "drank one":
            return Drank(by=me, card=places[line["listed"]])
        case "woke":
            return Woke(by=me, role=role_named(line["kind"], table.language))
        case _:
            return None


def _cards(rules: str, table: TableNames, package: str) -> Mapping[Word, int]:
    frames = cast("Mapping[Word, str]", words("frames", table.language, package)["cards"])
    found = {role: compiled(row, table).search(rules) for role, row in frames.items()}
    return {role: int(match["number"]) for role, match in found.items() if match}
