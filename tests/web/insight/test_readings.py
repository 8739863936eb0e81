"""What is on record of everybody's thoughts becomes numbers, cells and beliefs, and nothing is made up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from pydantic import JsonValue

from parlour.arena import Record, SeatAssignment, passed_to
from parlour.core import Player, event_kinds, find_game
from parlour.evaluation import dealt_roles, verdicts
from parlour.llm import Language
from parlour.views import truth
from parlour.web.hosting import Feed, FeedLine, Visibility, line
from parlour.web.insight.readings import (
    SeatReading,
    StageState,
    is_vote,
    kind_of,
    readings,
    spell,
    standing,
    suspicions,
    text_of,
    thought_words,
)
from parlour.web.insight.review import SeatCost, knew, seat_costs
from parlour.web.insight.thoughts import PHRASES, in_words, measure_name
from tests.web.played import all_lines, played

MEASURED = {"sensors": "player-star", "suspects": "player-star", "trust": "gratr", "favor": "humanized"}


def thought(kind: str, body: dict[str, object], number: int = 7) -> FeedLine:
    return FeedLine.model_validate(
        {"number": number, "type": "thought", "kind": kind, "actor": "Ann", "case": "Vera", "body": body}
    )


@pytest.mark.parametrize(
    ("kind", "body", "values", "suspicion", "shown"),
    [
        ("suspects", {"before": ["Ben", "Cid"], "after": ["Cid"]}, [0, 1], [0, 1], ["○", "●"]),
        ("trust", {"Ben": 0.25, "Cid": -1}, [0.25, -1], [-0.25, 1], ["+0.25", "−1.00"]),
        ("favor", {"favor": {"Ben": 75, "Cid": 0}}, [75, 0], [-0.5, 1], ["75", "0"]),
        (
            "judgement",
            {"roles": ["civilian", "murderer"], "matrix": {"Ben": [0.9, 0.1], "Cid": [0.2, 0.8]}},
            [0.1, 0.8],
            [0.1, 0.8],
            ["10%", "80%"],
        ),
        (
            "sensors",
            {
                "readings": {
                    "Ben": {
                        "emotion": "neutral",
                        "motivation": "no",
                        "opportunity": "yes",
                        "why": "She said so.",
                    },
                    "Cid": {"emotion": "negative", "motivation": "yes"},
                }
            },
            [1 / 3, 1],
            [1 / 3, 1],
            ["33%", "100%"],
        ),
    ],
)
def test_each_measure_is_read_as_it_is_on_record(
    kind: str, body: dict[str, object], values: list[float], suspicion: list[float], shown: list[str]
):
    told = list(readings([thought(kind, body)]))
    assert [each.about for each in told] == ["Ben", "Cid"]
    assert [each.value for each in told] == pytest.approx(values)
    assert [each.suspicion for each in told] == pytest.approx(suspicion)
    assert [spell(each) for each in told] == shown
    for each in told:
        assert each.about in in_words(thought(kind, body), "en")


def test_numbers_by_player_that_no_method_declares_are_shown_as_they_are():
    strange = thought("aura", {"Ben": 12, "Cid": -0.5})
    told = list(readings([strange]))
    assert [(each.about, each.value, each.suspicion, spell(each)) for each in told] == [
        ("Ben", 12, 0, "12"),
        ("Cid", -0.5, 0, "−0.5"),
    ]
    assert measure_name("aura", "", "en") == "aura"
    assert not list(readings([thought("aura", {"Ben": "blue", "Cid": 1})]))


def test_a_grid_shows_what_stood_at_a_time_and_later_readings_take_the_place_of_earlier_ones():
    lines = [thought("trust", {"Ben": 0.1}, 3), thought("trust", {"Ben": -0.5, "Cid": 0.2}, 9)]
    told = list(readings(lines))
    [early], [late] = (standing(told, ("Ann", "Ben", "Cid"), until) for until in (5, None))
    assert early.cells["Ann", "Ben"].value == 0.1
    assert early.columns == ("Ben",)
    assert late.cells["Ann", "Ben"].value == -0.5
    assert (late.rows, late.columns) == (("Ann",), ("Ben", "Cid"))


@pytest.mark.parametrize(
    ("name", "method"), [("mystery", "player-star"), ("werewolf", "gratr"), ("onenight", "humanized")]
)
def test_who_knew_what_agrees_with_the_verdict_and_the_votes(name: str, method: str):
    record = played(name, method)
    true = truth(record)
    for verdict in verdicts(record):
        assert set(true.culprits[verdict.case]) == set(verdict.truth)
    told = list(knew(record, list(readings(all_lines(record))), true))
    assert {each.seat for each in told} == set(record.setup.players)
    cast = [each for each in record.events if each.kind is event_kinds.VOTED]
    for each in told:
        last = [vote.chosen for vote in cast if vote.actor == each.seat and vote.case in (None, each.case)]
        assert each.vote == (last[-1] if last else ())
        if each.is_right:
            assert set(each.vote) <= set(true.culprits[each.case])
        assert all(each.votes[vote.round] == vote.chosen for vote in cast if vote.actor == each.seat)
        if each.since is not None:
            assert each.is_right
            assert all(belief.is_right for n, belief in each.rounds.items() if n >= each.since)
    assert any(each.rounds for each in told)


def test_of_a_seat_without_thoughts_the_votes_of_all_days_are_its_beliefs():
    record = played("werewolf", "plain")
    votes = [each for each in record.events if each.kind is event_kinds.VOTED]
    assert votes
    for each in knew(record, (), truth(record)):
        rounds = {number: belief.named for number, belief in each.rounds.items()}
        assert rounds == {vote.round: vote.chosen for vote in votes if vote.actor == each.seat}


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("name", "method"),
    [
        ("mystery", "player-star"),
        ("werewolf", "gratr"),
        ("onenight", "werewolf"),
        ("onenight", "o-cot"),
        ("mystery", "think-thrice"),
    ],
)
def test_what_stands_in_thoughts_has_words_in_both_languages(name: str, method: str, language: Language):
    record = played(name, method)
    known = {**PHRASES.all(language), **thought_words(language)}

    def named(value: JsonValue) -> Iterator[str]:
        for key, each in value.items() if isinstance(value, dict) else ():
            yield key
            yield from named(each)
        for each in value if isinstance(value, list) else ():
            yield from named(each)

    for each in all_lines(record):
        if each.type != "thought" or isinstance(each.body.get(text_of(each.kind)), str):
            continue
        assert f"kind_{each.kind}" in known
        told = in_words(each, language)
        assert not re.search(r"\b(True|False|logprobs)\b", told)
        if list(readings([each])):
            continue
        for key in set(named(dict(each.body))) - set(record.setup.players):
            assert f"field_{key}" in known or f"field_{each.kind}_{key}" in known, (each.kind, key)


def calls_of(costs: list[SeatCost], player: Player) -> dict[str, int]:
    return {each.model: each.spent.calls for each in costs if each.player == player}


def handed_over(record: Record, player: Player, step: int) -> list[SeatCost]:
    setup = passed_to(record.setup, player, step, SeatAssignment(method="plain", model="rehearsal"))
    return list(seat_costs(replace(record, setup=setup)))


def test_a_call_is_of_whoever_holds_the_seat_from_its_step_on():
    record = played("mystery", "player-star")
    player = record.setup.players[0]
    steps = sorted(
        int(call.key.request.partition(".")[0]) for call in record.calls if call.key.player == player
    )
    first, last, whole = steps[0], steps[-1], len(steps)
    assert first < last
    whose = calls_of(list(seat_costs(record)), player)
    assert whose == {"reader": whole}
    for step in (first, last, last + 1):
        later = sum(each >= step for each in steps)
        told = calls_of(handed_over(record, player, step), player)
        assert told == {name: n for name, n in (("reader", whole - later), ("rehearsal", later)) if n}
    assert [each.player for each in seat_costs(record)] == list(record.setup.players)


GAMES = ("werewolf", "onenight", "mystery")


def after(record: Record, lines: Iterable[FeedLine]) -> StageState:
    state = StageState(kinds=find_game(record.setup.game.name).kinds.events)
    for each in lines:
        state.take(each)
    return state


def seen_by(record: Record, player: str | None) -> list[FeedLine]:
    feed, eyes = Feed(), Visibility(player=player)
    feed.load(record.items)
    seen = [line(one, record.setup) for one in feed.past if eyes.shows(one.item)]
    return [each for each in seen if each]


def test_ones_own_secret_vote_is_no_count_of_the_table():
    record = played("onenight", "plain")
    me = record.setup.players[0]
    seen = [each for each in seen_by(record, me) if each.kind != "voted" or each.actor == me]
    ballot = next(each for each in reversed(seen) if each.kind == "voted" and each.is_private)
    state = StageState(kinds=find_game("onenight").kinds.events, viewer=me)
    for each in seen[: seen.index(ballot) + 1]:
        state.take(each)
    (chosen,) = ballot.chosen
    assert state.count(chosen) == 0
    assert [each for each in record.setup.players if state.has_own_vote(each)] == [chosen]


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


def _checked(*chosen: str, role: str) -> FeedLine:
    return FeedLine(
        number=1, type="event", kind="checked", actor="Ann", chosen=chosen, role=role, is_private=True
    )


def test_what_one_has_learnt_of_somebodys_side_is_known_until_the_role_is_revealed():
    dealt = FeedLine(number=0, type="event", kind="role", actor="Cid", role="witch", is_private=True)
    shown = FeedLine(number=2, type="event", kind="revealed", chosen=("Ben",), role="guard")
    record, check = played("werewolf", "plain"), _checked("Ben", role="good")
    assert after(record, [check]).roles == {"Ben": "good"}
    assert after(record, [check, shown]).roles == {"Ben": "guard"}
    assert after(record, [dealt, _checked("Cid", role="good")]).roles == {"Cid": "witch"}


def test_a_check_of_two_together_tells_the_side_of_neither():
    assert after(played("onenight", "plain"), [_checked("Ben", "Cid", role="werewolf")]).roles == {}


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
