"""The words of the host's page."""

from parlour.wording import Phrases

PHRASES = Phrases("parlour.web.pages.host")
