"""Games as Inspect's tasks and Inspect's models as players; Inspect's entry point loads `registry`.

Nothing of Inspect is imported before one of its models is opened.
"""

from __future__ import annotations

from parlour.llm import Provider, ProviderKind

PREFIX = "inspect"
"""The beginning of such a model string; alone, it is the model under evaluation."""


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
