"""A stage shows of a table what those eyes know, as it stood after any of its lines."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from parlour.arena import Record, items
from parlour.core import find_game
from parlour.evaluation import dealt_roles
from parlour.web.hosting import Feed, FeedLine, Visibility, line
from parlour.web.insight.readings import SeatReading, StageState, is_vote, kind_of, suspicions
from tests.web.played import all_lines, played

GAMES = ("werewolf", "onenight", "mystery")


def after(record: Record, lines: Iterable[FeedLine]) -> StageState:
    state = StageState(kinds=find_game(record.setup.game.name).kinds.events)
    for each in lines:
        state.take(each)
    return state


def seen_by(record: Record, player: str | None) -> list[FeedLine]:
    feed, eyes = Feed(), Visibility(player=player)
    feed.load(items(record))
    seen = [line(one, record.setup) for one in feed.past if eyes.shows(one.item)]
    return [each for each in seen if each]


@pytest.mark.parametrize("name", ["werewolf", "onenight"])
def test_before_anything_happens_one_knows_the_own_role_and_those_who_share_it(name: str):
    record = played(name, "plain")
    roles, first = dealt_roles(record), find_game(record.setup.game.name).kinds.events
    for player in record.setup.players:
        papers = [each for each in seen_by(record, player) if first[each.kind].dealt]
        known = after(record, papers).roles
        assert known[player] == roles[player]
        assert all(roles[other] == role for other, role in known.items())
        assert len(known) == 1 or list(known.values()) == [roles[player]] * len(known)
    assert after(record, [each for each in seen_by(record, None) if first[each.kind].dealt]).roles == {}


def test_what_one_is_called_by_others_does_not_change_what_one_is():
    papers = [
        FeedLine(number=0, type="event", kind="role", actor="Ann", role="white_wolf"),
        FeedLine(number=1, type="event", kind="fellows", actor="Ben", chosen=("Ann", "Cid"), role="werewolf"),
    ]
    state = after(played("werewolf", "plain"), papers)
    assert state.roles == {"Ann": "white_wolf", "Cid": "werewolf"}


@pytest.mark.parametrize("name", GAMES)
def test_votes_are_counted_until_somebody_speaks_again(name: str):
    record = played(name, "plain")
    state = after(record, [])
    votes = 0
    for each in all_lines(record):
        kind = kind_of(each, state.kinds)
        state.take(each)
        if kind and is_vote(kind):
            votes += 1
            arrows = [arrow for arrow in state.arrows() if arrow.kind == "vote"]
            assert {(arrow.by, arrow.of) for arrow in arrows} >= {(each.actor, name) for name in each.chosen}
            assert sum(map(state.count, record.setup.players)) == len(arrows)
        elif kind and (kind.utterance or kind.opens):
            assert not state.ballots
    assert votes


def test_a_speech_goes_to_whom_it_is_addressed_until_something_else_happens():
    record = played("mystery", "plain")
    state, asked = after(record, []), 0
    for each in all_lines(record):
        state.take(each)
        arrows = [arrow for arrow in state.arrows() if arrow.kind == "speech"]
        if each.kind == "asked" and each.type == "event":
            asked += 1
            assert [(arrow.by, arrow.of) for arrow in arrows] == [(each.actor, each.to)]
        elif each.type == "event" and not each.is_dealt and each.kind not in ("asked", "replied"):
            assert not arrows
    assert asked


def reading(seat: str, about: str, value: float, measure: str = "beliefs", number: int = 1) -> SeatReading:
    return SeatReading(
        number=number, round=1, measure=measure, seat=seat, about=about, case="Vera", value=value
    )


def test_each_points_to_whom_they_suspect_most_by_what_says_it_most_plainly():
    told = [
        reading("Ann", "Ben", 0.7),
        reading("Ann", "Cid", 0.3),
        reading("Ann", "Cid", -0.9, "trust"),
        reading("Ben", "Ann", -0.4, "trust"),
        reading("Ben", "Cid", 0.2, "trust"),
        reading("Cid", "Ann", 0.5),
        reading("Cid", "Ben", 0.5),
    ]
    players = ("Ann", "Ben", "Cid")
    found = {(each.by, each.of): each.strength for each in suspicions(told, players)}
    assert found == {("Ann", "Ben"): 0.7, ("Ben", "Ann"): 0.4}
    assert suspicions(told, ("Ann", "Cid")) == ()


def test_what_is_thought_later_is_not_known_yet():
    told = [
        reading("Ann", "Ben", 0.7),
        reading("Ann", "Ben", 0.1, number=9),
        reading("Ann", "Cid", 0.8, number=9),
    ]
    assert [each.of for each in suspicions(told, ("Ann", "Ben", "Cid"), 5)] == ["Ben"]
    assert [each.of for each in suspicions(told, ("Ann", "Ben", "Cid"))] == ["Cid"]
