"""A graph of the library `lightrag-hku`, which is asked nothing but to keep it and to search it.

The library lives in a loop and a thread of its own, and in a folder.
"""

# the library says little of its types
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportMissingTypeStubs=false

from __future__ import annotations

import asyncio
import atexit
import json
import logging
import os
import re
import shutil
import tempfile
import threading
import time
import uuid
import weakref
from collections.abc import Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from parlour.errors import ModelUnavailable
from parlour.llm import Embedding

from parlour_lightrag.graphing import Asked, Extracted

if TYPE_CHECKING:
    import numpy as np
    from lightrag import LightRAG
    from numpy.typing import NDArray

T = TypeVar("T")
_NO_DOTENV = "PYTHON_DOTENV_DISABLED"
_LOADED = (
    "lightrag",
    "lightrag.lightrag",
    *(f"lightrag.kg.{name}_impl" for name in ("json_kv", "json_doc_status", "nano_vector_db", "networkx")),
)
"""All of the library that is used; left to itself it loads the rest when a graph is begun."""
_users: set[str] = set()
Mode = Literal["local", "global", "hybrid", "mix"]
NEVER, ENDLESS = 1_000_000, 10_000_000
"""As many descriptions, and as many tokens, as there will never be: the caller has a budget of its own."""
PATIENCE = 3600
"""Seconds for one batch of vectors, which a slow machine may need."""
_BETWEEN = "<SEP>"
_INPUT = re.compile(r"---Input Text---\n```\n(.*)\n```\n\n---Output---", re.DOTALL)


@dataclass(frozen=True, kw_only=True)
class EntityNode:
    """An entity that was found, with its descriptions."""

    name: str
    type: str
    descriptions: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Tie:
    """A relation that was found, with its descriptions."""

    source: str
    target: str
    keywords: tuple[str, ...]
    descriptions: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Hits:
    """What the library found, each the best first."""

    nodes: tuple[EntityNode, ...] = ()
    ties: tuple[Tie, ...] = ()
    texts: tuple[str, ...] = ()


@dataclass(eq=False, kw_only=True)
class Graph:
    """One graph, kept while somebody holds it."""

    mode: Mode
    most: int
    _answers: _Answers = field(default_factory=lambda: _Answers())
    _name: str = field(default_factory=lambda: uuid.uuid4().hex)
    _begun: list[LightRAG] = field(default_factory=list["LightRAG"])

    async def searched(
        self, extracted: Mapping[str, Extracted], question: str, keywords: Asked, embedding: Embedding
    ) -> Hits:
        """What the graph holds on a question, once all that was read is in it.

        Raises:
            ModelUnavailable: if the library gave up.
        """
        if not self._begun:
            enter(self._name)
            weakref.finalize(self, leave, self._name, self._begun).atexit = False
            home = asyncio.get_running_loop()
            self._begun.append(await apart(_started(self._name, self._answers, embedding, home, self.most)))
        return await apart(self._searched(self._begun[0], extracted, question, keywords))

    async def _searched(
        self, rag: LightRAG, extracted: Mapping[str, Extracted], question: str, keywords: Asked
    ) -> Hits:
        await self._put(rag, extracted)
        parameters = library().QueryParam(
            mode=self.mode,
            hl_keywords=keywords.themes,
            ll_keywords=keywords.details,
            top_k=self.most,
            chunk_top_k=self.most,
            max_entity_tokens=ENDLESS,
            max_relation_tokens=ENDLESS,
            max_total_tokens=3 * ENDLESS,
            enable_rerank=False,
        )
        response = await rag.aquery_data(question, parameters)
        self._answers.check()
        if response["status"] == "success":
            return _hits(response["data"], self._answers.places)
        if response.get("metadata", {}).get("failure_reason") == "no_results":
            return Hits()
        raise ModelUnavailable(f"LightRAG: {response['message']}")

    async def _put(self, rag: LightRAG, extracted: Mapping[str, Extracted]) -> None:
        clean = import_module("lightrag.utils").sanitize_text_for_encoding
        cleaned = {str(clean(text)): reply for text, reply in extracted.items()}
        new = {text: reply for text, reply in cleaned.items() if text not in self._answers.read}
        if not new:
            return
        self._answers.take(new)
        name = f"doc-{len(self._answers.read)}"
        try:
            await rag.ainsert_custom_chunks("\n\n".join(new), list(new), doc_id=name)
        except BaseException:
            self._answers.forget(new)
            self._answers.check()
            raise
        self._answers.check()


@dataclass(kw_only=True)
class _Answers:
    read: dict[str, str] = field(default_factory=dict[str, str])
    places: dict[str, int] = field(default_factory=dict[str, int])
    trouble: list[Exception] = field(default_factory=list[Exception])

    def take(self, new: Mapping[str, Extracted]) -> None:
        normalize = import_module("lightrag.utils").sanitize_and_normalize_extracted_text
        for text, reply in new.items():
            self.read[text] = _as_reply(reply)
            for element in (*reply.entities, *reply.relations):
                self.places.setdefault(str(normalize(element.description)), len(self.places))

    def forget(self, read: Iterable[str]) -> None:
        for passage in read:
            del self.read[passage]

    async def reply(self, prompt: str, **_: object) -> str:
        passage = _INPUT.findall(prompt)[-1:]
        if passage and passage[0] in self.read:
            return self.read[passage[0]]
        problem = ModelUnavailable(f"LightRAG asks what nobody expected: {prompt[:200]!r}")
        self.trouble.append(problem)
        raise problem

    def check(self) -> None:
        if self.trouble:
            raise self.trouble.pop()


