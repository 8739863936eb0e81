from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pettingzoo.test as official
import pytest

import parlour.integrations.envs
from parlour.core import PASS, Action, State, event_kinds, find_game
from parlour.errors import IllegalAction, MissingExtra, SetupError, UnknownGame, UsageError
from parlour.games.onenight import OneNightSetup, seat_names
from parlour.games.onenight.setup import Role
from parlour.integrations.envs import environment
from parlour.integrations.envs.episode import camp_rewards
from tests.arena.werewolves import werewolves
from tests.integrations.envs.playing import GAMES, by_lot, play

suite: Any = official
"""PettingZoo's own tests, which say little of their arguments."""
pytestmark = [
    # Both are said of every environment whose observation holds its mask and that PettingZoo does not ship.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_api_test_passes(game: str):
    module = getattr(parlour.integrations.envs, f"{game}_v0")
    suite.api_test(module.env(), num_cycles=40)
    suite.api_test(module.env(text=True, seats=(0, 2)), num_cycles=5)


def test_pettingzoos_seed_test_passes():
    for game in GAMES:
        suite.seed_test(environment(game).env, num_cycles=40)
        suite.seed_test(partial(environment(game).env, text=True, seats=(1,)), num_cycles=5)


def test_pettingzoos_render_test_passes(capsys: pytest.CaptureFixture[str]):
    made: Any = environment("onenight").env
    suite.render_test(made)
    assert capsys.readouterr().out.strip()


def test_where_cards_change_hands_whoever_wins_is_rewarded_by_the_card_at_the_end():
    changed = 0
    env: Any = environment("onenight").env(rules="people", players=5)
    for seed in range(30):
        env.reset(seed=seed)
        dealt = dict(env.unwrapped._episode.state.teams())
        totals = play(env, seed, by_lot(seed))
        state, said = env.unwrapped._episode.state, env.unwrapped._episode.events
        winners = next(each.chosen for each in said if each.kind is event_kinds.WON)
        shown = {each.chosen[0]: each.role for each in said if each.kind is event_kinds.REVEALED}
        for number, player in enumerate(state.players):
            side = Role(shown[player]).team
            assert totals[f"player_{number}"] == (0.0 if not winners else 1.0 if side in winners else -1.0)
            changed += side != dealt[player]
    assert changed > 10


def test_a_victory_that_sides_share_is_worth_as_much_to_each():
    deal = (Role.TANNER, Role.WEREWOLF, Role.VILLAGER, Role.VILLAGER, Role.SEER, Role.DRUNK, Role.ROBBER)
    players = seat_names(4, "en")
    setup = OneNightSetup(players=players, rules="people", rounds=1, deal=deal)
    state: State = find_game("onenight").begin(setup, 1)
    choices = dict(zip(players, (players[1], players[0], players[0], players[1]), strict=True))
    while not state.is_over:
        acts = {
            each.id: Action(chosen=(choices[each.player],)) if each.kind == "vote" else PASS
            for each in state.requests()
        }
        state, _ = state.apply(acts)
    assert camp_rewards(state) == dict(zip(players, [1, -1, 1, 1], strict=True))


def test_the_same_seed_and_choices_give_the_same_episode():
    for game in GAMES:
        told: list[Any] = [environment(game).raw_env() for _ in range(2)]
        assert play(told[0], 5, by_lot(1)) == play(told[1], 5, by_lot(1))
        assert told[0]._episode.events == told[1]._episode.events


def test_what_a_voter_chose_is_not_seen_before_all_have_voted():
    def votes(first: int) -> list[Any]:
        env: Any = environment("werewolf").raw_env(text=True)
        env.reset(seed=3)
        choose = by_lot(2)
        while env._episode.turn.kind != "vote":
            env.step(choose(env.agent_selection, env.observe(env.agent_selection)))
        seen: list[Any] = []
        living = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(living[first]))
        while env._episode.turn and env._episode.turn.kind == "vote" and not env._episode.state.is_over:
            step = env._episode.turn.step
            observed = env.observe(env.agent_selection)
            seen.append((observed["observation"].tobytes(), observed["text"]))
            env.step(int(np.flatnonzero(observed["action_mask"])[0]))
            if env._episode.turn is None or env._episode.turn.step != step:
                break
        return seen

    assert votes(1) == votes(2)
    assert len(votes(1)) >= 2


def test_a_seat_sees_nothing_but_what_is_visible_to_it():
    for game in GAMES:
        env: Any = environment(game).raw_env(text=True)
        env.reset(seed=1)
        episode, encoding = env._episode, env.encoding
        for player in episode.learners:
            mine, theirs = encoding.blank(), encoding.blank()
            encoding.add(episode.seen_by(player), mine)
            encoding.add(episode.events, theirs)
            seen = env.observe(f"player_{episode.state.players.index(player)}")["observation"].copy()
            for block in ("told", "roles", "gone"):
                place = encoding.layout[block]
                assert np.array_equal(seen[place], mine[place])
            assert not np.array_equal(theirs, mine)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_is_between_zero_and_one_and_every_block_has_its_place(game: str):
    env: Any = environment(game).raw_env()
    ends = [(place.start, place.stop) for place in env.encoding.layout.values()]
    assert [begin for begin, _ in ends] == [0, *(end for _, end in ends[:-1])]
    assert ends[-1][1] == env.encoding.size

    def choose(agent: str, observed: Any) -> int:
        assert observed["observation"].min() >= 0
        assert observed["observation"].max() <= 1
        assert observed["action_mask"].any()
        return by_lot(len(env._episode.events))(agent, observed)

    play(env, 2, choose)


