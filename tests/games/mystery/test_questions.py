"""The questions of a generated mystery, and relations that two people do not have and yet might."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain
from math import sqrt
from random import Random
from typing import Any

import pytest

from parlour.games.mystery import Aspect, Question, Script, generate, questions
from parlour.games.mystery.questions import Kinships
from parlour.games.mystery.script import Kinship
from parlour.language.facts import Cause, DeathPlace, DeathTime, Motive, WordKind, say, say_time
from tests.games.mystery.worlds import invent

SEEDS = range(25)
OF_RELATIONS = (Aspect.ONE_RELATIONSHIP, Aspect.TWO_RELATIONSHIPS, Aspect.THREE_RELATIONSHIPS)


@pytest.fixture(scope="module", params=["en", "zh"])
def scripts(request: pytest.FixtureRequest) -> list[Script]:
    """Generated scripts, of whose pairs some have two relations and some three, as authors' scripts do."""
    return [
        asked_anew(seed, players=4 + seed % 5, victims=1 + seed % 2, lang=request.param) for seed in SEEDS
    ]


def asked_anew(seed: int, **shape: Any) -> Script:
    script, rng = generate(seed, **shape), Random(seed)
    more = [
        say(WordKind.RELATION, kind, script.language) for kind in ("friend", "partner", "tenant", "pupil")
    ]
    relations = tuple(
        each.model_copy(
            update={"kinds": (*each.kinds, *rng.sample([k for k in more if k not in each.kinds], number % 3))}
        )
        for number, each in enumerate(script.relations)
    )
    script = script.model_copy(update={"relations": relations})
    asked = questions(script, invent(seed, **shape).world.facts, seed)
    return script.model_copy(update={"questions": asked})


def every(scripts: Sequence[Script]) -> list[Question]:
    return list(chain.from_iterable(script.questions for script in scripts))


def right(question: Question) -> set[str]:
    return {question.options[question.letters.index(letter)] for letter in question.key}


def test_every_aspect_is_asked(scripts: list[Script]):
    for script in scripts:
        aspects = Counter(question.aspect for question in script.questions)
        assert set(aspects) == set(Aspect) - {Aspect.OTHER}
        for aspect in set(aspects) - set(OF_RELATIONS):
            assert aspects[aspect] == len(script.victims)


def test_options_are_distinct_and_of_one_form(scripts: list[Script]):
    for script in scripts:
        for question in script.questions:
            assert len(set(question.options)) == len(question.options) >= 3
            if question.aspect in OF_RELATIONS:
                begin = {option.split("是")[0].split("既")[0].split(" is ")[0] for option in question.options}
                assert len(begin) == 1


def test_no_position_gives_a_key_away(scripts: list[Script]):
    per_aspect: Counter[tuple[Aspect, str]] = Counter()
    for question in every(scripts):
        if len(question.options) == 4 and len(question.key) == 1:
            per_aspect[question.aspect, question.key[0]] += 1
    for aspect in {aspect for aspect, _ in per_aspect}:
        counts = [per_aspect[aspect, letter] for letter in "abcd"]
        assert max(counts) <= sum(counts) / 4 + 3 * sqrt(sum(counts) * 3 / 16)
    total = [sum(per_aspect[aspect, letter] for aspect in Aspect) for letter in "abcd"]
    assert max(total) - min(total) <= sum(total) / 10


def test_within_a_script_the_keys_are_spread_evenly(scripts: list[Script]):
    for script in scripts:
        for aspect in OF_RELATIONS:
            keys = Counter(q.key[0] for q in script.questions if q.aspect is aspect)
            assert max(keys.values()) - min(keys[letter] for letter in "abcd") <= 1


def test_length_does_not_give_a_key_away(scripts: list[Script]):
    for best in (max, min):
        asked = [q for q in every(scripts) if len(q.options) == 4 and len(q.key) == 1]
        pick = max if best is max else min
        hits = sum(len(next(iter(right(q)))) == pick(map(len, q.options)) for q in asked)
        ties = sum(sum(len(option) == pick(map(len, q.options)) for option in q.options) / 4 for q in asked)
        assert abs(hits - ties) < 4 * sqrt(len(asked) * 3 / 16)


def test_no_relation_of_a_pair_stands_out_by_being_repeated(scripts: list[Script]):
    """In a question about two relations, each of four is offered twice."""
    for question in every(scripts):
        if question.aspect is Aspect.TWO_RELATIONSHIPS:
            pairs = [pair(option) for option in question.options]
            assert sorted(Counter(chain.from_iterable(pairs)).values()) == [2, 2, 2, 2]


def pair(option: str) -> tuple[str, str]:
    if " and the " in option:
        one, two = option.split(" is the ")[1].rsplit(" of ", 1)[0].split(" and the ")
    else:
        one, two = option.split("既是")[1].split("，又是")
        one, two = one.split("的", 1)[1], two.split("的", 1)[1]
    return one, two


