"""Games as tasks of Inspect, its models in their seats: what its own entry point finds is in `registry`."""

from parlour.integrations.inspect_tasks.kind import KIND

__all__ = ["KIND"]
