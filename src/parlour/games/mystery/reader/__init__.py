"""The reader of a murder mystery: its prompt, its deductions, its speeches and choices."""

from __future__ import annotations

from collections.abc import Sequence

from parlour.games.mystery.hearing import MysteryHearing
from parlour.games.mystery.reader.mind import mind_of
from parlour.games.mystery.reader.parsed import find_table, parse_prompt, phrases
from parlour.games.mystery.reader.seat import MysterySeat
from parlour.language.facts import Language, Name
from parlour.llm import Prompt

__all__ = ["HEARING", "PART", "MysteryReader"]


class MysteryReader:
    """The reader of prompts of a mystery: a `GameReader`."""

    def seat(self, prompt: Prompt, players: Sequence[Name]) -> MysterySeat:
        """Returns the player of a prompt.

        Raises:
            UsageError: if it does not say who plays, or tells the story in free prose.
        """
        parsed, task = parse_prompt(prompt)
        return MysterySeat(mind=mind_of(parsed), task=task)

    def people(self, prompt: Prompt) -> tuple[Name, ...]:
        table = find_table(prompt.system_text, prompt.language)
        return table.victims if table else ()

    def themes(self, language: Language) -> list[str]:
        return list(phrases(language)["themes"])


PART = MysteryReader()
HEARING = MysteryHearing()
