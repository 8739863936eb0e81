"""A chat server of fixed replies, in a process of its own, so that what is measured is the engine alone.

`python -m bench.fixed DELAY SLOTS` prints its address and serves until its standard input ends. It suspects
two after a first round and one after a second, and speaks some 60 tokens.
"""

from __future__ import annotations

import json
import math
import re
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from threading import BoundedSemaphore
from typing import Any

from bench.free import FreeProvider
from bench.served import served
from parlour.llm import SPEECH, Call, Completion, OnChunk, count_tokens, fill_form
from tests.llm.loopback import Answer, Body, Loopback

MANY = 1024
CHANCES = {"yes": 0.6, "no": 0.4, "是": 0.6, "否": 0.4}
_SUSPECTED = re.compile(r"(?:fewer than now \(|尽量比现在（)([^)）]*)")


def reply(body: Body) -> Answer:
    """A short reply in whatever form is asked for."""
    form = body.get("response_format", {}).get("json_schema", {}).get("schema")
    return Answer(text=say(form, _prompt(body)), probabilities=CHANCES if body.get("logprobs") else {})


@dataclass(frozen=True, kw_only=True)
class FixedProvider(FreeProvider):
    """The same replies without a server or a client: what then takes time is Parlour alone."""

    name: str = "fixed"

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """A short reply in whatever form is asked for."""
        form = call.reply.model_json_schema() if call.reply else None
        logprobs = tuple((word, math.log(chance)) for word, chance in CHANCES.items()) if call.options else ()
        return Completion(text=say(form, call.prompt.user_text), logprobs=logprobs)


def say(form: Any, prompt: str) -> str:
    """A short reply, in a form where one is asked for."""
    choose = partial(_suspects, prompt)
    return json.dumps(fill_form(form, choose), ensure_ascii=False) if form else SPEECH


def _prompt(body: Body) -> str:
    return "\n".join(str(message["content"]) for message in body["messages"])


def _suspects(prompt: str, candidates: Sequence[str]) -> Sequence[str]:
    """As many as the round has left."""
    now = _SUSPECTED.findall(prompt)
    kept = [name for name in candidates if now and name in re.split(r", |、", now[-1])]
    return kept[: 2 if len(kept) > 2 else 1] or candidates[:1]


@contextmanager
def fixed_server(delay: float = 0.0, slots: int = MANY) -> Generator[str]:
    """The model string of such a server, for as long as the block runs.

    Args:
        delay: seconds after which a call is answered.
        slots: how many calls it answers at the same time; the others wait in its queue.
    """
    with served("bench.fixed", delay, slots) as (address, _, _):
        yield address


class _Slow(Loopback):
    """A server of so many slots that keeps no request."""

    def __init__(self, delay: float, slots: int) -> None:
        super().__init__()
        self._delay, self._free = delay, BoundedSemaphore(slots)

    def answer(self, body: Body) -> Answer:
        """Answers when a slot is free and the delay is over; only the delay takes the slot."""
        told = replace(reply(body), input_tokens=count_tokens(_prompt(body)))
        with self._free:
            time.sleep(self._delay)
        return told


def _serve(delay: float, slots: int) -> None:
    with _Slow(delay, slots) as server:
        print(server.model, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    _serve(float(sys.argv[1]), int(sys.argv[2]))
