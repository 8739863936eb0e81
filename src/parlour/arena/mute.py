"""Stops a match whose models reply nothing that can be used, instead of playing it to a silent end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from parlour.arena.entries import Act
from parlour.core import Player, Request
from parlour.errors import MuteModel, Unreadable

FIRST, IN_A_ROW = 10, 20


@dataclass(kw_only=True)
class MuteCheck:
    """Counts the decisions that models could not make in one run of a match.

    Decisions that ask no model (bids, passes) do not count.

    Attributes:
        models: the model of each seat that a model plays; without any, nothing is counted.
    """

    models: Mapping[Player, str] = field(default_factory=dict[Player, str])
    _decisions: int = 0
    _failures: list[tuple[Player, Unreadable]] = field(default_factory=list[tuple[Player, Unreadable]])

    def count(self, request: Request, act: Act, error: Exception | None) -> None:
        """Counts a decision that was made anew; one that a resumed match repeats is not counted.

        Args:
            request: what was asked.
            act: what was done.
            error: why the game's fallback was played, if it was.
        """
        if act.player not in self.models or request.kind.bids:
            return
        if isinstance(error, Unreadable):
            if self._failures and self._failures[-1][1].cause != error.cause:
                self._failures.clear()
            self._failures.append((act.player, error))
        elif act.chosen or act.speech:
            self._failures.clear()
        else:
            return
        self._decisions += 1

    def check(self) -> None:
        """Looks at the decisions so far.

        Raises:
            MuteModel: if the first ten, or any twenty in a row, failed for one cause.
        """
        failed = len(self._failures)
        if failed < IN_A_ROW and not failed == self._decisions >= FIRST:
            return
        player, error = self._failures[-1]
        model = self.models[player]
        raise MuteModel(
            f"{failed} decisions in a row fell back on the game's rule, since no reply of {model} could be "
            f"used: {error}. Ask it for a word with: parlour doctor --model {model}"
        )
