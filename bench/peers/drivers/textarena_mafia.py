"""TextArena's SecretMafia: eight players, one round of talk before each vote."""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version

import textarena
from textarena.agents import OpenAIAgent

from bench.peers.meter import Meter, drive

PLAYERS = 8
_LISTED = re.compile(r"\[\d+\](?:, \[\d+\])*$")


@contextmanager
def opened(meter: Meter, url: str) -> Iterator[Callable[[int], None]]:
    """Plays by chance, or by its own agent for OpenAI's interface."""
    agent = OpenAIAgent("fixed", api_key="none", base_url=url) if url else chance

    def play(seed: int) -> None:
        random.seed(seed)
        table = textarena.make("SecretMafia-v0", discussion_rounds=1)
        table.reset(num_players=PLAYERS, seed=seed)
        is_over = False
        while not is_over:
            _, observation = table.get_observation()
            meter.turns += 1
            meter.calls += bool(url)
            is_over, _ = table.step(action=agent(observation))
        _, told = table.close()
        if any(seat["invalid_move"] for seat in told.values()):
            raise RuntimeError("somebody did what is not allowed")

    yield play


def chance(observation: str) -> str:
    """Any of those whom the last line allows; a word where nobody is to be chosen."""
    listed = _LISTED.search(observation)
    return random.choice(listed[0].split(", ")) if listed else "I have seen nothing."


if __name__ == "__main__":
    drive(opened, version("textarena"))
