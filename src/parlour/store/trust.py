"""Addresses of models that an imported match names and its user has not: nothing is sent there unasked."""

from __future__ import annotations

from parlour.errors import UsageError
from parlour.llm import is_foreign
from parlour.store.store import Store


def foreign_addresses(store: Store, match: str) -> tuple[str, ...]:
    """Lists the addresses that an imported match would be played on with, unless the user has named them."""
    if not store.is_imported(match):
        return ()
    setup = store.setup(match)
    models = [seat.holder.model or "" for seat in setup.seats]
    return tuple(dict.fromkeys(model for model in (*models, setup.embedding) if is_foreign(model)))


def refuse_foreign(store: Store, match: str) -> None:
    """Raises `UsageError` if an imported match names addresses that the user has not."""
    if addresses := foreign_addresses(store, match):
        raise UsageError(
            f"{match} was imported and would send its prompts to {', '.join(addresses)}: if you trust that "
            "server, name it with: parlour models add NAME ADDRESS"
        )
