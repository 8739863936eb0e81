"""The tables that somebody opened, kept in the storage of the own browser: the server knows no accounts."""

from __future__ import annotations

import json
from typing import cast

from nicegui import ui
from pydantic import TypeAdapter, ValidationError

_KEY = "parlour.tables"
_MOST = 200
_TOKENS = TypeAdapter(list[str])


async def own_tokens() -> list[str]:
    """The tokens of the host's links that this browser keeps, newest first."""
    script = f"localStorage.getItem('{_KEY}') || '[]'"
    kept = cast("object", await ui.run_javascript(script, timeout=5))
    try:
        return _TOKENS.validate_json(str(kept))[:_MOST]
    except ValidationError:
        return []


async def keep_token(token: str) -> None:
    """Has the browser keep the host's link of a table that was just opened."""
    tokens = [token, *(each for each in await own_tokens() if each != token)][:_MOST]
    await ui.run_javascript(f"localStorage.setItem('{_KEY}', {json.dumps(json.dumps(tokens))})", timeout=5)
