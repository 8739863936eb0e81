"""The reader at a table of One Night: what its prompt tells, what it believes, says and chooses."""

from parlour.llm.reader.onenight.choosing import Mind
from parlour.llm.reader.onenight.considering import Considering
from parlour.llm.reader.onenight.parsed import parsed
from parlour.llm.reader.onenight.seat import Seat, seat_of
from parlour.llm.reader.onenight.speaking import Speaker

__all__ = ["Considering", "Mind", "Seat", "Speaker", "parsed", "seat_of"]
