"""What the reader feels about the others at a table of Werewolf."""

from __future__ import annotations

import pytest

from parlour.games.werewolf.reader.seat import WerewolfSeat
from parlour.language.facts import Check, Fact, Level, Suspicion, Trust, VoteFor
from parlour.llm import Language
from tests.games.werewolf.reader.nights import day, mind
from tests.reader.eight import LANGUAGES, name, said

each_language = pytest.mark.parametrize("language", LANGUAGES)


@each_language
def test_whoever_speaks_well_of_one_is_liked_more_than_whoever_speaks_ill(language: Language):
    """A werewolf minds what is said of it, and not who is probably on its side."""
    one, two = name(1, language), name(2, language)

    def liked(*facts: Fact) -> int:
        talk = [*day(1, language), said(2, language, *facts)]
        return WerewolfSeat(mind=mind(language, talk, role="werewolf", fellows=(5, 6))).rating(two)

    kind = liked(Trust(by=two, whom=one, level=Level.STRONG))
    slight = liked(Suspicion(by=two, whom=one, level=Level.LITTLE))
    unkind = liked(Suspicion(by=two, whom=one, level=Level.STRONG))
    deadly = liked(Check(by=two, whom=one, role="werewolf", night=1))
    assert kind > slight > unkind > deadly


def test_what_is_said_of_somebody_else_is_not_minded():
    for language in LANGUAGES:
        two, three = name(2, language), name(3, language)
        talk = [*day(1, language), said(2, language, VoteFor(by=two, whom=three))]
        attitudes = WerewolfSeat(mind=mind(language, talk, role="werewolf", fellows=(5, 6)))
        assert attitudes.rating(two) in (5, 6)
