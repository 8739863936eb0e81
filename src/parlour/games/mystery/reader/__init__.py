"""The reader at a murder mystery: what its prompt tells, what follows from it, what it says and chooses."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.mystery.reader.mind import mind_of
from parlour.games.mystery.reader.parsed import find_table, phrases, understood
from parlour.games.mystery.reader.seat import MysterySeat
from parlour.language.facts import Language, Name
from parlour.llm import Prompt

__all__ = ["PART", "MysteryReader"]


class MysteryReader:
    """How the reader plays a mystery: a `GameReader`."""

    def seat(self, prompt: Prompt, players: Sequence[Name]) -> MysterySeat:
        """The player whom a prompt is for.

        Raises:
            UsageError: if it does not say who plays, or tells the story in free prose.
        """
        papers, task = understood(prompt)
        return MysterySeat(mind=mind_of(papers), task=task)

    def people(self, prompt: Prompt) -> tuple[Name, ...]:
        """The victims."""
        table = find_table(prompt.system_text, prompt.language)
        return table.victims if table else ()

    def themes(self, language: Language) -> list[str]:
        """What the talk turns on."""
        return list(phrases(language)["themes"])


PART = MysteryReader()
