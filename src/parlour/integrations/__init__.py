"""Parlour inside other programs: environments for trainers, Inspect, and chat programs by MCP."""
