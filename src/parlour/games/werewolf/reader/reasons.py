"""Why a player of Werewolf does something: in words that people read, and that tell other readers no fact."""

from __future__ import annotations

from dataclasses import dataclass

from parlour.games.werewolf.reader.choosing import Mind
from parlour.language.facts import Name
from parlour.reader import joined, phrase

_WORDS = frozenset({"found_wolf", "found_good", "suspects", "trusts"})
"""What is said of another, and may tell on whoever says it."""


ALONE = frozenset({"link", "spy"})
"""Deeds whose reason speaks of nobody."""


@dataclass(frozen=True, kw_only=True)
class Reasons:
    """What a player can say for its choices.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind

    def why(self, deed: str, chosen: Name | None) -> str:
        """Why it chose somebody, or nobody."""
        if chosen is None:
            return phrase(self.mind.papers, "hold")
        if deed in ("elect", "bequeath"):
            return phrase(self.mind.papers, "honour", about=chosen)
        if deed in ("charm", "explode") or (deed == "shoot" and self.mind.papers.is_wolf):
            deed = "kill"
        if deed in ("check", "protect", "save", "kill"):
            return phrase(self.mind.papers, deed, about=chosen)
        if self.mind.papers.is_wolf:
            return phrase(self.mind.papers, "throw", about=chosen)
        percent = str(round(100 * self.mind.own.chances[chosen]))
        return joined(
            self.mind.papers,
            phrase(self.mind.papers, "likely", about=chosen, percent=percent),
            self.grounds(chosen),
        )

    def alone(self, deed: str) -> str:
        """Why it does something of which nobody else is the object, or lets it be."""
        return phrase(self.mind.papers, deed)

    def overall(self) -> str:
        """What it thinks where nothing is to be chosen."""
        papers = self.mind.papers
        top = self.mind.suspects([name for name in papers.living if name != papers.me])[0]
        percent = str(round(100 * self.mind.shown.chances[top]))
        return joined(
            self.mind.papers,
            phrase(self.mind.papers, "likely", about=top, percent=percent),
            self.grounds(top),
        )

    def grounds(self, name: Name) -> str:
        """What counts most with it for or against somebody."""
        shown = self.mind.shown
        if name in shown.certain:
            return phrase(self.mind.papers, "knows")
        clue = shown.grounds(name)
        if clue is None:
            return phrase(self.mind.papers, "blank")
        is_own_word = clue.by == name != clue.about and clue.kind in _WORDS
        return phrase(
            self.mind.papers, "own_word" if is_own_word else clue.kind, by=clue.by, about=clue.about
        )
