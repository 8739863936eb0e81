"""The words of the lobby."""

from parlour.language.wording import Phrases

PHRASES = Phrases("parlour.web.pages.lobby")