def test_relations_are_keyed_as_they_are_told(scripts: list[Script]):
    for script in scripts:
        true = {
            sentence
            for each in script.relations
            for kind in each.kinds
            for sentence in (f"{each.of} is the {kind} of {each.to}", f"{each.of}是{each.to}的{kind}")
        }
        for question in script.questions:
            if question.aspect is Aspect.ONE_RELATIONSHIP:
                assert right(question) == set(question.options) & true
            if question.aspect is Aspect.THREE_RELATIONSHIPS:
                assert right(question) == set(question.options) - true
                assert len(right(question)) == 1


def test_keys_about_deaths_follow_from_the_world():
    for seed in range(8):
        for lang in ("en", "zh"):
            script = generate(seed, players=7, victims=2, murderers=2 + seed % 2, lang=lang)
            world = invent(seed, players=7, victims=2, murderers=2 + seed % 2, lang=lang).world
            language = script.language
            for murder in world.murders:
                asked = {
                    q.aspect: q
                    for q in script.questions
                    if murder.victim in q.text and q.aspect not in OF_RELATIONS
                }
                motives = [each for name in murder.killers if (each := world.motive(name, murder.victim))]
                assert right(asked[Aspect.WHO]) == right(asked[Aspect.SUSPECT]) == set(murder.killers)
                assert right(asked[Aspect.WHERE]) == {say(WordKind.PLACE, murder.place, language)}
                assert right(asked[Aspect.WHEN]) == {say_time(murder.slot, language)}
                assert right(asked[Aspect.HOW]) == {say(WordKind.THING, murder.thing, language, "killed")}
                assert right(asked[Aspect.WHY]) == {
                    say(WordKind.MOTIVE, each.kind, language) for each in motives
                }
                ties = {
                    say(WordKind.RELATION, r.kind, language)
                    for r in world.relations
                    if r.of in murder.killers and r.to == murder.victim
                }
                assert right(asked[Aspect.RELATIONSHIP]) == set(asked[Aspect.RELATIONSHIP].options) & ties
                assert asked[Aspect.SUSPECT].choose == 2
                assert asked[Aspect.WHO].choose == len(murder.killers)
                assert not set(asked[Aspect.WHO].asked_of) & set(murder.killers)


def test_an_authors_script_is_asked_about_what_it_tells():
    script = Script.model_validate(
        {
            "title": "The Mill",
            "language": "en",
            "characters": [{"name": name, "acts": ["..."]} for name in ("Ann", "Bo", "Cy", "Di")],
            "victims": [{"name": "Vic", "murderers": ["Bo"]}, {"name": "Wes"}],
            "relations": [
                {"of": "Bo", "to": "Vic", "kinds": ["old shipmate"]},
                {"of": "Ann", "to": "Cy", "kinds": ["aunt", "landlady"]},
                {"of": "Di", "to": "Cy", "kinds": ["rival", "tenant", "friend", "pupil"]},
            ],
        }
    )
    bare = questions(script, (), 1)
    assert {q.aspect for q in bare} == {Aspect.WHO, Aspect.SUSPECT, Aspect.RELATIONSHIP, *OF_RELATIONS}
    assert right(bare[2]) == {"old shipmate"}
    facts = (
        DeathPlace(victim="Vic", place="cellar"),
        Cause(victim="Vic", thing="poker"),
        Motive(who="Bo", victim="Vic", kind="debt"),
    )
    full = questions(script, facts, 1)
    assert {q.aspect for q in full} == set(Aspect) - {Aspect.OTHER, Aspect.WHEN}
    assert questions(script, facts, 1) == full != questions(script, facts, 2)
    when = questions(script, (DeathTime(victim="Vic", slot=invent(1).world.slots[0]),), 1)
    assert Aspect.WHEN in {q.aspect for q in when}


IN_ENGLISH = ("aunt", "uncle", "niece", "nephew", "daughter", "son", "fianc", "former")
IN_CHINESE = ("姨妈", "舅舅", "外甥", "女儿", "儿子", "未婚", "前妻", "前夫")


def test_a_family_tie_is_as_often_right_as_any_other_relation(scripts: list[Script]):
    asked = [q for q in every(scripts) if q.aspect in (Aspect.ONE_RELATIONSHIP, Aspect.TWO_RELATIONSHIPS)]
    shown = [
        (q, option)
        for q in asked
        for option in q.options
        if any(word in option for word in IN_ENGLISH + IN_CHINESE)
    ]
    hits = sum(option in right(q) for q, option in shown)
    assert hits <= len(shown) / 4 + 3 * sqrt(len(shown) * 3 / 16)


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
