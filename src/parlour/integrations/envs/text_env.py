"""A game in words, like TextArena's: observations and actions are texts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from parlour.arena import MOST_SEED
from parlour.core import Player, Request
from parlour.errors import IllegalAction, Unreadable, UsageError
from parlour.integrations.envs.episode import Episode, EpisodeHost
from parlour.integrations.envs.task import EnvTask, camp_reward, potential_of
from parlour.integrations.envs.telling import SeatText, read_action

ALLOWED_ERRORS = 1
"""The number of unreadable actions in a row before the game's fallback is played; as in TextArena."""


class TextEnv:
    """An environment that asks learners in words, by the number of their seat."""

    def __init__(
        self, make: Callable[[int | None], EnvTask], *, bits: bool = False, max_steps: int | None = None
    ) -> None:
        self._make, self._most, self._has_bits = make, max_steps, bits
        self._seeds = random.Random(0)
        self._size: int | None = None
        self._host: EpisodeHost | None = None
        self._episode: Episode | None = None

    def reset(self, num_players: int | None = None, seed: int | None = None) -> None:
        """Deals an episode.

        Raises:
            UsageError: if the game has no such table.
        """
        if self._host is None or num_players != self._size:
            self._close_host()
            self._host, self._size = EpisodeHost(self._make(num_players), has_words=True), num_players
        self._episode = self._host.episode(self._seeds.randrange(MOST_SEED) if seed is None else seed)
        self._texts = {
            player: SeatText.at(self._episode.setup, self._episode.state, player)
            for player in self._episode.learners
        }
        self._news: dict[Player, list[str]] = {player: [] for player in self._texts}
        self._opened = set[Player]()
        self._heard, self._problem, self._errors = 0, "", 0
        self._invalid, self._turns = Counter[Player](), Counter[Player]()
        self._bits: dict[Player, float] = {}
        self._potential = potential_of(self._episode.setup.game.name) if self._has_bits else None
        self._proved = self._episode.provable_bits(self._potential)
        self._hear()

    @property
    def episode(self) -> Episode:
        """The current episode.

        Raises:
            UsageError: before the first `reset`.
        """
        if self._episode is None:
            raise UsageError("reset the environment first")
        return self._episode

    @property
    def gained_bits(self) -> Mapping[Player, float]:
        """The bits that each learner has gained since the start, if they are rewarded."""
        return dict(self._bits)

    def get_observation(self) -> tuple[int, str]:
        """Returns the seat that decides now, and its whole view with its request at the end.

        After the end, these are the first learner's seat and view.
        """
        request = self._turn()
        player = request.player if request else self.episode.learners[0]
        view = self._texts[player].whole(request)
        return self._seat(player), f"{view}\n\n{self._problem}" if self._problem else view

    def get_message(self) -> tuple[int, str]:
        """Returns the seat that decides now and what is new to it, for a caller that stores the conversation.

        The first message of a seat is the whole view of `get_observation`.
        """
        request = self._turn()
        player = request.player if request else self.episode.learners[0]
        if player not in self._opened or request is None:
            self._opened.add(player)
            self._news[player] = []
            return self.get_observation()
        news, self._news[player] = self._news[player], []
        parts = (self._problem,) if self._problem else (*news, self._texts[player].request_text(request))
        return self._seat(player), "\n\n".join(parts)

    @property
    def is_over(self) -> bool:
        """True once no learner has a decision left."""
        return self._turn() is None

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Plays the answer of the seat that decides now.

        After an unreadable answer the seat is asked again with the problem; after the next one in a row the
        game's fallback is played and counted.

        Returns:
            True if the episode is over, and its information: `bits` by seat if they are rewarded, `problem`
            if the answer was unusable.
        """
        request = self._turn()
        if request is None:
            return True, {}
        self._turns[request.player] += 1
        info: dict[str, Any] = {}
        try:
            self.episode.decide(read_action(action, request))
            self._problem, self._errors = "", 0
        except (Unreadable, IllegalAction) as error:
            self._refuse(request, str(error))
            info["problem"] = str(error)
        gained = self._hear()
        if self._has_bits:
            info["bits"] = {self._seat(player): bits for player, bits in gained.items()}
        return self._turn() is None, info

    def close(self) -> tuple[dict[int, float], dict[int, dict[str, Any]]]:
        """Ends the episode and returns each learner's reward and information.

        Returns:
            By seat the reward of its side (`camp_reward`), plus the gained bits if they are rewarded; and
            `role`, `turn_count`, `invalid_move`, `faults`.
        """
        episode = self.episode
        sides = episode.state.teams()
        rewards = {
            self._seat(player): camp_reward(episode.state, player) + self._bits.get(player, 0.0)
            for player in episode.learners
        }
        information = {
            self._seat(player): {
                "role": str(self._texts[player].observation.role or sides[player]),
                "turn_count": self._turns[player],
                "invalid_move": bool(self._invalid[player]),
                "faults": self._invalid[player],
            }
            for player in episode.learners
        }
        self._close_host()
        return rewards, information

    def _turn(self) -> Request | None:
        is_late = self._most is not None and self.episode.decisions >= self._most
        return None if is_late else self.episode.turn

    def _seat(self, player: Player) -> int:
        return self.episode.state.players.index(player)

    def _refuse(self, request: Request, problem: str) -> None:
        self._errors += 1
        self._problem = problem
        if self._errors > ALLOWED_ERRORS:
            self._invalid[request.player] += 1
            self.episode.fall_back()
            self._problem, self._errors = "", 0

    def _hear(self) -> dict[Player, float]:
        fresh = self.episode.events[self._heard :]
        if not fresh:
            return {}
        self._heard = len(self.episode.events)
        for player, text in self._texts.items():
            self._news[player] += text.hear(fresh)
        before, self._proved = self._proved, self.episode.provable_bits(self._potential)
        gained = {player: bits - before[player] for player, bits in self._proved.items()}
        self._bits = {player: self._bits.get(player, 0.0) + bits for player, bits in gained.items()}
        return gained

    def _close_host(self) -> None:
        if self._host:
            self._host.close()
            self._host = None
