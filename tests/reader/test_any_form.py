"""Whatever a form asks for, the reader fills it, in every game and in one that it does not know."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import Annotated, Any, Literal

import pytest
from pydantic import BaseModel, Field, JsonValue, create_model

from parlour.language.facts import Level, Suspicion, read, render
from parlour.llm import BUILT_IN, Language, LanguageModel, MatchModels, Part, Prompt, Talk, open_provider
from parlour.reader import AnyGame, AnySeat, words
from tests.games.mystery.reader import tables as mystery
from tests.games.onenight.reader import rounds
from tests.games.werewolf.reader import nights
from tests.llm.samples import MemoryLog
from tests.reader.eight import LANGUAGES, everybody, name

GAMES = ("mystery", "werewolf", "onenight", "")
SAYS: dict[Language, str] = {"en": "{} says: {}", "zh": "{}说：{}"}


class Mood(Enum):
    CALM = "calm"
    TENSE = "tense"


class Note(BaseModel):
    text: Annotated[str, Field(min_length=3, max_length=20)]
    weight: Annotated[float, Field(gt=0, lt=1)]


class Everything(BaseModel):
    """A field of every type, none of which says what it is for."""

    flag: bool
    agree: Literal["yes", "no"]
    heat: Literal["high", "medium", "low"]
    mood: Mood
    size: Literal[3, 5]
    whole: Annotated[int, Field(ge=1, le=5)]
    tens: Annotated[int, Field(ge=10, le=90, multiple_of=10)]
    beyond: Annotated[int, Field(gt=3)]
    share: Annotated[float, Field(ge=0, le=1)]
    free: float
    short: Annotated[str, Field(max_length=12)]
    long: Annotated[str, Field(min_length=300)]
    maybe: int | None
    note: Note
    notes: Annotated[list[Note], Field(min_length=2)]
    moods: set[Mood]
    pair: tuple[bool, Annotated[int, Field(ge=7)]]
    scores: dict[str, Annotated[int, Field(ge=0, le=3)]]
    anything: JsonValue
    later: str = "later"


def sent(game: str, language: Language, *speeches: str) -> Prompt:
    match game:
        case "mystery":
            return mystery.prompt(language)
        case "werewolf":
            return nights.prompt(language)
        case "onenight":
            return rounds.prompt(language)
        case _:
            parts = tuple(Part(text=text) for text in (*speeches, "?"))
            me = name(1, language)
            return Prompt(
                player=me,
                request="r",
                purpose="sway",
                language=language,
                system=(Part(text="-"),),
                user=parts,
            )


def model(game: str, language: Language) -> LanguageModel:
    players = mystery.PLAYERS[language] if game == "mystery" else everybody(language)
    return LanguageModel(backend=open_provider(BUILT_IN), game=game, players=players)


def accused(by: int, whom: int, language: Language) -> str:
    speaker = name(by, language)
    fact = Suspicion(by=speaker, whom=name(whom, language), level=Level.STRONG)
    return SAYS[language].format(speaker, render(fact, language, Random(1), speaker=speaker))


def test_a_form_with_fields_of_every_type_is_filled_in_every_game():
    for language in LANGUAGES:
        for game in GAMES:
            reply = asyncio.run(model(game, language).parse(sent(game, language), Everything))
            assert reply.short
            assert reply.note.text


def test_names_are_chosen_and_rated_by_suspicion_without_a_word_of_the_game():
    for language in LANGUAGES:
        others = everybody(language)[1:]
        fields: dict[str, Any] = {
            "choice": (Literal[others], ...),
            "two": (Annotated[list[Literal[others]], Field(min_length=2, max_length=2)], ...),
            "suspect": (str, ...),
            "five": (Annotated[int, Field(ge=1, le=9)], Field(title=name(5, language))),
            "six": (Annotated[int, Field(ge=1, le=9)], Field(title=name(6, language))),
        }
        form = create_model("Form", **fields)
        prompt = sent("", language, *(accused(by, 5, language) for by in (2, 3, 4)))
        told = asyncio.run(model("", language).parse(prompt, form)).model_dump()
        assert told["choice"] == told["suspect"] == told["two"][0] == name(5, language)
        assert len(set(told["two"])) == 2
        assert told["five"] > told["six"]


RANGES: dict[str, tuple[dict[str, Any], float, float]] = {
    "free": ({}, 0, 10),
    "from": ({"ge": 3}, 3, 13),
    "above": ({"gt": 3}, 4, 13),
    "to_two": ({"le": 2}, 0, 2),
    "to_one": ({"le": 1}, 0, 1),
    "to_nought": ({"le": 0}, -10, 0),
    "below_nought": ({"lt": 0}, -10, -1),
    "to_less": ({"le": -5}, -15, -5),
    "between": ({"ge": 1, "le": 5}, 1, 5),
    "within": ({"gt": 3, "lt": 5}, 4, 4),
}
"""Of ratings: what is told of their ends, and the least and the most that they are filled with."""


def test_a_rating_lies_in_its_range_as_high_as_somebody_is_suspected():
    ranges: dict[str, Any] = {
        f"{whose}_{what}": (Annotated[int, Field(**ends)], Field(title=name(number, "en")))
        for what, (ends, _, _) in RANGES.items()
        for whose, number in (("five", 5), ("six", 6))
    }
    prompt = sent("", "en", *(accused(by, 5, "en") for by in (2, 3, 4)))
    told = asyncio.run(model("", "en").parse(prompt, create_model("Form", **ranges))).model_dump()
    for what, (_, least, most) in RANGES.items():
        five, six = told[f"five_{what}"], told[f"six_{what}"]
        assert least <= six <= five <= most, what
        assert six <= (least + most) / 2 <= five, what


def test_what_is_said_in_an_unknown_game_is_a_suspicion_that_others_understand():
    for language in LANGUAGES:
        prompt = sent("", language, *(accused(by, 5, language) for by in (2, 3, 4)))
        text = asyncio.run(model("", language).generate(prompt, wants=Talk(among="everybody")))
        facts = read(text, language, speaker=name(1, language), names=everybody(language)).facts
        assert [(fact.by, fact.whom) for fact in facts if isinstance(fact, Suspicion)] == [
            (name(1, language), name(5, language))
        ]


def test_speech_and_weights_need_no_purpose():
    for language in LANGUAGES:
        for game in GAMES:
            assert asyncio.run(model(game, language).generate(sent(game, language)))
            even = asyncio.run(model(game, language).weigh(sent(game, language), ["left", "right"]))
            assert even.probabilities == pytest.approx({"left": 0.5, "right": 0.5})


def test_a_call_that_does_not_say_what_all_of_it_is_for_goes_on_record_as_unmarked():
    purposes: list[str] = []

    class Listening(MemoryLog):
        async def keep(self, key: Any, call: Any, completion: Any) -> None:
            purposes.append(key.purpose)

    opened = MatchModels(log=Listening()).open(BUILT_IN)
    asyncio.run(opened.parse(sent("", "en"), Everything))
    asyncio.run(opened.generate(sent("", "en"), wants=Talk(among="everybody")))
    assert purposes == ["sway-unmarked", "sway"]


PLAYERS = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")


def seat(me: str, talk: Sequence[str] = (), *, lot: str = "", rules: str = "") -> AnySeat:
    prompt = Prompt(
        player=me,
        request="r",
        purpose="test",
        language="en",
        system=(Part(text=rules),),
        user=tuple(Part(text=line) for line in talk),
        draw_seed=lot,
    )
    found = AnyGame().seat(prompt, PLAYERS)
    assert isinstance(found, AnySeat)
    return found


def test_ties_fall_anew_in_every_match_and_whenever_something_is_said():
    tops = {seat("Ann", lot=str(lot)).top for lot in range(30)}
    assert tops == {*PLAYERS} - {"Ann"}
    talk = [f"{name}: I am the seer." for name in PLAYERS[1:]]
    assert len({tuple(seat("Ann", talk[:count]).rank(PLAYERS)) for count in range(5)}) > 1


def test_ties_fall_alike_whoever_reads():
    ranked = [seat(me, lot="7").rank(["Cy", "Di", "Eve", "Fay"]) for me in ("Ann", "Bo")]
    assert ranked[0] == ranked[1]


def test_free_discussion_is_known_from_the_rules():
    assert not seat("Ann").prompt.is_free
    assert seat("Ann", rules=words("frames", "en")["free_talk"]).prompt.is_free
