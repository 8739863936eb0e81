"""Whole matches of the ThinkThrice baseline against a server of scripted replies."""

from __future__ import annotations

import json

import pytest

from parlour.core import event_kinds
from parlour.llm import Language
from tests.arena.mysteries import laid, mystery
from tests.arena.people import Watcher
from tests.arena.playing import play
from tests.arena.replies import Replying, nonsense, plain, reply_schema, texts
from tests.llm.loopback import Answer, Body, Loopback
from tests.methods.played import Played, played, unreadable

LINES = ("At eight I stood in the mill.", "At nine Vera left.", "At ten I saw a lamp.")
CHECK = "already told in the answer"


def purpose(body: Body) -> str:
    """What a request is for: its form, or the words of its task."""
    fields = (reply_schema(body) or {}).get("properties", {})
    text = texts(body)
    if "timelines" in fields:
        return "timelines"
    if "timeline_1" in fields:
        return "check" if CHECK in text or "已经说到了" in text else "relevance"
    return "augmented" if "The answer leaves this out" in text or "漏掉了" in text else ""


def remembering(needed: str = "yyn", told: str = "yn") -> Replying:
    """Three timelines, a `y` or `n` for each that a reply needs, and one for each of these that it tells."""

    def verdicts(letters: str) -> Answer:
        words = {"y": "yes", "n": "no"}
        return Answer(text=json.dumps({f"timeline_{n}": words[x] for n, x in enumerate(letters, 1)}))

    def reply(body: Body) -> Answer:
        match purpose(body):
            case "timelines":
                return Answer(text=json.dumps({"timelines": LINES}))
            case "relevance":
                return verdicts(needed)
            case "check":
                return verdicts(told)
            case "augmented":
                return Answer(text="Anew.")
            case _:
                return plain(body)

    return reply


def match_of(replying: Replying = plain, language: Language = "en", **about: int) -> Played:
    settings = {"players": 4, "victims": 1, "rounds": 2, "questions": 3, **about}
    return played(replying, method="think-thrice", language=language, **settings)


def expected_calls(match: Played, *, check: bool, augmented: bool) -> dict[str, int]:
    """One per victim and round for the timelines; per reply two to four."""
    players, victims = len(match.game.script.players), len(match.game.script.victims)
    cases = players * victims
    asks = cases * match.game.rounds * match.game.questions
    return {
        "introduce": players,
        "timelines": cases * match.game.rounds,
        "ask": asks,
        "relevance": asks,
        "reply": asks,
        **({"check": asks} if check else {}),
        **({"augmented": asks} if augmented else {}),
        "vote": cases,
        "answer": match.game.script.rows(),
    }


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("needed", "told", "check", "augmented"),
    [("yyn", "yn", True, True), ("yyn", "yy", True, False), ("nnn", "", False, False)],
)
def test_every_call_is_one_that_the_reply_needs(
    language: Language, needed: str, told: str, check: bool, augmented: bool
):
    match = match_of(remembering(needed, told), language)
    assert match.counted == expected_calls(match, check=check, augmented=augmented)
    assert not match.faults
    said = {event.text for event in match.events if event.kind is event_kinds.REPLIED}
    assert (said == {"Anew."}) is augmented


def test_a_reply_is_shown_the_timelines_that_it_needs_and_the_new_one_what_it_left_out():
    match = match_of(remembering(), players=3, rounds=1, questions=2)
    for player in match.game.script.players:
        for text in match.prompts_for(player, "reply"):
            assert f"1. {LINES[0]}\n2. {LINES[1]}" in text
            assert LINES[2] not in text
        for text in match.prompts_for(player, "augmented"):
            assert f"1. {LINES[1]}" in text
            assert LINES[0] not in text
            assert "kitchen" in text


def test_nobody_hears_a_reply_form_that_may_still_change():
    watcher = Watcher()
    with Loopback(remembering()) as server:
        setup = laid(mystery(players=3, rounds=1), model=server.model, method="think-thrice")
        play(setup, observer=watcher)
    assert {request.split(".")[1] for request, _ in watcher.heard} == {"introduce", "ask"}


# What cannot be read


def failing(step: str) -> Replying:
    replying = remembering()
    return lambda body: nonsense(body) if purpose(body) == step else replying(body)


def test_without_readable_timelines_the_player_simply_replies():
    match = match_of(unreadable("timelines"), players=3, rounds=1, questions=1)
    assert match.faults == {"timelines": 3}
    assert not {"relevance", "check"} & set(match.counted)


def test_without_a_readable_relevance_the_player_simply_replies():
    match = match_of(failing("relevance"), players=3, rounds=1, questions=1)
    assert match.faults == {"relevance": 3}
    assert "check" not in match.counted


def test_a_second_reply_of_nothing_leaves_the_first():
    replying = remembering()

    def silent(body: Body) -> Answer:
        return Answer(text=" ") if purpose(body) == "augmented" else replying(body)

    match = match_of(silent, players=3, rounds=1, questions=1)
    assert match.faults == {"augmented": 3}
    assert all("kitchen" in event.text for event in match.events if event.kind is event_kinds.REPLIED)
