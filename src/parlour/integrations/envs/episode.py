"""One match that is played from outside, decision by decision, by whoever learns in some of its seats."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace

from parlour.arena import Setup, start_state
from parlour.core import GAMES, PASS, Action, Event, Player, Request, State
from parlour.integrations.envs.dealing import EnvTask
from parlour.integrations.envs.minds import Minds

WORDLESS = "…"
"""What a learner without words says where a choice must be told to somebody."""


class Episode:
    """A match in which learners decide one after another, and everything else goes by itself.

    What is asked of several at once is put to the learners in seat order; nothing that one of them decides is
    known to anybody before all have.

    Attributes:
        setup: of the match.
        state: the whole truth; never for a learner.
        learners: who decides from outside.
        events: everything that happened so far; a learner may know those that are visible to it.
        faults: how often the game's fallback stood in for a learner, by kind of request.
        decisions: how many decisions learners have made.
    """

    def __init__(
        self, task: EnvTask, seed: int, *, minds: Callable[[Setup, State], Minds | None], has_words: bool
    ) -> None:
        """Deals the match of a seed, and goes on to the first decision.

        Args:
            task: what is played.
            seed: of the match.
            minds: seats the methods that play along; None where no seat has one.
            has_words: whether learners speak themselves, where they do not a voice does or they are silent.
        """
        self._task, self._has_words = task, has_words
        self.setup = task.setup(seed)
        self.state = start_state(self.setup)
        self.learners = task.learners(self.state)
        self.events: list[Event] = []
        self.faults: Counter[str] = Counter()
        self.decisions = 0
        self._minds = minds(self.setup, self.state)
        self._taken: dict[str, Action] = {}
        self._requests: tuple[Request, ...] = ()
        self._waiting: deque[Request] = deque()
        self._go_on()

    @property
    def turn(self) -> Request | None:
        """What a learner must decide now; None at the end."""
        return self._waiting[0] if self._waiting else None

    @property
    def is_over(self) -> bool:
        """Whether nothing remains to be done."""
        return not self._waiting

    def seen_by(self, player: Player) -> list[Event]:
        """What a player may know of what happened."""
        return [event for event in self.events if event.is_visible_to(player)]

    def decide(self, action: Action) -> None:
        """Answers what is asked now.

        Raises:
            IllegalAction: if the request does not allow it; it is asked still.
        """
        request = self._waiting[0]
        spoken = self._spoken(request, action)
        request.check(spoken)
        self._take(request, spoken)

    def fall_back(self) -> None:
        """Answers what is asked now as the game does where somebody gives nothing that counts."""
        request = self._waiting[0]
        self.faults[request.kind.name] += 1
        with self._rules():
            answer = self.state.fallback(request)
        self._take(request, answer)

    def _take(self, request: Request, action: Action) -> None:
        self._waiting.popleft()
        self._taken[request.id] = action
        self.decisions += 1
        if not self._waiting:
            self._apply()
            self._go_on()

    def _go_on(self) -> None:
        """To the next decision of a learner, or to the end."""
        while True:
            with self._rules():
                if self.state.is_over:
                    return
                self._requests = tuple(self.state.requests())
            self._waiting.extend(filter(self._is_put, self._requests))
            if self._waiting:
                return
            self._apply()

    def _apply(self) -> None:
        taken = {**self._taken, **self._rest()}
        with self._rules():
            self.state, events = self.state.apply(taken)
        self._taken = {}
        self.events += events
        if self._minds and events:
            self._minds.observe(events)

    def _rest(self) -> Mapping[str, Action]:
        """What everybody does whom no learner decides for."""
        left = [request for request in self._requests if request.id not in self._taken]
        acted: Mapping[str, Action] = {}
        if self._minds:
            thought = [request for request in left if request.player in self._minds.agents]
            acted = self._minds.act(thought, self.state.fallback)
        with self._rules():
            return {
                request.id: acted.get(request.id)
                or (PASS if request.kind.silent else self.state.fallback(request))
                for request in left
            }

    def _is_put(self, request: Request) -> bool:
        """Whether a learner decides it: what it can choose, and what it can say where it has words."""
        if request.player not in self.learners or request.kind.silent:
            return False
        if self._task.decides and request.kind not in self._task.decides:
            return False
        return bool(request.options and request.most) or (self._has_words and bool(request.words))

    def _spoken(self, request: Request, action: Action) -> Action:
        """A choice with words where it needs some: of the voice, to whom it was chosen, or none."""
        if self._has_words or not (request.words and action.chosen):
            return action
        if self._minds is None or request.player not in self._minds.agents:
            return replace(action, speech=WORDLESS)
        narrowed = replace(request, options=action.chosen)
        said = self._minds.act([narrowed], lambda _: PASS)[request.id].speech
        return replace(action, speech=said or WORDLESS)

    def _rules(self) -> AbstractContextManager[None]:
        return GAMES.guarded(self.setup.game.name)
