"""Verifiers' own machinery plays whole matches against a chat server of this process."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest

from tests.llm.loopback import Answer, Body, Loopback

vf = pytest.importorskip("verifiers.v1", reason="pip install parlour-verifiers")
_OFFERED = re.compile(r"\[([^\[\]]+)\]")


class Talker(Loopback):
    """Says a sentence, and chooses what is offered first at the end of the last message."""

    def answer(self, body: Body) -> Answer:
        last = str(body["messages"][-1]["content"]).rsplit("\n\n", 1)[-1]
        offered = _OFFERED.findall(last)
        return Answer(text=f"I say what I saw. [{offered[0]}]" if offered else "I was in the kitchen.")


@pytest.fixture
def server() -> Iterator[Talker]:
    with Talker() as talker:
        yield talker


def _episodes(url: str, count: int, **asked: object) -> list[object]:
    from parlour_verifiers import ParlourConfig, ParlourEnvConfig
    from verifiers.v1.utils.loaders import load_environment

    config = ParlourEnvConfig(
        taskset=ParlourConfig(id="parlour-verifiers", **asked).model_dump(),
    )
    env = load_environment(config)
    client = vf.EvalClientConfig(base_url=url, api_key_var="NONE_IS_NEEDED")
    context = vf.ModelContext(client=client, model="talker", sampling=vf.SamplingConfig())

    async def run() -> list[object]:
        async with env.serving():
            return [
                await env.run_slot(slot, context)
                for task in env.taskset.take(count)
                for slot in env.slots(task)
            ]

    return asyncio.run(run())


@pytest.mark.parametrize(
    ("game", "asked"),
    [
        ("werewolf", {"players": 6}),
        ("mystery", {"players": 5, "bits": 1.0, "asked": {"answers": False, "rounds": 1}}),
    ],
)
def test_verifiers_plays_whole_matches_and_scores_them(game: str, asked: dict[str, object], server: Talker):
    episodes = _episodes(server.url, 2, game=game, **asked)
    for episode in episodes:
        assert episode.ok, episode.errors
        [trace] = episode.traces
        assert -1 <= trace.rewards["camp"].value <= 1
        assert trace.metrics["faults"] == 0
        assert ("bits" in trace.rewards) == (game == "mystery")


def test_tasks_are_of_their_seeds_and_go_round_the_table():
    from parlour_verifiers import ParlourConfig, ParlourTaskset

    tasks = list(ParlourTaskset(ParlourConfig(id="parlour-verifiers", first=100)).take(3))
    assert [(task.data.seed, task.data.seat) for task in tasks] == [(100, 0), (101, 1), (102, 2)]
