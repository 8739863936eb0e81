"""Games as Inspect's tasks and Inspect's models as players; Inspect's entry point loads `registry`."""

from parlour.integrations.inspect_tasks.kind import KIND

__all__ = ["KIND"]
