"""The tables that somebody opened or sat at, kept in the own browser: the server knows no accounts."""

from __future__ import annotations

import json
from typing import cast

from nicegui import ui
from pydantic import TypeAdapter, ValidationError

_KEY = "'parlour.tables'"
_MOST = 200
_TOKENS = TypeAdapter(list[str])


async def own_tokens() -> list[str]:
    """The tokens of the links to host's pages and seats that this browser keeps, newest first."""
    try:
        kept = cast("object", await ui.run_javascript(f"localStorage.getItem({_KEY}) || '[]'", timeout=10))
        return _TOKENS.validate_json(str(kept))[:_MOST]
    except (TimeoutError, ValidationError):  # a browser that is gone, or somebody wrote there by hand
        return []


def keep_token(token: str) -> None:
    """Has the browser keep a host's link or that of a seat."""
    kept = f"JSON.parse(localStorage.getItem({_KEY}) || '[]').filter((each) => each !== {json.dumps(token)})"
    ui.run_javascript(
        f"localStorage.setItem({_KEY}, JSON.stringify([{json.dumps(token)}, ...{kept}].slice(0, {_MOST})))"
    )
