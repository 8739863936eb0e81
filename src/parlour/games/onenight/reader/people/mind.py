"""Whom somebody at a table of people suspects, acts on by night and votes for, by the card that it knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from parlour.games.onenight.reader.choosing import Mind
from parlour.games.onenight.reader.people.beliefs import PeopleBeliefs
from parlour.games.onenight.reader.people.clues import card_told, first_claims, teller
from parlour.games.onenight.reader.people.papers import PeoplePrompt
from parlour.games.onenight.roles import Role
from parlour.language.facts import (
    CardSeen,
    CentreSeen,
    Drank,
    Fact,
    Name,
    Woke,
    Word,
)
from parlour.reader import drawn_for

BOLD = 0.3
"""How often a minion, and in its second round a tanner, says that it is the seer and names a werewolf."""
STORY_ROUND = 2
_EVEN_ODDS = 0.5
_COVERS = (Role.VILLAGER, Role.INSOMNIAC, Role.HUNTER, Role.DRUNK)
"""What those say that they were dealt who have something to hide: cards whose night nobody can check."""


@dataclass(frozen=True, kw_only=True)
class PeopleMind(Mind):
    """A player at a table of people before a decision."""

    papers: PeoplePrompt

    @cached_property
    def own(self) -> PeopleBeliefs:
        """What it believes."""
        return PeopleBeliefs(papers=self.papers)

    @cached_property
    def common(self) -> PeopleBeliefs:
        """What it thinks that anybody believes."""
        return PeopleBeliefs(papers=self.papers, is_private=False)

    @property
    def is_of_village(self) -> bool:
        """Whether it says what it believes: whether its card, as it last knew it, is of the village."""
        return self.papers.is_of_village

    @property
    def side(self) -> Word:
        """Whom it votes with: a werewolf whose card was moved on is of the village, and vice versa."""
        likely = self.own.chances[self.papers.me]
        if self.papers.role == Role.WEREWOLF or self.is_of_village:
            return Role.WEREWOLF if likely > _EVEN_ODDS else Role.VILLAGER
        return self.papers.role

    @cached_property
    def guise(self) -> PeopleMind:
        """Whom it passes itself off as: in the village itself, else somebody with the card that it claims."""
        if self.is_of_village:
            return self
        return PeopleMind(papers=self.papers.as_one_of_village(*self.story))

    @cached_property
    def story(self) -> tuple[Word, tuple[Fact, ...]]:
        """The card that it says it was dealt, and the night that goes with it: as it said before, or anew."""
        papers = self.papers
        if self.is_of_village:
            return papers.start, papers.night
        cards = [card for fact in papers.kept_words if (card := card_told(fact))]
        is_new = papers.role == Role.TANNER and papers.round >= STORY_ROUND and self._is_bold
        if cards and not is_new:
            night = (fact for fact in papers.kept_words if teller(fact) == cards[-1])
            return cards[-1], tuple(dict.fromkeys(night))
        is_accusing = papers.role == Role.MINION and self._is_bold and papers.cards.get(Role.SEER, 0)
        if (is_new or is_accusing) and self._scapegoats:
            return Role.SEER, (CardSeen(by=papers.me, whom=self._scapegoats[0], role="werewolf"),)
        cover = self._cover
        return cover, tuple(self._told_as(cover))

    @property
    def _is_bold(self) -> bool:
        return drawn_for(self.papers.lot + self.papers.me).random() < BOLD

    @property
    def _scapegoats(self) -> tuple[Name, ...]:
        """Whom it does not know for a werewolf; nobody where a minion sits among werewolves alone."""
        return self.around([name for name in self.papers.others if name not in self.papers.fellows])

    @property
    def _cover(self) -> Word:
        """A card whose night nobody can check and nobody has claimed: one of the centre, if it saw it.

        The order in which it thinks of them holds for the match: who forgets what it said says it again.
        """
        papers = self.papers
        for fact in papers.night:
            if isinstance(fact, CentreSeen) and fact.role in _COVERS:
                return fact.role
        taken = tuple(first_claims(papers).values())
        order = drawn_for(papers.lot + papers.me + "cover").sample(_COVERS, len(_COVERS))
        free = (card for card in order if taken.count(card) < papers.cards.get(card, 0))
        return next(free, Role.VILLAGER)

    def _told_as(self, card: Word) -> Sequence[Fact]:
        """What whoever has that card would tell of a night in which nothing happened to it."""
        me = self.papers.me
        match card:
            case Role.INSOMNIAC:
                return (Woke(by=me, role=Role.INSOMNIAC.value),)
            case Role.DRUNK:
                return (Drank(by=me, card="middle"),)
            case _:
                return ()

    @cached_property
    def suspects(self) -> tuple[Name, ...]:
        """The others, from whom it points the finger at first to last; never at whom it knows for its own."""
        chances = self.shown.chances
        spared = () if self.is_of_village else self.papers.fellows
        others = [name for name in self.papers.others if name not in spared]
        return self.ordered(others or self.papers.others, lambda name: -chances[name])

    def around(self, options: Sequence[Name]) -> tuple[Name, ...]:
        """Those options that are players, as they come in the shuffled circle of the match."""
        return self.pair(options, count=len(options))

    def telling(self, night: Sequence[Fact]) -> PeopleMind:
        """The same player: what it tells of the night is its story in any case."""
        return replace(self, night=tuple(night))

    def _unfit(self, name: Name) -> float:
        """How little somebody is fit to be voted for."""
        common, own = self.common.chances, self.own
        match self.side:
            case Role.WEREWOLF | Role.MINION:
                return own.chances[name] + own.tanners[name] - common[name]
            case Role.TANNER:
                return common[name]
            case _:
                return -own.chances[name]
