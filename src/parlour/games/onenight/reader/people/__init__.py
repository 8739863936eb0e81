"""The reader at a table of people: cards that moved by night, their sides now, statements about them."""

from parlour.games.onenight.reader.people.papers import PeoplePrompt, people_prompt
from parlour.games.onenight.reader.people.seat import PeopleMind, PeopleSeat

__all__ = ["PeopleMind", "PeoplePrompt", "PeopleSeat", "people_prompt"]
