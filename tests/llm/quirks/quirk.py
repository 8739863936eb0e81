"""One behaviour of a real server or model, and what must come of a call to it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

from parlour.agents import Writer
from parlour.agents.assembly import decision
from parlour.core import RequestKind, request_kinds
from parlour.errors import ParlourError
from parlour.llm import Completion, LanguageModel, MatchModels, ModelPool
from tests.agents.seats import Slate, asking, observation
from tests.arena.replies import Replying
from tests.llm.loopback import Body, Loopback
from tests.llm.quirks.served import SECRET
from tests.llm.samples import MemoryLog, prompt

Ask = Literal["speech", "draft", "decision", "weights"]
Way = Literal["whole", "streamed"]
OPTIONS = ("Ben", "Carl", "Dora")
WEIGHED = ("yes", "no")
ATTEMPTS = 3
FIRST_WAIT = 0.001


@dataclass(frozen=True)
class Quirk:
    """One behaviour, and the right outcome of asking a model that behaves so.

    `source` is the public report of it (`project#number`); `calls` are the most that are sent; `changes` are
    the fields that differ between the first request and the last; `learned` says whether the same question
    takes one call when it is asked again; `counts` that tokens are counted, whatever the server says of them.
    """

    name: str
    source: str
    server: Callable[[], Replying]
    asks: Ask = "speech"
    ways: tuple[Way, ...] = ()
    options: tuple[str, ...] = OPTIONS
    words_before: int = 0
    speech: str | None = None
    choice: str | None = None
    weights: Mapping[str, float] | None = None
    by: str = "logprobs"
    error: type[ParlourError] | None = None
    words: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    calls: int = 1
    changes: frozenset[str] | None = None
    learned: bool | None = None
    usage: tuple[int, int] | None = None
    counts: bool = False
    thinks: bool = False

    def all_ways(self) -> tuple[Way, ...]:
        return self.ways or (("whole", "streamed") if self.asks in ("speech", "draft") else ("whole",))


@dataclass(kw_only=True)
class Outcome:
    """What came of a call, or of the same call twice; `first` counts the requests of the first of them."""

    value: object = None
    error: ParlourError | None = None
    chunks: list[str] = field(default_factory=list[str])
    faults: list[str] = field(default_factory=list[str])
    requests: list[Body] = field(default_factory=list[Body])
    first: int = 0
    completions: list[Completion] = field(default_factory=list[Completion])


def outcome(quirk: Quirk, way: Way) -> Outcome:
    with Loopback(quirk.server()) as server:
        return asyncio.run(_outcome(quirk, way, server))


async def _outcome(quirk: Quirk, way: Way, server: Loopback) -> Outcome:
    found, log = Outcome(requests=server.requests), MemoryLog()
    async with ModelPool(attempts=ATTEMPTS, first_wait=FIRST_WAIT) as pool:
        model = MatchModels(pool, log=log).open(server.model)
        try:
            found.value = await _asked(quirk, way, model, found)
        except ParlourError as error:
            found.error = error
        found.first = len(server.requests)
        if quirk.learned is not None:
            with suppress(ParlourError):
                await _asked(quirk, way, model, Outcome())
    found.completions = [*log.kept.values()]
    return found


async def _asked(quirk: Quirk, way: Way, model: LanguageModel, found: Outcome) -> object:
    listener = found.chunks.append if way == "streamed" else None
    match quirk.asks:
        case "speech":
            task = "evening " * quirk.words_before + "Speak now."
            return await model.generate(prompt(task), on_chunk=listener)
        case "draft":
            return await _drafted(model, found, listener)
        case "decision":
            request = asking(kind=request_kinds.VOTE, words=0, options=quirk.options)
            return getattr(await model.parse(prompt("Vote now."), decision(request)), "choice", None)
        case "weights":
            return await model.weigh(prompt("Is Ben the murderer?"), WEIGHED)


async def _drafted(model: LanguageModel, found: Outcome, listener: Callable[[str], None] | None) -> str:
    request = asking(kind=request_kinds.REPLY, options=(), most=0, text="Where were you?", partner="Ben")
    slate, kind = Slate(), request_kinds.REPLY
    unheard = frozenset[RequestKind]() if listener else frozenset({kind})
    writer = Writer(observation=observation("Anna"), model=model, revisable=unheard)
    action = await writer.write(request, [], slate)
    found.faults += [f"{purpose}: {problem}" for purpose, problem in slate.faults]
    if listener:
        found.chunks += slate.said
    return action.speech


def verify(quirk: Quirk, way: Way, found: Outcome) -> None:
    """Raises `AssertionError` unless the outcome is the right one."""
    heard = "".join(found.chunks)
    assert SECRET not in f"{found.value} {heard}", "a thought is spoken"
    assert SECRET not in str(found.requests), "a thought is in a prompt"
    if quirk.error is None:
        assert found.error is None, f"{type(found.error).__name__}: {found.error}"
        _verify_value(quirk, found.value)
        if quirk.speech is not None and way == "streamed":
            assert " ".join(heard.split()) == quirk.speech, "the stream is not the speech"
    else:
        assert isinstance(found.error, quirk.error), f"{found.error!r} and {found.value!r}"
        for words in quirk.words:
            assert words.casefold() in str(found.error).casefold(), f"{words!r} is not in {found.error}"
    for words in quirk.faults:
        assert any(words in fault for fault in found.faults), f"no fault of {words!r}: {found.faults}"
    assert quirk.faults or not found.faults, found.faults
    _verify_calls(quirk, found)


def _verify_value(quirk: Quirk, value: object) -> None:
    if quirk.weights is not None:
        assert getattr(value, "by", "") == quirk.by
        told: Mapping[str, float] = getattr(value, "probabilities", {})
        assert {name: round(told[name], 2) for name in told} == quirk.weights
    else:
        assert value == (quirk.choice if quirk.asks == "decision" else quirk.speech)


def _verify_calls(quirk: Quirk, found: Outcome) -> None:
    assert found.first <= quirk.calls, f"{found.first} calls"
    if quirk.changes is not None:
        first, last = found.requests[0], found.requests[found.first - 1]
        changed = {name for name in first | last if first.get(name) != last.get(name)}
        assert changed == quirk.changes, f"the last call differs in {changed}"
    if quirk.learned is not None:
        again = len(found.requests) - found.first
        assert (again == 1) == quirk.learned, f"{again} calls when asked again"
    assert not quirk.thinks or any(SECRET in each.thoughts for each in found.completions), (
        "no thought is kept"
    )
    if quirk.usage is not None or quirk.counts:
        usage = found.completions[-1].usage
        counted = (usage.input_tokens, usage.output_tokens)
        assert counted == quirk.usage if quirk.usage else min(counted) > 0, f"{counted} tokens"


def with_ways(quirks: Iterable[Quirk]) -> list[tuple[Quirk, Way]]:
    return [(quirk, way) for quirk in quirks for way in quirk.all_ways()]
