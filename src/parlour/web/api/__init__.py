"""The API for programs over HTTP and WebSocket, with a page that documents it."""

from parlour.web.api.application import PREFIX, mount

__all__ = ["PREFIX", "mount"]
