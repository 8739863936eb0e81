"""The environments of one game, made from keyword options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from parlour.core import find_game
from parlour.errors import MissingExtra
from parlour.integrations.envs.episode import USUAL_OTHERS, EnvTask
from parlour.integrations.envs.text_env import TextEnv
from parlour.llm import Language

if TYPE_CHECKING:
    from pettingzoo import AECEnv

EXTRA = "environments for PettingZoo need it and gymnasium: pip install 'parlour[envs]'"


@dataclass(frozen=True, kw_only=True)
class GameEnvironment:
    """The environments of one game.

    Attributes:
        game: its name.
    """

    game: str

    def env(self, **options: Any) -> AECEnv[str, Any, int]:  # noqa: ANN401 - the game's own fields among them
        """Returns a PettingZoo AEC environment with the usual checks: a forbidden choice ends the episode.

        Args:
            options: of `raw_env`.

        Raises:
            MissingExtra: if PettingZoo is not installed.
            UsageError: if an option is invalid.
        """
        return _aec().CheckedEnv(self.raw_env(**options))

    def raw_env(
        self,
        *,
        text: bool = False,
        bits: bool = False,
        max_steps: int | None = None,
        render_mode: str | None = None,
        seed: int = 0,
        **options: Any,  # noqa: ANN401 - the game's own fields among them
    ) -> AECEnv[str, Any, int]:
        """Returns the same environment without the checks: a forbidden choice raises `IllegalAction`.

        Args:
            text: whether observations also have everything visible to the seat in words.
            bits: whether the bits that a seat can prove are rewarded too.
            max_steps: the number of decisions after which an episode is truncated.
            render_mode: `ansi` or `human`.
            seed: the seed of the seeds of episodes that are reset without one.
            options: of `task`.
        """
        task = self.task(**options)
        return _aec().GameEnv(
            task, text=text, bits=bits, max_steps=max_steps, render_mode=render_mode, seed=seed
        )

    def text_env(
        self,
        *,
        bits: bool = False,
        max_steps: int | None = None,
        **options: Any,  # noqa: ANN401 - the game's own fields among them
    ) -> TextEnv:
        """Returns a text environment like TextArena's: the number of players is an argument of `reset`.

        Args:
            bits: whether the bits that a seat can prove are rewarded too.
            max_steps: the number of decisions after which an episode ends without a winner.
            options: of `task`.

        Raises:
            UsageError: if an option is invalid.
        """

        def make(players: int | None) -> EnvTask:
            fields: dict[str, Any] = options if players is None else {**options, "players": players}
            return self.task(**fields)

        make(None)
        return TextEnv(make, bits=bits, max_steps=max_steps)

    def task(
        self,
        *,
        seats: Sequence[int] | str = (),
        others: str = USUAL_OTHERS,
        voice: str = "",
        decides: Sequence[str] = (),
        language: Language | None = None,
        **asked: Any,  # noqa: ANN401 - the game's own fields
    ) -> EnvTask:
        """Returns the task that environments play.

        Args:
            seats: the learners: positions at the table from 0, or a side of the game; all seats if left out.
            others: `METHOD[:OPTIONS][@MODEL]` of every other seat.
            voice: the method that speaks for learners without words, likewise; silence if left out.
            decides: the kinds of request that learners decide; all if left out.
            language: of the table.
            asked: of the game, as its setup or `parlour play` has it: `players`, rules, a script.

        Raises:
            UsageError: if one of them is invalid.
        """
        learners = seats if isinstance(seats, str) else tuple(seats)
        return EnvTask(
            game=self.game,
            asked=asked,
            language=language,
            seats=learners,
            others=others,
            voice=voice,
            decides=tuple(decides),
        )


def environment(game: str) -> GameEnvironment:
    """Returns the environments of an installed game.

    Raises:
        UnknownGame: if there is none of that name, with the nearest names.
    """
    find_game(game)
    return GameEnvironment(game=game)


def _aec() -> Any:  # noqa: ANN401 - a module that needs the extra
    if find_spec("pettingzoo") is None or find_spec("gymnasium") is None:
        raise MissingExtra(EXTRA)
    from parlour.integrations.envs import aec  # here, since it needs the extra

    return aec
