"""A game as PettingZoo takes it: agents that act one after another (AEC)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import (
    AssertOutOfBoundsWrapper,
    OrderEnforcingWrapper,
    TerminateIllegalWrapper,
)

from parlour.arena import MOST_SEED
from parlour.core import Action, Player, Request
from parlour.errors import IllegalAction, SetupError, UsageError
from parlour.integrations.envs.choices import NOBODY, ChoiceNumbers, is_full
from parlour.integrations.envs.dealing import EnvTask
from parlour.integrations.envs.encoding import Encoding, Vector
from parlour.integrations.envs.host import EpisodeHost
from parlour.integrations.envs.prose import Prose
from parlour.integrations.envs.rewards import camp_reward, potential_of
from parlour.integrations.envs.telling import SeatText
from parlour.language.wording import tell

ILLEGAL_REWARD = -1.0
"""What a choice that the mask forbids is worth; it ends the episode."""
Observed = dict[str, Any]


class GameEnv(AECEnv[str, Observed, int]):
    """A game as an agent environment cycle; `player_0` is the first seat, whatever it is called at the table.

    Args:
        task: the game, who learns, who sits in the other seats.
        text: whether observations have a third part, `text`: everything that the seat may know in words.
        bits: whether what a seat can prove is rewarded, too, where the game says what that is.
        max_steps: after how many decisions of learners an episode is truncated; None for never.
        render_mode: `ansi` gives as a string what everybody has heard, `human` prints what is new of it.
        seed: where the seeds of episodes that are given none begin.

    Raises:
        UsageError: if the game, a method or an option is not as it can be.
    """

    def __init__(
        self,
        task: EnvTask,
        *,
        text: bool = False,
        bits: bool = False,
        max_steps: int | None = None,
        render_mode: str | None = None,
        seed: int = 0,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata_of(task)["render_modes"]):
            raise UsageError(f"render_mode={render_mode!r}: there are ansi and human")
        self.metadata = self.metadata_of(task)
        self.render_mode = render_mode
        self._task, self._host = task, EpisodeHost(task, has_words=False)
        self._has_text, self._most = text, max_steps
        self._potential = potential_of(task.game) if bits else None
        self._seeds = random.Random(seed)
        sample = task.sample
        self._table = sample.players
        everybody = sample.players if isinstance(task.seats, str) else task.learners(sample)
        self.possible_agents = [f"player_{self._table.index(player)}" for player in everybody]
        self.choices = ChoiceNumbers(players=self._table)
        self.encoding = self._encoding(self._table, task.setup(0).game.most_rounds)

        self._observed = {agent: self._space() for agent in self.possible_agents}
        self._acted = {agent: Discrete(self.choices.count) for agent in self.possible_agents}

    @staticmethod
    def metadata_of(task: EnvTask) -> dict[str, Any]:
        """What PettingZoo's tools ask of an environment."""
        return {
            "name": f"{task.game}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 1,
        }

    def observation_space(self, agent: str) -> Space[Any]:
        """The vector of `encoding`, the mask of the choices, and the text where it is wanted."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """The numbers of `choices`."""
        return self._acted[agent]

    def name(self, agent: str) -> Player:
        """What an agent is called at the table of this episode."""
        return self._episode.state.players[int(agent.removeprefix("player_"))]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the episode of a seed; without one the next of the environment's own."""
        del options
        self._episode = episode = self._host.episode(
            self._seeds.randrange(MOST_SEED) if seed is None else seed
        )
        if seed is not None:
            self._seeds = random.Random(seed)
        players = episode.state.players
        if len(players) != len(self._table):
            raise SetupError(f"a table of {len(players)}, where the environment has {len(self._table)}")
        self.choices = ChoiceNumbers(players=players)
        self.encoding = self._encoding(players, episode.setup.game.most_rounds)
        self._chosen: list[str] = []
        self._texts = (
            {player: SeatText.at(episode.setup, episode.state, player) for player in episode.learners}
            if self._has_text
            else {}
        )
        self._seen = self._rendered = 0
        self._public, self._private = (
            self.encoding.blank(),
            {p: self.encoding.blank() for p in episode.learners},
        )
        self.agents = [self._agent(player) for player in episode.learners]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"name": self.name(agent)} for agent in self.agents}
        self._bits = self._proved()
        self._select()
        if episode.is_over:
            self._end()

    def step(self, action: int | None) -> None:
        """Makes the selected agent's choice, or lets one go whose episode is over.

        Raises:
            IllegalAction: if the mask forbids it; `env` ends the episode instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType] - it wants None
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        before = len(self._episode.events)
        self._choose(int(action or NOBODY))
        if self._episode.is_over:
            self._end()
        elif self._most is not None and self._episode.decisions >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        if len(self._episode.events) > before:
            self._reward_bits()
        self._select()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observed:
        """What an agent may know, and what it may choose."""
        self._catch_up()
        player = self.name(agent)
        request = self._asked(player)
        vector: Vector = np.maximum(self._public, self._private[player])
        chosen = self._chosen if request else ()
        self.encoding.ask(vector, player, request, chosen, self._episode.state.cases(player))
        observed: Observed = {
            "observation": vector,
            "action_mask": self.choices.mask(request, chosen),
        }
        if self._has_text:
            observed["text"] = self.text(agent)
        return observed

    def text(self, agent: str) -> str:
        """Everything that an agent may know in words, as its prompts would hold it, and what it is asked."""
        player = self.name(agent)
        if player not in self._texts:
            seat = SeatText.at(self._episode.setup, self._episode.state, player)
            seat.hear(self._episode.events)
            return seat.whole(self._asked(player))
        self._catch_up()
        return self._texts[player].whole(self._asked(player))

    def render(self) -> str | None:
        """What everybody at the table has heard so far.

        Raises:
            UsageError: if no render mode was asked for.
        """
        if self.render_mode is None:
            raise UsageError("say render_mode='ansi' or 'human' when the environment is made")
        game, language = self._task.game, self._episode.setup.language
        lines = [tell(each, language, game) for each in self._episode.events if each.visible_to is None]
        if self.render_mode == "ansi":
            return "\n".join(lines)
        for line in lines[self._rendered :]:
            print(line)  # noqa: T201 - what this mode is for
        self._rendered = len(lines)
        return None

    def close(self) -> None:
        """Closes the models of the other seats."""
        self._host.close()

    def _encoding(self, players: tuple[Player, ...], rounds: int) -> Encoding:
        return Encoding(game=self._task.kind, players=players, rounds=rounds)

    def _space(self) -> Space[Any]:
        spaces: dict[str, Space[Any]] = {
            "observation": Box(0.0, 1.0, (self.encoding.size,), np.float32),
            "action_mask": Box(0, 1, (self.choices.count,), np.int8),
        }
        return Dict(spaces | ({"text": Prose()} if self._has_text else {}))

    def _agent(self, player: Player) -> str:
        return f"player_{self._episode.state.players.index(player)}"

    def _asked(self, player: Player) -> Request | None:
        request = self._episode.turn
        return request if request and request.player == player and not self._is_done() else None

    def _is_done(self) -> bool:
        return any(self.truncations.values()) or any(self.terminations.values())

    def _choose(self, number: int) -> None:
        request = self._episode.turn
        if request is None:
            raise IllegalAction("nothing is asked")
        if not self.choices.mask(request, self._chosen)[number]:
            raise IllegalAction(f"number {number} is masked for {request.kind} of {request.player}")
        option = self.choices.option(number, request)
        chosen = [*self._chosen, *([option] if option else [])]
        if option and not is_full(request, chosen):
            self._chosen = chosen
            return
        self._chosen = []
        self._episode.decide(Action(chosen=tuple(chosen)))

    def _select(self) -> None:
        """Whoever is asked; at the end everybody in turn, to be let go."""
        if self._is_done():
            self.agent_selection = self.agents[0]
            return
        request = self._episode.turn
        self.agent_selection = self._agent(request.player) if request else self.agents[0]

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        state = self._episode.state
        for agent in self.agents:
            self.rewards[agent] += camp_reward(state, self.name(agent))
            self.infos[agent] = {"name": self.name(agent), "faults": dict(self._episode.faults)}

    def _proved(self) -> Mapping[str, float]:
        """What each seat can prove, in bits."""
        if self._potential is None:
            return {}
        return {
            agent: self._potential.bits(
                self._episode.setup.game, self.name(agent), self._episode.seen_by(self.name(agent))
            )
            for agent in self.agents
        }

    def _reward_bits(self) -> None:
        before, self._bits = self._bits, self._proved()
        for agent, bits in self._bits.items():
            self.rewards[agent] += bits - before[agent]

    def _catch_up(self) -> None:
        fresh = self._episode.events[self._seen :]
        if not fresh:
            return
        self._seen = len(self._episode.events)
        self.encoding.add((each for each in fresh if each.visible_to is None), self._public)
        hidden = [each for each in fresh if each.visible_to is not None]
        for player, vector in self._private.items():
            self.encoding.add((each for each in hidden if each.is_visible_to(player)), vector)
        for text in self._texts.values():
            text.hear(fresh)


def wrapped(bare: GameEnv) -> AECEnv[str, Observed, int]:
    """The environment in PettingZoo's usual wrappers: a choice that the mask forbids ends the episode."""
    bounded = AssertOutOfBoundsWrapper(TerminateIllegalWrapper(bare, illegal_reward=ILLEGAL_REWARD))
    return OrderEnforcingWrapper(bounded)
