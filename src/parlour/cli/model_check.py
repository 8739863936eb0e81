"""Tries what a match asks of a model: a speech, a stream, a decision, weights and a long prompt."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pydantic import BaseModel, Field

from parlour.agents import METHODS
from parlour.agents.memory import BM25
from parlour.arena import Seating
from parlour.core import default_game
from parlour.errors import ModelError, Unreadable, UsageError
from parlour.library.game_options import MatchOrder, read_game
from parlour.llm import (
    ADDRESSES,
    THINKING_TOKENS,
    Call,
    CallKey,
    Client,
    Completion,
    Feature,
    Hosted,
    Keys,
    LanguageModel,
    Ledger,
    ModelEntry,
    ModelPool,
    Part,
    Prompt,
    Provider,
    Rehearsal,
    address_and_name,
    check_free,
    count_tokens,
    is_rule_based,
    open_ready,
    spelled_entry,
    split_settings,
    user_models,
)
from parlour.store import play_in_memory

PATIENCE = 55.0
"""Seconds for all replies together."""
LONG_PROMPT = 2500
"""Tokens of the long prompt, where the window holds twice as many; servers mostly cut prompts at 2,048."""
SPEECH, DECISION = "speech", "decision"
_NEEDED = (SPEECH, DECISION)
"""The checks without which a match would be mute."""
_SPEAK = "It is your turn to speak. Say in two sentences where you were last night."
_PLAYERS = ("Ann", "Ben", "Cara", "Dan")
_WORD = "lantern"
_SEED = 1
_ACCEPTED: Mapping[Feature, str] = {
    "schemas": "JSON schemas",
    "logprobs": "log-probabilities",
    "system": "a system message",
    "temperature": "a temperature",
    "streams": "streams",
}


class _Vote(BaseModel):
    reason: str = Field(max_length=200, description="one sentence")
    vote: Literal["Ben", "Cara", "Dan"] = Field(description="the player you suspect most")


class _Replies:
    def __init__(self) -> None:
        self.completions: list[Completion] = []

    def find(self, key: CallKey) -> Completion | None:
        """Returns nothing: every call is made."""

    async def keep(self, key: CallKey, call: Call, completion: Completion) -> None:
        self.completions.append(completion)


async def check_model(model: str) -> dict[str, Any]:
    """Opens a model and tries what a match asks of it; returns what `parlour models check --json` prints.

    Raises:
        UsageError: if it cannot be opened, or is the reader, which needs no check.
        ModelError: if its server does not answer.
    """
    if is_rule_based(model):
        raise UsageError(f"{model} is part of Parlour and needs no check: name another model")
    provider = await asyncio.to_thread(open_ready, model)
    try:
        replies = _Replies()
        checks = await _checks(provider, replies)
        profile = provider.profile if isinstance(provider, Hosted) else None
        thoughts = max((completion.usage.thought_tokens for completion in replies.completions), default=0)
        trouble = next(
            (check["trouble"] for check in checks if check["trouble"] and check["name"] in _NEEDED), ""
        )
        return {
            "model": model,
            "context": provider.context,
            "checks": checks,
            "accepts": {description: profile.takes(name) for name, description in _ACCEPTED.items()}
            if profile
            else {},
            "thinks": bool(thoughts) or (profile is not None and profile.must_think),
            "thought_tokens": thoughts,
            "cost": None if trouble else await _cost(provider, replies.completions),
            "entry": _entry(model, thoughts, trouble),
            "trouble": trouble,
        }
    finally:
        await provider.close()


async def _checks(provider: Provider, replies: _Replies) -> list[dict[str, Any]]:
    client = Client(provider, attempts=2).of_match(provider.name, Ledger(), replies, Keys())
    model = LanguageModel(backend=client, players=_PLAYERS)
    deadline = asyncio.get_running_loop().time() + PATIENCE
    tries = {
        SPEECH: _speech,
        "streamed speech": _stream,
        DECISION: _decision,
        "weights": _weights,
        "long prompt": _long,
    }
    checks: list[dict[str, Any]] = []
    for name, attempt in tries.items():
        began, before = time.monotonic(), len(replies.completions)
        note = trouble = ""
        try:
            async with asyncio.timeout_at(deadline):
                note = await attempt(model)
        except TimeoutError:
            trouble = f"no reply within the {PATIENCE:.0f} seconds of all checks"
        except Unreadable as error:
            trouble = f"{error}: {error.reply[:200]!r}" if error.reply else str(error)
        except ModelError as error:
            if not checks:
                raise
            trouble = str(error)
        calls = sum(bool(completion.usage.attempts) for completion in replies.completions[before:])
        seconds = round(time.monotonic() - began, 2)
        checks.append({"name": name, "seconds": seconds, "calls": calls, "note": note, "trouble": trouble})
    return checks


async def _speech(model: LanguageModel) -> str:
    line = " ".join((await model.generate(_prompt("speech", _SPEAK), max_tokens=120)).split())
    return line if len(line) <= 70 else f"{line[:69]}…"


async def _stream(model: LanguageModel) -> str:
    chunks: list[str] = []
    await model.generate(_prompt("stream", _SPEAK), max_tokens=120, on_chunk=chunks.append)
    return f"in {len(chunks)} pieces" if len(chunks) > 1 else "in one piece"


async def _decision(model: LanguageModel) -> str:
    task = "Dan said that Cara left the house at ten. Cara denied it. Whom do you suspect?"
    return f"a vote for {(await model.parse(_prompt('vote', task), _Vote, max_tokens=200)).vote}"


async def _weights(model: LanguageModel) -> str:
    task = "Is Cara more likely to have lied than Dan? Answer with one word, yes or no."
    weights = await model.weigh(_prompt("weights", task), ("yes", "no"))
    by = "log-probabilities" if weights.by == "logprobs" else "its own estimate in words"
    return f"yes {weights.probabilities['yes']:.0%}, by {by}"


async def _long(model: LanguageModel) -> str:
    tokens = min(LONG_PROMPT, model.context // 2)
    line = "Ben: I was in the mill until the clock struck, and then I walked home along the river.\n"
    talk = line * (tokens // count_tokens(line))
    task = f"The word of the night is {_WORD}.\n{talk}What is the word of the night? Answer with that word."
    reply = await model.generate(_prompt("long", task), max_tokens=60)
    verb = "found" if _WORD in reply.casefold() else "did not find"
    return f"about {tokens} tokens; it {verb} a word from their beginning"


def _prompt(purpose: str, task: str) -> Prompt:
    rules = f"You are {_PLAYERS[0]}. You play a game of hidden roles with {', '.join(_PLAYERS[1:])}."
    return Prompt(
        player=_PLAYERS[0],
        request="check",
        purpose=purpose,
        language="en",
        system=(Part(text=rules),),
        user=(Part(text=task),),
    )


async def _cost(provider: Provider, completions: Sequence[Completion]) -> dict[str, Any]:
    game = default_game().name
    seating = Seating(method=METHODS.default, model=provider.name, seats=(), teams=(), humans=())
    order = MatchOrder(game=read_game(game, {}), seating=seating, seed=_SEED, embedding=BM25)
    pool = ModelPool(opener=lambda _: Rehearsal(provider))  # closed with the provider
    await play_in_memory(order.lay(pool.window), pool)
    total = pool.ledger.total
    sent = [completion for completion in completions if completion.usage.attempts]
    thoughts = sum(completion.usage.thought_tokens for completion in sent) // max(1, len(sent))
    written = total.usage.output_tokens + thoughts * total.calls
    return {
        "match": f"{game}, {METHODS.default}",
        "calls": total.calls,
        "input_tokens": total.usage.input_tokens,
        "output_tokens": written,
        "dollars": provider.price(total.usage.input_tokens, written),
    }


def _entry(model: str, thoughts: int, trouble: str) -> str:
    """Returns the entry of `models.toml` for a model, with the settings that it turned out to need.

    Values of headers are left out, since a header may hold a key and what is printed gets passed on.
    """
    bare, own = split_settings(model)
    settings: dict[str, Any]
    if entry := user_models().get(bare):
        name, settings = bare, entry.model_dump(exclude_defaults=True)
    elif bare.startswith(ADDRESSES):
        url, name = address_and_name(bare)
        settings = {"base_url": url, "model": name}
    else:
        name, settings = bare, {"model": bare}
    settings |= own
    if headers := settings.get("extra_headers"):
        settings["extra_headers"] = dict.fromkeys(headers, "…")
    if trouble and "thought" in trouble and "reasoning_effort" not in settings:
        settings["reasoning_effort"] = "none"
    elif 2 * thoughts > settings.get("reasoning_tokens", THINKING_TOKENS):
        settings["reasoning_tokens"] = 1 << (2 * thoughts).bit_length()
    return spelled_entry(_name(name), ModelEntry.model_validate(settings))


def _name(model: str) -> str:
    """Returns a name for an entry."""
    name = re.sub(r"[^\w.-]+", "-", model.rpartition("/")[2].rpartition(":")[2] or model, flags=re.ASCII)
    name = name.strip("-.")[:60]
    try:
        check_free(name)
    except UsageError:
        return f"my-{name}"
    return name if name[:1].isalpha() else f"model-{name}"
