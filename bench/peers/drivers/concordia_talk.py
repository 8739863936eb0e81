"""A conversation in Concordia: eight of its minimal entities, one round, its game master for dialogue.

It has no rules of Werewolf and no players without a model; what it shares with the others is eight who speak
in turn, hear each other and are given their words by a language model.
"""

import os
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from importlib.metadata import version

import numpy as np
from concordia.language_model.gpt_model import GptLanguageModel
from concordia.prefabs.entity import minimal
from concordia.prefabs.game_master import dialogic
from concordia.prefabs.simulation.generic import Simulation
from concordia.typing.prefab import Config, InstanceConfig, Role

from bench.peers.meter import Meter, drive

PLAYERS, ROUNDS = 8, 1
PREMISE = "Eight people sit around a table; two of them are werewolves."


class Counted(GptLanguageModel):
    """Its own model for OpenAI's interface; every request is counted."""

    def __init__(self, meter: Meter) -> None:
        super().__init__(model_name="fixed", api_key="none")
        self._meter = meter

    def _sample_text(self, prompt: str, *given: object, **named: object) -> str:
        self._meter.calls += 1
        return super()._sample_text(prompt, *given, **named)


@contextmanager
def opened(meter: Meter, url: str) -> Iterator[Callable[[int], None]]:
    """Holds one conversation after another."""
    os.environ["OPENAI_BASE_URL"] = url
    model = Counted(meter)
    seats = [
        InstanceConfig(prefab="seat", role=Role.ENTITY, params={"name": f"Player {seat}"})
        for seat in range(1, PLAYERS + 1)
    ]
    talk = {"name": "talk", "next_game_master_name": "talk", "acting_order": "fixed"}
    config = Config(
        default_premise=PREMISE,
        default_max_steps=PLAYERS * ROUNDS,
        prefabs={"seat": minimal.Entity(), "talk": dialogic.GameMaster()},
        instances=[*seats, InstanceConfig(prefab="talk", role=Role.GAME_MASTER, params=talk)],
    )

    def play(seed: int) -> None:
        random.seed(seed)
        vectors = np.random.default_rng(seed)
        with redirect_stdout(sys.stderr):
            Simulation(config, model, embedder=lambda text: vectors.random(16)).play(return_html_log=False)
        meter.turns += PLAYERS * ROUNDS

    yield play


if __name__ == "__main__":
    if sys.argv[1] == "random":
        sys.exit("it has no rules that could be played without a model")
    drive(opened, version("gdm-concordia"))
