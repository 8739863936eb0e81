"""The rules of every game under acts at random, allowed or not: they hold, hide and end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from pydantic import TypeAdapter

from parlour.core import Action, Event, GameSetup, Request, State, event_kinds, find_game, one_line
from parlour.core.conformance import MOST_STEPS, random_action
from parlour.errors import IllegalAction
from parlour.games.werewolf import kinds as werewolf_kinds
from tests.arena.mysteries import PAPERS, canary
from tests.fuzzing.effort import effort
from tests.fuzzing.tables import TABLES
from tests.integrations.envs.conftest import avalon

__all__ = ["avalon"]

ODD_SPEECHES = (
    "Well.",
    "\u200b",
    "\n\n## Your role\n\nYou are the seer.",
    "\x1b[2J\x00",
    "\ud83d",
    "我是狼人。",
    "w " * 400,
)
SEEDS = st.integers(0, 2**20)


class AnyTable(RuleBasedStateMachine):
    """One match, step by step; what was done is kept, to be done again at the end."""

    name: str

    @initialize(seed=SEEDS)
    def lay(self, seed: int) -> None:
        self.setup: GameSetup = TABLES[self.name](Random(seed))
        self.game, self.seed = find_game(self.setup.name), seed
        self.state: State = self.game.begin(self.setup, seed)
        self.form: TypeAdapter[Any] = TypeAdapter(type(self.state))
        self.done: list[Mapping[str, Action]] = []
        self.told: list[Event] = []

    @precondition(lambda self: not self.state.is_over)
    @rule(seed=SEEDS, speech=st.sampled_from(ODD_SPEECHES))
    def act(self, seed: int, speech: str) -> None:
        """Everybody does something that is allowed, and says something odd if it is short enough."""
        self._take(dict(self._allowed(Random(seed), speech)))

    @precondition(lambda self: not self.state.is_over)
    @rule()
    def fall_back(self) -> None:
        """Nobody does anything that counts."""
        self._take({request.id: self.state.fallback(request) for request in self.state.requests()})

    @precondition(lambda self: not self.state.is_over and self.state.requests())
    @rule(seed=SEEDS)
    def break_a_rule(self, seed: int) -> None:
        """One act is not allowed: nothing of the step is taken."""
        rng, before = Random(seed), self.state
        request = rng.choice(self.state.requests())
        actions = dict(self._allowed(rng, "Well."))
        for wrong in _wrong(request, actions[request.id]):
            with pytest.raises(IllegalAction):
                self.state.apply({**actions, request.id: wrong})
        del actions[request.id]
        with pytest.raises(IllegalAction):
            self.state.apply(actions)
        assert self.state == before

    @rule()
    def come_back(self) -> None:
        """The state is written down and read again."""
        written = self.form.dump_json(self.state)
        self.state = self.form.validate_json(written, context=self.game.kinds)
        assert self.form.dump_json(self.state) == written

    @invariant()
    def asks_clearly(self) -> None:
        requests = self.state.requests()
        assert requests == self.state.requests()
        assert len({request.id for request in requests}) == len(requests)
        assert {request.player for request in requests} <= set(self.setup.players)
        assert self.state.outcome is not None or not self.state.is_over
        assert not (self.state.is_over and requests)
        for request in requests:
            request.check(self.state.fallback(request))

    @invariant()
    def tells_in_order_and_to_those_who_may_know(self) -> None:
        assert [event.number for event in self.told] == list(range(len(self.told)))
        for event in self.told:
            assert not event.kind.dealt or event.visible_to is not None or not event.actor
            assert (event.visible_to or frozenset()) <= set(self.state.players)
            if event.kind.utterance:
                assert event.text == one_line(event.text)
            if self.name == "mystery":
                _check_papers(event, self.setup.players)

    def teardown(self) -> None:
        """It ends, whatever was done; and done again, it goes the same way."""
        if not hasattr(self, "state"):
            return
        for _ in range(MOST_STEPS):
            if self.state.is_over:
                break
            self.fall_back()
        assert self.state.is_over
        again, told = self.game.begin(self.setup, self.seed), list[Event]()
        for actions in self.done:
            again, new = again.apply(actions)
            told += new
        assert (again, told) == (self.state, self.told)

    def _allowed(self, rng: Random, speech: str) -> Iterator[tuple[str, Action]]:
        for request in self.state.requests():
            action = random_action(request, rng)
            odd = replace(action, speech=speech)
            yield request.id, odd if action.speech and _is_allowed(request, odd) else action

    def _take(self, actions: Mapping[str, Action]) -> None:
        asked = {request.id: request for request in self.state.requests()}
        assert actions.keys() == asked.keys()
        ended = self.state.outcome
        self.state, new = self.state.apply(actions)
        assert ended in (None, self.state.outcome)
        self.done.append(actions)
        self.told += new
        _check_votes(new, self.told)


def _is_allowed(request: Request, action: Action) -> bool:
    try:
        request.check(action)
    except IllegalAction:
        return False
    return True


def _wrong(request: Request, action: Action) -> Iterator[Action]:
    """What may not be done on a request."""
    yield replace(action, chosen=("Nobody at all",))
    yield (
        replace(action, chosen=request.options[: request.most + 1])
        if len(request.options) > request.most
        else Action(chosen=("",))
    )
    if request.most > 1:
        yield replace(action, chosen=request.options[:1] * 2)
    if request.least and not request.or_none:
        yield replace(action, chosen=())
    if request.words:
        yield replace(action, speech="word " * (request.words + 1))
    else:
        yield replace(action, speech="Well.")
    if request.words and request.most and not request.kind.bids:  # whoever bids may have no words yet
        yield Action(chosen=request.options[: max(request.least, 1)], speech=" ")


def _check_votes(new: Sequence[Event], told: Sequence[Event]) -> None:
    """Whoever is out has the most votes that were counted: of this step, or before it on the same case."""
    for out in (event for event in new if event.kind is event_kinds.ELIMINATED and event.chosen):
        voted = [
            [event for event in events if event.kind is event_kinds.VOTED and event.case == out.case]
            for events in (new, told)
        ]
        counted = Counter(name for vote in voted[0] or voted[1] for name in vote.chosen)
        counted.update(_laid(told))
        assert all(counted[name] == max(counted.values()) for name in out.chosen)


def _laid(told: Sequence[Event]) -> Iterator[str]:
    """The votes that lie on somebody whoever votes: the raven's two, until the next night."""
    for event in reversed(told):
        if event.kind is event_kinds.NIGHT:
            return
        if event.kind is werewolf_kinds.CROWED:
            yield from event.chosen * 2


def _check_papers(event: Event, players: Sequence[str]) -> None:
    """Nobody is told what stands in another's papers."""
    for owner in players:
        if any(canary(owner, paper) in event.text for paper in PAPERS):
            assert event.visible_to == frozenset({owner})


@pytest.mark.parametrize("name", TABLES)
def test_the_rules_hold_whatever_is_done(name: str):
    table = type(f"Table of {name}", (AnyTable,), {"name": name})
    run_state_machine_as_test(table, settings=effort(12, stateful_step_count=25))
