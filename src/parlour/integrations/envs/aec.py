"""A game as PettingZoo expects it: agents that act one after another (AEC), and their text space."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv
from pettingzoo.utils.env_logger import EnvLogger
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from parlour.arena import MOST_SEED
from parlour.core import Action, Player, Request
from parlour.errors import IllegalAction, SetupError, UsageError
from parlour.integrations.envs.encoding import NO_CHOICE, Encoding, Vector, is_full
from parlour.integrations.envs.episode import EnvTask, EpisodeHost, camp_rewards, potential_of
from parlour.integrations.envs.text_env import SeatText
from parlour.language.wording import tell

ILLEGAL_REWARD = -1.0
"""The reward of a choice that the mask forbids; such a choice ends the episode."""
Observed = dict[str, Any]


class GameEnv(AECEnv[str, Observed, int]):
    """A game as an agent environment cycle; `player_0` is the first seat, independent of the player's name.

    Raises:
        UsageError: if the game, a method or an option is invalid.
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
        learners = sample.players if isinstance(task.seats, str) else task.learners(sample)
        self.possible_agents = [f"player_{self._table.index(player)}" for player in learners]
        self._encode(self._table, task.setup(0).game.most_rounds)
        self._observed = {agent: self._space() for agent in self.possible_agents}
        self._acted = {agent: Discrete(self.choices.count) for agent in self.possible_agents}

    @staticmethod
    def metadata_of(task: EnvTask) -> dict[str, Any]:
        """Returns the metadata that PettingZoo's tools read."""
        return {
            "name": f"{task.game}_v0",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 1,
        }

    def observation_space(self, agent: str) -> Space[Any]:
        """Returns the space of the vector of `encoding`, the action mask, and the text if it is on."""
        return self._observed[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Returns the space of the numbers of `choices`."""
        return self._acted[agent]

    def name(self, agent: str) -> Player:
        return self._names[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deals the episode of a seed; without one, of the environment's next own seed."""
        del options
        self._episode = episode = self._host.episode(
            self._seeds.randrange(MOST_SEED) if seed is None else seed
        )
        if seed is not None:
            self._seeds = random.Random(seed)
        players = episode.state.players
        if len(players) != len(self._table):
            raise SetupError(f"a table of {len(players)}, where the environment has {len(self._table)}")
        rounds = episode.setup.game.most_rounds
        if (players, rounds) != (self.encoding.players, self.encoding.rounds):
            self._encode(players, rounds)
        self._names = {f"player_{seat}": player for seat, player in enumerate(players)}
        self._agents = {player: agent for agent, player in self._names.items()}
        self._chosen: list[str] = []
        self._is_rewarded = False
        written = episode.learners if self._has_text else ()
        self._texts = {player: SeatText.at(episode.setup, episode.state, player) for player in written}
        self._observed_count = self._rendered = 0
        self._public = self.encoding.blank()
        self._private = {player: self.encoding.blank() for player in episode.learners}
        self.agents = [self._agents[player] for player in episode.learners]
        self.rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards: dict[str, float] = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {"name": self.name(agent)} for agent in self.agents}
        self._bits = episode.provable_bits(self._potential)
        self._select()
        if episode.is_over:
            self._end()

    def step(self, action: int | None) -> None:
        """Makes the selected agent's choice, or removes an agent whose episode is over.

        Raises:
            IllegalAction: if the mask forbids it; `env` ends the episode instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)  # pyright: ignore[reportArgumentType] - it wants None
            return
        self._cumulative_rewards[agent] = 0.0
        if self._is_rewarded:
            self._clear_rewards()
            self._is_rewarded = False
        before = len(self._episode.events)
        self._choose(int(action or NO_CHOICE))
        if self._episode.is_over:
            self._end()
        elif self._most is not None and self._episode.decisions >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        if len(self._episode.events) > before:
            self._reward_bits()
        self._select()
        if self._is_rewarded:
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def is_allowed(self, number: int) -> bool:
        """Returns true if the selected agent may make a choice now."""
        return bool(self._mask[number])

    def end_illegally(self) -> None:
        """Ends the episode for a forbidden choice of the selected agent, which loses `ILLEGAL_REWARD`."""
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self.rewards = dict.fromkeys(self.agents, 0.0) | {agent: ILLEGAL_REWARD}
        self._is_rewarded = True
        self._accumulate_rewards()
        self._select()

    def observe(self, agent: str) -> Observed:
        """Returns the observation of an agent: its vector, its action mask, and its text if it is on."""
        self._catch_up()
        player = self.name(agent)
        request = self._open_request(player)
        vector: Vector = np.maximum(self._public, self._private[player])
        cases = self._episode.state.cases(player) if request and request.case else ()
        self.encoding.ask(vector, player, request, self._chosen if request else (), cases)
        mask = self._mask if agent == self.agent_selection else self.choices.mask(None)
        observed: Observed = {"observation": vector, "action_mask": mask.copy()}
        if self._has_text:
            observed["text"] = self.text(agent)
        return observed

    def text(self, agent: str) -> str:
        """Returns everything visible to an agent in words, as its prompts would show it, and its request."""
        player = self.name(agent)
        if player not in self._texts:
            seat = SeatText.at(self._episode.setup, self._episode.state, player)
            seat.hear(self._episode.events)
            return seat.whole(self._open_request(player))
        self._catch_up()
        return self._texts[player].whole(self._open_request(player))

    def render(self) -> str | None:
        """Returns or prints the public events so far.

        Raises:
            UsageError: if the environment has no render mode.
        """
        if self.render_mode is None:
            raise UsageError("say render_mode='ansi' or 'human' when the environment is made")
        game, language = self._task.game, self._episode.setup.language
        lines = [tell(event, language, game) for event in self._episode.events if event.visible_to is None]
        if self.render_mode == "ansi":
            return "\n".join(lines)
        for line in lines[self._rendered :]:
            print(line)  # noqa: T201 - what this mode is for
        self._rendered = len(lines)
        return None

    def close(self) -> None:
        self._host.close()

    def _encode(self, players: tuple[Player, ...], rounds: int) -> None:
        self.encoding = Encoding(game=self._task.kind, players=players, rounds=rounds)
        self.choices = self.encoding.choices

    def _space(self) -> Space[Any]:
        spaces: dict[str, Space[Any]] = {
            "observation": Box(0.0, 1.0, (self.encoding.size,), np.float32),
            "action_mask": Box(0, 1, (self.choices.count,), np.int8),
        }
        return Dict(spaces | ({"text": Prose()} if self._has_text else {}))

    def _open_request(self, player: Player) -> Request | None:
        request = self._episode.turn
        return request if request and request.player == player and not self._is_done() else None

    def _is_done(self) -> bool:
        return True in self.terminations.values() or True in self.truncations.values()

    def _choose(self, number: int) -> None:
        request = self._episode.turn
        if request is None:
            raise IllegalAction("nothing is asked")
        if not self._mask[number]:
            raise IllegalAction(f"number {number} is masked for {request.kind} of {request.player}")
        option = self.choices.option(number, request)
        chosen = [*self._chosen, *([option] if option else [])]
        if option and not is_full(request, chosen):
            self._chosen = chosen
            return
        self._chosen = []
        self._episode.decide(Action(chosen=tuple(chosen)))

    def _select(self) -> None:
        request = None if self._is_done() else self._episode.turn
        self.agent_selection = self._agents[request.player] if request else self.agents[0]
        self._mask = self.choices.mask(request, self._chosen if request else ())

    def _end(self) -> None:
        self.terminations = dict.fromkeys(self.agents, True)
        self._is_rewarded = True
        won = camp_rewards(self._episode.state)
        for agent in self.agents:
            self.rewards[agent] += won[self.name(agent)]
            self.infos[agent] = {"name": self.name(agent), "faults": dict(self._episode.faults)}

    def _reward_bits(self) -> None:
        if self._potential is None:
            return
        self._is_rewarded = True
        before, self._bits = self._bits, self._episode.provable_bits(self._potential)
        for player, bits in self._bits.items():
            self.rewards[self._agents[player]] += bits - before[player]

    def _catch_up(self) -> None:
        fresh = self._episode.events[self._observed_count :]
        if not fresh:
            return
        self._observed_count = len(self._episode.events)
        for event in fresh:
            if event.visible_to is None:
                self.encoding.add((event,), self._public)
            else:
                for player in event.visible_to & self._private.keys():
                    self.encoding.add((event,), self._private[player])
        for text in self._texts.values():
            text.hear(fresh)


class CheckedEnv(OrderEnforcingWrapper[str, Observed, int]):
    """The environment with the checks of PettingZoo's usual three wrappers, in one.

    Calls must come in order, a choice must be in the action space, and a forbidden one ends the episode. Each
    of PettingZoo's wrappers passes every attribute on to the next, which takes longer than the game.
    """

    env: GameEnv

    @property
    def agents(self) -> list[str]:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.env.agents

    @property
    def agent_selection(self) -> str:  # pyright: ignore[reportIncompatibleVariableOverride]
        return self.env.agent_selection

    def last(self, observe: bool = True) -> tuple[Observed | None, float, bool, bool, dict[str, Any]]:  # noqa: FBT001, FBT002 - PettingZoo's
        """Returns the observation, reward, end, truncation and information of the selected agent."""
        if not self._has_reset:
            EnvLogger.error_observe_before_reset()
        return self.env.last(observe)

    def step(self, action: int | None) -> None:
        """Makes the selected agent's choice; a forbidden one ends the episode."""
        env = self.env
        if not self._has_reset:
            EnvLogger.error_step_before_reset()
        self._has_updated = True
        if not env.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = env.agent_selection
        is_over = env.terminations[agent] or env.truncations[agent]
        # The space itself takes far longer.
        is_number = type(action) is int and 0 <= action < env.choices.count
        if not (is_number or (is_over and action is None) or env.action_space(agent).contains(action)):
            raise AssertionError("action is not in action space")
        if is_over or env.is_allowed(int(action or NO_CHOICE)):
            env.step(action)
        else:
            EnvLogger.warn_on_illegal_move()
            env.end_illegally()


_LETTERS = "abcdefghijklmnopqrstuvwxyz "
_SAMPLE = 40


class Prose(Space[str]):
    """The space of all strings; Gymnasium's own `Text` requires an alphabet and a length."""

    def __init__(self) -> None:
        super().__init__((), None)

    @property
    def is_np_flattenable(self) -> bool:
        """Returns False: a string is no vector."""
        return False

    def sample(self, mask: object = None, probability: object = None) -> str:
        """Returns random letters."""
        del mask, probability
        return "".join(_LETTERS[n] for n in self.np_random.integers(len(_LETTERS), size=_SAMPLE))

    def contains(self, x: object) -> bool:
        return isinstance(x, str)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Prose)

    def __hash__(self) -> int:
        return hash(Prose)

    def __repr__(self) -> str:
        return "Prose()"
