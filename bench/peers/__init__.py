"""Parlour beside its peers: each in its own environment, by a small driver that its interpreter runs."""
