"""The reader at a table of Werewolf: what its prompt tells, what it believes, says and chooses."""

from parlour.llm.reader.werewolf.choosing import Mind
from parlour.llm.reader.werewolf.considering import Considering
from parlour.llm.reader.werewolf.parsed import parsed
from parlour.llm.reader.werewolf.seat import Seat, seat_of
from parlour.llm.reader.werewolf.speaking import Speaker

__all__ = ["Considering", "Mind", "Seat", "Speaker", "parsed", "seat_of"]
