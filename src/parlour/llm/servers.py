"""Opens models behind servers: by address, or from a file in this process.

llama.cpp in this process serves HTTP on a loopback address and is called like any other server. Heavy to
import: only `providers` does so, when a model is opened.
"""

from __future__ import annotations

import atexit
from contextlib import suppress
from difflib import get_close_matches
from http.client import HTTPException
from importlib import import_module
from pathlib import Path
from typing import Any, cast
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, HTTPSHandler, ProxyHandler, Request, build_opener

from pydantic_core import from_json

from parlour.errors import MissingExtra, ModelUnavailable, UnknownModel, UsageError
from parlour.llm.chat_server import Body, ChatServer, as_mapping, endpoint, proxy_of, tls_context
from parlour.llm.hosted import Hosted
from parlour.llm.model_file import NO_KEY, ModelEntry, address_and_name, server_key
from parlour.llm.responses import ServerRefusal, said_plainly
from parlour.llm.weights import rein_in_openmp, thread_count, trained_context

PATIENCE = 10.0
"""Seconds to wait for a server that does not answer."""
_REFUSED_KEY = (401, 403)
_MISSING = 404


class _NoRedirects(HTTPRedirectHandler):
    """Follows no redirect: a key goes to the named address alone."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Leaves the answer as it is."""


def served_models(url: str, key: str) -> dict[str, Body]:
    """Returns the models that the server lists, by name; none if it has no list.

    Raises:
        ModelUnavailable: if it does not answer or refuses the key.
    """
    try:
        body = from_json(_get(url, "models", key))
    except ValueError:
        return {}
    except ServerRefusal as error:
        if error.status in _REFUSED_KEY:
            raise said_plainly(error, name="", url=url) from error
        return {}
    entries = as_mapping(body).get("data")
    models = (
        [as_mapping(model) for model in cast("list[object]", entries)] if isinstance(entries, list) else []
    )
    return {str(model["id"]): model for model in models if model.get("id")}


def check_served(name: str, url: str, key: str) -> None:
    """Makes sure that the server has a model; asks for a name that it does not list by itself."""
    models = served_models(url, key)
    if name in models:
        return
    try:
        _get(url, f"models/{name}", key)
    except ServerRefusal as error:
        if error.status != _MISSING:
            return  # it answers, and tells nothing of its models: the first call will show
        near = get_close_matches(name, models, n=3) or sorted(models)[:3]
        hint = f"; it has {', '.join(near)}" if near else ", nor any other"
        raise UnknownModel(f"the server at {url} has no model {name!r}{hint}") from error


def _get(url: str, path: str, key: str) -> bytes:
    """Returns what a server sends at a path."""
    headers = {"Authorization": f"Bearer {key}"}
    request = Request(endpoint(url, path), headers=headers)  # noqa: S310 - begins with http, as all addresses
    proxy = proxy_of(url)  # urllib itself reads no ALL_PROXY
    proxies = ProxyHandler({request.type: proxy} if proxy else {})
    opener = build_opener(_NoRedirects, proxies, HTTPSHandler(context=tls_context()))
    try:
        with opener.open(request, timeout=PATIENCE) as response:
            return response.read()
    except HTTPError as error:
        body = error.read().decode(errors="replace")
        try:
            raise ServerRefusal(error.code, from_json(body)) from error
        except ValueError:
            raise ServerRefusal(error.code, body) from error
    except (OSError, HTTPException) as error:
        why = getattr(error, "reason", error)
        raise ModelUnavailable(
            f"{url}: no server answers there ({why}): start it, or correct the address"
        ) from error


UNKNOWN_CONTEXT = 8192
_WINDOW_FIELDS = ("max_model_len", "context_length", "n_ctx")


def open_compatible(model: str, context: int | None, entry: ModelEntry | None = None) -> Hosted:
    """Opens an entry of the user's, or an address with the key of an entry of the same origin, if any."""
    url, name = (entry.base_url, entry.model) if entry else address_and_name(model)
    key = entry.key if entry else server_key(url)
    models = {} if context and name else _listed_models(url, key)
    if not name:
        names = ", ".join(models) or "it does not say which"
        raise UnknownModel(f"{model}: put the name of a model after '#'; the server has: {names}")
    window = context or _window(models.get(name, {})) or UNKNOWN_CONTEXT
    return Hosted(ChatServer(url, name, key), name=model, context=window)


def _listed_models(url: str, key: str) -> dict[str, Body]:
    """Returns the models of a server's list; refuses an address whose list is one step below it."""
    models, below = served_models(url, key), endpoint(url, "v1")
    if not models and not url.rstrip("/").endswith("/v1"):
        with suppress(ModelUnavailable):
            if served_models(below, key):
                raise UnknownModel(f"{url}: the interface of this server is at {below}: name that address")
    return models


def _window(served: Body) -> int | None:
    fields = served | as_mapping(served.get("meta"))
    return next((fields[name] for name in _WINDOW_FIELDS if isinstance(fields.get(name), int)), None)


LARGEST_CONTEXT = 16384
_ENGINE_PATIENCE = 1800.0


_running: dict[tuple[Path, int], Any] = {}
"""The servers of llama.cpp; each stops when nothing refers to it."""
_users: dict[tuple[Path, int], int] = {}
atexit.register(_running.clear)


class Embedded(Hosted):
    """A GGUF model in this process; all that open the same file share one server."""

    def __init__(self, path: Path, *, name: str, context: int | None) -> None:
        trained = trained_context(path)
        self._key = (path.resolve(), context or min(trained or LARGEST_CONTEXT, LARGEST_CONTEXT))
        server = _running.get(self._key) or _start_engine(*self._key)
        _running[self._key] = server
        _users[self._key] = _users.get(self._key, 0) + 1
        super().__init__(
            ChatServer(f"{server.listening_address}/v1", path.name, NO_KEY),
            name=name,
            context=self._key[1],
            slots=1,
            patience=_ENGINE_PATIENCE,
        )

    async def close(self) -> None:
        """Closes its connections; the last user's end stops the server."""
        await super().close()
        _users[self._key] -= 1
        if not _users[self._key]:
            _running.pop(self._key, None)


def _start_engine(path: Path, context: int) -> Any:  # noqa: ANN401 - an optional package without types
    """Starts llama.cpp with one slot: slots would share out the window and the cache."""
    rein_in_openmp()
    try:
        xllamacpp: Any = import_module("xllamacpp")
    except ModuleNotFoundError as error:
        raise MissingExtra("models in this process need llama.cpp: pip install 'parlour[local]'") from error
    except ImportError as error:
        raise UsageError(f"llama.cpp cannot be loaded: {error}: on Debian, install libgomp1") from error
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.n_ctx, parameters.n_parallel, parameters.verbosity = context, 1, -1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = thread_count()
    try:
        return xllamacpp.Server(parameters)
    except RuntimeError as error:
        raise ModelUnavailable(
            f"{path}: llama.cpp cannot load this model with a window of {context} tokens:"
            " is the file whole, and is there memory enough?"
        ) from error
