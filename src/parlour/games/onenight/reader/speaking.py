"""What a player of One Night says: what it is, what it learned, whom it suspects, in the controlled language.

The village tells the truth, and tells it at once: nobody dies by day, so nothing is gained by waiting. The
werewolf says that it is a villager, named by a seer or not, as a villager would. The minion says now and then
that it is the seer, and names the two at whom it would have pointed. The tanner begins as a villager; then it
tells another story now and then, so as to be caught in it, or stays as suspect as a werewolf would be. What
somebody said before, they keep to; but for the tanner.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from parlour.games.onenight.reader.choosing import Mind
from parlour.games.onenight.reader.clues import claimed
from parlour.games.onenight.reader.conversing import turn
from parlour.games.onenight.reader.reasons import Reasons
from parlour.games.onenight.roles import Role
from parlour.language.facts import (
    Fact,
    Fellow,
    Level,
    Name,
    NeitherOfTwo,
    OneOfTwo,
    RoleClaim,
    Suspicion,
    Trust,
    VoteFor,
)
from parlour.llm import Talk
from parlour.reader import Told, asked, drawn_for, timelines, topics

BOLD = 0.5
"""How often a minion says that it is the seer, and a tanner changes its story."""
STORY_ROUND = 2
"""In which round a tanner does so."""
_MARKED, _NOTICED, _TRUSTED = 2.2, 1.2, 0.5
"""How many times as suspect as usual somebody is whom one strongly suspects, suspects somewhat, or trusts."""


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """Somebody about to make a statement.

    Attributes:
        mind: what it knows and believes.
        want: whom it means to call upon, if anybody.
    """

    mind: Mind
    want: Talk

    def sentences(self) -> tuple[str, ...]:
        """What is said, within the words that the prompt allows."""
        claims = tuple(self._claims())
        speaker = replace(self, mind=self.mind.telling(claims))
        told: tuple[Told, ...] = (*claims, *speaker._opinion())
        said = turn(self.mind.papers, told, self._of_the_night())
        return said.sentences((*self._question(), *self._retold()))

    def _of_the_night(self) -> tuple[Fact, ...]:
        """What it says of the night when it is asked: what it learned, or what it said it did."""
        papers = self.mind.papers
        if papers.role == "mason" and papers.mason:
            return (Fellow(by=papers.me, whom=papers.mason, role="mason"),)
        return self._learned() if papers.role == "seer" else self._told_of_night

    def _claims(self) -> Iterator[Fact]:
        """What it says of itself and of the night."""
        papers = self.mind.papers
        match papers.role:
            case "seer":
                yield from self._as_seer(self._learned())
            case "mason" if papers.mason and papers.round == 1:
                yield RoleClaim(who=papers.me, role="mason")
                yield Fellow(by=papers.me, whom=papers.mason, role="mason")
            case "werewolf" if self._told_of_night:
                yield from self._as_seer(self._told_of_night)
            case "minion" if self._told_of_night or (self._is_bold and not self._has_claimed):
                yield from self._as_seer(self._told_of_night or self._invented())
            case "tanner" if self._told_of_night or (papers.round == STORY_ROUND and self._is_bold):
                yield from self._as_seer(self._told_of_night or self._invented())
            case _ if papers.round == 1:
                yield RoleClaim(who=papers.me, role="villager")
            case _:
                pass

    def _as_seer(self, night: tuple[Fact, ...]) -> Iterator[Fact]:
        """The seer's story: whole at first, and again where another tells it, too."""
        papers = self.mind.papers
        is_contested = set(claimed(papers, "seer")) - {papers.me}
        if papers.round == 1 or is_contested or not self._told_of_night:
            yield RoleClaim(who=papers.me, role="seer")
            yield from night

    def _learned(self) -> tuple[Fact, ...]:
        """What the seer learned."""
        papers, pointing = self.mind.papers, self.mind.papers.pointing
        if not pointing:
            return ()
        told = OneOfTwo if pointing.has_wolf else NeitherOfTwo
        one, other = pointing.pair
        return (told(by=papers.me, whom=one, other=other, role=Role.WEREWOLF),)

    def _invented(self) -> tuple[Fact, ...]:
        """A night that there never was, of the two whom it would have pointed at as the seer."""
        papers = self.mind.papers
        others = [name for name in papers.others if name != papers.wolf]
        one, other = sorted(self.mind.pair(others), key=papers.table.players.index)
        return (OneOfTwo(by=papers.me, whom=one, other=other, role=Role.WEREWOLF),)

    def _opinion(self) -> Iterator[Told]:
        """Whom it suspects and why, whom it trusts, and whom it says that it votes for."""
        mind, me = self.mind, self.mind.papers.me
        top, level = mind.suspects[0], self._level
        yield Suspicion(by=me, whom=top, level=level)
        if top in mind.shown.certain or mind.shown.grounds(top):
            yield Reasons(mind=mind).grounds(top)
        if friend := self._friend(top):
            known = friend == mind.papers.mason
            yield Trust(by=me, whom=friend, level=Level.STRONG if known else Level.SOME)
        if level is Level.STRONG:
            yield VoteFor(by=me, whom=top)

    def _question(self) -> Iterator[str]:
        """What it asks whom it means to call upon: out of its own list, or what was not told this round."""
        papers = self.mind.papers
        to = self.want.to or self.mind.suspects[0]
        if self.want.to is None and not any(topics(papers, to)):
            return
        yield asked(papers, to)

    def _retold(self) -> Iterator[str]:
        """What its own list says that it should tell besides, as it stands there."""
        return (line for _, line in timelines(self.mind.papers))

    def _friend(self, top: Name) -> Name | None:
        """Whom it stands up for: the other mason, or whom it least suspects, if that is little enough."""
        mind = self.mind
        if mind.papers.mason:
            return mind.papers.mason
        others = [name for name in mind.papers.others if name != top]
        least = mind.ordered(others, lambda name: mind.shown.chances[name])[0]
        return least if mind.shown.chances[least] < _TRUSTED / len(mind.papers.table.players) else None

    @property
    def _level(self) -> Level:
        """How far it suspects somebody: as its guise would whomever that suspects most."""
        likely, usual = max(self.mind.shown.chances.values()), 1 / len(self.mind.papers.table.players)
        if likely > _MARKED * usual:
            return Level.STRONG
        return Level.SOME if likely > _NOTICED * usual else Level.LITTLE

    @property
    def _is_bold(self) -> bool:
        return drawn_for(self.mind.papers.occasion + self.mind.papers.me).random() < BOLD

    @property
    def _has_claimed(self) -> bool:
        """Whether it has said what it is, as it must suppose where it has forgotten some of what it said."""
        papers = self.mind.papers
        return papers.me in papers.left_out or any(isinstance(fact, RoleClaim) for fact in self._told)

    @property
    def _told_of_night(self) -> tuple[Fact, ...]:
        """What it has said of the night, once."""
        return tuple(dict.fromkeys(fact for fact in self._told if isinstance(fact, OneOfTwo | NeitherOfTwo)))

    @property
    def _told(self) -> tuple[Fact, ...]:
        """What it has said for itself, and keeps to."""
        return self.mind.papers.kept_words
