"""The constraint engine, by small cases: Ann, Bo and Cy, one of whom killed Vic in the hall at nine."""

from collections.abc import Sequence
from typing import Any

from parlour.games.mystery.clashes import Clash, SourcedFact, clashes
from parlour.games.mystery.deduction import Deduction, Hypothesis
from parlour.games.mystery.solve import evidence
from parlour.language.facts import (
    Absence,
    Accusation,
    Cause,
    Claim,
    DeathPlace,
    DeathTime,
    Hearing,
    Killing,
    Means,
    Motive,
    NoMeans,
    NoMotive,
    Plain,
    Presence,
    Sighting,
    Slot,
)

EIGHT, NINE = Slot(40), Slot(42)
DEATH = (
    DeathPlace(victim="Vic", place="hall"),
    DeathTime(victim="Vic", slot=NINE),
    Cause(victim="Vic", thing="dagger"),
)
Said = tuple[str | None, Plain]


def said(*rows: Said, **more: Any) -> Deduction:
    statements = [SourcedFact(source=source, fact=fact) for source, fact in rows]
    public = [SourcedFact(source=None, fact=fact) for fact in DEATH]
    defaults: dict[str, Any] = {"suspects": ("Ann", "Bo", "Cy"), "victims": ("Vic",)}
    return Deduction(statements=(*public, *statements), **(defaults | more))


def killers(of: Deduction) -> list[Hypothesis]:
    return list(of.survivors())


ALIBIS: list[Plain] = [
    Presence(who="Ann", place="garden", slot=NINE),
    Absence(who="Ann", place="hall", slot=NINE),
    Sighting(by="Bo", whom="Ann", place="garden", slot=NINE),
    Hearing(by="Bo", whom="Ann", place="garden", slot=NINE),
    NoMeans(who="Ann", thing="dagger"),
    NoMotive(who="Ann", victim="Vic"),
]
NO_ALIBIS: list[Plain] = [
    Presence(who="Ann", place="hall", slot=NINE),
    Presence(who="Ann", place="garden", slot=EIGHT),
    Absence(who="Ann", place="garden", slot=NINE),
    Sighting(by="Bo", whom="Ann", place="hall", slot=EIGHT),
    Hearing(by="Ann", whom="Cy", place="garden", slot=NINE),
    Means(who="Ann", thing="dagger"),
    NoMeans(who="Ann", thing="poker"),
    Motive(who="Ann", victim="Vic", kind="debt"),
    NoMotive(who="Ann", victim="Wes"),
    Accusation(by="Bo", whom="Cy", victim="Vic"),
]


def test_who_knows_nothing_suspects_everybody():
    assert killers(said()) == [(("Ann",),), (("Bo",),), (("Cy",),)]


def test_an_alibi_clears_on_the_word_of_an_honest_witness():
    for fact in ALIBIS:
        assert (("Ann",),) not in killers(said(("Bo", fact)))


def test_what_excludes_nothing_clears_nobody():
    for fact in NO_ALIBIS:
        assert (("Ann",),) in killers(said(("Bo", fact)))


def test_nobodys_own_word_clears_it():
    for fact in ALIBIS:
        assert (("Ann",),) in killers(said(("Ann", fact)))


def test_to_see_is_to_be_there():
    assert (("Bo",),) not in killers(said(("Ann", Sighting(by="Bo", whom="Cy", place="garden", slot=NINE))))


def test_to_hear_is_not_to_be_there():
    assert (("Bo",),) in killers(said(("Ann", Hearing(by="Bo", whom="Cy", place="garden", slot=NINE))))


def test_two_who_contradict_each_other_cannot_both_be_innocent():
    here = Presence(who="Bo", place="garden", slot=EIGHT)
    there = Presence(who="Bo", place="cellar", slot=EIGHT)
    assert killers(said(("Ann", here), ("Bo", there))) == [(("Ann",),), (("Bo",),)]


def test_an_absence_belies_a_presence():
    rows = (
        ("Ann", Presence(who="Ann", place="garden", slot=NINE)),
        ("Bo", Absence(who="Ann", place="garden", slot=NINE)),
    )
    assert killers(said(*rows)) == [(("Ann",),), (("Bo",),)]


def test_what_cannot_both_be_clashes():
    for one, two in (
        (Means(who="Cy", thing="poker"), NoMeans(who="Cy", thing="poker")),
        (Motive(who="Cy", victim="Wes", kind="debt"), NoMotive(who="Cy", victim="Wes")),
        (Cause(victim="Wes", thing="poker"), Cause(victim="Wes", thing="razor")),
        (DeathPlace(victim="Wes", place="garden"), DeathPlace(victim="Wes", place="hall")),
        (DeathTime(victim="Wes", slot=EIGHT), DeathTime(victim="Wes", slot=NINE)),
    ):
        (clash,) = clashes([SourcedFact(source="Ann", fact=one), SourcedFact(source="Bo", fact=two)], ())
        assert clash.sources == ("Ann", "Bo")
        assert not clash.killings


