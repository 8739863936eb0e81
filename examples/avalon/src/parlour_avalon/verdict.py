"""Who has won, and what the hidden questions of the game came to."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.core import Case, CaseOutcome, Outcome, Player

from parlour_avalon.deal import Deal
from parlour_avalon.quests import REJECTIONS, TO_WIN
from parlour_avalon.roles import Role, Team

EVIL = "evil"
"""The hidden question of everybody: who is evil."""
MERLIN = "merlin"
"""The hidden question of the evil, and of a Percival who sees two: who Merlin is."""


def cases(deal: Deal, player: Player) -> Sequence[Case]:
    """The hidden questions as that player may ask them, among those whose side it is not told at the deal."""
    known = deal.of_known_side(player)
    unknown = tuple(other for other in deal.players if other not in known)
    asked = [Case(name=EVIL, candidates=unknown, answers=len(set(deal.evil) - set(known)))]
    seen = deal.seen(player) if deal.role(player) is Role.PERCIVAL else ()
    if player in deal.evil:
        asked.append(Case(name=MERLIN, candidates=unknown, answers=1))
    elif len(seen) > 1:
        asked.append(Case(name=MERLIN, candidates=seen, answers=1))
    return asked


def winner(deal: Deal, results: Sequence[bool], rejections: int, named: Player | None) -> Team:
    """The side that wins a game that is over.

    Args:
        deal: who is what.
        results: whether each quest succeeded.
        rejections: how many proposals in a row were rejected last.
        named: whom the assassin named as Merlin, if anybody.
    """
    if rejections == REJECTIONS or results.count(False) == TO_WIN or named == deal.only(Role.MERLIN):
        return Team.EVIL
    return Team.GOOD


def outcome(deal: Deal, results: Sequence[bool], rejections: int, named: Player | None) -> Outcome:
    """How a game that is over ended; who Merlin is goes unscored where it never came to the assassin."""
    side = winner(deal, results, rejections, named)
    end = CaseOutcome(case=EVIL, eliminated=None, truth=deal.evil, winner=side)
    hunted = CaseOutcome(
        case=MERLIN,
        eliminated=named,
        truth=deal.holders(Role.MERLIN),
        winner=side if results.count(True) == TO_WIN else None,
    )
    return Outcome(cases=(end, hunted))
