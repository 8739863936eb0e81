"""A server's API as tools of the Model Context Protocol, with which a chat program plays a seat."""

from parlour.integrations.mcp.server import Tables, open_server

__all__ = ["Tables", "open_server"]
