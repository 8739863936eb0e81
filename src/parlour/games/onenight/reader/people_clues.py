"""Statements at a table of people as evidence on each player's card, weighed once for all readers.

The village tells the truth of its cards and of the night, and tells it soon; a player of another side, or a
robber who has taken a card of another side, lies. How likely each says what is by judgement, as for the
paper's table. As there, an opinion is mostly an echo of what follows from the talk before it, and only what
is news counts in full. What was said in public is the same for all who ask, so that each clue is weighed
once, when it comes up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from parlour.games.onenight.reader.clues import NEVER, SIDES, VILLAGE, WOLF, Clue
from parlour.games.onenight.reader.parsed import PeoplePrompt
from parlour.games.onenight.reader.people_deals import NOBODY, Deals, every_deal, shares
from parlour.games.onenight.setup import CENTRE, Role
from parlour.language.facts import (
    CardSeen,
    CentreSeen,
    Drank,
    Fact,
    Fellow,
    Name,
    Robbed,
    RoleClaim,
    Suspicion,
    Swapped,
    Trust,
    Woke,
    Word,
)
from parlour.reader import LEVEL_WEIGHTS, OPINIONS, Said, echo_odds

_TELLERS: Mapping[type, Word] = {
    CardSeen: Role.SEER,
    CentreSeen: Role.SEER,
    Robbed: Role.ROBBER,
    Swapped: Role.TROUBLEMAKER,
    Drank: Role.DRUNK,
    Woke: Role.INSOMNIAC,
}
_ACTIVE = (Role.SEER, Role.ROBBER, Role.TROUBLEMAKER, Role.INSOMNIAC, Role.DRUNK)
_OF_SELF: Mapping[str, tuple[float, float, float, float]] = {
    "claims_seer": (1.0, 0.5, 0.9, 0.9),
    "claims_mason": (1.0, 0.2, 0.2, 0.2),
    "claims_villager": (1.0, 1.6, 1.2, 1.3),
    "claims_wolf": (0.02, 1.0, 0.3, 1.0),
    "claims_nothing": (0.4, 1.0, 1.0, 1.0),
    "wavers": (0.05, 0.25, 0.25, 1.0),
}
"""The likelihood of statements about oneself by village, werewolf, minion and tanner."""
_LIES: Mapping[str, tuple[float, float, float]] = {
    "found_card": (0.08, 0.15, 0.3),
    "clear_card": (0.15, 0.2, 0.1),
    "robbed_card": (0.15, 0.1, 0.1),
    "saw_centre": (0.15, 0.15, 0.1),
    "vouches": (0.02, 0.02, 0.02),
    "rivals": (1.0, 1.0, 1.0),
}
"""The likelihood of unobserved claims by a werewolf, the minion and the tanner."""


@dataclass(frozen=True, kw_only=True)
class CardClue(Clue):
    """Evidence from a statement on cards.

    Attributes:
        sides: of the cards that it is about, in their order; of the centre, of all that the speaker has named
            so far, the one that is new last.
    """

    sides: tuple[int, ...] = ()


_AMONG = (0, 1, 2, 2)
"""The cell of a row that counts, by the side of an opinion's subject."""


def side_of(role: Word) -> int:
    """Returns the side of a card."""
    return SIDES.get(role, VILLAGE)


def claim(statement: Said) -> Word | None:
    """Returns the dealt card that a speaker claims."""
    fact = statement.fact
    by = fact.who if isinstance(fact, RoleClaim) else getattr(fact, "by", None)
    return card_told(fact) if by == statement.by else None


def card_told(fact: Fact) -> Word | None:
    """Returns the card that a statement claims for its speaker, explicitly or by its report of the night."""
    return fact.role if isinstance(fact, RoleClaim) else teller(fact)


def teller(fact: Fact) -> Word | None:
    """Returns the card of a player with such a report of the night."""
    if isinstance(fact, Fellow):
        return Role.MASON if fact.role == "mason" else None
    return _TELLERS.get(type(fact))


def first_claims(prompt: PeoplePrompt) -> Mapping[Name, Word]:
    """Returns the first claimed card of each player."""
    claims: dict[Name, Word] = {}
    for statement in prompt.statements:
        if role := claim(statement):
            claims.setdefault(statement.by, role)
    return claims


