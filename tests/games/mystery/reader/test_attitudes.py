"""What the reader feels about the others in a mystery."""

from __future__ import annotations

import pytest

from parlour.games.mystery.reader import PART
from parlour.language.facts import Accusation, Fact, Level, Suspicion, Trust
from parlour.llm import Language
from tests.games.mystery.reader.tables import LANGUAGES, PLAYERS, VICTIM, introduced, prompt


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_speaks_well_of_one_is_liked_more_than_whoever_speaks_ill(language: Language):
    anna, ben, *_ = PLAYERS[language]

    def liked(*facts: Fact) -> int:
        return PART.seat(prompt(language, talk=[introduced(language, 1, *facts)]), ()).rating(ben)

    kind = liked(Trust(by=ben, whom=anna, level=Level.STRONG))
    unkind = liked(Suspicion(by=ben, whom=anna, level=Level.SOME))
    hostile = liked(Accusation(by=ben, whom=anna, victim=VICTIM[language]))
    assert kind > liked() > unkind > hostile