def test_several_are_chosen_one_after_another():
    env: Any = environment("onenight").raw_env(decides=("check",), seats="village")
    for seed in range(20):
        env.reset(seed=seed)
        if env._episode.turn:
            break
    seer = env.agent_selection
    options = np.flatnonzero(env.observe(seer)["action_mask"])
    assert options[0] == 0  # the seer may check nobody
    env.step(int(options[1]))
    assert env.agent_selection == seer
    left = env.observe(seer)
    assert left["action_mask"][options[1]] == 0
    assert left["action_mask"][0] == 0  # but not one alone
    place = env.encoding.layout["chosen"]
    assert left["observation"][place].sum() == 1
    env.step(int(options[2]))
    checked = next(event for event in env._episode.events if event.kind == "checked")
    names = {env._episode.state.players[number - 1] for number in options[1:3]}
    assert set(checked.chosen) <= names


def test_a_forbidden_choice_ends_the_episode_and_is_worth_less(caplog: pytest.LogCaptureFixture):
    env: Any = environment("werewolf").env()
    env.reset(seed=1)
    agent = env.agent_selection
    mask = env.last()[0]["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert "Illegal move" in caplog.text
    assert all(env.terminations.values())
    assert env.unwrapped._cumulative_rewards[agent] == -1


def test_a_forbidden_choice_of_a_bare_environment_raises():
    env: Any = environment("werewolf").raw_env()
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(IllegalAction, match="masked for"):
        env.step(int(np.flatnonzero(mask == 0)[0]))


def test_methods_sit_in_the_other_seats_and_speak_for_a_silent_learner():
    env: Any = environment("werewolf").raw_env(seats=(0,), others="plain@reader", voice="plain@reader")
    play(env, 4, by_lot(4))
    told = env._episode.events
    spoken = {event.actor: event.text for event in told if event.kind == "spoke"}
    assert len(spoken) > 3
    assert all(len(text) > 20 for text in spoken.values())
    assert env.possible_agents == ["player_0"]
    env.close()


def test_a_side_of_the_game_can_learn():
    env: Any = environment("werewolf").raw_env(seats="werewolf", players=8)
    for seed in (1, 2):
        env.reset(seed=seed)
        sides = env._episode.state.teams()
        assert {env.name(agent) for agent in env.agents} == {
            p for p, side in sides.items() if side == "werewolf"
        }
    assert len(env.possible_agents) == 8


def test_what_is_asked_wrongly_is_told_in_one_sentence():
    with pytest.raises(UnknownGame, match="werewolf"):
        _ = parlour.integrations.envs.warewolf_v0
    with pytest.raises(SetupError, match="players"):
        environment("werewolf").env(players="many")
    with pytest.raises(SetupError, match="werewolf takes"):
        environment("werewolf").env(moons=3)
    with pytest.raises(UsageError, match="no method"):
        environment("werewolf").env(seats=(0,), others="gartr").reset(seed=0)
    with pytest.raises(SetupError, match="sides of werewolf"):
        environment("werewolf").env(seats="martians")
    with pytest.raises(SetupError, match="no seat 9"):
        environment("werewolf").env(seats=(9,))
    with pytest.raises(SetupError, match="asks for no 'dance'"):
        environment("werewolf").env(decides=("dance",))
    with pytest.raises(SetupError, match="no reward in bits"):
        environment("werewolf").env(bits=True)
    with pytest.raises(UsageError, match="render_mode"):
        environment("werewolf").env(render_mode="rgb_array")


def _nothing(name: str) -> None:
    """No package of that name is installed."""


def test_without_pettingzoo_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("parlour.integrations.envs.factory.find_spec", _nothing)
    with pytest.raises(MissingExtra, match=r"pip install 'parlour\[envs\]'"):
        environment("werewolf").env()


def test_bits_are_paid_to_an_innocent_as_it_comes_to_know_and_add_up():
    env: Any = environment("mystery").raw_env(bits=True, voice="plain@reader", answers=False, players=5)
    totals = play(env, 3, by_lot(3))
    episode = env._episode
    for player, side in episode.state.teams().items():
        agent = f"player_{episode.state.players.index(player)}"
        gained = totals[agent] - _won(episode.state, player)
        assert gained > 0 if side == "civilian" else gained <= 0
    env.close()


def _won(state: Any, player: str) -> float:
    [case] = state.outcome.cases
    return 1 if case.winner == state.teams()[player] else -1


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
    assert camp_rewards(state) == dict.fromkeys(setup.players, 0)
