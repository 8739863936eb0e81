"""Why a player of One Night does something: in words that people read, and that tell readers no fact."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parlour.games.onenight.reader.choosing import Mind
from parlour.language.facts import Name
from parlour.reader import joined, phrase

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
        return joined(self.mind.papers, *(phrase(self.mind.papers, "check", about=name) for name in pair))

    def voting(self, chosen: Name) -> str:
        """Why it votes for somebody."""
        role = self.mind.papers.role
        return (
            phrase(self.mind.papers, _VOTES[role], about=chosen) if role in _VOTES else self.judging(chosen)
        )

    def judging(self, name: Name) -> str:
        """How likely it takes somebody for the werewolf, and why."""
        percent = str(round(100 * self.mind.shown.chances[name]))
        return joined(
            self.mind.papers,
            phrase(self.mind.papers, "likely", about=name, percent=percent),
            self.grounds(name),
        )

    def grounds(self, name: Name) -> str:
        """What counts most with it against somebody."""
        shown = self.mind.shown
        if name in shown.certain:
            return phrase(self.mind.papers, "knows")
        clue = shown.grounds(name)
        if clue is None:
            return phrase(self.mind.papers, "blank")
        if clue.by == name and clue.about and clue.kind != "rivals":
            return phrase(self.mind.papers, "own_word", by=name)
        about = name if name in clue.about else next(iter(clue.about), clue.by)
        return phrase(self.mind.papers, clue.kind, by=clue.by, about=about)
