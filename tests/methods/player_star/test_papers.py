"""PLAYER* asks what its papers say: sensors, verbal gain, both years, round by round."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from parlour.agents.memory import Budgets
from parlour.arena import GameSetup, Note, Record
from parlour.core import Event, Player, event_kinds
from parlour.llm import BUILT_IN, Language
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.playing import play, recorded
from tests.arena.replies import plain, reply_schema, texts, varied
from tests.arena.werewolves import werewolves
from tests.llm.loopback import Answer, Body
from tests.methods.played import Played, played

SENSORS = ("emotion", "motivation", "opportunity", "evidence", "background")
ASKED: dict[Language, dict[str, str]] = {
    "en": {
        "emotion": "how you yourself are inclined to them: positive, neutral or negative",
        "motivation": "what were they to Vera, and does that give them a motive",
        "opportunity": "could they have been there to do it",
        "evidence": "does anything concrete point at them",
        "background": "is there a history of conflict, rivalry or enmity between them and anybody",
        "information": "another question to them brings something useful: high, medium or low",
    },
    "zh": {
        "emotion": "你自己对此人的态度",
        "motivation": "此人与薇拉是什么关系，是否因此有作案动机",
        "opportunity": "此人有没有机会到现场作案",
        "evidence": "有没有具体的证据指向此人",
        "background": "此人与任何人之间有没有冲突、竞争或仇怨的往事",
        "information": "再问此人一个问题，得到有用消息的可能性",
    },
}


def suspected(match: Played) -> dict[tuple[Player, str], list[int]]:
    """How many each player suspected before each round."""
    others = len(match.game.script.players) - 1
    cases = [victim.name for victim in match.game.script.victims]
    told = {(player, case): [others] for player in match.game.script.players for case in cases}
    for player, case, body in match.thoughts("suspects"):
        told[player, case].append(len(body["after"]))
    return told


# The sensors


def test_each_sensor_asks_what_the_papers_say():
    for language in ("en", "zh"):
        for sensor in SENSORS:
            method = f"player-star:sensors={sensor}"
            match = played(plain, method=method, language=language, players=3, rounds=1)
            anna = match.game.script.players[0]
            prompts = match.prompts_for(anna, "sensors")
            assert prompts
            asked = ASKED[language]
            for prompt in prompts:
                assert asked[sensor] in prompt
                assert not [name for name in asked if name != sensor and asked[name] in prompt]


# One prompt for each suspect and sensor


def test_each_suspect_has_a_retrieval_of_its_own_where_it_has_prompts_of_its_own():
    budgets = Budgets(script=4000, dialogue=100, answering=4000)

    def looked_up(method: str) -> Counter[str]:
        match = played(plain, method=method, players=4, rounds=2, budgets=budgets)
        keys = [call.key for call in match.record.calls if call.key.purpose.startswith("retrieve-")]
        return Counter(key.player for key in keys if key.request.split(".")[1] == "prepare")

    together, separate = (
        looked_up("player-star:pruner=no"),
        looked_up("player-star:pruner=no,reading=separate"),
    )
    assert together
    assert all(separate[name] == 4 * count for name, count in together.items())


# The verbal gain, and log-probabilities


@pytest.mark.parametrize("ask", ["best", "suspects"])
def test_the_pruner_hears_what_another_question_may_bring_and_the_asker_does_not(ask: str):
    method = f"player-star:gain=verbal,ask={ask}"
    match = played(varied, method=method, players=4, rounds=2, questions=3)
    pruned, asked = (match.prompts_for("Anna", purpose) for purpose in ("prune", "ask"))
    assert pruned
    assert asked
    assert all("another question may bring something useful: " in prompt for prompt in pruned)
    assert not [prompt for prompt in asked if "may bring something useful" in prompt]


def test_of_one_model_some_gains_are_never_its_own_estimate_and_others_log_probabilities():
    def sometimes(body: Body) -> Answer:
        if body.get("logprobs") and "another question to Ben" in texts(body):
            return Answer(text="Perhaps", probabilities={"Perhaps": 0.99})
        return varied(body)

    match = played(sometimes, players=4, rounds=1)
    assert "gain-verbal" not in match.counted
    assert match.faults["gain"] == 3
    for player, _, body in match.thoughts("gain"):
        assert body["by"] == ["logprobs"]
        assert ("Ben" in body["expected"]) is False or player == "Ben"


# The papers' own settings


def test_as_in_2025_one_is_asked_by_score_after_a_prompt_for_each_suspect_and_sensor():
    match = played(varied, method="player-star:as=2025", players=5, victims=1, rounds=3)
    before = [counts[:3] for counts in suspected(match).values()]
    on_lists = sum(map(sum, before))
    assert match.counted["sensors"] == 2 * 3 * on_lists, "at the asker's turn, and before the refinement"
    assert match.counted["gain"] == sum(count for counts in before for count in counts if count > 1)
    assert match.counted["ask"] == 5 * 3
    assert match.counted["prune"] == on_lists, "each suspect is judged in a prompt of its own"
    assert match.counted["profile"] == 2 * 5 * 3


def test_as_in_2024_every_suspect_is_asked_and_read_for_its_worth_before_the_pruning():
    match = played(varied, method="player-star:as=2024", players=4, victims=1, rounds=3, questions=3)
    counts = suspected(match)
    before = sum(sum(each[:3]) for each in counts.values())
    assert match.counted["sensors"] == 3 * before + 4 * before, "then with the information value"
    assert match.counted["prune"] == 4 * 3
    assert "gain" not in match.counted
    asked = [event for event in match.events if event.kind is event_kinds.ASKED]
    assert len(asked) == before
    assert {seat.method for seat in match.record.setup.seats} == {"player-star:as=2024"}


# Each printed part alone


def requests_of(match: Played, purpose: str, player: Player = "Anna") -> list[str]:
    """The requests in which a seat was asked something for a purpose, without their counts."""
    calls = [call.key for call in match.record.calls]
    return [key.request.split(".")[1] for key in calls if (key.player, key.purpose) == (player, purpose)]


@pytest.mark.parametrize(
    ("sense", "when"),
    [
        ("round", ["prepare"]),
        ("turn", ["ask"]),
        ("round+refine", ["prepare", "vote"]),
        ("turn+refine", ["ask", "vote"]),
    ],
)
def test_sensors_are_read_when_the_option_says(sense: str, when: list[str]):
    """2025, algorithm 1, lines 5 to 9, and section 3; Questum, C.4."""
    match = played(plain, method=f"player-star:sense={sense}", players=3, rounds=1)
    assert requests_of(match, "sensors") == when
    assert requests_of(match, "gain")[:1] == when[:1]


def test_each_suspect_is_judged_alone_and_stays_where_the_reply_cannot_be_read():
    """s_jk = LLM(u_j, h_k) (2025, section 3)."""

    def reply(body: Body) -> Answer:
        properties = (reply_schema(body) or {}).get("properties", {})
        if "suspected" not in properties:
            return plain(body)
        if "Do you still suspect Ben" in texts(body):
            return Answer(text="No idea.")
        is_kept = "Do you still suspect Carl" in texts(body)
        return Answer(text=json.dumps({"reason": "So.", "suspected": "yes" if is_kept else "no"}))

    match = played(reply, method="player-star:refine=each", players=4, rounds=1)
    after = {player: body["after"] for player, _, body in match.thoughts("suspects")}
    assert after["Anna"] == ["Ben", "Carl"]
    assert after["Ben"] == ["Carl"]
    assert set(match.faults) == {"prune"}


def test_a_raw_gain_is_the_probability_of_the_answer():
    """Eq. 3 (2025): E[IG] = p_yes, or 1 - p_no where the model says no."""
    for yes, no, raw, share in ((0.6, 0.2, 0.6, 0.75), (0.1, 0.7, 0.3, 0.125)):

        def reply(body: Body, yes: float = yes, no: float = no) -> Answer:
            odds = {"yes": yes, "no": no} if yes > no else {"no": no, "yes": yes}
            return Answer(text=next(iter(odds)), probabilities=odds) if body.get("logprobs") else plain(body)

        for gain, value in (("raw", raw), ("logprobs", share)):
            match = played(reply, method=f"player-star:gain={gain}", players=3, rounds=1)
            _, _, body = match.thoughts("gain")[0]
            assert [*body["expected"].values()] == [pytest.approx(value)] * 2


def test_the_questions_of_a_turn_may_all_go_to_one():
    """Questum, C.5.2: so many questions to one character; figure 8 of PLAYER*."""
    for to, addressees in (("one", 1), ("different", 2)):
        match = played(plain, players=4, rounds=1, questions=2, questions_to=to)
        asked = [event for event in match.events if event.kind is event_kinds.ASKED]
        assert len(asked) == 4 * 2
        for player in match.game.script.players:
            assert len({event.to for event in asked if event.actor == player}) == addressees


TURNS = (event_kinds.SPOKE, event_kinds.PASSED)


def match(game: GameSetup) -> Record:
    """Plays a match of PLAYER* seats."""
    setup = laid(game, model=BUILT_IN, context=1_000_000)
    return recorded(setup, play(setup))


def thoughts(record: Record, kind: str) -> Iterator[tuple[Player, int, Any]]:
    """Whose they are, in which round, and what they say."""
    now = 0
    for each in record.items:
        if isinstance(each, Event):
            now = each.round
        elif isinstance(each, Note) and each.thought.kind == kind:
            yield each.player, now, each.thought.body


# What a round was worth


def credited() -> list[tuple[Player, int, Player]]:
    """Who credited whom with a round in which they had not chosen to ask them."""
    record = match(one_night(talk="bidding", speeches=4))
    chosen = {(player, now, body["chosen"]) for player, now, body in thoughts(record, "choice")}
    pruned = list(thoughts(record, "suspects"))
    assert len(pruned) == 3 * len(record.setup.players)
    named = [(player, now, name) for player, now, body in pruned for name in body["questioned"]]
    assert named
    return [each for each in named if each not in chosen]


def test_a_round_without_a_turn_questioned_nobody():
    assert credited() == []


# Who can answer


def addressed(game: GameSetup) -> Iterator[tuple[int, int]]:
    """Of each who is asked, how often they have had the floor in the discussion, and how often the asker."""
    turns = Counter[Player]()
    for each in match(game).items:
        if isinstance(each, Note) and each.thought.kind == "choice":
            body: Any = each.thought.body
            yield turns[body["chosen"]], turns[each.player]
        elif isinstance(each, Event) and each.kind in TURNS:
            turns[each.actor or ""] += 1
        elif isinstance(each, Event):
            turns.clear()


def test_in_turns_whoever_is_asked_has_a_turn_to_come_however_often_talk_goes_round():
    found = list(addressed(werewolves(discussions=3)))
    assert all(theirs <= mine for theirs, mine in found)
    assert any(mine for _, mine in found)


def test_where_talk_is_free_a_first_speech_may_ask_who_has_spoken():
    assert any(theirs and not mine for theirs, mine in addressed(werewolves(talk="bidding")))
