"""Why a player of Avalon does something: in words that people read, and that tell readers no fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from parlour.core import Player
from parlour.reader import join_sentences, phrase

from parlour_avalon.quests import APPROVE, FAIL, REJECTIONS, fails_needed
from parlour_avalon.reader.choosing import Mind
from parlour_avalon.reader.knowledge import Proposal
from parlour_avalon.reader.parsed import AvalonPrompt


@dataclass(frozen=True, kw_only=True)
class Reasons:
    """What a player can say for its choices.

    Attributes:
        prompt: what it was told.
        mind: what it believes.
    """

    prompt: AvalonPrompt
    mind: Mind

    def grounds(self, name: Player) -> str:
        """What counts most for or against somebody, of what everybody saw."""
        return self._say(self._record(name) or "blank", name)

    def known(self, name: Player) -> tuple[str, ...]:
        """The same, or nothing where nothing has happened that would count."""
        kind = self._record(name)
        return (self._say(kind, name),) if kind else ()

    def stating(self, vote: str) -> str:
        """What it says openly of the proposed team."""
        others = [name for name in self.prompt.team if name != self.prompt.me]
        if vote == APPROVE:
            return self._say("approves", self._listed(self.prompt.team))
        return self._say("doubts", self._doubted(others)) if others else self._say("rejects")

    def sending(self, team: Sequence[Player]) -> str:
        """Why it proposes a team."""
        return self._say("sends", self._listed(team))

    def voting(self, vote: str) -> str:
        """Why it votes so on the proposed team."""
        if vote == APPROVE and self.mind.knowledge.attempt == REJECTIONS:
            return self._say("passes")
        others = [name for name in self.prompt.team if name != self.prompt.me]
        said = self.known(self._doubted(others)) if others and vote != APPROVE else ()
        return join_sentences(self.prompt, self.stating(vote), *said)

    def playing(self, card: str) -> str:
        """Why it plays a card."""
        others = [name for name in self.prompt.team if name != self.prompt.me]
        return self._say("fail", self._listed(others)) if card == FAIL else self._say("success")

    def naming(self, name: Player) -> str:
        """Why it takes somebody for Merlin."""
        return self._say("merlin", name)

    def judging(self, name: Player) -> str:
        """How likely it takes somebody to be evil, and why."""
        percent = str(round(100 * self.mind.shown[name]))
        return join_sentences(
            self.prompt, phrase(self.prompt, "likely", about=name, percent=percent), self.grounds(name)
        )

    def _record(self, name: Player) -> str:
        """The kind of what counts most of somebody's proposals, quests and votes; empty if nothing does."""
        failed, succeeded = list(self._ended(is_failed=True)), list(self._ended(is_failed=False))
        if any(name in each.team for each in failed):
            return "leading" if any(name == each.leader for each in failed) else "failing"
        if any(each.votes.get(name) == APPROVE for each in failed):
            return "backing"
        if any(name in each.team for each in succeeded):
            return "clean"
        return "opposing" if any(name in each.votes for each in failed) else ""

    def _doubted(self, names: Sequence[Player]) -> Player:
        """Whom of these it would argue against first."""
        return max(names, key=lambda name: self.mind.shown[name])

    def _ended(self, *, is_failed: bool) -> Iterator[Proposal]:
        """The teams whose quest ended so."""
        players = len(self.prompt.known.players)
        return (
            each
            for each, fails in self.prompt.known.quests
            if (fails >= fails_needed(players, each.round)) == is_failed
        )

    def _listed(self, names: Sequence[Player]) -> str:
        return self.prompt.frames["comma"].join(names)

    def _say(self, kind: str, about: str = "") -> str:
        return phrase(self.prompt, kind, about=about)