def clues(prompt: PeoplePrompt) -> tuple[Clue, ...]:
    """Returns all public evidence on cards, in order; each thing once."""
    evidence = (*_clues_from_talk(prompt), *_silence_clues(prompt))
    return tuple(dict.fromkeys(clue for clue in evidence if clue.by in prompt.table.players))


def _clues_from_talk(prompt: PeoplePrompt) -> Iterator[Clue]:
    claims: list[tuple[Name, Word]] = []
    centre: dict[Name, dict[Word, int]] = {}
    for statement in prompt.statements:
        role = claim(statement)
        if role and (statement.by, role) not in claims:
            yield from _of_claim(prompt, statement.by, role, claims)
            claims.append((statement.by, role))
        if isinstance(statement.fact, CentreSeen) and statement.fact.by == statement.by:
            sides = centre.setdefault(statement.by, {})
            if statement.fact.card not in sides:
                sides[statement.fact.card] = side_of(statement.fact.role)
                yield CardClue(kind="saw_centre", by=statement.by, sides=tuple(sides.values()))
        yield from _of_words(statement)
        yield from _against(statement, claims)


def _of_claim(
    prompt: PeoplePrompt, by: Name, role: Word, before: Sequence[tuple[Name, Word]]
) -> Iterator[Clue]:
    """Yields the clues of a claim; of more claims than cards at least one is a lie."""
    yield Clue(kind=_kind(role), by=by)
    if role not in SIDES and any(name == by for name, _ in before):
        yield Clue(kind="wavers", by=by)
    same = tuple(dict.fromkeys(name for name, other in before if other == role and name != by))
    if same and len(same) >= prompt.cards.get(role, 0):
        yield CardClue(kind="rivals", by=by, about=same, sides=(VILLAGE,) * len(same))


def _kind(role: Word) -> str:
    if role in SIDES:
        return "claims_wolf"
    if role in _ACTIVE:
        return "claims_seer"
    return "claims_mason" if role == Role.MASON else "claims_villager"


def _silence_clues(prompt: PeoplePrompt) -> Iterator[Clue]:
    claimers = prompt.left_out.union(first_claims(prompt))
    for by in dict.fromkeys(line["actor"] for line in prompt.of("spoke", "passed")):
        if by not in claimers:
            yield Clue(kind="claims_nothing", by=by)


def _of_words(statement: Said) -> Iterator[Clue]:
    match statement.fact:
        case CardSeen(by=by, whom=whom, role=role) if by == statement.by != whom:
            kind = "clear_card" if side_of(role) == VILLAGE else "found_card"
            yield CardClue(kind=kind, by=by, about=(whom,), sides=(side_of(role),))
        case Robbed(by=by, whom=whom, role=role) if by == statement.by != whom:
            yield CardClue(kind="robbed_card", by=by, about=(whom,), sides=(side_of(role),))
        case Fellow(by=by, whom=whom, role="mason") if by == statement.by != whom:
            yield CardClue(kind="vouches", by=by, about=(whom,), sides=(VILLAGE,))
        case Suspicion(by=by, whom=whom, level=level) if by == statement.by != whom:
            yield Clue(kind="suspects", by=by, about=(whom,), weight=LEVEL_WEIGHTS[level])
        case Trust(by=by, whom=whom, level=level) if by == statement.by != whom:
            yield Clue(kind="trusts", by=by, about=(whom,), weight=LEVEL_WEIGHTS[level])
        case _:
            pass


def _against(statement: Said, claims: Sequence[tuple[Name, Word]]) -> Iterator[Clue]:
    """Yields contradictions between a seen card and claims to another, or to a card seen in the centre."""
    sighting = _seen_card(statement.fact)
    if not sighting or getattr(statement.fact, "by", None) != statement.by:
        return
    holder, role = sighting
    for name, other in claims:
        is_at_odds = other != role if holder == name else holder is None and other == role in _ACTIVE
        if name != statement.by and is_at_odds:
            yield CardClue(kind="rivals", by=statement.by, about=(name,), sides=(VILLAGE,))


