"""Generated mysteries, over many seeds: fair, the same in both languages, and fit to be played."""

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, pairwise
from typing import Any, get_args

import pytest

from parlour.errors import SetupError
from parlour.games.mystery.generate import Mystery, generate
from parlour.games.mystery.repair import full_deduction, is_blind, truth
from parlour.games.mystery.shape import Difficulty
from parlour.games.mystery.telling import phrases, tell_person
from parlour.games.mystery.world import Knowledge, World
from parlour.language.facts import (
    Cause,
    Claim,
    DeathPlace,
    DeathTime,
    Fact,
    Killing,
    Language,
    Motive,
    Presence,
    Quarrel,
    Sighting,
    WordKind,
    read,
    say,
    settings,
)
from tests.games.mystery.worlds import invent as invent_anew

SIZES = [
    (3, 1, 1),
    (4, 1, 1),
    (4, 2, 1),
    (5, 1, 2),
    (5, 2, 2),
    (6, 1, 1),
    (6, 4, 1),
    (7, 3, 3),
    (9, 2, 3),
    (12, 4, 4),
]
NAMED, NUMBERED = [*Difficulty][:3], [*Difficulty][3:]

invent = cache(invent_anew)


def mysteries(size: tuple[int, int, int]) -> Iterator[Mystery]:
    players, victims, murderers = size
    for seed in range(2):
        yield invent(seed, players=players, victims=victims, murderers=murderers)


def knowing_best(world: World, knowledge: Knowledge) -> int:
    """Of how few people, oneself among them, some innocent needs the words: every set of people is tried."""
    said = full_deduction(world, knowledge)
    return next(
        count
        for count in range(1, len(said.suspects) + 1)
        for name in world.civilians
        for others in combinations([each for each in said.suspects if each != name], count - 1)
        if list(said.seen_by(name).told_by(others).survivors()) == [truth(world)]
    )


@pytest.mark.parametrize("difficulty", Difficulty)
def test_a_mystery_is_entailed_by_all_and_by_no_innocent_alone(difficulty: Difficulty):
    """Every second size, those between them at the next difficulty."""
    for seed, (players, victims, murderers) in [*enumerate(SIZES)][[*Difficulty].index(difficulty) % 2 :: 2]:
        if difficulty in NUMBERED and players - murderers <= int(difficulty):
            continue
        mystery = invent(
            seed // 2 % 2, players=players, victims=victims, murderers=murderers, difficulty=difficulty
        )
        world, knowledge = mystery.world, mystery.knowledge
        said = full_deduction(world, knowledge)
        assert list(said.survivors()) == [truth(world)]
        assert all(is_blind(world, knowledge, name) for name in world.civilians)
        assert not any(said.told_by({name}).seen_by(name).is_settled() for name in world.civilians)
        if len(world.civilians) > 2:
            assert said.told_by(world.civilians).is_settled()


@pytest.mark.parametrize("difficulty", NUMBERED)
def test_a_number_says_how_many_testimonies_must_be_combined(difficulty: Difficulty):
    for victims, (seed, lang) in enumerate(enumerate(get_args(Language)), 1):
        mystery = invent(seed, victims=victims, players=8, difficulty=difficulty, lang=lang)
        assert knowing_best(mystery.world, mystery.knowledge) == int(difficulty)


@pytest.mark.parametrize("difficulty", NUMBERED[:4])
def test_with_the_number_fewer_lies_are_caught_and_more_suspicion_is_false(difficulty: Difficulty):
    for seed in range(2):
        mystery = invent(seed, players=8, difficulty=difficulty)
        world, (murder,) = mystery.world, mystery.world.murders
        innocent = [each for each in world.motives if each.who not in murder.killers]
        assert len(innocent) == int(difficulty) - 1
        caught = [clash for clash in full_deduction(world, mystery.knowledge).clashes if not clash.killings]
        assert bool(caught) is (difficulty is Difficulty.TWO)


def test_a_table_is_as_large_as_its_difficulty_wants():
    sizes = {
        difficulty: len(invent(1, difficulty=difficulty).world.cast.players) for difficulty in Difficulty
    }
    assert sizes == dict.fromkeys(Difficulty, 6) | {Difficulty.FIVE: 7, Difficulty.SIX: 8}
    assert generate(1, difficulty=6) == generate(1, difficulty="6", players=8)