async def _started(
    name: str, answers: _Answers, embedding: Embedding, home: asyncio.AbstractEventLoop, most: int
) -> LightRAG:
    async def embed(texts: Sequence[str], context: str = "document") -> NDArray[np.float32]:
        vectors = embedding.embed(list(texts), is_query=context == "query")
        try:
            return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(vectors, home))
        except Exception as error:
            answers.trouble.append(error)
            raise

    loaded, width = library(), (await embed(["?"])).shape[1]
    utils = import_module("lightrag.utils")
    rag: LightRAG = loaded.LightRAG(
        working_dir=str(folder()),
        workspace=name,
        llm_model_func=answers.reply,
        entity_extraction_use_json=True,
        entity_extract_max_gleaning=0,
        entity_extract_max_records=NEVER,
        entity_extract_max_entities=NEVER,
        force_llm_summary_on_merge=NEVER,
        summary_max_tokens=ENDLESS,
        summary_context_size=ENDLESS,
        enable_llm_cache=False,
        enable_llm_cache_for_entity_extract=False,
        tokenizer=utils.Tokenizer("signs", _Signs()),
        embedding_func=utils.EmbeddingFunc(
            embedding_dim=width, func=embed, max_token_size=ENDLESS, supports_asymmetric=True
        ),
        default_embedding_timeout=PATIENCE,
        default_llm_timeout=PATIENCE,
        top_k=most,
        chunk_top_k=most,
    )
    await rag.initialize_storages()
    return rag


class _Signs:
    def encode(self, content: str) -> list[int]:
        return [ord(sign) for sign in content]

    def decode(self, tokens: Sequence[int]) -> str:
        return "".join(map(chr, tokens))


def _as_reply(extracted: Extracted) -> str:
    relations = [
        {**relation.model_dump(exclude={"keywords"}), "keywords": ", ".join(relation.keywords)}
        for relation in extracted.relations
    ]
    entities = [entity.model_dump() for entity in extracted.entities]
    return json.dumps({"entities": entities, "relationships": relations}, ensure_ascii=False)


def _hits(data: Mapping[str, Sequence[Mapping[str, Any]]], places: Mapping[str, int]) -> Hits:
    return Hits(
        nodes=tuple(
            EntityNode(
                name=entity["entity_name"],
                type=entity["entity_type"],
                descriptions=_descriptions(entity, places),
            )
            for entity in data.get("entities", ())
        ),
        ties=tuple(
            Tie(
                source=relation["src_id"],
                target=relation["tgt_id"],
                keywords=tuple(relation["keywords"].split(",")),
                descriptions=_descriptions(relation, places),
            )
            for relation in data.get("relationships", ())
        ),
        texts=tuple(chunk["content"] for chunk in data.get("chunks", ())),
    )


def _descriptions(row: Mapping[str, Any], places: Mapping[str, int]) -> tuple[str, ...]:
    descriptions: list[str] = row["description"].split(_BETWEEN)
    return tuple(sorted(descriptions, key=lambda description: places.get(description, len(places))))


@cache
def library() -> ModuleType:
    """The library, loaded without what it does besides: reading a `.env`, and logging to the terminal."""
    before, handlers = os.environ.get(_NO_DOTENV), logging.root.handlers[:]
    level = logging.root.level
    os.environ[_NO_DOTENV] = "1"
    try:
        loaded, *_ = [import_module(name) for name in _LOADED]
    finally:
        os.environ.pop(_NO_DOTENV) if before is None else os.environ.update({_NO_DOTENV: before})
        logging.root.handlers[:] = handlers
        logging.root.setLevel(level)
    for name in ("lightrag", "nano-vectordb"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    import_module("lightrag.utils").time = _Stopped()  # pyright: ignore[reportAttributeAccessIssue]
    return loaded


class _Stopped:
    def time(self) -> float:
        return 0.0

    def __getattr__(self, name: str) -> object:
        return getattr(time, name)


@cache
def folder() -> Path:
    """Where it keeps its files, until the process ends."""
    path = Path(tempfile.mkdtemp(prefix="parlour-lightrag-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


async def apart(task: Coroutine[Any, Any, T]) -> T:
    """Runs something of the library on its own loop."""
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(task, _loop()))


def enter(name: str) -> None:
    """Minds that a graph of that name is, or is about to be, in use."""
    _users.add(name)


def leave(name: str, graphs: Sequence[LightRAG]) -> None:
    """Has a graph closed that nobody holds any more; may be called from any thread.

    `graphs`: itself; empty where it never came to be.
    """
    asyncio.run_coroutine_threadsafe(_left(name, graphs), _loop())


async def _left(name: str, graphs: Sequence[LightRAG]) -> None:
    for graph in graphs:
        await graph.finalize_storages()
    shutil.rmtree(folder() / name, ignore_errors=True)
    _users.discard(name)
    if not _users:
        _swept()


def _swept() -> None:
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        task.cancel()
    import_module("lightrag.kg.shared_storage").finalize_share_data()


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="lightrag", daemon=True).start()
    return loop
