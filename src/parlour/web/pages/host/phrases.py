"""The words of the host's page."""

from parlour.language.wording import Phrases

PHRASES = Phrases("parlour.web.pages.host")
