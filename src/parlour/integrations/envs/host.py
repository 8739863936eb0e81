"""What keeps models and a thread for the episodes of one environment."""

from __future__ import annotations

from parlour.arena import Setup
from parlour.core import State
from parlour.integrations.envs.dealing import EnvTask, holders
from parlour.integrations.envs.episode import Episode
from parlour.integrations.envs.minds import LoopThread, Minds
from parlour.llm import ModelPool


class EpisodeHost:
    """Deals episodes of one task, and keeps the models of the methods in it and the loop they think on.

    Args:
        task: what is played.
        has_words: whether learners speak themselves.
    """

    def __init__(self, task: EnvTask, *, has_words: bool) -> None:
        self.task = task
        self._has_words = has_words
        self._models = ModelPool()
        self._thread: LoopThread | None = None

    def episode(self, seed: int) -> Episode:
        """The episode of a seed, at its first decision.

        Raises:
            UsageError: if a method, an option or a model is unknown.
        """
        return Episode(self.task, seed, minds=self._minds, has_words=self._has_words)

    def close(self) -> None:
        """Closes the models and ends the thread, if there is one; another episode starts another."""
        if self._thread:
            self._thread.run(self._models.close())
            self._thread.close()
            self._thread = None

    def _minds(self, setup: Setup, state: State) -> Minds | None:
        told = holders(self.task, state.players, self.task.learners(state), self._models)
        if not told:
            return None
        self._thread = self._thread or LoopThread()
        return Minds.seated(setup, told, self._models, self._thread)
