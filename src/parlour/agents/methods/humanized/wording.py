"""Favor, judgement and strategy of an agent as parts of its prompts."""

from __future__ import annotations

from parlour.agents import Observation
from parlour.agents.methods.humanized.favor import BEST_RATING, WORST_RATING, Favors
from parlour.agents.methods.humanized.judgement import Judgement
from parlour.agents.methods.humanized.roles import are_friends, own_role, role_words, roles_of
from parlour.games import Request
from parlour.llm import Part, Source, Templates

WORDS = 80
"""How long a strategy may be (appendix D, table 14)."""
_TEMPLATES = Templates("parlour.agents.methods.humanized")


def favors(perspective: Observation, held: Favors) -> Part:
    """The favor statement: a phrase for how each of the others is liked."""
    bands = held.bands(perspective.others)
    return _part(perspective, "favor", likings=[(name, band.value) for name, band in bands.items()])


def rating(perspective: Observation) -> Part:
    """What the favor dynamics ask."""
    return _part(perspective, "rate", others=list(perspective.others), worst=WORST_RATING, best=BEST_RATING)


def judgement(perspective: Observation, request: Request, held: Judgement) -> Part:
    """R_i of eq. 9: the most probable role of each of the others, and whether that is a friend's."""
    game, mine = perspective.place.game, own_role(perspective, request)
    words = role_words(game, perspective.place.language)
    guesses = [(name, held.likeliest(name)) for name in perspective.others if name in held.rows]
    told = [
        {
            "name": name,
            "role": words[guess.role].name,
            "percent": round(100 * guess.probability),
            "is_friend": are_friends(game, mine, guess.role),
        }
        for name, guess in guesses
    ]
    return _part(perspective, "judgement", guesses=told)


def judging(perspective: Observation, case: str) -> Part:
    """What is asked for a judgement."""
    place = perspective.place
    words = role_words(place.game, place.language)
    roles = [(role, words[role].name) for role in roles_of(place)]
    victim = case if place.game == "mystery" else None
    return _part(perspective, "judge", others=list(perspective.others), roles=roles, victim=victim)


def deciding(perspective: Observation, request: Request) -> Part:
    """What is asked for a strategy, with what the role could try."""
    mine = role_words(perspective.place.game, perspective.place.language)[own_role(perspective, request)]
    return _part(perspective, "decide", role=mine.name, ideas=list(mine.ideas), words=WORDS)


def strategy(perspective: Observation, text: str) -> Part:
    """The strategy, for the speech that follows it."""
    return _part(perspective, "strategy", strategy=text)


def _part(perspective: Observation, verb: str, **variables: object) -> Part:
    place = perspective.place
    text = _TEMPLATES.speak(verb, place.language, **variables)
    return Part(text=text, source=Source(origin="thought", owner=place.player))
