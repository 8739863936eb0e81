"""The sides of the cards at the end of the night, by all that is known.

What the reader saw rules rows out (`deals.py`), what was said weighs them. In each row the cards then move as
the players of the village there say; a troublemaker or a drunk without a report may have moved any, which is
averaged over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from parlour.games.onenight.reader.beliefs import Beliefs, probable
from parlour.games.onenight.reader.clues import VILLAGE, WOLF, Clue
from parlour.games.onenight.reader.parsed import PeoplePrompt
from parlour.games.onenight.reader.people_clues import (
    CardClue,
    Shape,
    WeighedTalk,
    clue_scores,
    clues,
    draw_odds,
    first_claims,
    score_card_clue,
    side_of,
    weigh_talk,
)
from parlour.games.onenight.reader.people_deals import NOBODY, Deals, SideTable, every_deal, shares, stolen
from parlour.games.onenight.setup import CENTRE, Role
from parlour.language.facts import CardSeen, CentreSeen, Drank, Name, Robbed, Swapped, Woke
from parlour.reader import steady

_IMPOSSIBLE = -1e9
_NEGLIGIBLE = 28.0
"""The difference in log probability at which a row is dropped: less than one in 10^12 of the likeliest."""


@dataclass(frozen=True, kw_only=True)
class PeopleBeliefs(Beliefs):
    """The beliefs about a table of people."""

    prompt: PeoplePrompt

    @cached_property
    def clues(self) -> tuple[Clue, ...]:
        """The evidence; another claim to the only card that the reader was dealt is a lie to it."""
        evidence = (*self._talk[0], *self._untold)
        if not self.is_private:
            return evidence
        return (*(clue for clue in evidence if clue.by != self.prompt.me), *self._own_rivals)

    def _pulls(self, name: Name) -> Mapping[Clue, float]:
        deals, weights = self._rows
        is_wolf = self._ends[:, self._seat(name)] == WOLF
        for_it = weights * is_wolf
        against = weights - for_it
        if self.prompt.bounds.steps == 0 or not (for_it.sum() and against.sum()):
            return {}
        contrast = for_it / for_it.sum() - against / against.sum()
        return {
            clue: steady((score_card_clue(clue, deals, self.prompt.table.players) * contrast).sum())
            for clue in self.clues
            if name == clue.by or name in clue.about
        }

    @cached_property
    def _shape(self) -> Shape:
        cards = self.prompt.cards
        werewolf, minion, tanner, robber = (
            cards.get(role, 0) for role in (Role.WEREWOLF, Role.MINION, Role.TANNER, Role.ROBBER)
        )
        return len(self.prompt.table.players), werewolf, minion, tanner, robber

    @cached_property
    def _deals(self) -> Deals:
        return every_deal(*self._shape)

    @cached_property
    def _all_clues(self) -> tuple[Clue, ...]:
        return clues(self.prompt)

    @cached_property
    def _talk(self) -> WeighedTalk:
        """The public talk; silence is weighed apart, since it may end."""
        clues = tuple(clue for clue in self._all_clues if clue.kind != "claims_nothing")
        return weigh_talk(clues, self.prompt.table.players, self._shape)

    @property
    def _untold(self) -> tuple[Clue, ...]:
        return tuple(clue for clue in self._all_clues if clue.kind == "claims_nothing")

    @property
    def _own_rivals(self) -> Iterator[Clue]:
        prompt = self.prompt
        if not prompt.is_of_village or prompt.cards.get(prompt.start, 0) != 1:
            return
        for name, role in first_claims(prompt).items():
            if role == prompt.start and name != prompt.me:
                yield CardClue(kind="rivals", by=prompt.me, about=(name,), sides=(VILLAGE,))

    @cached_property
    def _rows(self) -> tuple[Deals, NDArray[np.float64]]:
        """The rows that count, and the probability of each; what is next to impossible is left out."""
        prompt, deals, scores = self.prompt, self._deals, self._scores_of_talk
        if self.is_private:
            own_scores = scores - deals.theft + self._theft + self._centre_seen
            scores = np.where(self._allowed_rows, own_scores, _IMPOSSIBLE)
        rows = np.flatnonzero(scores > scores.max() - _NEGLIGIBLE)
        deals, scores = deals.taken(rows), scores[rows]
        if self.is_private and prompt.bounds.is_reminded:
            scores = scores + (deals.held == WOLF) @ self._opinions
        return deals, probable(scores)

    @property
    def _scores_of_talk(self) -> NDArray[np.float64]:
        """The logarithm of how probable each row is by all that was said, but by what the reader said."""
        prompt, deals = self.prompt, self._deals
        players, steps = prompt.table.players, prompt.bounds.steps
        usual = deals.odds + deals.theft
        if steps == 0:
            return usual
        if steps == 1:
            gullible = (score_card_clue(clue, deals, players, is_gullible=True) for clue in self.clues)
            return sum(gullible, start=usual)
        untold = (clue_scores(clue, players, self._shape) for clue in self._untold)
        scores = sum(untold, start=usual + self._talk[1])
        if not self.is_private:
            return scores
        own = (clue for clue in (*self._talk[0], *self._untold) if clue.by == prompt.me)
        rival_scores = (clue_scores(clue, players, self._shape) for clue in self._own_rivals)
        return scores - sum(clue_scores(clue, players, self._shape) for clue in own) + sum(rival_scores)

    @cached_property
    def _allowed_rows(self) -> NDArray[np.bool_]:
        prompt, deals, me = self.prompt, self._deals, self._seat(self.prompt.me)
        mask = deals.start[:, me] == side_of(prompt.start)
        if prompt.start in (Role.WEREWOLF, Role.MINION):
            pack = {*prompt.fellows, *([prompt.me] if prompt.start == Role.WEREWOLF else [])}
            are = np.array([name in pack for name in prompt.table.players])
            mask &= ((deals.start == WOLF) == are).all(axis=1)
        if prompt.start == Role.MASON:
            for name in prompt.fellows:
                mask &= deals.start[:, self._seat(name)] == VILLAGE
        if prompt.start == Role.ROBBER:
            mask &= (deals.thief == NOBODY) | (deals.thief == me)
        else:
            mask &= deals.thief != me
        for fact in prompt.night:
            match fact:
                case CardSeen(whom=whom, role=role):
                    mask &= deals.start[:, self._seat(whom)] == side_of(role)
                case Robbed(whom=whom, role=role):
                    seat, side = self._seat(whom), side_of(role)
                    took = deals.victim == seat if side != VILLAGE else deals.thief == NOBODY
                    mask &= (deals.start[:, seat] == side) & took
                case _:
                    pass
        return mask

    @property
    def _theft(self) -> NDArray[np.float64]:
        """The logarithm of how probable the robber's deed is, by whose cards are known to be others."""
        prompt, deals = self.prompt, self._deals
        players = prompt.table.players
        if prompt.start == Role.ROBBER:
            return np.zeros(len(deals.odds))
        roles = {fact.whom: fact.role for fact in prompt.night if isinstance(fact, CardSeen)}
        roles |= dict.fromkeys(prompt.fellows, prompt.start) | {prompt.me: prompt.start}
        centre = [fact.role for fact in prompt.night if isinstance(fact, CentreSeen)]
        if Role.ROBBER in centre:
            return stolen(deals.start, deals.thief, [False] * len(players), 0)
        if Role.ROBBER in roles.values():
            return stolen(deals.start, deals.thief, [roles.get(name) == Role.ROBBER for name in players], 1)
        village = [role for role in (*roles.values(), *centre) if side_of(role) == VILLAGE]
        hidden = int(deals.centre[0, VILLAGE] + (deals.start[0] == VILLAGE).sum()) - len(village)
        return stolen(deals.start, deals.thief, [name not in roles for name in players], hidden)

    @cached_property
    def _centre_seen(self) -> NDArray[np.float64]:
        """The logarithm of how probable the cards are that the reader saw in the centre."""
        sides = [side_of(fact.role) for fact in self.prompt.night if isinstance(fact, CentreSeen)]
        likely = np.ones(len(self._deals.odds))
        for count in range(1, len(sides) + 1):
            likely = likely * draw_odds(self._deals, sides[:count])
        with np.errstate(divide="ignore"):
            return np.maximum(np.log(np.maximum(likely, 0.0)), _IMPOSSIBLE)

    # Where the cards are

    @cached_property
    def _ends(self) -> SideTable:
        """The side of each player's card in the end, as far as moves are reported."""
        ends = self._rows[0].held.copy(order="F")
        for by, first, second in self._swaps():
            rows = np.flatnonzero(self._is_done(by))[:, None]
            here, there = self._seat(first), self._seat(second)
            ends[rows, [here, there]] = ends[rows, [there, here]]
        return ends

    def _swaps(self) -> Iterator[tuple[Name, Name, Name]]:
        for by, fact in self._deeds(Role.TROUBLEMAKER):
            if isinstance(fact, Swapped):
                yield by, fact.whom, fact.other

    def _deeds(self, card: Role) -> Iterator[tuple[Name, object]]:
        prompt = self.prompt
        if self.is_private and prompt.start == card:
            yield from ((prompt.me, fact) for fact in prompt.night)
            return
        moves = {
            statement.by: statement.fact
            for statement in prompt.statements
            if isinstance(statement.fact, Swapped | Drank)
        }
        players = prompt.table.players
        yield from (
            (by, fact)
            for by, fact in moves.items()
            if by in players and fact.by == by and not (self.is_private and by == prompt.me)
        )

    def _is_done(self, by: Name) -> NDArray[np.bool_]:
        """Returns the rows in which a reported deed was done: those where its author is of the village."""
        if self.is_private and by == self.prompt.me:
            return np.ones(len(self._rows[1]), dtype=np.bool_)
        return self._rows[0].known[:, self._seat(by)] == VILLAGE

    def _shares(self, side: int) -> Mapping[Name, float]:
        column = self._end_shares[:, side]
        return dict(zip(self.prompt.table.players, map(steady, column), strict=True))

    @cached_property
    def _end_shares(self) -> NDArray[np.float64]:
        """The same of all sides: (players, 4)."""
        prompt, (deals, weights) = self.prompt, self._rows
        end_shares = shares(self._ends, weights)
        drunk = [by for by, fact in self._deeds(Role.DRUNK) if isinstance(fact, Drank)]
        for by in drunk:
            done, seat = self._is_done(by), self._seat(by)
            still = np.bincount(self._ends[~done, seat], weights[~done], minlength=4)
            end_shares[seat] = still + _dealt_to_centre(deals, weights * done)
        if not any(True for _ in self._swaps()):
            end_shares = self._stir(end_shares)
        if not drunk and prompt.cards.get(Role.DRUNK, 0) and prompt.start != Role.DRUNK:
            share = self._is_dealt / len(end_shares)
            end_shares = (1 - share) * end_shares + share * _dealt_to_centre(deals, weights)
        woken = next((fact for fact in prompt.night if isinstance(fact, Woke)), None)
        if self.is_private and woken:
            end_shares[self._seat(prompt.me)] = np.eye(4)[side_of(woken.role)]
        return end_shares

    def _stir(self, end_shares: NDArray[np.float64]) -> NDArray[np.float64]:
        """Returns the shares without a troublemaker's report: any two cards may have changed places."""
        count = len(end_shares)
        if not self.prompt.cards.get(Role.TROUBLEMAKER, 0) or self.prompt.start == Role.TROUBLEMAKER:
            return end_shares
        pair = self._is_dealt * (count - 2) / count / comb(count - 1, 2)
        return (1 - pair * count) * end_shares + pair * end_shares.sum(axis=0)

    @property
    def _is_dealt(self) -> float:
        return len(self.prompt.table.players) / (len(self.prompt.table.players) + CENTRE)


def _dealt_to_centre(deals: Deals, weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns the weight with which one of the cards of the centre is of each side: (4,)."""
    # Not a matrix product: over so many rows that starts threads, which cost more than they bring.
    return np.array([(count * weights).sum() for count in deals.centre.T]) / CENTRE
