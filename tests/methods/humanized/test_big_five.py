from random import Random

import pytest

from parlour.methods.humanized.persona import Factor, Persona


def test_a_persona_is_read_as_the_paper_spells_it():
    """Beta of Humanized Agents, table 11."""
    beta = Persona.read("A7E1N2O4C1")
    assert [beta.scores[factor] for factor in Factor] == [7, 1, 2, 4, 1]
    assert beta.code == "A7E1N2O4C1"


def test_the_order_and_the_case_of_the_letters_do_not_matter():
    assert Persona.read("c1o4N2e1a7") == Persona.read("A7E1N2O4C1")


def test_what_is_no_persona_is_refused_with_an_example():
    for code in ("", "A7", "A7E1N2O4", "A7E1N2O4C1X3", "A7A1N2O4C1", "7E1N2O4C1A", "calm"):
        with pytest.raises(ValueError, match="such as A7E1N2O4C1"):
            Persona.read(code)


def test_scores_out_of_range_are_refused():
    for code in ("A0E1N2O4C1", "A8E1N2O4C1", "A12E1N2O4C1"):
        with pytest.raises(ValueError, match="a score is from 1 to 7"):
            Persona.read(code)


def test_a_persona_without_one_of_the_factors_is_refused():
    with pytest.raises(ValueError, match="one score for each"):
        Persona(scores={Factor.OPENNESS: 4})


def test_every_score_is_drawn_as_often_as_any_other():
    """Of 7000 draws each score is expected 1000 times; five deviations are 146."""
    rng = Random(1)
    drawn = [score for _ in range(1400) for score in Persona.random(rng).scores.values()]
    assert all(abs(drawn.count(score) - 1000) < 146 for score in range(1, 8))
    assert set(drawn) == set(range(1, 8))
