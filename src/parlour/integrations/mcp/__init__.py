"""A seat for chat programs: the interface of a server as tools of the Model Context Protocol."""

from parlour.integrations.mcp.server import open_server
from parlour.integrations.mcp.tables import Tables

__all__ = ["Tables", "open_server"]
