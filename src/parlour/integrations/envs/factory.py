"""The environments of one game, made from keyword options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from parlour.core import find_game
from parlour.errors import MissingExtra
from parlour.integrations.envs.dealing import USUAL_OTHERS, EnvTask
from parlour.integrations.envs.text_env import TextEnv
from parlour.llm import Language

if TYPE_CHECKING:
    from pettingzoo import AECEnv

EXTRA = "environments for PettingZoo need it and gymnasium: pip install 'parlour[envs]'"


@dataclass(frozen=True, kw_only=True)
class GameEnvironment:
    """A game, and how environments of it are made.

    Attributes:
        game: its name.
    """

    game: str

    def env(
        self,
        *,
        text: bool = False,
        bits: bool = False,
        max_steps: int | None = None,
        render_mode: str | None = None,
        seed: int = 0,
        **options: Any,  # noqa: ANN401 - the game's own fields among them
    ) -> AECEnv[str, Any, int]:
        """A PettingZoo AEC environment in its usual wrappers: a forbidden choice ends the episode.

        Args:
            text: whether observations hold everything that the seat may know in words, too.
            bits: whether what a seat can prove is rewarded, too.
            max_steps: after how many decisions an episode is truncated.
            render_mode: `ansi` or `human`.
            seed: where the seeds of episodes that are given none begin.
            options: of `task`.

        Raises:
            MissingExtra: if PettingZoo is not installed.
            UsageError: if an option is not as it can be.
        """
        bare = self.raw_env(
            text=text, bits=bits, max_steps=max_steps, render_mode=render_mode, seed=seed, **options
        )
        return _aec().wrapped(bare)

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
        """The same without wrappers: a forbidden choice raises `IllegalAction`."""
        return _aec().GameEnv(
            self.task(**options),
            text=text,
            bits=bits,
            max_steps=max_steps,
            render_mode=render_mode,
            seed=seed,
        )

    def text_env(
        self,
        *,
        bits: bool = False,
        max_steps: int | None = None,
        **options: Any,  # noqa: ANN401 - the game's own fields among them
    ) -> TextEnv:
        """An environment in words, as TextArena's are: its `reset` says how many players there are.

        Args:
            bits: whether what a seat can prove is rewarded, too.
            max_steps: after how many decisions an episode ends without a winner.
            options: of `task`.

        Raises:
            UsageError: if an option is not as it can be.
        """

        def make(players: int | None) -> EnvTask:
            told: dict[str, Any] = options if players is None else {**options, "players": players}
            return self.task(**told)

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
        """What is played.

        Args:
            seats: who learns: positions at the table from 0, or a side of the game; everybody if left out.
            others: `METHOD[:OPTIONS][@MODEL]` of every other seat.
            voice: likewise what speaks for learners that choose without words; silence if left out.
            decides: the kinds of request that learners decide; all if left out.
            language: of the table.
            asked: of the game, as its setup or `parlour play` has it: `players`, rules, a script.

        Raises:
            UsageError: if one of them is not as it can be.
        """
        held = seats if isinstance(seats, str) else tuple(seats)
        return EnvTask(
            game=self.game,
            asked=asked,
            language=language,
            seats=held,
            others=others,
            voice=voice,
            decides=tuple(decides),
        )


def environment(game: str) -> GameEnvironment:
    """The environments of an installed game.

    Raises:
        UnknownGame: naming the nearest ones.
    """
    find_game(game)
    return GameEnvironment(game=game)


def _aec() -> Any:  # noqa: ANN401 - a module that needs the extra
    if find_spec("pettingzoo") is None or find_spec("gymnasium") is None:
        raise MissingExtra(EXTRA)
    from parlour.integrations.envs import aec  # here, since it needs the extra

    return aec
