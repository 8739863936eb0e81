"""One page of trust graphs that needs nothing else: no network, no library, no font of its own."""

from parlour.methods.gratr.views.page.page import trust_page

__all__ = ["trust_page"]
