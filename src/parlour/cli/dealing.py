"""From the options of `parlour play` to the setup of the game that they ask for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from parlour import library
from parlour.arena import GameSetup, pick_script
from parlour.errors import UsageError
from parlour.games.mystery import MysterySetup

_MYSTERY = frozenset[str]({"mystery"})
_WEREWOLF = frozenset[str]({"werewolf"})
_ONE_NIGHT = frozenset[str]({"onenight"})
ONLY: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        ("script", "victims", "questions", "self_votes", "answers", "script_tokens", "answer_tokens"),
        _MYSTERY,
    ),
    **dict.fromkeys(
        ("discussions", "confers", "self_save", "doubly_saved", "opens", "ties", "reveal", "days"), _WEREWOLF
    ),
    "minion_knows_wolf": _ONE_NIGHT,
    "rounds": _MYSTERY | _ONE_NIGHT,
    "roles": _WEREWOLF | _ONE_NIGHT,
    "words": _WEREWOLF | _ONE_NIGHT,
}
"""The games that have an option, where not all have it."""


def refuse_options_of_others(game: str, told: Collection[str]) -> None:
    """Raises `UsageError` if an option was given that belongs to other games."""
    for name in told:
        if name in ONLY and game not in ONLY[name]:
            owners = " and ".join(sorted(ONLY[name]))
            raise UsageError(f"--{name.replace('_', '-')} is an option of {owners}, not of {game}")


@dataclass(frozen=True, kw_only=True)
class MysteryAsked:
    """A mystery as it was asked for; what is left out is as usual."""

    script: str
    lang: library.Language | None
    players: int | None
    victims: int | None
    rounds: int
    questions: int
    self_votes: bool
    answers: bool

    def setup(self, seed: int) -> GameSetup:
        """The mystery of that seed."""
        script = pick_script(
            self.script, seed, language=self.lang, players=self.players, victims=self.victims
        )
        return MysterySetup(
            script=script,
            rounds=self.rounds,
            questions=self.questions,
            self_votes=self.self_votes,
            answers=self.answers,
        )
