"""Which ranking a name means."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from parlour.errors import MissingExtra
from parlour.llm import open_embedding

if TYPE_CHECKING:
    from parlour.memory.retrieval import Ranking

BM25 = "bm25"


def open_ranking(name: str) -> Ranking:
    """`bm25`, or an embedding's name for ranking by its vectors.

    NumPy, FAISS and bm25s load here and not with Parlour: most matches retrieve nothing.

    Raises:
        MissingExtra: if FAISS is not installed.
        UnknownModel: if the embedding is unknown.
    """
    if name == BM25:
        return import_module("parlour.memory.bm25").Bm25Ranking()
    embedding = open_embedding(name)
    try:
        return import_module("parlour.memory.vectors").VectorRanking(embedding=embedding)
    except ModuleNotFoundError as error:
        raise MissingExtra(f"{name} needs FAISS: pip install 'parlour[embeddings]'") from error
