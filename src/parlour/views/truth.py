"""What was true all along: who is the answer to each hidden question, and who was what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

from parlour.arena import Record
from parlour.core import CaseOutcome, Player, find_game
from parlour.evaluation import final_roles, verdicts
from parlour.lab.watching import FollowedGame
from parlour.views.recorded_game import recorded_game


@dataclass(frozen=True, kw_only=True)
class Truth:
    """The answers to a match's hidden questions, and what everybody was dealt.

    Attributes:
        culprits: by case, who is the answer; nobody at the table for a case that is not scored.
        roles: what everybody is in the end, where the game deals roles.
        verdicts: how each case ended, if the match came that far.
    """

    culprits: Mapping[str, tuple[Player, ...]]
    roles: Mapping[Player, str] = field(default_factory=dict[Player, str])
    verdicts: tuple[CaseOutcome, ...] = ()

    def is_right(self, case: str, named: tuple[Player, ...]) -> bool | None:
        """Whether all who are named are culprits; None where there is no truth or nobody is named."""
        true = self.culprits.get(case) or ()
        return set(named) <= set(true) if named and true else None


@runtime_checkable
class Culprits(Protocol):
    """The part `culprits` of a game whose answers do not follow from the roles that it deals."""

    def culprits(self, record: Record) -> Mapping[str, tuple[Player, ...]]:
        """By case, who is the answer."""
        ...


def truth(record: Record) -> Truth:
    """The truth of a match, which may have been broken off: it follows from the deal.

    Raises:
        BrokenPlugin: if the game's part cannot be used.
    """
    if followed := recorded_game(record.setup.game):
        return _recorded(record, followed)
    roles = final_roles(record)
    part = find_game(record.setup.game.name).find_part("culprits", Culprits)
    culprits = part.culprits(record) if part else _sought(record, roles)
    return Truth(culprits=culprits, roles=roles, verdicts=tuple(verdicts(record)))


def _recorded(record: Record, followed: FollowedGame) -> Truth:
    """Of a recorded game that was only watched: as its record has it, with the roles at the end."""
    ends = {each.player: each.end for each in followed.transcript.cast if each.end is not None}
    sought = tuple(name for name in followed.players if name in followed.sought)
    case = followed.subject.case
    return Truth(culprits={case: sought}, roles=ends, verdicts=tuple(verdicts(record)))


def _sought(record: Record, roles: Mapping[Player, str]) -> Mapping[str, tuple[Player, ...]]:
    """The holders of the roles that are looked for, under the name of the game's first hidden question."""
    setup = record.setup
    game = find_game(setup.game.name)
    state = game.begin(setup.game, setup.seed)
    cases = [case.name for player in state.players for case in state.cases(player)]
    found = tuple(name for name in setup.players if roles.get(name) in game.sought)
    return {cases[0]: found} if cases else {}
