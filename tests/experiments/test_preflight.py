"""What a run will take is added up share by share."""

from __future__ import annotations

import asyncio
from pathlib import Path

from parlour.arena import Seat, Setup
from parlour.evaluation import Spent
from parlour.experiments import Cell, stories_of
from parlour.experiments.preflight import LARGE_TABLE, Expected, estimate_usage, expected_of
from parlour.games.mystery import generate
from parlour.games.mystery.arms import MysteryArm
from parlour.games.mystery.library import save
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.llm import ModelPool, Rehearsal
from tests.experiments.small import asked_run
from tests.llm.samples import Scripted

TRIED = Spent(calls=10, input_tokens=1001, output_tokens=50, dollars=0.5)


def test_shares_of_what_was_rehearsed_add_up():
    whole = Expected().with_share(TRIED, 1)
    assert whole == Expected(calls=10, input_tokens=1001, output_tokens=50, dollars=0.5)
    assert whole.with_share(TRIED, 1.5) == Expected(
        calls=25, input_tokens=2503, output_tokens=125, dollars=1.25
    )


def test_the_only_answer_of_a_story_is_foreseen_whole(tmp_path: Path):
    script, file = generate(3, players=4), tmp_path / "one.yaml"
    question = script.questions[0]
    asked_of_one = question.model_copy(update={"asked_of": question.asked_of[:1]})
    save(script.model_copy(update={"questions": (asked_of_one,)}), file)
    [story] = stories_of("mystery").find(str(file), "en", 1, 0)
    cell = Cell(condition=MysteryArm(name="PP", method="plain", is_played=False), story=story, game=0)

    async def foreseen(evaluations: int) -> int:
        run = asked_run(suite="one", model="priced", stories=story.id, evaluations=evaluations)
        async with ModelPool(opener=lambda _: Rehearsal(Scripted("", price=0.01))) as models:
            return (await estimate_usage([cell], run, models)).calls

    assert asyncio.run(foreseen(1)) == asyncio.run(foreseen(0)) + 1


def test_a_large_table_is_offered_a_window_and_retrieval_with_what_each_saves():
    async def foreseen(players: int) -> Expected:
        game = WerewolfSetup(players=seat_names(players, "en"))
        seats = tuple(Seat(player=name, method="plain", model="large", context=9999) for name in game.players)
        setup = Setup(game=game, seed=1, language="en", seats=seats)
        return await expected_of(setup, ModelPool(opener=lambda _: Rehearsal(Scripted(""))))

    small, large = asyncio.run(foreseen(5)), asyncio.run(foreseen(18))
    assert small.input_tokens < LARGE_TABLE < large.input_tokens
    assert not small.savings
    assert {each.how.split()[0] for each in large.savings} == {"window", "retrieval"}
    assert all(0 < each.input_tokens < each.before == large.input_tokens for each in large.savings)
