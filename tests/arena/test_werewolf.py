"""Whole games of Werewolf at the table: to their end, again without a model, on after a crash, in secrecy."""

from __future__ import annotations

import re
from functools import cache

import pytest

from parlour.arena import lay_seats
from parlour.arena.table import Seating
from parlour.core import event_kinds
from parlour.errors import UnknownPlayer, UsageError
from parlour.games.werewolf import Role
from parlour.llm import Language
from tests.arena.overheard import Overheard, overheard
from tests.arena.replies import conspiring
from tests.arena.werewolves import werewolves

LANGUAGES: tuple[Language, ...] = ("en", "zh")
CHECKED = ("you check ", "你查验了")


@cache
def match(method: str, language: Language) -> Overheard:
    return overheard(werewolves(language=language), method, conspiring)


# To the end, and again


# Who may know what


def test_what_the_seer_learns_reaches_the_seer_alone():
    learned: set[Role] = set()
    for language in LANGUAGES:
        sent, roles = match("plain", language).sent, werewolves(language=language).deal
        for prompts, role in zip(sent.values(), roles, strict=True):
            learned |= {role for text in prompts if any(mark in text for mark in CHECKED)}
    assert learned == {Role.SEER}


def test_a_window_shows_the_last_utterances_and_all_that_happened():
    match = overheard(werewolves(discussions=2), "plain:window=3")
    [*_, last] = [text for text in match.sent["Player 7"] if ", the vote: " in text]
    [day] = {int(found) for found in re.findall(r"Day (\d+), the vote", last)}
    told = [each for each in match.record.events if each.kind is event_kinds.SPOKE and each.round <= day]
    assert len(told) > 3
    spoken = [line for line in last.splitlines() if " says: " in line]
    assert spoken == [f"{each.actor} says: {each.text}" for each in told[-3:]]
    assert "Night 1 falls." in last
    assert "On the morning of day 1" in last


# Seating


def seated(*, teams: tuple[str, ...] = (), seats: tuple[str, ...] = ()) -> list[str]:
    seating = Seating(method="random", teams=teams, seats=seats)
    return [seat.method for seat in lay_seats(werewolves("vwsvw"), 1, seating, lambda model: 1000)]


def test_a_team_is_seated_by_the_sides_of_the_game():
    assert seated(teams=("werewolf=plain",)) == ["random", "plain", "random", "random", "plain"]
    with pytest.raises(UsageError, match="the teams are good, werewolf"):
        seated(teams=("murderer=plain",))


def test_a_seat_is_found_by_its_name():
    assert seated(seats=("player 3=plain",))[2] == "plain"
    with pytest.raises(UnknownPlayer, match="no seat of this table"):
        seated(seats=("Anna=plain",))


# Setups at rest
