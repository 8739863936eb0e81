"""Forms that the reader fills at a table of Werewolf."""

from __future__ import annotations

from typing import Annotated

import pytest
from parlour.reader.forms import Filler
from parlour.reader.werewolf import Seat
from pydantic import BaseModel, Field
from tests.llm.reader.eight import LANGUAGES, name
from tests.llm.reader.werewolf.nights import day, mind
from tests.llm.reader.werewolf.test_beliefs import claims

from parlour.agents.writer import decision
from parlour.core import Request, RequestKind, request_kinds
from parlour.errors import Unmarked
from parlour.games.werewolf import kinds
from parlour.llm import Choice, Language, Reason

each_language = pytest.mark.parametrize("language", LANGUAGES)


def request(kind: RequestKind, language: Language) -> Request:
    options = tuple(name(seat, language) for seat in range(2, 9))
    return Request(id="r", step=0, player=name(1, language), kind=kind, options=options, least=1, most=1)


@each_language
def test_a_vote_comes_with_its_reason(language: Language):
    form = decision(request(request_kinds.VOTE, language))
    filled = Filler(
        seat=Seat(mind=mind(language, [*day(1, language), claims(2, language, 5)])), form=form
    ).fill()
    reply = form.model_validate(filled)
    assert reply.action().chosen == (name(5, language),)
    assert name(2, language) in reply.reason
    assert name(5, language) in reply.reason


@each_language
def test_null_is_nobody(language: Language):
    form = decision(request(kinds.POISON, language))
    filled = Filler(seat=Seat(mind=mind(language, role="witch")), form=form).fill()
    assert form.model_validate(filled).action().chosen == ()


def test_a_form_without_a_choice_gets_its_reason():
    class Why(BaseModel):
        why: Annotated[str, Reason(), Field(max_length=12)]

    assert 0 < len(str(Filler(seat=Seat(mind=mind("en")), form=Why).fill()["why"])) <= 12


def test_what_werewolf_does_not_have_is_an_error():
    class Letters(BaseModel):
        letters: Annotated[str, Choice()]

    with pytest.raises(Unmarked, match=r"Letters\.letters"):
        Filler(seat=Seat(mind=mind("en")), form=Letters).fill()
