"""Any OpenAI-compatible chat server, named by its address: `http://HOST:PORT/v1#NAME`.

Heavy to import: only `providers` and `gguf` do so, when a model is opened.
"""

from __future__ import annotations

import os
import re
from urllib.parse import SplitResult, parse_qsl, urldefrag, urlsplit

from openai.types import Model as ServedModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.profiles.openai import OpenAIModelProfile, openai_model_profile
from pydantic_ai.providers.openai import OpenAIProvider

from parlour.errors import UnknownModel
from parlour.llm.hosted import TIMEOUT, Hosted
from parlour.llm.plain_chat import PlainChatModel, is_plain
from parlour.llm.served import served_models
from parlour.llm.tariff import is_own_server

UNKNOWN_CONTEXT = 8192
OWN_PATIENCE = 900.0
_PROFILE = OpenAIModelProfile(
    supports_json_schema_output=True,
    json_schema_transformer=None,  # the schema as it is: OpenAI's drops the limits on lengths
    openai_supports_strict_tool_definition=False,
    openai_chat_supports_max_completion_tokens=False,
)
_SECRET = re.compile("key|token|secret|passw|pwd|auth|credential|sig", re.IGNORECASE)
_WINDOW_FIELDS = ("max_model_len", "context_length", "n_ctx")


class CompatibleProvider(OpenAIProvider):
    """A server that speaks OpenAI's language and is not OpenAI: nothing is assumed of its prices.

    pydantic-ai has a provider of that meaning since 2.63 only; this one does with what older ones have.
    """

    @property
    def name(self) -> str:
        """What prices and messages are filed under."""
        return "compatible"

    @staticmethod
    def model_profile(model_name: str) -> ModelProfile | None:
        """What is known of models of that name, wherever they run."""
        return openai_model_profile(model_name)


def compatible_provider(url: str) -> CompatibleProvider:
    """The server at an address, with the key for servers."""
    return CompatibleProvider(base_url=url, api_key=key_for_servers())


def chat_model(url: str, name: str) -> OpenAIChatModel:
    """The model of that name on the server at that address."""
    provider = compatible_provider(url)
    model = OpenAIChatModel(name, provider=provider, profile=_PROFILE)
    return PlainChatModel(name, provider=provider, profile=_PROFILE) if is_plain(model) else model


def open_compatible(model: str, context: int | None) -> Hosted:
    """Opens a model string that is an address.

    Raises:
        UnknownModel: if it is no address or names no model.
        ModelUnavailable: if nothing answers at the address, or the key is refused.
    """
    url, name = address_and_name(model)
    served = served_models(url, key_for_servers())
    if not name:
        there = ", ".join(served) or "it does not say which"
        raise UnknownModel(f"{model}: put the name of a model after '#'; the server has: {there}")
    window = context or _window(served.get(name)) or UNKNOWN_CONTEXT
    patience = OWN_PATIENCE if is_own_server(url) else TIMEOUT
    return Hosted(chat_model(url, name), name=model, context=window, patience=patience)


def address_and_name(model: str) -> tuple[str, str]:
    """Both halves of `http://HOST:PORT/v1#NAME`.

    Raises:
        UnknownModel: if there is no address in it, or a secret: names stand in records and on pages.
    """
    try:
        address = urlsplit(model)
        is_address, is_private = bool(address.hostname), _has_credentials(address)
    except ValueError:
        is_address, is_private = False, "@" in model
    if is_private:
        raise UnknownModel(
            "the address of a model holds a user name, a password or a key, and a model's name is recorded: "
            "leave it out, and put the key into PARLOUR_API_KEY"
        )
    if not is_address:
        raise UnknownModel(f"{model}: this is no address: write http://HOST:PORT/v1#NAME")
    url, name = urldefrag(model)
    return url, name


def _has_credentials(address: SplitResult) -> bool:
    """Whether an address holds userinfo or a query parameter that is named like a secret."""
    names = (name for name, _ in parse_qsl(address.query, keep_blank_values=True))
    return "@" in address.netloc or any(_SECRET.search(name) for name in names)


def key_for_servers() -> str:
    """The key for servers that are named by their address; most want none, but clients want one."""
    return os.environ.get("PARLOUR_API_KEY") or "none"


def _window(served: ServedModel | None) -> int | None:
    """The window that a server tells of a model, each kind of server in a field of its own."""
    told = dict((served.model_extra if served else None) or {})
    meta = told.get("meta")
    if isinstance(meta, dict):
        told |= meta
    found = [told[field] for field in _WINDOW_FIELDS if isinstance(told.get(field), int)]
    return found[0] if found else None
