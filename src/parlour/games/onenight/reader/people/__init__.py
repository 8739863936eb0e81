"""The reader at a table of people: cards that moved by night, whose they are now, what is said of it."""

from parlour.games.onenight.reader.people.mind import PeopleMind
from parlour.games.onenight.reader.people.papers import PeoplePrompt, people_prompt
from parlour.games.onenight.reader.people.seat import PeopleSeat

__all__ = ["PeopleMind", "PeoplePrompt", "PeopleSeat", "people_prompt"]
