"""Any OpenAI-compatible chat server, named by its address: `http://HOST:PORT/v1#NAME`.

Heavy to import: only `providers` and `gguf` do so, when a model is opened.
"""

from __future__ import annotations

from openai.types import Model as ServedModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.profiles import ModelProfile
from pydantic_ai.profiles.openai import OpenAIModelProfile, openai_model_profile
from pydantic_ai.providers.openai import OpenAIProvider

from parlour.errors import UnknownModel
from parlour.llm.hosted import TIMEOUT, Hosted
from parlour.llm.model_file import NO_KEY, ModelEntry, address_and_name, server_key
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


def compatible_provider(url: str, key: str = NO_KEY) -> CompatibleProvider:
    """Returns the server at an address."""
    return CompatibleProvider(base_url=url, api_key=key)


def chat_model(url: str, name: str, key: str = NO_KEY) -> OpenAIChatModel:
    """Returns the model of that name on the server at that address."""
    provider = compatible_provider(url, key)
    model = OpenAIChatModel(name, provider=provider, profile=_PROFILE)
    return PlainChatModel(name, provider=provider, profile=_PROFILE) if is_plain(model) else model


def open_compatible(model: str, context: int | None) -> Hosted:
    """Opens a model string that is an address, with the key of its origin in the user's models, if any.

    Raises:
        UnknownModel: if it is no address or names no model.
        MissingKey: if the variable of the key is not set.
        ModelUnavailable: if nothing answers at the address, or the key is refused.
    """
    url, name = address_and_name(model)
    key = server_key(url)
    if not name:
        there = ", ".join(served_models(url, key)) or "it does not say which"
        raise UnknownModel(f"{model}: put the name of a model after '#'; the server has: {there}")
    return _opened(model, url, name, key, context)


def open_entry(name: str, entry: ModelEntry, context: int | None) -> Hosted:
    """Opens one of the user's models; raises as `open_compatible` does."""
    return _opened(name, entry.base_url, entry.model, entry.key, entry.context or context, entry.timeout)


def _opened(
    model: str, url: str, name: str, key: str, context: int | None, timeout: float | None = None
) -> Hosted:
    served = served_models(url, key)
    window = context or _window(served.get(name)) or UNKNOWN_CONTEXT
    patience = timeout or (OWN_PATIENCE if is_own_server(url) else TIMEOUT)
    return Hosted(chat_model(url, name, key), name=model, context=window, patience=patience)


def _window(served: ServedModel | None) -> int | None:
    """The window that a server tells of a model, each kind of server in a field of its own."""
    told = dict((served.model_extra if served else None) or {})
    meta = told.get("meta")
    if isinstance(meta, dict):
        told |= meta
    found = [told[field] for field in _WINDOW_FIELDS if isinstance(told.get(field), int)]
    return found[0] if found else None
