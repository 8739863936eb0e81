"""Matches whose seats look up what was said before their window: what is found, and what a prompt shows."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.agents import find_method
from parlour.arena import RecordedCall
from parlour.core import Event, Player, event_kinds
from parlour.errors import SetupError
from parlour.evaluation import audit
from parlour.games.mystery import MysterySetup, generate
from parlour.llm import BUILT_IN, Language, Part
from tests.agents.seats import seat_context
from tests.arena.mysteries import laid
from tests.arena.playing import play, played_again, recorded
from tests.arena.werewolves import werewolves
from tests.llm.loopback import Loopback
from tests.methods.gratr.tables import Played
from tests.methods.played import unreadable

WINDOW, BUDGET = 4, 300
RIVALS = ("native-rag", "rerank-rag")
"""What is in a package of its own is tested there."""
SPOKEN = (
    event_kinds.SPOKE,
    event_kinds.CONFERRED,
    event_kinds.INTRODUCED,
    event_kinds.ASKED,
    event_kinds.REPLIED,
)
each_method = pytest.mark.parametrize("method", RIVALS)
each_game = pytest.mark.parametrize("game", ["mystery", "werewolf"])


@cache
def match(method: str, game: str, language: Language = "en", options: str = "") -> Played:
    told = f"{method}:window={WINDOW},budget={BUDGET}{options}"
    if game == "werewolf":
        setup = laid(werewolves("vwswxgvw", language), model=BUILT_IN, method=told, context=1_000_000)
    else:
        script = generate(2, players=4, lang=language)
        mystery = MysterySetup(script=script, questions=2, rounds=2, answers=False)
        setup = laid(mystery, model=BUILT_IN, method=told, seed=1, context=1_000_000)
    return Played(record=recorded(setup, play(setup)))


def heard(played: Played, player: Player) -> dict[int, Event]:
    seen = [event for event in played.events if event.is_visible_to(player)]
    return {event.number: event for event in seen if event.kind in SPOKEN}


def talk(call: RecordedCall) -> list[Part]:
    return [part for part in call.user if part.source.origin == "event"]


@each_method
def test_a_window_that_counts_messages_forgets_deeds_and_looks_those_up_too(method: str):
    played = match(method, "werewolf", options=",counts=messages")
    assert (played.record.status, played.faults) == ("finished", set())
    assert audit(played.record) == []
    assert played_again(played.record).difference is None
    vote = [call for call in played.record.calls if call.key.purpose == "vote"][-1]
    shown = {n for part in talk(vote) for n in part.source.events}
    told = [each for each in played.events if not each.kind.dealt and each.number <= max(shown)]
    mine = [each for each in told if each.is_visible_to(vote.key.player)]
    assert {each.number for each in mine[-WINDOW:]} <= shown
    assert [each for each in mine if each.kind not in SPOKEN and each.number not in shown]


@each_method
@each_game
def test_what_is_found_was_said_before_the_window_and_heard_by_who_looks(method: str, game: str):
    played = match(method, game)
    votes = [call for call in played.record.calls if call.key.purpose == "vote"]
    recalled = 0
    for call in votes:
        said = heard(played, call.key.player)
        shown = [n for part in talk(call) for n in part.source.events if n in said]
        latest = [n for n in said if n <= max(shown)][-WINDOW:]
        assert set(latest) <= set(shown)
        assert shown == sorted(shown)
        recalled += len(set(shown) - set(latest))
    assert recalled > len(votes) > 0


@pytest.mark.parametrize(("method", "language"), [("native-rag", "en"), ("rerank-rag", "zh")])
def test_inside_the_window_what_is_found_is_shown_once_more_after_it(method: str, language: Language):
    played = match(method, "werewolf", language, ",among=window,most=2")
    assert (played.record.status, played.faults) == ("finished", set())
    assert audit(played.record) == []
    assert played_again(played.record).difference is None
    votes = [call for call in played.record.calls if call.key.purpose == "vote"]
    assert votes
    for call in votes:
        shown = [part.source.events for part in talk(call)]
        again = [events for place, events in enumerate(shown) if events in shown[:place]]
        assert len(again) == len(shown) - len(set(shown)) <= 2
        assert shown[len(shown) - len(again) :] == again
    assert any(body["events"] for body in played.thoughts("recalled"))


def test_what_nobody_can_read_is_a_fault_and_the_match_goes_on():
    with Loopback(unreadable("order")) as server:
        setup = laid(werewolves("vwswxgv", days=2), model=server.model, method="rerank-rag:window=2")
        played = Played(record=recorded(setup, play(setup)))
    assert played.record.status == "finished"
    assert played.faults == {"retrieval"}
    assert played_again(played.record).is_identical


def test_a_step_that_would_leave_the_best_behind_is_refused():
    with pytest.raises(SetupError, match="step must be less than span"):
        find_method("rerank-rag").seat(seat_context(), {"span": "4", "step": "4"})