def test_everybody_kills_who_should_and_was_there():
    for size, mystery in [(each, mystery) for each in SIZES for mystery in mysteries(each)]:
        world = mystery.world
        assert (len(world.cast.players), len(world.murders), len(world.murderers)) == size
        for murder in world.murders:
            there = {murder.victim, *murder.killers}
            assert {
                n for n in world.cast.everybody if world.whereabouts.get((n, murder.slot)) == murder.place
            } == there
            assert all((name, murder.thing) in world.access for name in murder.killers)
            assert all(world.motive(name, murder.victim) for name in murder.killers)
            assert len([each for each in world.motives if each.victim == murder.victim]) > len(murder.killers)
            assert murder.found > murder.slot


def test_a_script_says_what_is_known_and_nothing_else():
    for seed in range(6):
        for lang in ("en", "zh"):
            options: dict[str, Any] = {"players": 4 + seed, "victims": 1 + seed % 2, "lang": lang}
            script, mystery = generate(seed, acts=1 + seed % 3, **options), invent(seed, **options)
            everybody = mystery.world.cast.everybody
            assert set(read(script.synopsis, script.language, names=everybody).facts) == set(
                mystery.knowledge.public
            )
            for character in script.characters:
                text = "\n".join((*character.acts, *character.secrets, *character.objectives))
                facts = read(text, script.language, reader=character.name, names=everybody).facts
                assert set(facts) == set(mystery.knowledge.private_facts[character.name])


def test_a_murderers_script_says_plainly_what_it_did():
    script = generate(5, players=6)
    (guilty,) = [each for each in script.characters if script.victims_of(each.name)]
    facts = read(guilty.acts[0], "en", reader=guilty.name).facts
    assert Killing(who=guilty.name, victim=script.victims[0].name) in facts
    assert any(isinstance(fact, Claim) for fact in facts)
    assert "your eyes only" in guilty.acts[0]
    crime = guilty.acts[0].split("What you did:\n")[1].split("\n\n")[0]
    told = [type(fact) for fact in read(crime, "en", reader=guilty.name).facts]
    assert told == [Killing, Motive, Cause, DeathPlace, DeathTime]


def test_the_evening_goes_from_half_hour_to_half_hour_a_line_each():
    for language in ("en", "zh"):
        script, world = generate(7, players=5, lang=language), invent(7, players=5, lang=language).world
        heading = phrases(script.language).evening
        for character in script.characters:
            [evening] = [part for part in character.acts[0].split("\n\n") if part.startswith(heading)]
            _, *lines = evening.split("\n")
            assert len(lines) == len(world.slots)
            for slot, line in zip(world.slots, lines, strict=True):
                told = read(line, script.language, reader=character.name, names=world.cast.everybody).facts
                assert any(isinstance(fact, Presence) and fact.who == character.name for fact in told)
                assert {each.slot for each in told if isinstance(each, Presence | Sighting | Quarrel)} == {
                    slot
                }


def test_both_languages_tell_the_same_story():
    for seed in range(8):
        options: dict[str, Any] = {
            "players": 3 + seed,
            "victims": 1 + seed // 4,
            "difficulty": NAMED[seed % 3],
        }
        english, chinese = (generate(seed, lang=lang, acts=2, **options) for lang in ("en", "zh"))
        assert english.story == chinese.story
        one, two = (invent(seed, lang=lang, **options) for lang in ("en", "zh"))
        names = dict(zip(one.world.cast.everybody, two.world.cast.everybody, strict=True))
        assert [[renamed(f, names) for f in known] for known in one.knowledge.private_facts.values()] == [
            list(map(str, known)) for known in two.knowledge.private_facts.values()
        ]
        for of_english, of_chinese in zip(english.questions, chinese.questions, strict=True):
            assert (of_english.aspect, of_english.key) == (of_chinese.aspect, of_chinese.key)
            assert len(of_english.options) == len(of_chinese.options)


def renamed(fact: Fact, names: dict[str, str]) -> str:
    text = str(fact)
    for old, new in names.items():
        text = text.replace(f"'{old}'", f"'{new}'")
    return text


def test_the_next_seed_plays_elsewhere():
    places = [invent(seed).world.setting for seed in range(2 * len(settings()))]
    assert all(here != there for here, there in pairwise(places))
    assert set(places) == set(settings())


