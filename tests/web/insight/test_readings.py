"""What is on record of everybody's thoughts becomes numbers, cells and beliefs, and nothing is made up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pydantic import JsonValue

from parlour.arena import Record, SeatAssignment, events, passed_to
from parlour.core import Player, event_kinds
from parlour.evaluation import verdicts
from parlour.llm import Language
from parlour.views import truth
from parlour.web.hosting import FeedLine
from parlour.web.insight.readings import readings, spell, standing, text_of, thought_words
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
    cast = [each for each in events(record) if each.kind is event_kinds.VOTED]
    for each in told:
        last = [vote.chosen for vote in cast if vote.actor == each.seat and vote.case in (None, each.case)]
        assert each.vote == (last[-1] if last else ())
        if each.is_right:
            assert set(each.vote) <= set(true.culprits[each.case])
        if each.since is not None:
            assert each.is_right
            assert all(belief.is_right for n, belief in each.rounds.items() if n >= each.since)
    assert any(each.rounds for each in told)


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
