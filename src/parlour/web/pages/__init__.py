"""The pages of the server, made with NiceGUI and a few small scripts; nothing is fetched from elsewhere."""

from parlour.web.pages.mounting import mount

__all__ = ["mount"]
