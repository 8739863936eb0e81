"""How Inspect's models are called in Parlour's model strings."""

PREFIX = "inspect"
"""What such a model string begins with; by itself, it is the model that is being evaluated."""
