"""What seats hold is asked outside the game: nothing of the match depends on it, and it is on record."""

from __future__ import annotations

from functools import cache

import pytest

from parlour.agents import BELIEFS, ElicitedBeliefs
from parlour.arena import Note, Record, Setup
from parlour.core import request_kinds
from parlour.evaluation import audit
from parlour.llm import Language
from tests.arena.playing import play, played_again, recorded
from tests.golden.matches import CASES, METHODS

GAMES = ("mystery", "werewolf", "onenight")


def golden(game: str, language: Language, method: str) -> Setup:
    return CASES[f"{game} {language} {method}"]()


def played(setup: Setup) -> Record:
    return recorded(setup, play(setup))


@cache
def elicited(game: str, language: Language, method: str) -> Record:
    return played(golden(game, language, method).model_copy(update={"elicits": True}))


def notes(record: Record) -> list[Note]:
    return [each for each in record.items if isinstance(each, Note) and each.thought.kind == BELIEFS]


def beliefs(record: Record) -> list[ElicitedBeliefs]:
    return [ElicitedBeliefs.model_validate(each.thought.body) for each in notes(record)]


@pytest.mark.parametrize(
    ("game", "method"), [(GAMES[number % len(GAMES)], method) for number, method in enumerate(METHODS)]
)
def test_a_match_is_the_same_whether_or_not_seats_are_asked(game: str, method: str):
    without, with_it = played(golden(game, "en", method)), elicited(game, "en", method)
    asked = notes(with_it)
    assert asked
    assert [each for each in with_it.items if each not in asked] == list(without.items)
    calls = {(call.key, call.completion.text) for call in with_it.calls if call.key.purpose != BELIEFS}
    assert calls == {(call.key, call.completion.text) for call in without.calls}
    by = {each.by for each in beliefs(with_it)}
    assert by == ({"uniform"} if method == "random" else {"model"})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_seats_hold_replays_leaks_nothing_and_is_of_those_for_whom_they_may_vote(
    game: str, language: Language
):
    record = elicited(game, language, "plain")
    assert played_again(record).is_identical
    assert not audit(record)
    for note, held in zip(notes(record), beliefs(record), strict=True):
        assert held.probabilities
        assert note.player not in held.probabilities
        assert set(held.probabilities) <= set(record.setup.players)
        assert all(0 <= each <= 1 for each in held.probabilities.values())


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_task_stands_where_the_votes_own_stood_and_all_else_is_the_votes_prompt(language: Language):
    record = elicited("werewolf", language, "gratr")
    votes = {
        (call.key.player, call.key.request): call
        for call in record.calls
        if call.key.purpose == request_kinds.VOTE.name
    }
    asked = [call for call in record.calls if call.key.purpose == BELIEFS]
    assert asked
    for call in asked:
        vote = votes[call.key.player, call.key.request]
        assert call.system == vote.system
        pairs = list(zip(call.user, vote.user, strict=True))
        [(ours, theirs)] = [pair for pair in pairs if pair[0] != pair[1]]
        assert ours.source == theirs.source
        assert ours.source.origin == "request"


def test_each_seat_is_asked_once_a_round_and_not_again_in_a_runoff():
    record = elicited("werewolf", "en", "random")
    asked = [(note.player, held.round) for note, held in zip(notes(record), beliefs(record), strict=True)]
    assert len(asked) == len(set(asked))
