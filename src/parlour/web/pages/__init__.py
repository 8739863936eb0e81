"""The pages of the server, made with NiceGUI: no script of our own, and nothing fetched from elsewhere."""

from parlour.web.pages.mounting import mount

__all__ = ["mount"]