def _seen_card(fact: Fact) -> tuple[Name | None, Word] | None:
    match fact:
        case CardSeen(whom=whom, role=role) | Robbed(whom=whom, role=role):
            return whom, role
        case CentreSeen(role=role):
            return None, role
        case _:
            return None


def score_card_clue(
    clue: Clue, deals: Deals, players: Sequence[Name], *, is_gullible: bool = False
) -> NDArray[np.float64]:
    """Returns the logarithm of how likely a clue is in each row, up to a constant: (rows,).

    A gullible reader takes each statement on others as if the village made it.
    """
    by = players.index(clue.by)
    speaker = deals.known[:, by]
    if is_gullible and clue.about:
        speaker = np.full_like(speaker, VILLAGE)
    if isinstance(clue, CardClue):
        lies = np.log((1.0, *_LIES[clue.kind]))[speaker]
        return np.where(speaker == VILLAGE, np.log(_truthful(clue, deals, by, players)), lies)
    if not clue.about:
        return np.log(_OF_SELF[clue.kind])[speaker]
    about = deals.known[:, players.index(clue.about[0])]
    return np.log(clue.cells)[:, _AMONG].ravel()[speaker * len(_AMONG) + about]


def draw_odds(deals: Deals, sides: Sequence[int]) -> NDArray[np.float64]:
    """Returns how probable the last of these cards of the centre is after those before it: (rows,)."""
    *before, side = sides
    return (deals.centre[:, side] - before.count(side)) / (CENTRE - len(before))


def _truthful(clue: CardClue, deals: Deals, by: int, players: Sequence[Name]) -> NDArray[np.float64]:
    """Returns how likely the village says it: where it is so, and else never."""
    if clue.kind == "saw_centre":
        return np.maximum(draw_odds(deals, clue.sides), NEVER)
    if clue.kind == "rivals":
        others = (deals.known[:, players.index(name)] == VILLAGE for name in clue.about)
        return np.where(np.logical_and.reduce(list(others)), NEVER, 1.0)
    is_so = deals.start[:, players.index(clue.about[0])] == clue.sides[0]
    if clue.kind == "robbed_card":
        is_so &= deals.thief == (NOBODY if clue.sides[0] == VILLAGE else by)
    return np.where(is_so, 1.0, NEVER)


Shape = tuple[int, int, int, int, int]
"""The number of players, and of cards of werewolf, minion, tanner and robber."""


WeighedTalk = tuple[tuple[Clue, ...], NDArray[np.float64]]
"""The public talk so far: the clues, each with how much of it is an echo, and the logarithm of how likely all
of them together are in each row: (rows,)."""


@lru_cache(maxsize=64)
def clue_scores(clue: Clue, players: tuple[Name, ...], shape: Shape) -> NDArray[np.float64]:
    """Returns the logarithm of how likely a clue is in each row, up to a constant: (rows,)."""
    return score_card_clue(clue, every_deal(*shape), players)


@lru_cache(maxsize=64)
def weigh_talk(clues: tuple[Clue, ...], players: tuple[Name, ...], shape: Shape) -> WeighedTalk:
    """Returns the clues in order, each opinion once, and their likelihood; each rests on those before it."""
    deals = every_deal(*shape)
    if not clues:
        return (), np.zeros(len(deals.odds))
    (before, scores), clue = weigh_talk(clues[:-1], players, shape), clues[-1]
    if clue.kind in OPINIONS:
        if any(
            (earlier.kind, earlier.by, earlier.about) == (clue.kind, clue.by, clue.about)
            for earlier in before
        ):
            return before, scores
        clue = replace(clue, echo=_echo(clue, scores, deals, players))
    return (*before, clue), scores + clue_scores(clue, players, shape)


def _echo(clue: Clue, scores: NDArray[np.float64], deals: Deals, players: tuple[Name, ...]) -> float:
    by = players.index(clue.by)
    is_village = deals.known[:, by] == VILLAGE
    likely = scores + deals.odds + deals.theft
    weights = np.where(is_village, np.exp(likely - likely.max()), 0.0)
    chances = shares(deals.held, weights)[:, WOLF] / weights.sum()
    others = [seat for seat in range(len(players)) if seat != by]
    return echo_odds(chances, clue.kind, players.index(clue.about[0]), others)
