"""The shape of a mystery before any chance: its size, its difficulty, its language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from parlour.errors import SetupError
from parlour.games.mystery.script import FEWEST_PLAYERS, MOST_PLAYERS
from parlour.games.mystery.staging import StagingRules
from parlour.language.facts import Language

USUAL_PLAYERS = 6
"""The usual number of players."""


class Difficulty(StrEnum):
    """The amount of testimony that must be combined.

    No innocent player can ever tell alone. In a hard mystery with four innocent people or more, none can
    after hearing only one other either. A number says how many testimonies must be combined, one's own among
    them: so many are enough for some innocent, and no innocent can do with fewer. With the number the
    murderers' lies are caught less, more innocent people have a motive, and less is known of the deaths.
    """

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"


_RULES: Mapping[Difficulty, StagingRules] = {
    Difficulty.EASY: StagingRules(herrings=1, company=0.35, traps=3, gossip=2),
    Difficulty.NORMAL: StagingRules(herrings=2, company=0.25, hides_cause=True, traps=1),
    Difficulty.HARD: StagingRules(
        herrings=3, company=0.15, hides_cause=True, hides_time=True, exposes=False, scatters=True
    ),
    Difficulty.TWO: StagingRules(herrings=1, company=0.35, traps=3, gossip=2, combined=2),
    Difficulty.THREE: StagingRules(herrings=2, company=0.2, hides_cause=True, exposes=False, combined=3),
    Difficulty.FOUR: StagingRules(
        hides_cause=True, hides_time=True, exposes=False, herrings=3, company=0.2, knowing=4, combined=4
    ),
    Difficulty.FIVE: StagingRules(
        hides_cause=True, hides_time=True, exposes=False, herrings=4, company=0.1, knowing=2, combined=5
    ),
    Difficulty.SIX: StagingRules(
        hides_cause=True,
        hides_time=True,
        exposes=False,
        herrings=5,
        company=0.0,
        hides_place=True,
        knowing=1,
        combined=6,
    ),
}


def read_difficulty(name: str | int) -> Difficulty:
    """Returns a difficulty by its name or its number.

    Raises:
        SetupError: if there is no such difficulty.
    """
    try:
        return Difficulty(str(name))
    except ValueError as error:
        names = ", ".join(level for level in Difficulty if not level.isdecimal())
        raise SetupError(f"a mystery's difficulty is 2 to 6, or {names}, not {str(name)!r}") from error


MOST_VICTIMS = 4
LANGUAGES: tuple[Language, ...] = ("en", "zh")
_MADE = re.compile(rf"evening-\d+-(\d+)-\d+-({'|'.join(Difficulty)})-\d+(?:-needed-(\d+))?")


@dataclass(frozen=True, kw_only=True)
class MysteryShape:
    """The requested shape of a mystery, before any chance."""

    players: int
    victims: int
    murderers: int
    difficulty: Difficulty
    language: Language

    @classmethod
    def of(
        cls,
        *,
        players: int | None = None,
        victims: int = 1,
        murderers: int | None = None,
        difficulty: str | int = Difficulty.NORMAL,
        lang: str = "en",
    ) -> Self:
        """Returns a requested shape, with the usual values as defaults.

        Raises:
            SetupError: if there can be no such mystery.
        """
        language: Language | None = next((code for code in LANGUAGES if lang == code), None)
        if language is None:
            raise SetupError(f"mysteries are told in {' or '.join(LANGUAGES)}, not in {lang!r}")
        chosen = read_difficulty(difficulty)
        least = (_RULES[chosen].combined or 1) + 2
        seats = max(USUAL_PLAYERS, least) if players is None else players
        shape = cls(
            players=seats,
            victims=victims,
            murderers=_count_murderers(seats, victims, murderers),
            difficulty=chosen,
            language=language,
        )
        needed, innocent = shape.rules.combined, shape.players - shape.murderers
        if needed and (shape.players < least or innocent < needed):
            raise SetupError(
                f"difficulty {chosen} needs at least {least} players, {needed} of them innocent, "
                f"not {shape.players} with {innocent} innocent"
            )
        return shape

    @property
    def rules(self) -> StagingRules:
        """The staging rules of its evening."""
        return _RULES[self.difficulty]

    def story(self, kind: str, seed: int) -> str:
        """Returns the name that links the translations of a seed's story."""
        return f"{kind}-{self.players}-{self.victims}-{self.murderers}-{self.difficulty}-{seed}"

    def not_found(self, seed: int, sought: str = "fair mystery") -> SetupError:
        """Returns the error that a seed gives nothing of this shape."""
        is_special = self.rules.combined is not None or sought != "fair mystery"
        larger = " or more players" if is_special and self.players < MOST_PLAYERS else ""
        as_hard = f" at difficulty {self.difficulty}" if self.rules.combined else ""
        return SetupError(
            f"seed {seed} gives no {sought} of {self.players} players, {self.victims} victims and "
            f"{self.murderers} murderers{as_hard}; try another seed{larger}"
        )


def made_as(story: str) -> tuple[int, Difficulty, str | None] | None:
    """Returns the victims, the difficulty and the needed seat of a story that was made by a seed.

    None for any other story. The name is that of `MysteryShape.story`.
    """
    match = _MADE.fullmatch(story)
    return match and (int(match[1]), Difficulty(match[2]), match[3])


def _count_murderers(players: int, victims: int, murderers: int | None) -> int:
    """Returns the number of murderers; more innocents than deaths by one hand must be left to testify."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise SetupError(f"a mystery has {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {players}")
    if not 1 <= victims <= MOST_VICTIMS:
        raise SetupError(f"a mystery has 1 to {MOST_VICTIMS} victims, not {victims}")
    if players < victims + 2:
        raise SetupError(f"{victims} victims need at least {victims + 2} players, not {players}")
    most = max(n for n in range(1, 2 * victims + 1) if players - n > max(victims, n))
    if murderers is None:
        return min(victims, most)
    if not 1 <= murderers <= most:
        raise SetupError(
            f"{players} players and {victims} victims allow 1 to {most} murderers, not {murderers}: "
            f"nobody dies by more than two, and enough innocent people must be left to find them out"
        )
    return murderers
