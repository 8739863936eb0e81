"""The links of a browser's own tables, stored in the browser: the server has no accounts.

Each link is an entry of its own. A page that adds to a list must read it first, and may read what the page
before it has not yet written: browsers share their storage between processes with a delay.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import cast

from nicegui import ui
from pydantic import TypeAdapter, ValidationError

_PREFIX = "parlour.table."
_MOST = 200
_NEWEST = f"""
Object.entries(localStorage)
  .filter(([key]) => key.startsWith({json.dumps(_PREFIX)}))
  .sort(([, one], [, other]) => Number(other) - Number(one))
  .map(([key]) => key.slice({len(_PREFIX)}))
"""
_TOKENS = TypeAdapter(list[str])


async def own_tokens() -> list[str]:
    """Returns the tokens that this browser stores, newest first."""
    try:
        kept = cast("object", await ui.run_javascript(f"JSON.stringify({_NEWEST})", timeout=10))
        return _TOKENS.validate_json(str(kept))[:_MOST]
    except (TimeoutError, ValidationError):  # a browser that is gone, or one that keeps nothing
        return []


def keep_token(token: str) -> None:
    """Stores the token of a host or a seat in the browser; the page must stay open."""
    ui.run_javascript(_storage_script(token))


async def keep_and_go(token: str, address: str) -> None:
    """Stores a token in the browser and then opens another page."""
    with suppress(TimeoutError):
        await ui.run_javascript(_storage_script(token), timeout=10)
    ui.navigate.to(address)


def _storage_script(token: str) -> str:
    return f"localStorage.setItem({json.dumps(_PREFIX + token)}, Date.now())"
