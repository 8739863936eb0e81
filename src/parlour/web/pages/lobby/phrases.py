"""The words of the lobby."""

from parlour.wording import Phrases

PHRASES = Phrases("parlour.web.pages.lobby")
