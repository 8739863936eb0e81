"""Facts, questions and names to draw from, and the corpora of this folder."""

from __future__ import annotations

from dataclasses import Field, fields
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, get_args

import yaml
from hypothesis import strategies as st

from parlour.language.facts import (
    Claim,
    Confirm,
    Language,
    Level,
    Name,
    Plain,
    Question,
    Slot,
    WordKind,
    entries,
)
from parlour.language.facts.names import is_name

LANGUAGES: tuple[Language, ...] = ("en", "zh")
PLAIN: tuple[type[Plain], ...] = get_args(Plain)
QUESTIONS: tuple[type[Question], ...] = get_args(Question)
PEOPLE = ("who", "whom", "by", "of", "to", "victim", "other")

_HERE = Path(__file__).parent
_KINDS = {
    "place": WordKind.PLACE,
    "thing": WordKind.THING,
    "over": WordKind.TOPIC,
    "role": WordKind.ROLE,
    "card": WordKind.CARD,
}
_SAMPLES: dict[Language, list[Name]] = {
    "en": ["Bob", "Mary-Jane", "Huai'an Lee", "Player 4", "James"],
    "zh": ["张三", "唐秀云", "欧阳明月", "玩家4", "4号"],
}
_SYLLABLES = st.sampled_from(
    ["An", "Cor", "Ev", "Fay", "Hua", "Jo", "Kit", "Mor", "Os", "Quil", "Tess", "Ur"]
)
_WORD = st.builds("{}{}{}".format, _SYLLABLES, st.sampled_from(["-", "'"]), _SYLLABLES) | _SYLLABLES
_ENGLISH = st.one_of(
    _WORD,
    st.builds("{} {}".format, _WORD, _WORD),
    st.builds("Player {}".format, st.integers(1, 12)),
    st.sampled_from(["Huai'an", "Mary-Jane", "Zoë", "Ömer"]),
)
_CHINESE = st.one_of(
    st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=2, max_size=4),
    st.builds("玩家{}".format, st.integers(1, 12)),
    st.builds("{}号".format, st.integers(1, 12)),
)
_NAMES: dict[Language, st.SearchStrategy[Name]] = {
    "en": _ENGLISH.filter(lambda name: is_name(name, "en")),
    "zh": _CHINESE.filter(lambda name: is_name(name, "zh")),
}


@cache
def anything(language: Language) -> st.SearchStrategy[Any]:
    """Any fact or question."""
    return st.one_of(*(_said(each, language) for each in (*PLAIN, Claim, *QUESTIONS)))


def sample(each: type[Any], language: Language, rng: Random) -> Any:
    """One value of a type of fact or question, quickly."""
    people = iter(rng.sample(_SAMPLES[language], len(_SAMPLES[language])))
    return each(
        **{
            field.name: next(people) if field.name in PEOPLE else _sample(each, field, language, rng)
            for field in fields(each)
        }
    )


def names_in(value: object) -> list[Name]:
    """Everybody whom a fact or question speaks of."""
    own = [name for field in PEOPLE if (name := getattr(value, field, None)) is not None]
    return own + (names_in(value.fact) if isinstance(value, Claim | Confirm) else [])


@cache
def corpus(language: Language, file: str = "corpus") -> Any:
    """A corpus of this folder."""
    return yaml.safe_load((_HERE / f"{file}.{language}.yaml").read_text(encoding="utf-8"))


@cache
def _said(each: type[Any], language: Language) -> st.SearchStrategy[Any]:
    """Any value of a type of fact or question; no name twice."""
    people = [field.name for field in fields(each) if field.name in PEOPLE]
    rest = {field.name: _values(each, field, language) for field in fields(each) if field.name not in PEOPLE}
    names = st.lists(_NAMES[language], min_size=len(people), max_size=len(people), unique=True)

    def built(drawn: list[Name], others: dict[str, object]) -> Any:
        return each(**dict(zip(people, drawn, strict=True)), **others)

    return st.builds(built, names, st.fixed_dictionaries(rest))


def _values(each: type[Any], field: Field[Any], language: Language) -> st.SearchStrategy[Any]:
    match field.name:
        case "slot":
            return st.builds(Slot, st.integers(0, 47))
        case "night":
            return st.integers(1, 30)
        case "level":
            return st.sampled_from(Level)
        case "fact":
            return st.one_of(*(_said(plain, language) for plain in PLAIN))
        case name:
            return st.sampled_from(_words(each, name))


def _sample(each: type[Any], field: Field[Any], language: Language, rng: Random) -> Any:
    match field.name:
        case "slot":
            return Slot(rng.randrange(48))
        case "night":
            return rng.randrange(1, 30)
        case "level":
            return rng.choice(list(Level))
        case "fact":
            return sample(rng.choice(PLAIN), language, rng)
        case name:
            return rng.choice(_words(each, name))


def _words(each: type[Any], field: str) -> list[str]:
    return list(entries(_KINDS.get(field) or WordKind(each.__name__.lower())))
