"""Why a player of One Night does something: in words that people read, and that tell readers no fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.facts import Name
from parlour.llm.reader.frames import words
from parlour.llm.reader.onenight.choosing import Mind

_PHRASES = "onenight/phrases"
_VOTES = {"werewolf": "throw", "minion": "sway", "tanner": "spread"}
"""What those who do not vote for whom they suspect say to themselves."""


@dataclass(frozen=True, kw_only=True)
class Reasons:
    """What a player can say for its choices.

    Attributes:
        mind: what it knows and believes.
    """

    mind: Mind

    def pointing(self, pair: Sequence[Name]) -> str:
        """Why the seer points at two."""
        return self.joined(*(self.phrase("check", about=name) for name in pair))

    def voting(self, chosen: Name) -> str:
        """Why it votes for somebody."""
        role = self.mind.papers.role
        return self.phrase(_VOTES[role], about=chosen) if role in _VOTES else self.judging(chosen)

    def judging(self, name: Name) -> str:
        """How likely it takes somebody for the werewolf, and why."""
        percent = str(round(100 * self.mind.shown.chances[name]))
        return self.joined(self.phrase("likely", about=name, percent=percent), self.grounds(name))

    def grounds(self, name: Name) -> str:
        """What counts most with it against somebody."""
        shown = self.mind.shown
        if name in shown.certain:
            return self.phrase("knows")
        clue = shown.grounds(name)
        if clue is None:
            return self.phrase("blank")
        if clue.by == name and clue.about and clue.kind != "rivals":
            return self.phrase("own_word", by=name)
        about = name if name in clue.about else next(iter(clue.about), clue.by)
        return self.phrase(clue.kind, by=clue.by, about=about)

    def phrase(self, kind: str, **about: str) -> str:
        """One of the phrases."""
        return words(_PHRASES, self.mind.papers.language)[kind].format(**about)

    def joined(self, *sentences: str) -> str:
        """Sentences one after another."""
        return words(_PHRASES, self.mind.papers.language)["gap"].join(sentences)
