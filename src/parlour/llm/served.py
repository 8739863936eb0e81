"""What an OpenAI-compatible server says of itself: which models it has, and whether the key opens it.

Heavy to import: only what opens models does so.
"""

from __future__ import annotations

from difflib import get_close_matches

from openai import (
    APIConnectionError,
    APIError,
    AuthenticationError,
    NotFoundError,
    OpenAI,
    PermissionDeniedError,
)
from openai.types import Model as ServedModel

from parlour.errors import ModelUnavailable, UnknownModel

PATIENCE = 10.0
"""Seconds to wait for a server that does not answer."""


def served_models(url: str, key: str) -> dict[str, ServedModel]:
    """The models that the server lists, by name; none if it keeps no list.

    Raises:
        ModelUnavailable: if nothing answers at the address, or the key is refused.
    """
    with _client(url, key) as client:
        return _listed(client)


def check_served(name: str, url: str, key: str) -> None:
    """Makes sure that the server has a model, where a name that it does not list can be asked for by itself.

    Raises:
        UnknownModel: if it has none of that name.
        ModelUnavailable: if nothing answers at the address, or the key is refused.
    """
    with _client(url, key) as client:
        listed = _listed(client)
        if name in listed:
            return
        try:
            client.models.retrieve(name)
        except NotFoundError as error:
            near = get_close_matches(name, listed, n=3) or sorted(listed)[:3]
            there = f"; it has {', '.join(near)}" if near else ", nor any other"
            raise UnknownModel(f"the server at {url} has no model {name!r}{there}") from error
        except APIError:
            return  # it answers, and tells nothing of its models: the first call will show


def _client(url: str, key: str) -> OpenAI:
    return OpenAI(base_url=url, api_key=key, max_retries=0, timeout=PATIENCE)


def _listed(client: OpenAI) -> dict[str, ServedModel]:
    url = str(client.base_url).rstrip("/")
    try:
        return {served.id: served for served in client.models.list().data}
    except APIConnectionError as error:
        why = error.__cause__ or error
        raise ModelUnavailable(
            f"{url}: no server answers there ({why}): start it, or correct the address"
        ) from error
    except (AuthenticationError, PermissionDeniedError) as error:
        raise ModelUnavailable(f"{url} refuses the key: check that it is right: {error.message}") from error
    except (APIError, AttributeError, TypeError):
        return {}
