"""What was true all along: who killed whom, or who was what."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.arena import Record, events
from parlour.core import CaseOutcome, Player, event_kinds
from parlour.evaluation import verdicts
from parlour.games.mystery import MysterySetup

_WOLF = "werewolf"


@dataclass(frozen=True, kw_only=True)
class Truth:
    """The answers to a match's hidden questions, and what everybody was dealt.

    Attributes:
        culprits: by case, who is the answer; nobody at the table for a case that is not scored.
        roles: what everybody is, where the game deals roles.
        verdicts: how each case ended, if the match came that far.
    """

    culprits: Mapping[str, tuple[Player, ...]]
    roles: Mapping[Player, str] = field(default_factory=dict[Player, str])
    verdicts: tuple[CaseOutcome, ...] = ()

    def is_right(self, case: str, named: tuple[Player, ...]) -> bool | None:
        """Whether all who are named are culprits; None where there is no truth or nobody is named."""
        true = self.culprits.get(case) or ()
        return set(named) <= set(true) if named and true else None


def truth(record: Record) -> Truth:
    """The truth of a match, which may have been broken off: it follows from the deal."""
    ends = tuple(verdicts(record))
    if isinstance(record.setup.game, MysterySetup):
        script = record.setup.game.script
        return Truth(culprits={each.name: each.murderers for each in script.victims}, verdicts=ends)
    dealt = [event for event in events(record) if event.kind is event_kinds.ROLE]
    roles = {event.actor or "": event.role or "" for event in dealt}
    wolves = tuple(name for name in record.setup.players if roles.get(name) == _WOLF)
    return Truth(culprits={_case(record): wolves}, roles=roles, verdicts=ends)


def _case(record: Record) -> str:
    """The one case of a game of roles, as its thoughts and its end call it."""
    told = (event.case for event in events(record) if event.kind is event_kinds.WON)
    return next(
        (case for case in told if case), "werewolf" if record.setup.game.name == "onenight" else "werewolves"
    )
