"""Forms that the reader fills at a table of Werewolf."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from pydantic import BaseModel, Field

from parlour.agents.assembly import decision
from parlour.core import Request, RequestKind, request_kinds
from parlour.games.werewolf import kinds
from parlour.games.werewolf.reader import WerewolfSeat
from parlour.llm import Choice, Language, Reason
from tests.games.werewolf.reader.nights import day, mind
from tests.games.werewolf.reader.test_beliefs import claims
from tests.reader.eight import LANGUAGES, name
from tests.reader.forms import filled

each_language = pytest.mark.parametrize("language", LANGUAGES)


def request(kind: RequestKind, language: Language) -> Request:
    options = tuple(name(seat, language) for seat in range(2, 9))
    return Request(id="r", step=0, player=name(1, language), kind=kind, options=options, least=1, most=1)


def test_a_vote_comes_with_its_reason():
    for language in LANGUAGES:
        form = decision(request(request_kinds.VOTE, language))
        reply = filled(form, WerewolfSeat(mind=mind(language, [*day(1, language), claims(2, language, 5)])))
        reply = form.model_validate(reply)
        assert reply.action().chosen == (name(5, language),)
        assert name(2, language) in reply.reason
        assert name(5, language) in reply.reason


def test_null_is_nobody():
    for language in LANGUAGES:
        form = decision(request(kinds.POISON, language))
        reply = filled(form, WerewolfSeat(mind=mind(language, role="witch")))
        assert form.model_validate(reply).action().chosen == ()


def test_a_form_without_a_choice_gets_its_reason():
    class Why(BaseModel):
        why: Annotated[str, Reason(), Field(max_length=12)]

    assert 0 < len(str(filled(Why, WerewolfSeat(mind=mind("en")))["why"])) <= 12


@each_language
def test_letters_are_chosen_though_werewolf_has_no_such_question(language: Language):
    class Letters(BaseModel):
        letters: Annotated[Literal["a", "b"], Choice()]

    assert Letters.model_validate(filled(Letters, WerewolfSeat(mind=mind(language))))
