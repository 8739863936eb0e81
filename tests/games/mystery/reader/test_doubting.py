"""How far somebody believes what may have been misread, by whose eyes and ears it went through."""

from __future__ import annotations

from collections import defaultdict

import pytest

from parlour.games.mystery import Deduction, SourcedFact
from parlour.games.mystery.reader import PART
from parlour.games.mystery.reader.misreading import Misreading
from parlour.language.facts import DeathPlace, DeathTime, Fact, Language, Motive, Name, Plain, Presence, Slot
from parlour.reader import BoundedSeat, Bounds
from tests.games.mystery.reader.tables import EIGHT, LANGUAGES, PLAYERS, VICTIM, introduced, prompt

DEATH = (DeathPlace(victim="Vic", place="study"), DeathTime(victim="Vic", slot=EIGHT))
ELSEWHERE = Presence(who="Ann", place="kitchen", slot=EIGHT)
HALF = Misreading(slip=0.5, public={*DEATH, ELSEWHERE})


def shares(*statements: tuple[Name | None, Plain], suspects: str = "Ann Bo", **pointing: float):
    """How suspect each is, where the place and the time of death are public."""
    told = (*((None, fact) for fact in DEATH), *statements)
    evidence = Deduction(
        suspects=tuple(suspects.split()),
        victims=("Vic",),
        statements=tuple(SourcedFact(source=source, fact=fact) for source, fact in told),
    )
    points = {(name, "Vic"): times for name, times in pointing.items()}
    found = HALF.shares(evidence, defaultdict(lambda: 1.0, points))
    return {name: found.get((name, "Vic"), 0.0) for name in evidence.suspects}


def test_an_alibi_that_everybody_was_told_is_never_misread():
    assert shares((None, ELSEWHERE)) == {"Ann": 0, "Bo": 1}
    assert shares((None, ELSEWHERE), suspects="Ann") == {"Ann": 0}


def test_an_alibi_that_was_read_once_leaves_as_much_doubt_as_it_is_misread():
    mine = Presence(who="Bo", place="kitchen", slot=EIGHT)
    assert shares((None, mine)) == pytest.approx({"Ann": 2 / 3, "Bo": 1 / 3})


def test_an_alibi_from_another_was_read_twice():
    assert shares(("Cy", ELSEWHERE)) == pytest.approx({"Ann": 3 / 7, "Bo": 4 / 7})


def test_ones_own_alibi_clears_nobody():
    assert shares(("Ann", ELSEWHERE)) == {"Ann": 0.5, "Bo": 0.5}


def test_whose_word_of_itself_is_belied_is_likelier_to_lie_by_as_much_as_murderers_do():
    before = Slot(EIGHT.number - 2)
    word, seen = (Presence(who="Ann", place=place, slot=before) for place in ("library", "kitchen"))
    assert shares(("Ann", word), ("Cy", seen)) == pytest.approx({"Ann": 46 / 91, "Bo": 45 / 91})
    assert shares(("Cy", word), ("Di", seen)) == pytest.approx({"Ann": 1 / 2, "Bo": 1 / 2})


def test_what_points_at_somebody_makes_it_as_many_times_as_likely():
    assert shares(Bo=3.0) == {"Ann": 0.25, "Bo": 0.75}
    assert shares() == {"Ann": 0.5, "Bo": 0.5}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_one_read_oneself_points_further_than_what_one_has_from_another(language: Language):
    ben, victim = PLAYERS[language][1], VICTIM[language]
    motive = Motive(who=ben, victim=victim, kind="jealousy")

    def held(own: list[Fact], told: list[Fact]) -> float:
        seat = PART.seat(prompt(language, own=own, talk=[introduced(language, 2, *told)] if told else []), ())
        assert isinstance(seat, BoundedSeat)
        return seat.with_bounds(Bounds(slip=0.3)).suspicion(ben, victim)

    assert held([motive], []) > held([], [motive]) > held([], [])
