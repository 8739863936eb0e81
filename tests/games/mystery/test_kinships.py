"""Relations that two people do not have and yet might."""

from __future__ import annotations

from parlour.games.mystery.questions import Kinships
from parlour.games.mystery.script import Kinship

TOLD = (
    Kinship(of="Ann", to="Bo", kinds=("aunt", "landlord")),
    Kinship(of="Cy", to="Ann", kinds=("husband",)),
    Kinship(of="Di", to="Bo", kinds=("friend", "pupil")),
)
KIN = Kinships(relations=TOLD, language="en")


def test_whose_sex_a_relation_shows_could_have_the_other_family_ties_of_it():
    assert KIN.family("Ann", "Bo") == ("niece", "daughter", "fiancée", "former wife")
    assert KIN.family("Ann", "Cy") == ("aunt", "niece", "daughter", "fiancée", "former wife")
    assert KIN.family("Cy", "Bo") == ("uncle", "nephew", "son", "fiancé", "former husband")


def test_whose_sex_nothing_shows_is_given_no_family():
    for name in ("Di", "Bo", "nobody"):
        assert KIN.family(name, "Ann") == ()


def test_what_the_one_is_to_the_other_is_no_false_relation():
    others = KIN.others("Ann", "Bo")
    assert not {"aunt", "landlord", "husband"} & {*others}
    assert {"niece", "friend", "pupil"} < {*others}
    assert len({*others}) == len(others)
    assert not {"aunt", "uncle", "niece", "nephew"} & {*KIN.others("Di", "Bo")}


def test_what_a_story_tells_is_enough_where_it_tells_four_that_fit():
    told = Kinship(of="Ed", to="Fi", kinds=("rival", "tenant", "debtor", "doctor"))
    enough = Kinships(relations=(told, *TOLD[2:]), language="en")
    assert enough.others("Di", "Bo") == ("rival", "tenant", "debtor", "doctor")
    fewer = Kinships(relations=(told.model_copy(update={"kinds": told.kinds[:3]}), *TOLD[2:]), language="en")
    assert fewer.others("Di", "Bo")[:3] == ("rival", "tenant", "debtor")
    assert len(fewer.others("Di", "Bo")) > 4


def test_a_family_tie_tells_the_sex_of_who_has_it():
    for kind, is_family in (("aunt", True), ("son", True), ("friend", False)):
        assert KIN.is_family(kind) is is_family
