"""The prefix of Inspect's models in Parlour's model strings."""

PREFIX = "inspect"
"""The beginning of such a model string; alone, it is the model under evaluation."""
