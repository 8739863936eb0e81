"""How methods speak of Avalon: in its own words, and of Merlin where Merlin is what a prompt is about."""

from __future__ import annotations

import pytest
from parlour.agents import Observation, SeatContext
from parlour.agents.memory import BM25, LazyRanking
from parlour.core import request_kinds
from parlour.language.wording import Vocabulary, rules
from parlour.llm import Language

from parlour_avalon import EVIL, MERLIN, AvalonSetup, Role, kinds, start
from parlour_avalon.deal import private_events
from parlour_avalon.game import GAME
from tables import play, table

MERLIN_IN = {"en": "Merlin", "zh": "梅林"}
each_language = pytest.mark.parametrize("language", ["en", "zh"])


def words(language: Language, case: str) -> Vocabulary:
    return Vocabulary(game=GAME, language=language, given={"victim": case})


def observed(setup: AvalonSetup, player: str) -> Observation:
    state = start(setup.players, 1, setup)
    seat = SeatContext(
        game=GAME,
        player=player,
        players=setup.players,
        cases=tuple(state.cases(player)),
        rules=rules(setup),
        rounds=setup.most_rounds,
        language=setup.language,
        seed=1,
        ranking=LazyRanking(BM25),
    )
    observation = Observation(seat=seat)
    for event in private_events(state.deal):
        if event.is_visible_to(player):
            observation.observe(event)
    return observation


@each_language
def test_what_is_said_of_the_evil_is_not_said_of_merlin(language: Language):
    of_evil, of_merlin = words(language, EVIL), words(language, MERLIN)
    for key in ("riddle", "culprit", "sought", "whoever", "goal_find", "mark_motive"):
        assert of_evil[key] != of_merlin[key]
    assert of_evil["guilt"] == of_merlin["guilt"]
    assert MERLIN_IN[language] in of_merlin["riddle"]


@each_language
def test_there_are_ten_questions_to_choose_from(language: Language):
    questions = words(language, EVIL)["questions"].splitlines()
    assert len(set(questions)) == 10


def test_the_evil_are_what_the_first_question_asks_for_and_nobody_else_is():
    setup = table("MPsAG")
    for player, role in zip(setup.players, setup.deal, strict=True):
        is_evil = role in (Role.ASSASSIN, Role.MORGANA)
        observation = observed(setup, player)
        assert observation.is_sought(EVIL) == is_evil
        assert not observation.is_sought(MERLIN)


def test_what_one_makes_of_the_others_bears_on_proposals_and_on_votes_on_teams():
    judged = {kind for kind in GAME.requests if kind.judges}
    assert judged == {kinds.PROPOSE, kinds.BALLOT}


def test_nobody_seems_to_have_been_asked_a_question_who_speaks():
    assert not [request for request in play(table()).asked(request_kinds.SPEAK) if request.partner]
