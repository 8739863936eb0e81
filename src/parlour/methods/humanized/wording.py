"""Favor, judgement and strategy of an agent as parts of its prompts."""

from __future__ import annotations

from dataclasses import replace

from parlour.agents import Observation, SeatContext
from parlour.core import CHINESE_CHARACTERS_PER_WORD, Request
from parlour.language.wording import MethodTemplates
from parlour.llm import Part, Source
from parlour.methods.humanized.favor import BEST_RATING, WORST_RATING, Favors
from parlour.methods.humanized.judgement import Judgement
from parlour.methods.humanized.reader import by_favor, by_judgement
from parlour.methods.humanized.roles import are_friends, own_role, role_words, roles_of

WORDS = 80
"""How long a strategy may be, in words of English (appendix D, table 14)."""
_TEMPLATES = MethodTemplates("parlour.methods.humanized")


def favors(observation: Observation, held: Favors) -> Part:
    """The favor statement: a phrase for how each of the others is liked."""
    bands = held.bands(observation.others)
    likings = [(name, band.value) for name, band in bands.items()]
    return replace(_part(observation, "favor", likings=likings), purpose=by_favor(likings))


def rating(observation: Observation) -> Part:
    """What the favor dynamics ask."""
    return _part(observation, "rate", others=list(observation.others), worst=WORST_RATING, best=BEST_RATING)


def judgement(observation: Observation, request: Request, held: Judgement) -> Part:
    """R_i of eq. 9: the most probable role of each of the others, and whether that is a friend's."""
    place, mine = observation.place, own_role(observation, request)
    words = role_words(place)
    guesses = [(name, held.likeliest(name)) for name in observation.others if name in held.rows]
    told = [
        {
            "name": name,
            "role": words[guess.role].name,
            "percent": round(100 * guess.probability),
            "is_friend": are_friends(place, mine, guess.role),
        }
        for name, guess in guesses
    ]
    friends = {name: are_friends(place, mine, guess.role) for name, guess in guesses}
    held_of = {name: (friends[name], guess.probability) for name, guess in guesses}
    return replace(_part(observation, "judgement", guesses=told), purpose=by_judgement(held_of))


def judging(observation: Observation, case: str) -> Part:
    """What is asked for a judgement."""
    place = observation.place
    words = role_words(place)
    roles = [(role, words[role].name) for role in roles_of(place)]
    return _part(observation, "judge", others=list(observation.others), roles=roles, victim=case)


def strategy_words(place: SeatContext) -> int:
    """How long a strategy may be at a table, where a Chinese character counts as a word."""
    return round(WORDS * CHINESE_CHARACTERS_PER_WORD) if place.language == "zh" else WORDS


def deciding(observation: Observation, request: Request) -> Part:
    """What is asked for a strategy, with what the role could try."""
    place = observation.place
    mine, words = role_words(place)[own_role(observation, request)], strategy_words(place)
    return _part(observation, "decide", role=mine.name, ideas=list(mine.ideas), words=words)


def strategy(observation: Observation, text: str) -> Part:
    """The strategy, for the speech that follows it."""
    return _part(observation, "strategy", strategy=text)


def _part(observation: Observation, verb: str, **variables: object) -> Part:
    place = observation.place
    text = _TEMPLATES.speak(verb, place.game, place.language, **variables)
    return Part(text=text, source=Source(origin="thought", owner=place.player))
