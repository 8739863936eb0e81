"""How the symbolic reader plays Avalon."""

from parlour_avalon.reader.choosing import Mind
from parlour_avalon.reader.papers import Papers, Proposal
from parlour_avalon.reader.worlds import Beliefs

__all__ = ["Beliefs", "Mind", "Papers", "Proposal"]
