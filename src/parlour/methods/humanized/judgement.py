"""Judgement: how likely each of the others is each role (Humanized Agents, eq. 7 to 9 and algorithm 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parlour.core import Player


@dataclass(frozen=True, kw_only=True)
class Guess:
    """One role for one player, and how likely it is: what a model is asked for (table 13).

    Attributes:
        role: the most probable one, as the model says.
        probability: in [0, 1].
    """

    role: str
    probability: float


@dataclass(frozen=True, kw_only=True)
class Judgement:
    """The matrix p_jr of one agent.

    Attributes:
        roles: r, the ordinary role first: it is what somebody is taken for of whom nothing is known.
        rows: p_j for each player j, adding up to 1; of shape (players, roles).
        guesses: the role that the model named for a player, and its probability.
        spread: whether r_max is taken from the rows (ours) and not from the guesses.
    """

    roles: tuple[str, ...]
    rows: Mapping[Player, tuple[float, ...]]
    guesses: Mapping[Player, Guess | None]
    spread: bool = False

    @staticmethod
    def of(
        guesses: Mapping[Player, Guess | None], roles: Sequence[str], *, spread: bool = False
    ) -> Judgement:
        """The matrix that guesses make.

        Args:
            guesses: one per player; None for whom there is none, who then is each role as likely as another.
            roles: all that there are, the ordinary one first; at least two.
            spread: whether the most probable role of a row counts, even where it is not the guess.

        Raises:
            ValueError: if a guess is of another role or not in [0, 1], or there are fewer than two roles.
        """
        if len(roles) < 2:
            raise ValueError("a judgement needs at least two roles")
        rows = {name: _row(guess, tuple(roles)) for name, guess in guesses.items()}
        return Judgement(roles=tuple(roles), rows=rows, guesses=dict(guesses), spread=spread)

    def likeliest(self, name: Player) -> Guess:
        """Returns r_max and its probability (algorithm 1, lines 4 to 7, and eq. 8).

        The model names one role per player (table 13), and table 14 prints that role at 5 % and 10 %: the
        guess is r_max. Without a guess it is the ordinary role (line 4). With `spread` it is the largest
        entry of the row, in which the other roles share the rest: a guess below 1 / R gives way to another.
        """
        guess = self.guesses[name]
        if guess is not None and not self.spread:
            return guess
        row = self.rows[name]
        best = max(range(len(row)), key=lambda n: (row[n], -n))
        return Guess(role=self.roles[best], probability=row[best])


def _row(guess: Guess | None, roles: tuple[str, ...]) -> tuple[float, ...]:
    """The guess, and the rest evenly over the other roles."""
    if guess is None:
        return (1 / len(roles),) * len(roles)
    if guess.role not in roles or not 0 <= guess.probability <= 1:
        raise ValueError(f"{guess} is no guess among {', '.join(roles)}")
    rest = (1 - guess.probability) / (len(roles) - 1)
    return tuple(guess.probability if role == guess.role else rest for role in roles)
