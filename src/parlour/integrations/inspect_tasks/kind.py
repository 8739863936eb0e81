"""Inspect's models as a kind of Parlour's models; nothing of Inspect is imported before one is opened."""

from __future__ import annotations

from parlour.integrations.inspect_tasks.names import PREFIX
from parlour.llm import Provider, ProviderKind


def open_model(model: str, context: int | None) -> Provider:
    """Opens one of Inspect's models.

    Raises:
        UnknownModel: if there is no such model.
    """
    from parlour.integrations.inspect_tasks.provider import open_inspect  # here, since it needs the extra

    return open_inspect(model, context)


KIND = ProviderKind(
    form="inspect:PROVIDER/NAME",
    starts=(f"{PREFIX}:", PREFIX),
    example="inspect:openai/gpt-6-luna",
    says="a model of Inspect's; in its tasks also `inspect`, the one evaluated, and inspect:ROLE",
    opener=open_model,
    package="inspect_ai",
    extra="inspect",
)
