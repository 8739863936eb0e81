"""What the reader answers to a method's own forms at a table of One Night."""

from __future__ import annotations

from parlour.games.onenight.reader.seat import OneNightSeat
from parlour.language.facts import Level, Suspicion, Trust
from tests.games.onenight.reader.rounds import began, mind
from tests.reader.eight import LANGUAGES, name, said


def test_somebody_is_against_the_reader_who_spoke_against_it_and_for_it_who_spoke_for_it():
    for language in LANGUAGES:
        one, two, three, four = (name(seat, language) for seat in range(1, 5))
        against = said(2, language, Suspicion(by=two, whom=one, level=Level.STRONG))
        for_it = said(3, language, Trust(by=three, whom=one, level=Level.STRONG))
        elsewhere = said(4, language, Suspicion(by=four, whom=two, level=Level.STRONG))
        reader = OneNightSeat(mind=mind(language, [began(1, language), against, for_it, elsewhere]))
        stances = [reader.impression(name(seat, language)).stance for seat in range(2, 6)]
        assert stances == ["negative", "positive", "neutral", "neutral"]
