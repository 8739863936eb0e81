"""A player of Avalon with all that it can be asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour.core import Player
from parlour.language.facts import Level, Suspicion, Trust, Word
from parlour.llm import Choice, Speech, Talk, Target
from parlour.reader import (
    Blank,
    ChoicePurpose,
    Reached,
    TalkSeat,
    fitting,
    join_sentences,
    phrase,
    question_to,
)

from parlour_avalon.quests import APPROVE, SUCCESS
from parlour_avalon.reader.choosing import Mind
from parlour_avalon.reader.parsed import AvalonPrompt
from parlour_avalon.reader.reasons import Reasons
from parlour_avalon.roles import Role, Team
from parlour_avalon.verdict import MERLIN

_MARKED, _NOTICED, _TRUSTED = 1.6, 1.1, 0.5
"""How many times as suspect as usual somebody is whom one strongly suspects, suspects somewhat, or trusts."""


@dataclass(frozen=True, kw_only=True)
class Seat(TalkSeat):
    """A player of Avalon.

    Attributes:
        parsed: what it was told.
    """

    parsed: AvalonPrompt

    @property
    def prompt(self) -> AvalonPrompt:
        """What it was told."""
        return self.parsed

    @cached_property
    def mind(self) -> Mind:
        """What it believes and decides."""
        return Mind(knowledge=self.prompt.known)

    @property
    def allies(self) -> frozenset[Player]:
        """Those whom it knows to be evil as itself."""
        return frozenset(self.prompt.known.fellows)

    def suspicion(self, name: Player, case: str | None = None) -> float:
        """How likely somebody is evil, as it would argue, or Merlin, where it is that which is asked."""
        if case == MERLIN:
            return self.mind.merlins.get(name, 0.0)
        return 0.0 if name == self.me else self.mind.shown[name]

    def rank(self, options: Sequence[Player]) -> Sequence[Player]:
        """From whom it points the finger at first to last; its fellows come last."""
        ranked = super().rank(options)
        return sorted(ranked, key=lambda name: name in self.allies)

    def chosen(self, purpose: ChoicePurpose, blank: Blank) -> object:
        """Whom it sends or names as Merlin, how it votes, what it plays, or whom it suspects."""
        options = blank.options
        match purpose:
            case Target(deed="propose"):
                return list(self.mind.team(options, max(1, blank.least)))
            case Target(deed="assassinate"):
                return self.mind.merlin(options)
            case Choice() if APPROVE in options:
                return self.mind.vote(self.prompt.team)
            case Choice() if SUCCESS in options:
                return self.mind.card(self.prompt.team)
            case _:
                return super().chosen(purpose, blank)

    def why(self, purpose: ChoicePurpose, blank: Blank, case: str | None, most: int | None) -> str:
        """Why it chooses as it does."""
        reasons, options = Reasons(prompt=self.prompt, mind=self.mind), blank.options
        match purpose:
            case Target(deed="propose"):
                return reasons.sending(self.mind.team(options, max(1, blank.least)))
            case Target(deed="assassinate"):
                return reasons.naming(self.mind.merlin(options))
            case Choice() if APPROVE in options:
                return reasons.voting(self.mind.vote(self.prompt.team))
            case Choice() if SUCCESS in options:
                return reasons.playing(self.mind.card(self.prompt.team))
            case _:
                return super().why(purpose, blank, case, most)

    def grounds(self, name: Player, case: str | None = None, most: int | None = None) -> str:
        """What counts most with it for or against somebody."""
        reasons = Reasons(prompt=self.prompt, mind=self.mind)
        return reasons.naming(name) if case == MERLIN else reasons.grounds(name)

    def overall(self, case: str | None = None, most: int | None = None) -> str:
        """What it thinks where nothing is to be chosen."""
        return Reasons(prompt=self.prompt, mind=self.mind).judging(self.rank(self.others)[0])

    def plan(self, case: str | None = None) -> str:
        """What it means to say next."""
        top = self.rank(self.others)[0]
        said = phrase(self.prompt, "plan" if self.prompt.known.is_good else "plan_evil", about=top)
        return join_sentences(self.prompt, *fitting((said, self.grounds(top)), self.limit))

    def speech(self, purpose: Speech | Talk) -> tuple[str, ...]:
        """What it says to everybody on a team, or to the assassin on Merlin."""
        if isinstance(purpose, Talk) and purpose.among == "fellows" and purpose.to:
            return fitting((phrase(self.prompt, "merlin", about=purpose.to),), self.limit)
        ask = (question_to(self.prompt, purpose.to),) if purpose.to else ()
        return fitting((*self._opinion(), *ask), self.limit)

    def _opinion(self) -> Iterator[str]:
        """What it makes of the team, whom it suspects and why, and whom it trusts."""
        reasons = Reasons(prompt=self.prompt, mind=self.mind)
        if self.prompt.team:
            yield reasons.stating(self.mind.vote(self.prompt.team))
        top = self.rank(self.others)[0]
        odds = self.suspicion(top) / self.usual
        level = Level.STRONG if odds > _MARKED else Level.SOME if odds > _NOTICED else Level.LITTLE
        yield self.prompt.say(Suspicion(by=self.me, whom=top, level=level))
        yield from reasons.known(top)
        friend = min(self.others, key=self.suspicion)
        if self.suspicion(friend) < _TRUSTED * self.usual:
            yield self.prompt.say(Trust(by=self.me, whom=friend, level=Level.SOME))

    def role(self, name: Player, roles: Sequence[Word], case: str) -> tuple[Word, float]:
        """The most probable of those roles for somebody, and how probable it is."""
        evil = [role for role in roles if Role(role).team is Team.EVIL]
        likely = self.mind.own.chances[name]
        good = len(self.players) - self.prompt.known.evil
        alone = [role for role in roles if role in (Role.MERLIN, Role.PERCIVAL)]
        weights = {role: likely / len(evil) for role in evil}
        weights |= dict.fromkeys(alone, (1 - likely) / good)
        weights[Role.SERVANT] = (1 - likely) * (good - len(alone)) / good
        best = max(roles, key=lambda role: weights.get(role, 0.0))
        return best, weights.get(best, 0.0)

    def progress(self, case: str) -> Reached:
        """Whether the evil are found or, of one's own side, whether nobody looks there; Merlin is a guess."""
        if self.prompt.known.is_good or case == MERLIN:
            return "partly" if case == MERLIN else super().progress(case)
        common = self.mind.common.chances
        return "yes" if common[self.me] < sum(common.values()) / len(common) else "partly"
