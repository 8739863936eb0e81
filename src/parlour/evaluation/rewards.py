"""Whose side a seat was on and what came of it: the reward of a match, and nothing where it has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.arena import Record, play_rules
from parlour.core import CaseOutcome, Player, Request, find_game
from parlour.errors import IllegalAction, PluginFailed, RecordError
from parlour.evaluation.scoring import verdicts

REWARD = "reward"
"""How tables call it: whether a seat's own side won."""


@dataclass(frozen=True, kw_only=True)
class Sides:
    """The sides of a match and how its hidden questions came out.

    Attributes:
        game: the game's name.
        teams: the side of each player; nothing where the rules of today do not take the record.
        cases: how each hidden question came out; none before the end.
        requests: what was asked, by id.
    """

    game: str
    teams: Mapping[Player, str]
    cases: Sequence[CaseOutcome]
    requests: Mapping[str, Request]

    @classmethod
    def of(cls, record: Record) -> Sides:
        """The sides of a recorded match."""
        try:
            played = play_rules(record)
        except (RecordError, IllegalAction, PluginFailed):
            return cls(game=record.setup.game.name, teams={}, cases=verdicts(record), requests={})
        return cls(
            game=record.setup.game.name,
            teams=played.teams,
            cases=verdicts(record),
            requests={each.request.id: each.request for each in played.decisions},
        )

    def team(self, player: Player) -> str | None:
        """The side of a seat; None of what is no seat."""
        return self.teams.get(player)

    def reward(self, player: Player) -> float | None:
        """The share of the scored cases that the seat's side won; None where there is none, or no such seat.

        A draw is won by nobody, a victory that sides share by each of them. The side is that at the end.
        """
        team, scored = self.team(player), [case for case in self.cases if self.is_scored(case)]
        if team is None or not scored:
            return None
        return sum(case.is_won_by(team) for case in scored) / len(scored)

    def is_scored(self, case: CaseOutcome) -> bool:
        """Whether a case counts, as it does in scores: somebody at the table is sought."""
        return bool(case.truth or find_game(self.game).sought)

    def truth(self, case: str | None) -> set[Player]:
        """Who was sought in a case; nobody where nobody is, or before the end."""
        return {name for each in self.cases if each.case == (case or "") for name in each.truth}
