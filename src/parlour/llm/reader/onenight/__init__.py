"""The reader at a table of One Night: what its prompt tells, what it believes, says and chooses."""

from parlour.llm.reader.onenight.choosing import Mind
from parlour.llm.reader.onenight.considering import Considering
from parlour.llm.reader.onenight.filling import Filler
from parlour.llm.reader.onenight.papers import is_of_one_night, papers_of
from parlour.llm.reader.onenight.speaking import Speaker

__all__ = ["Considering", "Filler", "Mind", "Speaker", "is_of_one_night", "papers_of"]
