"""The same over HTTP and WebSocket: what the pages do, for programs, with a page that says how."""

from parlour.web.api.application import PREFIX, mount

__all__ = ["PREFIX", "mount"]
