"""The reader at a table of Werewolf: what its prompt tells, what it believes, says and chooses."""

from parlour.llm.reader.werewolf.choosing import Mind
from parlour.llm.reader.werewolf.considering import Considering
from parlour.llm.reader.werewolf.filling import Filler
from parlour.llm.reader.werewolf.papers import is_of_werewolf, papers_of
from parlour.llm.reader.werewolf.speaking import Speaker

__all__ = ["Considering", "Filler", "Mind", "Speaker", "is_of_werewolf", "papers_of"]
