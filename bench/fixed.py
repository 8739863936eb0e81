"""A chat server of fixed replies, in a process of its own, so that what is measured is the engine alone.

`python -m bench.fixed [DELAY]` prints its address and serves until its standard input ends. It suspects two
after a first round and one after a second, and speaks some 60 tokens.
"""

from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from parlour.llm import Call, Completion, OnChunk, count_tokens
from tests.llm.loopback import Answer, Body, Loopback

SPEECH = (
    "I was in my room for most of the evening and heard somebody on the stairs a little before ten. When I"
    " looked out there was nobody, but a lamp stood on the floor that had not been there at dinner. I did not"
    " touch it. Ask the others where they were then, and who had oil on their hands."
)
CHANCES = {"yes": 0.6, "no": 0.4, "是": 0.6, "否": 0.4}
_SUSPECTED = re.compile(r"(?:fewer than now \(|尽量比现在（)([^)）]*)")


def reply(body: Body) -> Answer:
    """A short reply in whatever form is asked for."""
    text = "\n".join(str(message["content"]) for message in body["messages"])
    form = body.get("response_format", {}).get("json_schema", {}).get("schema")
    chances = CHANCES if body.get("logprobs") else {}
    return Answer(text=_say(form, text), probabilities=chances, input_tokens=count_tokens(text))


@dataclass(frozen=True)
class FixedProvider:
    """The same replies without a server or a client: what then takes time is Parlour alone."""

    name: str = "fixed"
    context: int = 32768
    slots: int = 256
    is_priced: bool = True

    def worst_price(self, call: Call) -> float:
        """Nothing."""
        return 0.0

    async def complete(self, call: Call, on_chunk: OnChunk | None = None) -> Completion:
        """A short reply in whatever form is asked for."""
        form = call.reply.model_json_schema() if call.reply else None
        logprobs = tuple((word, math.log(chance)) for word, chance in CHANCES.items()) if call.options else ()
        return Completion(text=_say(form, call.prompt.user_text), logprobs=logprobs)

    async def close(self) -> None:
        """Has nothing to give back."""


def _say(form: Any, prompt: str) -> str:
    return json.dumps(_fill(form, form.get("$defs", {}), prompt), ensure_ascii=False) if form else SPEECH


def _fill(form: Any, shared: Any, prompt: str) -> Any:
    """The shortest value that a JSON schema allows; of suspects, as many as the round has left."""
    if "$ref" in form:
        return _fill(shared[form["$ref"].rsplit("/", 1)[-1]], shared, prompt)
    if "properties" in form:
        return {name: _fill(each, shared, prompt) for name, each in form["properties"].items()}
    if "enum" in form:
        return form["enum"][0]
    if "const" in form:
        return form["const"]
    if form.get("type") == "array" and "enum" in form["items"]:
        return _suspects(prompt, form["items"]["enum"])
    if form.get("type") == "array":
        return [_fill(form["items"], shared, prompt)]
    return 50 if form.get("type") == "integer" else "a lamp on the stairs"


def _suspects(prompt: str, candidates: list[str]) -> list[str]:
    now = _SUSPECTED.findall(prompt)
    kept = [name for name in candidates if now and name in re.split(r", |、", now[-1])]
    return kept[: 2 if len(kept) > 2 else 1] or candidates[:1]


@contextmanager
def fixed_server(delay: float = 0.0) -> Generator[str]:
    """The model string of such a server, for as long as the block runs."""
    command = [sys.executable, "-m", "bench.fixed", str(delay)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        if server.stdin is None or server.stdout is None:
            raise RuntimeError("the server has no pipes")
        yield server.stdout.readline().strip()
        server.stdin.close()


def _serve(delay: float) -> None:
    def answer(body: Body) -> Answer:
        told = reply(body)
        return Answer(
            text=told.text, probabilities=told.probabilities, input_tokens=told.input_tokens, delay=delay
        )

    with Loopback(answer) as server:
        print(server.model, flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    _serve(float(sys.argv[1]) if len(sys.argv) > 1 else 0.0)
