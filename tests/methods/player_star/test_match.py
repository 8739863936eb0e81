"""Whole matches of PLAYER* against a server of scripted replies, through the real client."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import pytest

from parlour.arena import Fault, Note
from parlour.core import Player, event_kinds
from parlour.llm import Language
from parlour.methods.player_star.information_gain import BETA, InformationGain, RoundGain, score
from tests.arena.mysteries import NAMES, VICTIMS
from tests.arena.replies import plain, reply_schema, texts, varied
from tests.llm.loopback import Answer, Body
from tests.methods.played import Played, played


@cache
def small() -> Played:
    return played(players=4, victims=1, rounds=3)


@cache
def large() -> Played:
    return played(players=6, victims=2, rounds=3)


@cache
def narrowing(language: Language = "en") -> Played:
    """A match in which everybody suspects one player from the second round on."""
    return played(plain, language=language, players=4, victims=2, rounds=2)


EACH: Sequence[Callable[[], Played]] = (small, large, narrowing, partial(narrowing, "zh"))


def beliefs(match: Played) -> Mapping[tuple[Player, str], list[tuple[str, ...]]]:
    """Returns the suspects of each player before each round: everybody else, then those on record."""
    names = match.game.script.players
    told: dict[tuple[Player, str], list[tuple[str, ...]]] = {}
    for player in names:
        for victim in match.game.script.victims:
            told[player, victim.name] = [tuple(name for name in names if name != player)]
    for player, case, body in match.thoughts("suspects"):
        told[player, case].append(tuple(body["after"]))
    return {key: rounds[: match.game.rounds] for key, rounds in told.items()}


def gain_calls(match: Played) -> int:
    """One per suspect, round, player and victim, wherever there is more than one to choose from."""
    return sum(len(names) for rounds in beliefs(match).values() for names in rounds if len(names) > 1)


def expected_calls(match: Played) -> dict[str, int]:
    game = match.game
    players, victims = len(game.script.players), len(game.script.victims)
    cases = players * victims
    return {
        "introduce": players,
        "sensors": cases * game.rounds,
        "gain": gain_calls(match),
        "ask": cases * game.rounds,
        "reply": cases * game.rounds,
        "prune": cases * game.rounds,
        "vote": cases,
        "answer": game.script.rows(),
    }


# To the end


@pytest.mark.parametrize("found", EACH)
def test_a_match_comes_to_its_verdict_without_a_fault(found: Callable[[], Played]):
    match = found()
    assert match.record.status == "finished"
    assert not [each for each in match.record.items if isinstance(each, Fault)]
    won = [event.case for event in match.events if event.kind is event_kinds.WON and event.visible_to is None]
    assert won == [victim.name for victim in match.game.script.victims]
    votes = [event for event in match.events if event.kind is event_kinds.VOTED]
    assert len(votes) == len(match.game.script.players) * len(match.game.script.victims)
    assert all(vote.chosen for vote in votes)


def test_every_call_is_one_that_the_method_needs():
    for found in EACH:
        match = found()
        assert match.counted == expected_calls(match)
        assert len(match.bodies) == sum(expected_calls(match).values())


# The thoughts on record


def test_the_first_suspects_are_all_others_and_each_list_goes_on_from_the_last():
    match = large()
    seen: dict[tuple[Player, str], list[str]] = {}
    names = match.game.script.players
    for player, case, body in match.thoughts("suspects"):
        key, before, after = (player, case), body["before"], body["after"]
        assert before == seen.get(key, [name for name in names if name != player])
        assert body["entropy"] == pytest.approx(math.log(len(after)))
        assert body["gain"] == pytest.approx(math.log(len(before)) - math.log(len(after)))
        seen[key] = after


def test_scores_follow_from_the_gains_on_record_by_the_papers_equations():
    match = large()
    history: dict[tuple[Player, str], InformationGain] = defaultdict(InformationGain)
    expected: dict[tuple[Player, str], Any] = {}
    scored = 0
    for note in (each for each in match.record.items if isinstance(each, Note)):
        key, thought = (note.player, note.thought.case or ""), note.thought
        body: Any = thought.body
        upcoming = len(history[key].rounds) + 1
        match thought.kind:
            case "gain":
                expected[key] = body["expected"]
            case "choice":
                for name, value in body["scores"].items():
                    hoped = expected[key].get(name, 0.0) if len(body["scores"]) > 1 else 0.0
                    assert value == pytest.approx(
                        score(history[key].weighted_gain(name, upcoming), hoped, BETA)
                    )
                    scored += 1
            case "suspects":
                worth = RoundGain(round=upcoming, questioned=tuple(body["questioned"]), gain=body["gain"])
                history[key] = history[key].with_round(worth)
            case _:
                pass
    assert scored == 6 * 2 * 5 + sum(len(names) for rounds in beliefs(match).values() for names in rounds[1:])


# What stands in the prompts


@pytest.mark.parametrize("language", ["en", "zh"])
def test_murderers_read_sensors_and_prune_as_if_they_were_innocent(language: Language):
    match = played(plain, language=language, players=3, victims=2, rounds=2)
    pretence = {
        "sensors": {"en": "You did it, but think as an innocent would", "zh": "请像一个无辜的人那样思考"},
        "prune": {"en": "You did it, but choose as an innocent would", "zh": "请像一个无辜的人那样选择"},
    }
    one, another = VICTIMS[language]
    civilian, first, second = NAMES[language][:3]
    for purpose, words in pretence.items():
        for player, killed in ((civilian, None), (first, one), (second, another)):
            told = [texts(body) for body in match.bodies_for(player, purpose)]
            assert told
            pretending = [words[language] in each for each in told]
            assert sum(pretending) == (len(told) // 2 if killed else 0)


# Its other settings


def test_a_verbal_gain_is_one_more_sensor_and_no_call():
    match = played(method="player-star:gain=verbal", players=4, rounds=2)
    alone = sum(len(names) == 1 for rounds in beliefs(match).values() for names in rounds)
    calls = {name: n for name, n in expected_calls(match).items() if name != "gain"}
    assert match.counted == {**calls, "sensors": calls["sensors"] + alone}, "for the pruner"
    assert match.thoughts("gain") == []
    for _, _, body in match.thoughts("sensors"):
        assert set(body["expected"].values()) <= {1.0, 0.0, -1.0}
    first = reply_schema(match.bodies_for("Anna", "sensors")[0])
    assert first
    assert "information" in first["$defs"]["SuspectReading"]["properties"]


def test_a_server_without_log_probabilities_is_asked_in_words_and_the_record_says_so():
    def silent_on_odds(body: Body) -> Answer:
        return Answer(text="yes") if body.get("logprobs") else varied(body)

    match = played(silent_on_odds, players=3, rounds=1)
    assert {str(body["by"]) for _, _, body in match.thoughts("gain")} == {"['verbal']"}
    assert match.counted["gain-verbal"] == gain_calls(match)


def test_who_is_no_longer_suspected_is_weighed_and_asked_where_everybody_may_be():
    match = played(plain, method="player-star:among=everybody", players=4, victims=2, rounds=2)
    pruned = {key: set(rounds[1]) for key, rounds in beliefs(match).items()}
    assert any(len(names) < 3 for names in pruned.values())
    weighed = [set(body["expected"]) for _, _, body in match.thoughts("gain")]
    assert weighed
    assert all(len(names) == 3 for names in weighed)
    outside = [
        body["chosen"]
        for player, case, body in match.thoughts("choice")
        if body["chosen"] not in pruned[player, case]
    ]
    assert outside


def test_without_the_pruner_everybody_stays_a_suspect():
    match = played(method="player-star:pruner=false", players=3, rounds=3)
    assert match.counted == {name: n for name, n in expected_calls(match).items() if name != "prune"}
    assert match.counted["gain"] == 3 * 3 * 2
    assert {body["gain"] for _, _, body in match.thoughts("suspects")} == {0.0}


@pytest.mark.parametrize("replying", [varied, plain])
def test_the_2024_version_questions_every_suspect(replying: Callable[[Body], Answer]):
    match = played(replying, method="player-star:ask=suspects", players=4, rounds=2, questions=3)
    asked: dict[tuple[str, str], list[set[str]]] = defaultdict(lambda: [set(), set()])
    for event in match.events:
        if event.kind is event_kinds.ASKED:
            asked[event.actor or "", event.case or ""][event.round - 1].add(event.to or "")
    assert asked == {key: [set(names) for names in rounds] for key, rounds in beliefs(match).items()}
    assert "gain" not in match.counted
    assert match.thoughts("choice") == []