def test_a_clash_names_the_statements_it_rests_on():
    seen = Sighting(by="Bo", whom="Ann", place="garden", slot=NINE)
    clash = said(("Bo", seen)).refutation((("Ann",),))
    assert clash == Clash(
        statements=tuple(
            SourcedFact(source=s, fact=f) for s, f in (("Bo", seen), (None, DEATH[0]), (None, DEATH[1]))
        ),
        killings=(Killing(who="Ann", victim="Vic"),),
    )


def test_a_victim_was_where_it_died():
    seen = Sighting(by="Ann", whom="Vic", place="garden", slot=NINE)
    assert killers(said(("Ann", seen))) == [(("Ann",),)]


def test_public_facts_that_clash_leave_no_hypothesis():
    assert not killers(said((None, Cause(victim="Vic", thing="razor"))))


def test_whoever_is_told_to_have_killed_did_if_the_teller_is_honest():
    assert killers(said(("Bo", Killing(who="Ann", victim="Vic")))) == [(("Ann",),), (("Bo",),)]


def test_two_hands_are_a_pair_of_murderers_and_neither_is_believed():
    rows: list[Said] = [("Bo", ALIBIS[0]), ("Cy", ALIBIS[0])]
    four = {"suspects": ("Ann", "Bo", "Cy", "Di"), "hands": {"Vic": 2}}
    assert [pair for (pair,) in killers(said(*rows, **four)) if "Ann" in pair] == []
    assert [pair for (pair,) in killers(said(rows[0], **four)) if "Ann" in pair] == [("Ann", "Bo")]


def test_nobody_kills_in_two_places_at_once():
    other = (DeathPlace(victim="Wes", place="garden"), DeathTime(victim="Wes", slot=NINE))
    both = said(*((None, fact) for fact in other), victims=("Vic", "Wes"))
    assert (("Ann",), ("Ann",)) not in killers(both)
    assert (("Ann",), ("Bo",)) in killers(both)
    apart = (other[0], DeathTime(victim="Wes", slot=EIGHT))
    assert (("Ann",), ("Ann",)) in killers(said(*((None, fact) for fact in apart), victims=("Vic", "Wes")))


def test_a_murderer_of_one_is_believed_of_none():
    both = said(("Ann", NoMotive(who="Bo", victim="Vic")), victims=("Vic", "Wes"))
    assert (("Bo",), ("Ann",)) in killers(both)
    assert (("Bo",), ("Cy",)) not in killers(both)


def test_an_innocent_believes_itself():
    seen = said(("Ann", Presence(who="Ann", place="garden", slot=NINE)), ("Ann", ALIBIS[-1])).seen_by("Bo")
    assert seen.suspects == ("Ann", "Cy")
    mine = said(("Bo", NoMotive(who="Ann", victim="Vic"))).seen_by("Bo")
    assert mine.is_settled()
    assert mine.cleared_suspects("Vic") == ("Ann",)


def test_what_survives_is_what_no_clash_refutes():
    rows: Sequence[Said] = [("Ann", ALIBIS[3]), ("Bo", ALIBIS[2]), ("Cy", NO_ALIBIS[2])]
    found = said(*rows)
    every = [(("Ann",),), (("Bo",),), (("Cy",),)]
    assert killers(found) == [each for each in every if found.refutation(each) is None]


def test_a_murderer_tells_its_story_and_what_else_goes_with_it():
    told = evidence(
        DEATH[:1],
        {
            "Ann": (
                Killing(who="Ann", victim="Vic"),
                DEATH[1],
                Presence(who="Ann", place="hall", slot=NINE),
                Presence(who="Ann", place="cellar", slot=EIGHT),
                Claim(by="Ann", fact=Presence(who="Ann", place="garden", slot=NINE)),
                Claim(by="Bo", fact=Presence(who="Bo", place="attic", slot=NINE)),
            ),
            "Bo": (Presence(who="Bo", place="study", slot=NINE),),
        },
        {"Vic": ("Ann",)},
    )
    assert [(each.source, each.fact) for each in told.statements] == [
        (None, DEATH[0]),
        ("Ann", Presence(who="Ann", place="garden", slot=NINE)),
        ("Ann", Presence(who="Ann", place="cellar", slot=EIGHT)),
        ("Bo", Presence(who="Bo", place="study", slot=NINE)),
    ]
