from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from parlour.core import Request, request_kinds
from parlour.errors import Unreadable
from parlour.games.mystery import MysterySetup
from parlour.integrations.envs import environment
from parlour.integrations.envs.text_env import read_action
from tests.integrations.envs.playing import GAMES

OPTIONS = ("Ann", "Ben", "Cat")


def _request(**told: Any) -> Request:
    usual: dict[str, Any] = {"kind": request_kinds.VOTE, "options": OPTIONS, "most": 1}
    return Request(id="1", step=1, player="Zoe", **{**usual, **told})


def _answer(text: str, rng: Random) -> str:
    form = text.rsplit("\n\n", 1)[-1]
    offered = [each.partition("]")[0] for each in form.split("[")[1:]]
    if not offered:
        return "I was in the kitchen all evening."
    chosen = rng.sample(offered[:-1], 2) if form.startswith(("Answer with exactly 2", "请把恰好2")) else None
    return f"I have my reasons. {''.join(f'[{each}]' for each in chosen or [rng.choice(offered)])}"


def test_textarenas_loop_plays_every_game_to_its_end():
    for language in ("en", "zh"):
        for game in GAMES:
            env = environment(game).text_env(seats=(0, 1), language=language)
            env.reset(num_players=6 if game != "werewolf" else 8, seed=4)
            rng, done, asked = Random(1), False, set[int]()
            while not done:
                player, observation = env.get_observation()
                asked.add(player)
                done, _ = env.step(action=_answer(observation, rng))
            rewards, told = env.close()
            assert set(rewards) == set(told) == {0, 1} >= asked
            assert all(-1 <= reward <= 1 for reward in rewards.values())
            assert not any(each["faults"] for each in told.values() if game != "avalon")


def test_nothing_of_another_seats_papers_stands_in_a_text():
    env = environment("mystery").text_env(seats=(0, 1))
    env.reset(num_players=6, seed=3)
    script = MysterySetup.of(env.episode.setup.game).script
    for character in script.characters[1:]:
        for line in "\n".join((*character.acts, *character.secrets)).splitlines():
            own = "\n".join((*script.characters[0].acts, script.synopsis))
            if len(line) > 40 and line not in own:
                assert line not in env.get_observation()[1]


def test_an_answer_that_cannot_be_read_is_asked_for_again_and_then_counted():
    env = environment("werewolf").text_env(seats=(0,), decides=("vote",))
    env.reset(num_players=8, seed=2)
    before = env.episode.turn
    done, info = env.step("I really cannot say")
    assert not done
    assert "brackets" in info["problem"]
    assert env.episode.turn == before
    assert env.get_observation()[1].endswith("no choice in brackets: [Player 2]")
    env.step("nor now")
    assert env.episode.turn != before
    assert env.close()[1][0]["faults"] == 1


def test_the_last_brackets_count_and_the_rest_is_said():
    assert read_action("Either [Ann] or [Ben]. I take [Ben]", _request()).chosen == ("Ben",)
    assert read_action("[nobody]", _request()).chosen == ()
    assert read_action("[ cat ]", _request()).chosen == ("Cat",)
    both = _request(least=2, most=2)
    assert read_action("[Ann] and [Cat]", both).chosen == ("Ann", "Cat")
    asked = _request(kind=request_kinds.ASK, words=5)
    action = read_action("[Ben] Where were you at eight?", asked)
    assert (action.chosen, action.speech) == (("Ben",), "Where were you at eight?")


def test_a_vote_that_names_nobody_who_may_be_named_is_unreadable():
    for text in ("", "Ann", "[Zoe]", "[]", "[Ann"):
        with pytest.raises(Unreadable):
            read_action(text, _request())


def test_the_environment_works_where_a_loop_is_running():
    async def notebook() -> float:
        env = environment("werewolf").text_env(seats=(0,), others="plain@reader")
        env.reset(num_players=5, seed=1)
        done = False
        while not done:
            done, _ = env.step(_answer(env.get_observation()[1], Random(0)))
        return env.close()[0][0]

    assert asyncio.run(notebook()) in (-1, 0, 1)
