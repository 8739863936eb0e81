"""Whole matches of PLAYER* against a server of scripted replies, through the real client."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

import pytest

from parlour.agents.memory import Budgets
from parlour.arena import Fault, Note, items
from parlour.core import Player, event_kinds
from parlour.llm import Language
from parlour.methods.player_star import BETA, InformationGain, RoundGain, score
from tests.arena.mysteries import NAMES, VICTIMS
from tests.arena.playing import sent_for
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
    assert not [each for each in items(match.record) if isinstance(each, Fault)]
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


def test_the_lists_vary_enough_for_these_counts_to_mean_anything():
    match = large()
    lengths = {len(names) for rounds in beliefs(match).values() for names in rounds}
    assert len(lengths) > 3


def test_no_gain_is_asked_for_where_one_suspect_is_left():
    match = narrowing()
    assert all(len(rounds[1]) == 1 for rounds in beliefs(match).values())
    assert match.counted["gain"] == 4 * 2 * 3


# The thoughts on record


def test_before_each_round_the_sensors_are_on_record_for_every_suspect():
    match = large()
    by_case: dict[tuple[Player, str], list[Any]] = defaultdict(list)
    for player, case, body in match.thoughts("sensors"):
        assert set(body) == {"profile", "readings", "expected"}
        by_case[player, case].append(body["readings"])
    for key, rounds in by_case.items():
        assert [list(readings) for readings in rounds] == [sorted(names) for names in beliefs(match)[key]]
        for readings in rounds:
            assert all(
                set(reading) == {"why", "emotion", "motivation", "opportunity"}
                for reading in readings.values()
            )
    assert len(by_case) == 12


def test_gains_are_on_record_with_how_they_were_weighed():
    match = small()
    gains = match.thoughts("gain")
    assert gains
    for _, _, body in gains:
        assert body["by"] == ["logprobs"]
        assert all(0 < value < 1 for value in body["expected"].values())


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


def test_whom_a_player_asked_is_whom_it_chose_and_whom_its_gain_is_about():
    match = large()
    asked = [(event.actor, event.case, event.to) for event in match.events if event.kind is event_kinds.ASKED]
    chosen = [(player, case, body["chosen"]) for player, case, body in match.thoughts("choice")]
    assert [key for key in asked if key in chosen] == asked
    questioned = [
        (player, case, name)
        for player, case, body in match.thoughts("suspects")
        for name in body["questioned"]
    ]
    assert sorted(questioned, key=str) == sorted(asked, key=str)


def test_scores_follow_from_the_gains_on_record_by_the_papers_equations():
    match = large()
    history: dict[tuple[Player, str], InformationGain] = defaultdict(InformationGain)
    expected: dict[tuple[Player, str], Any] = {}
    scored = 0
    for note in (each for each in items(match.record) if isinstance(each, Note)):
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


def test_whoever_scores_best_is_asked_but_for_the_explorations():
    match = large()
    choices = [body for _, _, body in match.thoughts("choice")]
    assert {body["explores"] for body in choices} == {True, False}
    for body in choices:
        if not body["explores"]:
            assert body["scores"][body["chosen"]] == max(body["scores"].values())


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


def test_murderers_are_told_whom_they_killed_and_civilians_nothing_of_it():
    match = narrowing()
    language = match.record.setup.language
    words = {"en": ("You play Ben", "you killed Vera"), "zh": ("本恩", "薇拉是你杀的")}[language]
    calls = match.record.calls
    _, murderer, other, civilian = NAMES[language][:4]
    own = sent_for(murderer, match.bodies, calls)
    assert own
    assert all(words[0] in each for each in own)
    assert sum(words[1] in each for each in own) > len(own) // 2
    for player in (other, civilian):
        assert not any(words[1] in each for each in sent_for(player, match.bodies, calls))


def test_everything_of_a_player_begins_with_one_unchanged_prefix_per_act():
    match = large()
    for player in match.game.script.players:
        systems = {"\n\n".join(part.text for part in call.system) for call in _calls(match, player)}
        first, second = sorted(systems, key=len)
        assert second.startswith(first)


def test_a_question_is_written_with_what_was_said_in_the_same_round():
    match = small()
    first = next(event for event in match.events if event.kind is event_kinds.ASKED and event.actor == "Anna")
    answer = next(event for event in match.events if event.kind is event_kinds.REPLIED)
    last_to_ask = texts(match.bodies_for("Dora", "ask")[0])
    assert f"Anna asks {first.to} about Vera: {first.text}" in last_to_ask
    assert last_to_ask.index(answer.text) < last_to_ask.index("Ask ")


def test_suspects_are_pruned_by_what_was_said_in_the_round():
    match = small()
    said = [event for event in match.events if event.kind is event_kinds.REPLIED and event.round == 1]
    assert len(said) == 4
    for player in match.game.script.players:
        prompt = texts(match.bodies_for(player, "prune")[0])
        assert all(f"{event.actor} replies to {event.to}: {event.text}" in prompt for event in said)


def test_the_prompts_of_a_round_share_one_retrieval():
    budgets = Budgets(script=4000, dialogue=100, answering=4000)
    match = played(players=3, victims=2, rounds=2, budgets=budgets)
    found = [call.key for call in match.record.calls if call.key.purpose.startswith("retrieve-")]
    in_play = [key for key in found if key.request.split(".")[1] in ("prepare", "ask", "reflect")]
    assert in_play
    assert {key.request.split(".")[1] for key in in_play} == {"prepare"}
    assert len(in_play) <= 3 * 2 * 2


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


def test_a_lone_suspect_is_not_read_for_its_verbal_gain():
    match = played(plain, method="player-star:gain=verbal", players=3, rounds=2)
    schemas = [reply_schema(body) or {} for body in match.bodies_for("Anna", "sensors")]
    read = ["information" in each["$defs"]["SuspectReading"]["properties"] for each in schemas]
    assert read == [True, False, True], "not to choose by it, but for the pruner"


def test_a_server_without_log_probabilities_is_asked_in_words_and_the_record_says_so():
    def silent_on_odds(body: Body) -> Answer:
        return Answer(text="yes") if body.get("logprobs") else varied(body)

    match = played(silent_on_odds, players=3, rounds=1)
    assert {str(body["by"]) for _, _, body in match.thoughts("gain")} == {"['verbal']"}
    assert match.counted["gain-verbal"] == gain_calls(match)


def test_sensors_can_be_read_one_call_each():
    match = played(method="player-star:reading=separate", players=4, rounds=2)
    per_suspect = sum(len(names) for rounds in beliefs(match).values() for names in rounds)
    assert match.counted == {**expected_calls(match), "sensors": 3 * per_suspect, "profile": 4 * 2}
    for _, _, body in match.thoughts("sensors"):
        assert all(
            set(each) == {"why", "emotion", "motivation", "opportunity"} for each in body["readings"].values()
        )


def test_without_sensors_nothing_is_read():
    match = played(method="player-star:sensors=none", players=3, rounds=2)
    assert match.counted == {name: n for name, n in expected_calls(match).items() if name != "sensors"}
    assert match.thoughts("sensors") == []


def test_only_the_sensors_that_are_asked_for_are_read():
    match = played(method="player-star:sensors=evidence+background", players=3, rounds=1)
    for _, _, body in match.thoughts("sensors"):
        assert all(set(each) == {"why", "evidence", "background"} for each in body["readings"].values())


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


def test_a_round_that_questioned_several_is_on_record_with_all_of_them():
    match = played(plain, method="player-star:ask=suspects", players=4, rounds=1, questions=3)
    for player, _, body in match.thoughts("suspects"):
        assert body["questioned"] == [name for name in NAMES["en"][:4] if name != player]


def _calls(match: Played, player: Player) -> list[Any]:
    return [call for call in match.record.calls if call.key.player == player and call.system]
