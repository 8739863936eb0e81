"""How an episode ends, and what its end is worth."""

from __future__ import annotations

from typing import Any

from parlour.core import State, find_game
from parlour.integrations.envs import environment
from parlour.integrations.envs.task import camp_reward
from tests.arena.werewolves import werewolves
from tests.integrations.envs.playing import by_lot


def test_an_episode_is_truncated_after_so_many_decisions():
    env: Any = environment("werewolf").env(max_steps=3)
    env.reset(seed=1)
    choose = by_lot(0)
    for _ in range(3):
        assert not any(env.truncations.values())
        env.step(choose(env.agent_selection, env.last()[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_a_match_that_nobody_won_is_worth_nothing_to_anybody():
    setup = werewolves(days=1)
    state: State = find_game("werewolf").begin(setup, 1)
    while not state.is_over:
        state, _ = state.apply({each.id: state.fallback(each) for each in state.requests()})
    assert [camp_reward(state, player) for player in setup.players] == [0] * len(setup.players)
