"""A player at a table of people with all that it can be asked for: its beliefs, its statements, its choices.

The village tells the truth at once; so does a robber who has taken a card of the village. A player of another
side says that it was dealt a card whose night cannot be checked, and keeps to it; a minion now and then, and
a tanner in its second round, says that it is the seer and names a werewolf.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from parlour.games.onenight.reader.beliefs import Mind
from parlour.games.onenight.reader.parsed import PeoplePrompt
from parlour.games.onenight.reader.people_beliefs import PeopleBeliefs
from parlour.games.onenight.reader.people_clues import card_told, first_claims, teller
from parlour.games.onenight.reader.seat import OneNightSeat
from parlour.games.onenight.reader.speaking import Speaker
from parlour.games.onenight.setup import Role
from parlour.language.facts import CardSeen, CentreSeen, Drank, Fact, Name, RoleClaim, Woke, Word
from parlour.llm import Talk, Target
from parlour.reader import Blank, ChoicePurpose, drawn_for, join_sentences, phrase


@dataclass(frozen=True, kw_only=True)
class PeopleSeat(OneNightSeat):
    """A player at a table of people."""

    mind: PeopleMind

    @property
    def prompt(self) -> PeoplePrompt:
        return self.mind.prompt

    @property
    def allies(self) -> frozenset[Name]:
        return frozenset() if self.prompt.is_of_village else frozenset(self.prompt.fellows)

    def chosen(self, purpose: ChoicePurpose, blank: Blank) -> object:
        match purpose:
            case Target(deed="swap"):
                return list(self.mind.around(blank.options)[:2])
            case Target():
                return next(iter(self.mind.around(blank.options)), blank.options[0])
            case _:
                return super().chosen(purpose, blank)

    def why(self, purpose: ChoicePurpose, blank: Blank, case: str | None, most: int | None) -> str:
        if isinstance(purpose, Target):
            names = self.mind.around(blank.options)[:2]
            return join_sentences(self.prompt, *(phrase(self.prompt, "check", about=name) for name in names))
        return super().why(purpose, blank, case, most)

    def speak(self, want: Talk) -> tuple[str, ...]:
        return PeopleSpeaker(mind=self.mind, want=want).sentences()

    def _chances(self, name: Name) -> Mapping[Word, float]:
        own = self.mind.own
        sides = {"werewolf": own.chances[name], "minion": own.minions[name], "tanner": own.tanners[name]}
        claimed = first_claims(self.prompt).get(name, Role.VILLAGER.value)
        if name in self.prompt.fellows and self.prompt.start == Role.MASON:
            claimed = Role.MASON.value
        card = Role.VILLAGER.value if claimed in sides else str(claimed)
        return {**sides, card: max(0.0, 1 - sum(sides.values()))}


@dataclass(frozen=True, kw_only=True)
class PeopleSpeaker(Speaker):
    """A player at a table of people about to make a statement."""

    mind: PeopleMind

    def _claims(self) -> Iterator[Fact]:
        prompt = self.mind.prompt
        card, night = self.mind.story
        facts = prompt.kept_words
        others = {name: role for name, role in first_claims(prompt).items() if name != prompt.me}
        is_contested = list(others.values()).count(card) >= prompt.cards.get(card, 0) > 0
        claim = RoleClaim(who=prompt.me, role=str(card))
        if claim not in facts or is_contested:
            yield claim
            yield from night
        else:
            yield from (fact for fact in night if fact not in facts)

    def _of_the_night(self) -> tuple[Fact, ...]:
        _, night = self.mind.story
        return night

    @property
    def _told_of_night(self) -> tuple[Fact, ...]:
        return tuple(dict.fromkeys(fact for fact in self.mind.prompt.kept_words if teller(fact)))


BOLD = 0.3
"""The probability that a minion, or in its second round a tanner, claims to be the seer and names a
werewolf."""
STORY_ROUND = 2
_EVEN_ODDS = 0.5
_COVERS = (Role.VILLAGER, Role.INSOMNIAC, Role.HUNTER, Role.DRUNK)
"""The cards that players with something to hide claim: cards whose night cannot be checked."""


@dataclass(frozen=True, kw_only=True)
class PeopleMind(Mind):
    """A player at a table of people before a decision."""

    prompt: PeoplePrompt

    def believe(self, *, is_private: bool) -> PeopleBeliefs:
        return PeopleBeliefs(prompt=self.prompt, is_private=is_private)

    @property
    def side(self) -> Word:
        """The side it votes with: a werewolf whose card was moved on is of the village, and vice versa."""
        likely = self.own.chances[self.prompt.me]
        if self.prompt.role == Role.WEREWOLF or self.prompt.is_of_village:
            return Role.WEREWOLF if likely > _EVEN_ODDS else Role.VILLAGER
        return self.prompt.role

    @cached_property
    def guise(self) -> PeopleMind:
        if self.prompt.is_of_village:
            return self
        return PeopleMind(prompt=self.prompt.as_one_of_village(*self.story))

    @cached_property
    def story(self) -> tuple[Word, tuple[Fact, ...]]:
        """The claimed card and the night that goes with it: as stated before, or new."""
        prompt = self.prompt
        if self.prompt.is_of_village:
            return prompt.start, prompt.night
        cards = [card for fact in prompt.kept_words if (card := card_told(fact))]
        is_new = prompt.role == Role.TANNER and prompt.round >= STORY_ROUND and self._is_bold
        if cards and not is_new:
            night = (fact for fact in prompt.kept_words if teller(fact) == cards[-1])
            return cards[-1], tuple(dict.fromkeys(night))
        is_accusing = prompt.role == Role.MINION and self._is_bold and prompt.cards.get(Role.SEER, 0)
        if (is_new or is_accusing) and self._scapegoats:
            return Role.SEER, (CardSeen(by=prompt.me, whom=self._scapegoats[0], role="werewolf"),)
        cover = self._cover
        return cover, tuple(self._told_as(cover))

    @property
    def _is_bold(self) -> bool:
        return drawn_for(self.prompt.draw_seed + self.prompt.me).random() < BOLD

    @property
    def _scapegoats(self) -> tuple[Name, ...]:
        return self.around([name for name in self.prompt.others if name not in self.prompt.fellows])

    @property
    def _cover(self) -> Word:
        """A card that is unclaimed and whose night cannot be checked: one of the centre, if it saw it.

        The order is fixed for the match: a player who forgets its claim repeats it.
        """
        prompt = self.prompt
        for fact in prompt.night:
            if isinstance(fact, CentreSeen) and fact.role in _COVERS:
                return fact.role
        claims = tuple(first_claims(prompt).values())
        order = drawn_for(prompt.draw_seed + prompt.me + "cover").sample(_COVERS, len(_COVERS))
        free = (card for card in order if claims.count(card) < prompt.cards.get(card, 0))
        return next(free, Role.VILLAGER)

    def _told_as(self, card: Word) -> Sequence[Fact]:
        me = self.prompt.me
        match card:
            case Role.INSOMNIAC:
                return (Woke(by=me, role=Role.INSOMNIAC.value),)
            case Role.DRUNK:
                return (Drank(by=me, card="middle"),)
            case _:
                return ()

    @cached_property
    def suspects(self) -> tuple[Name, ...]:
        chances = self.outward.chances
        spared = () if self.prompt.is_of_village else self.prompt.fellows
        others = [name for name in self.prompt.others if name not in spared]
        return self.order(others or self.prompt.others, lambda name: -chances[name])

    def around(self, options: Sequence[Name]) -> tuple[Name, ...]:
        """Returns those options that are players, in the order of the match's shuffled circle."""
        return self.pair(options, count=len(options))

    def _unfit(self, name: Name) -> float:
        common, own = self.common.chances, self.own
        match self.side:
            case Role.WEREWOLF | Role.MINION:
                return own.chances[name] + own.tanners[name] - common[name]
            case Role.TANNER:
                return common[name]
            case _:
                return -own.chances[name]
