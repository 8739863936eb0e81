"""Any OpenAI-compatible chat server, named by its address: `http://HOST:PORT/v1#NAME`.

Heavy to import: only `providers` and `gguf` do so, when a model is opened.
"""

from __future__ import annotations

import os
from urllib.parse import urldefrag, urlsplit

from openai import APIConnectionError, APIError, OpenAI
from openai.types import Model as ServedModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider

from parlour.errors import ModelUnavailable, UnknownModel
from parlour.llm.hosted import TIMEOUT, Hosted
from parlour.llm.tariff import is_own_server

UNKNOWN_CONTEXT = 8192
OWN_PATIENCE = 900.0
_PROFILE = OpenAIModelProfile(
    supports_json_schema_output=True,
    json_schema_transformer=None,  # the schema as it is: OpenAI's drops the limits on lengths
    openai_supports_strict_tool_definition=False,
    openai_chat_supports_max_completion_tokens=False,
)
_WINDOW_FIELDS = ("max_model_len", "context_length", "n_ctx")


def chat_model(url: str, name: str) -> OpenAIChatModel:
    """The model of that name on the server at that address."""
    provider = OpenAICompatibleProvider("compatible", base_url=url, api_key=key_for_servers())
    return OpenAIChatModel(name, provider=provider, profile=_PROFILE)


def open_compatible(model: str, context: int | None) -> Hosted:
    """Opens a model string that is an address.

    Raises:
        UnknownModel: if it is no address or names no model.
        ModelUnavailable: if nothing answers at the address.
    """
    url, name = address_and_name(model)
    served = _served(url)
    if not name:
        there = ", ".join(served) or "it does not say which"
        raise UnknownModel(f"{model}: put the name of a model after '#'; the server has: {there}")
    window = context or _window(served.get(name)) or UNKNOWN_CONTEXT
    patience = OWN_PATIENCE if is_own_server(url) else TIMEOUT
    return Hosted(chat_model(url, name), name=model, context=window, patience=patience)


def address_and_name(model: str) -> tuple[str, str]:
    """Both halves of `http://HOST:PORT/v1#NAME`.

    Raises:
        UnknownModel: if there is no address in it.
    """
    try:
        is_address = bool(urlsplit(model).hostname)
    except ValueError:
        is_address = False
    if not is_address:
        raise UnknownModel(f"{model}: this is no address: write http://HOST:PORT/v1#NAME")
    url, name = urldefrag(model)
    return url, name


def key_for_servers() -> str:
    """The key for servers that are named by their address; most want none, but clients want one."""
    return os.environ.get("PARLOUR_API_KEY") or "none"


def _served(url: str) -> dict[str, ServedModel]:
    """The models that the server lists; none if it keeps no list."""
    try:
        with OpenAI(base_url=url, api_key=key_for_servers(), max_retries=0, timeout=10) as client:
            return {served.id: served for served in client.models.list().data}
    except APIConnectionError as error:
        raise ModelUnavailable(
            f"{url}: no server answers there ({error.__cause__ or error}): start it, or correct the address"
        ) from error
    except (APIError, AttributeError, TypeError):
        return {}


def _window(served: ServedModel | None) -> int | None:
    """The window that a server tells of a model, each kind of server in a field of its own."""
    told = dict((served.model_extra if served else None) or {})
    meta = told.get("meta")
    if isinstance(meta, dict):
        told |= meta
    found = [told[field] for field in _WINDOW_FIELDS if isinstance(told.get(field), int)]
    return found[0] if found else None
