"""What is offered to whoever types is understood, fits what was asked, and is near to what was typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, product, zip_longest
from typing import get_args

import pytest

from parlour.arena import GameHearing, GameSetup, Listener
from parlour.core import Request, RequestKind, find_game, request_kinds
from parlour.games import onenight, werewolf
from parlour.games.mystery import MysterySetup, generate
from parlour.language.facts import Claim, Language, Presence, Sighting, read
from parlour.language.hearing import Offers, TalkTable, nearest, offers
from tests.cases import cases

LANGUAGES: tuple[Language, ...] = get_args(Language)
STORY = TalkTable(
    language="en",
    names=("Sylvia", "Desmond", "Conrad", "Violet", "Nora"),
    speaker="Sylvia",
    victims=("Nora",),
    hours=frozenset({38, 39, 40}),
    places=frozenset({"lobby", "garden", "winter_garden"}),
)
_GAP = re.compile(r"\[[^]]+\]")


def _games(language: Language) -> Iterator[tuple[GameSetup, RequestKind]]:
    mystery = MysterySetup(script=generate(5, players=5, lang=language), rounds=1)
    yield mystery, request_kinds.REPLY
    yield mystery, request_kinds.ASK
    wolves = werewolf.WerewolfSetup(language=language, players=werewolf.seat_names(9, language))
    yield wolves, find_game(wolves.name).kinds.requests["speak"]
    one = onenight.OneNightSetup(language=language, players=onenight.seat_names(7, language))
    yield one, find_game(one.name).kinds.requests["speak"]


def _ears(game: GameSetup) -> Listener:
    """Who listens to the first player of a game."""
    part = find_game(game.name).find_part("reader.HEARING", GameHearing)
    assert part
    ears = part.listener(game, game.players[0])
    assert ears
    return ears


def _filled(found: Offers) -> Iterator[str]:
    """Each sentence with whatever may fill its gaps, a few times over."""
    for offer in found.sentences:
        gaps = _GAP.findall(offer.words)
        choices = [found.choices[gap][number::3] for number, gap in enumerate(gaps)]
        for values in islice(product(*choices), 12):
            if len(set(values)) == len(values):
                yield "".join(map("".join, zip_longest(_GAP.split(offer.words), values, fillvalue="")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_is_offered_is_heard_for_certain(language: Language):
    told = 0
    for game, kind in _games(language):
        person, partner = game.players[:2]
        ears = _ears(game)
        request = Request(id="1", step=0, player=person, kind=kind, partner=partner, words=120)
        for sentence in _filled(ears.offers(request)):
            heard = ears.hears(sentence, request, partner)
            assert heard.lit, sentence
            told += 1
    assert told > 150


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_murderer_may_tap_an_alibi_other_than_the_one_on_the_card(language: Language):
    for victims in (1, 2):
        script = generate(4, players=5, victims=victims, lang=language)
        game, part = (
            MysterySetup(script=script),
            find_game("mystery").find_part("reader.HEARING", GameHearing),
        )
        assert part
        for character in script.characters:
            facts = read(character.acts[0], language, reader=character.name, names=script.players).facts
            ears = part.listener(game, character.name)
            request = Request(id="1", step=0, player=character.name, kind=request_kinds.INTRODUCE, words=120)
            assert ears
            alibis = {
                fact
                for offer in ears.offers(request).sentences
                for fact in read(offer.words, language, speaker=character.name).facts
                if isinstance(fact, Presence)
            }
            assert bool(alibis) == bool(script.victims_of(character.name))
            known = {fact.fact if isinstance(fact, Claim) else fact for fact in facts}
            taken = {(fact.slot, fact.place) for fact in known if isinstance(fact, Presence | Sighting)}
            assert not taken & {(alibi.slot, alibi.place) for alibi in alibis}


def test_what_answers_the_open_question_comes_first_and_has_its_time():
    asked = replace(STORY, asked="Where were you at 7:30?", asker="Conrad", to="Conrad")
    found = offers(asked, asks=False)
    assert [each.words for each in found.sentences[:2]] == [
        "I was [in which place] [at what time].",
        "I do not know.",
    ]
    assert found.choices["[at what time]"] == ("at 7:30", "at 7:00", "at 8:00")
    assert [each.is_answer for each in found.sentences].count(True) == 1
    assert not any(each.is_answer for each in offers(STORY, asks=False).sentences)


@cases(
    ("asked", "answers"),
    [
        ("What was it that killed Nora?", ["It was [what] that killed Nora."]),
        (
            "Within whose reach was cyanide?",
            ["I could not lay hands on [what].", "I could lay hands on [what]."],
        ),
        (
            "Whom did you hear at 7:30?",
            ["I heard [whom] [in which place] [at what time].", "I heard nobody [at what time]."],
        ),
    ],
)
def test_each_question_of_the_grammar_brings_its_answers_first(asked: str, answers: list[str]):
    found = offers(replace(STORY, asked=asked, asker="Conrad", to="Conrad"), asks=False)
    assert [each.words for each in found.sentences[: len(answers)]] == answers


@cases(
    ("typed", "asked", "meant"),
    [
        ("conrad gives me the creeps, shady fellow", "", "I suspect Conrad."),
        ("bumped into violt in the winter garden", "", "I saw Violet in the winter garden [at what time]."),
        ("uhh the lobby??", "Where were you at 7:30?", "I was in the lobby at 7:30."),
        ("haven't the foggiest idea", "", "I do not know."),
        ("blue bananas", "", ""),
    ],
)
def test_the_nearest_sentence_has_what_was_named_in_its_gaps(typed: str, asked: str, meant: str):
    table = replace(STORY, asked=asked, asker="Conrad" if asked else None)
    assert nearest(typed, offers(table, asks=False), "en") == meant


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_offered_of_roles_that_are_not_dealt(language: Language):
    usual = onenight.OneNightSetup(language=language, players=onenight.seat_names(7, language))
    people = onenight.OneNightSetup(
        language=language, players=onenight.seat_names(5, language), rules="people"
    )
    robbed = {"en": "robbed", "zh": "拿走"}[language]
    neither = {"en": "neither", "zh": "都不是"}[language]
    assert not _says(usual, robbed)
    assert _says(usual, neither)
    assert _says(people, robbed) == ("robber" in people.dealt_roles)
    assert not _says(people, neither)


def _says(game: GameSetup, words: str) -> bool:
    request = Request(
        id="1", step=0, player=game.players[0], kind=find_game(game.name).kinds.requests["speak"], words=120
    )
    return any(words in each.words for each in _ears(game).offers(request).sentences)