def test_murderers_are_not_told_by_how_much_binds_them_to_the_dead():
    worlds = [invent(seed).world for seed in range(40)]
    ties = [
        sum({each.of, each.to} == {name, murder.victim} for each in world.relations)
        for world in worlds
        for murder in world.murders
        for name in murder.killers
    ]
    assert {1} == set(ties)


def test_only_one_quarrel_is_had_before_everybody():
    for seed in range(10):
        world = invent(seed, players=7, victims=2).world
        assert len([each for each in world.quarrels if each.slot == world.slots[0]]) <= 1


def test_chinese_is_chinese():
    script = generate(2, lang="zh")
    texts = [
        script.synopsis,
        *chain.from_iterable(c.acts + c.objectives + c.secrets for c in script.characters),
    ]
    assert not any(mark in text for text in texts for mark in ',.?!:;"')
    assert not any(letter.isascii() and letter.isalpha() for text in texts for letter in text)


def test_a_part_has_as_many_acts_as_asked():
    for acts in (1, 2, 3, 4):
        script = generate(1, acts=acts)
        assert all(len(character.acts) == acts and all(character.acts) for character in script.characters)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"players": 2}, "3 to 12 players, not 2"),
        ({"players": 12, "victims": 5}, "1 to 4 victims, not 5"),
        ({"players": 3, "victims": 2}, "2 victims need at least 4 players, not 3"),
        ({"players": 5, "murderers": 3}, "allow 1 to 2 murderers, not 3"),
        ({"acts": 5}, "1 to 4 acts, not 5"),
        ({"difficulty": "fiendish"}, "2 to 6, or easy, normal, hard, not 'fiendish'"),
        ({"difficulty": 6, "players": 7}, "6 needs at least 8 players, 6 of them innocent, not 7 with 6 inn"),
        ({"difficulty": 5, "players": 7, "victims": 3}, "5 of them innocent, not 7 with 4 innocent"),
        ({"lang": "de"}, "en or zh, not in 'de'"),
    ],
)
def test_what_cannot_be_is_refused_in_words(options: dict[str, Any], message: str):
    with pytest.raises(SetupError, match=message):
        generate(1, **options)


def test_people_have_surnames_that_close_kin_and_spouses_share():
    shared, kin = 0, {"wife", "husband", "mother", "father", "son", "daughter"}
    for size in SIZES:
        for mystery in mysteries(size):
            names = mystery.world.full_names
            assert all(names[name].startswith(f"{name} ") for name in mystery.world.cast.everybody)
            for tie in mystery.world.relations:
                if tie.kind in kin:
                    shared += 1
                    assert names[tie.of].split()[-1] == names[tie.to].split()[-1]
    assert shared


@pytest.mark.parametrize("language", get_args(Language))
def test_a_persons_card_tells_a_death_in_one_sentence_and_what_a_lie_risks(language: Language):
    """The page says no less than the script: the death, the one who did it, and where the murderer was."""
    for difficulty, victims in (("normal", 2), ("hard", 1)):
        script = generate(3, players=6, victims=victims, difficulty=difficulty, lang=language)
        words = phrases(language)
        names = (*script.players, *(victim.name for victim in script.victims))
        for character in script.characters:
            text, mine = character.acts[0], script.victims_of(character.name)
            told = tell_person(text, language, names, character.name)
            assert told.count(words.own_words) == bool(mine)
            for victim in mine:
                deed = next(line for line in told.splitlines() if victim in line)
                assert all(word in deed for word in (words.reader, victim))
                facts = read(text, language, reader=character.name, names=names).facts
                (cause,) = (fact for fact in facts if isinstance(fact, Cause) and fact.victim == victim)
                (place,) = (fact for fact in facts if isinstance(fact, DeathPlace) and fact.victim == victim)
                assert say(WordKind.THING, cause.thing, language) in deed
                assert say(WordKind.PLACE, place.place, language) in deed
        synopsis = tell_person(script.synopsis, language, names)
        assert all(synopsis.count(victim.name) == 2 for victim in script.victims)
    assert (
        tell_person("It was a dark night.\n\nNobody came.", "en", ())
        == "It was a dark night.\n\nNobody came."
    )
