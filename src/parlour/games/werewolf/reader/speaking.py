"""What a player of Werewolf says: claims, checks, suspicions and votes in the controlled language.

Everybody tells what they believe, a werewolf what its guise would believe. A seer comes forward when it has
found a werewolf, is about to be voted out, or has been silent long enough; once it has, it tells everything.
A werewolf says that it is none; named by a seer, it claims to be the seer itself, unless it has claimed
another role before, and keeps to what it said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from parlour.games.werewolf.reader.choosing import BELIEVED, Mind
from parlour.games.werewolf.reader.conversing import turn
from parlour.games.werewolf.reader.reasons import Reasons
from parlour.language.facts import (
    Check,
    Fact,
    Level,
    Name,
    RoleClaim,
    Suspicion,
    Trust,
    VoteFor,
    Word,
)
from parlour.llm import Talk
from parlour.reader import Told, asked, fitting, phrase, timelines, topics, uttered

PATIENCE = 3
"""The day on which a seer comes forward though it has found no werewolf."""
GOOD: Word = "good"
_MARKED, _NOTICED = 1.2, 1.05
"""How many times as suspect as usual somebody is whom one suspects strongly, and whom somewhat."""
_TRUSTED = 0.6


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """Somebody about to say something.

    Attributes:
        mind: what it knows and believes.
        want: to whom it speaks, and of whom.
    """

    mind: Mind
    want: Talk

    def sentences(self) -> tuple[str, ...]:
        """What is said, within the words that the prompt allows."""
        if self.want.among == "fellows":
            return self._fitting(self._proposal(self.want.to))
        said = tuple(self._lies() if self.mind.papers.is_wolf else self._truths())
        opinion = replace(self, mind=self.mind.telling(said))._opinion()
        told: tuple[Told, ...] = (*said, *opinion)
        return turn(self.mind.papers, told).sentences((*self._question(), *self._retold()))

    def _proposal(self, about: Name | None) -> Iterator[str]:
        """Whom to attack and why, and against whom to speak tomorrow."""
        if about is None:
            return
        reasons = Reasons(mind=self.mind)
        yield phrase(self.mind.papers, "confer", about=about)
        yield reasons.why("kill", about)
        others = [name for name in self.mind.papers.living if name != about]
        scapegoat = self.mind.ballot(others)
        if scapegoat != self.mind.papers.me and scapegoat not in self.mind.papers.fellows:
            yield self._said(VoteFor(by=self.mind.papers.me, whom=scapegoat))

    def _truths(self) -> Iterator[Fact]:
        """What somebody on the good side tells of itself."""
        papers = self.mind.papers
        if papers.role == "seer" and self._comes_forward():
            yield RoleClaim(who=papers.me, role="seer")
            for name, (night, is_wolf) in papers.checks.items():
                yield Check(by=papers.me, whom=name, role="werewolf" if is_wolf else GOOD, night=night)
        elif self._is_threatened():
            yield RoleClaim(who=papers.me, role=papers.role)
        else:
            yield from self._innocence()

    def _lies(self) -> Iterator[Fact]:
        """What a werewolf tells of itself; nothing that goes against what it told before."""
        papers = self.mind.papers
        claimed = [fact for fact in self._told() if isinstance(fact, RoleClaim) and fact.role != GOOD]
        accusers = self.mind.accusers
        if any(fact.role == "seer" for fact in claimed):
            yield RoleClaim(who=papers.me, role="seer")
            yield from dict.fromkeys(fact for fact in self._told() if isinstance(fact, Check))
        elif accusers and not claimed and papers.me not in papers.left_out:
            yield RoleClaim(who=papers.me, role="seer")
            yield Check(by=papers.me, whom=accusers[0], role="werewolf", night=papers.night)
        elif self._is_threatened():
            yield RoleClaim(who=papers.me, role=claimed[0].role if claimed else "villager")
        else:
            yield from self._innocence()

    def _innocence(self) -> Iterator[Fact]:
        """Everybody says on the first day that they are no werewolf."""
        if self.mind.papers.day <= 1:
            yield RoleClaim(who=self.mind.papers.me, role=GOOD)

    def _opinion(self) -> Iterator[Told]:
        """Whom it suspects and why, whom it trusts, and whom it is going to vote for."""
        mind, me = self.mind, self.mind.papers.me
        others = [name for name in mind.papers.living if name != me]
        top = mind.suspects(others)[0]
        level = self._level(max(mind.shown.chances[name] for name in others))
        yield Suspicion(by=me, whom=top, level=level)
        if top in mind.shown.certain or mind.shown.grounds(top):
            yield Reasons(mind=mind).grounds(top)
        if friend := self._friend(others, top):
            trust = Level.STRONG if friend in mind.guise.seers else Level.SOME
            yield Trust(by=me, whom=friend, level=trust)
        if level is Level.STRONG:
            yield VoteFor(by=me, whom=top)

    def _question(self) -> Iterator[str]:
        """What it asks whom it means to ask: out of its own list, or what was not told today."""
        papers = self.mind.papers
        others = [name for name in papers.living if name != papers.me]
        to = self.want.to or self.mind.suspects(others)[0]
        if self.want.to is None and not any(topics(papers, to)):
            return
        yield asked(papers, to)

    def _retold(self) -> Iterator[str]:
        """What its own list says that it should tell besides, as it stands there."""
        return (line for _, line in timelines(self.mind.papers))

    def _friend(self, others: Iterable[Name], top: Name) -> Name | None:
        """Whom it trusts: a seer that it believes, or somebody who is far from suspicion, if there is one."""
        chances = self.mind.shown.chances
        near = [name for name in others if name != top]
        trusted = [name for name in self.mind.guise.seers if name in near and chances[name] < BELIEVED] or [
            name for name in near if chances[name] < _TRUSTED * self.mind.prior
        ]
        return self.mind.by_day(trusted, lambda name: chances[name])[0] if trusted else None

    def _level(self, likely: float) -> Level:
        """How far whoever is suspected most is suspected: by how much more than just anybody."""
        if likely > BELIEVED and likely > _MARKED * self.mind.average:
            return Level.STRONG
        return Level.SOME if likely > _NOTICED * self.mind.average else Level.LITTLE

    def _comes_forward(self) -> bool:
        """Whether a seer says that it is the seer; once it has, it says so every day."""
        papers = self.mind.papers
        has_before = any(isinstance(fact, RoleClaim) and fact.role == "seer" for fact in self._told())
        has_found = any(is_wolf and name in papers.living for name, (_, is_wolf) in papers.checks.items())
        return has_before or has_found or self._is_threatened() or papers.day >= PATIENCE

    def _is_threatened(self) -> bool:
        """Whether it must fear to be voted out today."""
        return self.mind.is_threatened

    def _told(self) -> tuple[Fact, ...]:
        """What it has said for itself, and keeps to."""
        return self.mind.papers.kept_words

    def _said(self, fact: Fact) -> str:
        return uttered(self.mind.papers, fact)

    def _fitting(self, sentences: Iterable[str]) -> tuple[str, ...]:
        return fitting(sentences, self.mind.papers.limit)
