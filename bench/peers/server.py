"""The chat server of fixed delay at which Parlour and its peers play: it answers in the form that each wants.

`python -m bench.peers.server DELAY` prints its address; for every line that it then reads it prints how many
calls it has answered since the last, and how many characters of prompts they had.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import IO, Any

from bench.served import served
from parlour.llm import SPEECH, fill_form
from tests.llm.loopback import Answer, Body, Loopback

_NUMBERED = re.compile(r"\[\d+\](?:, \[\d+\])*")
"""Whom TextArena allows."""
_TARGETS = re.compile(r"(?:Valid targets are|must be in this list): `(\[.*?\])`")
"""Whom kaggle-environments allow."""
_LETTERED = re.compile(r"\((\w)\) (.+)")
"""What Concordia allows, behind letters of which it wants one; what it asks is whether all is over."""


@dataclass(frozen=True, kw_only=True)
class Answered:
    """What a server has answered since it was last asked."""

    calls: int = 0
    characters: int = 0


def reply(body: Body) -> str:
    """Some sixty tokens of speech, or the choice that is asked for, drawn by the prompt alone."""
    text = _prompt(body)
    draw = random.Random(text)
    if form := body.get("response_format", {}).get("json_schema", {}).get("schema"):
        return json.dumps(fill_form(form, partial(_one, draw)))
    if "Respond EXACTLY with one of the following strings" in text:
        [*_, letter] = (letter for letter, option in _LETTERED.findall(text) if option.startswith("No"))
        return letter
    if "JSON SCHEMA" in text:
        targets = _TARGETS.findall(text.rpartition("#### CONSTRAINTS")[2])
        chosen = (
            {"target_id": draw.choice(re.findall(r"'([^']+)'", targets[-1]))}
            if targets
            else {"message": SPEECH}
        )
        return json.dumps({"perceived_threat_level": "SAFE", "reasoning": SPEECH, **chosen})
    numbered = _NUMBERED.findall(text.splitlines()[-1])
    return draw.choice(numbered[-1].split(", ")) if numbered else SPEECH


def _prompt(body: Body) -> str:
    return "\n".join(str(message["content"]) for message in body["messages"])


def _one(draw: random.Random, allowed: Any) -> Any:
    return [draw.choice(list(allowed))]


class _Slow(Loopback):
    """Answers after its delay, and counts."""

    def __init__(self, delay: float) -> None:
        super().__init__()
        self._delay, self._told = delay, Answered()

    def answer(self, body: Body) -> Answer:
        """Counts one call at a time; they wait side by side."""
        told = Answer(text=reply(body), delay=self._delay)
        with self._lock:
            before, size = self._told, len(_prompt(body))
            self._told = Answered(calls=before.calls + 1, characters=before.characters + size)
        return told

    def told(self) -> Answered:
        """What it answered since it was last asked."""
        with self._lock:
            told, self._told = self._told, Answered()
        return told


class Server:
    """Such a server in a process of its own."""

    def __init__(self, url: str, asked: IO[str], answers: IO[str]) -> None:
        self.url, self._asked, self._answers = url, asked, answers

    def told(self) -> Answered:
        """What it answered since it was last asked."""
        print(file=self._asked, flush=True)
        return Answered(**json.loads(self._answers.readline()))


@contextmanager
def stub_server(delay: float) -> Generator[Server]:
    """Serves as long as the block runs."""
    with served("bench.peers.server", delay) as (url, asked, answers):
        yield Server(url, asked, answers)


def _serve(delay: float) -> None:
    with _Slow(delay) as server:
        print(server.url, flush=True)
        for _ in sys.stdin:
            print(json.dumps(asdict(server.told())), flush=True)


if __name__ == "__main__":
    _serve(float(sys.argv[1]))
