"""The rules by which people play One Night, with cards that change hands.

Each player has a card and three lie in the centre. By night cards are looked at and exchanged. What a player
chooses never depends on what another has learned, so that all are asked at once; what comes of it follows the
order of the cards: werewolves, minion, masons, seer, robber, troublemaker, drunk, insomniac. By day each
player makes a statement in each round. Then all vote at once and in the open, once: the player with most
votes dies, all who are tied, and none where no player has two. The winner follows from the cards as they lie
at the end (`verdict.table_verdict`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from parlour.core import (
    Case,
    CaseOutcome,
    Event,
    Outcome,
    Player,
    Request,
    RequestKind,
    event,
    event_kinds,
    private,
)
from parlour.games.onenight import kinds
from parlour.games.onenight.rules import Stage, TableState, Taken
from parlour.games.onenight.setup import OneNightSetup, Role, Team
from parlour.games.onenight.verdict import THE_WEREWOLF, table_verdict
from parlour.language.facts import WordKind, entries, say


@dataclass(frozen=True, kw_only=True)
class Cards:
    """The place of each card: before the players, then in the centre, whose places have names."""

    players: tuple[Player, ...]
    places: tuple[str, ...]
    lying: tuple[Role, ...]

    def at(self, place: str) -> Role:
        return self.lying[self._index(place)]

    def holders(self, role: Role) -> tuple[Player, ...]:
        return tuple(player for player in self.players if self.at(player) is role)

    def exchange(self, first: str, second: str) -> Cards:
        lying = list(self.lying)
        here, there = self._index(first), self._index(second)
        lying[here], lying[there] = lying[there], lying[here]
        return replace(self, lying=tuple(lying))

    def _index(self, place: str) -> int:
        return (*self.players, *self.places).index(place)


@dataclass(frozen=True, kw_only=True)
class PeopleState(TableState):
    """The full state of a game of people: the cards where they lie now, and the outcome of the vote."""

    cards: Cards
    voted_out: tuple[Player, ...] = ()
    winners: tuple[str, ...] = ()

    @staticmethod
    def dealt(setup: OneNightSetup, seed: int) -> PeopleState:
        places = tuple(say(WordKind.CARD, word, setup.language) for word in entries(WordKind.CARD))
        cards = Cards(players=setup.players, places=places, lying=setup.dealt(seed))
        return PeopleState(setup=setup, seed=seed, cards=cards)

    @property
    def outcome(self) -> Outcome | None:
        """The verdict as scores count it; a shared victory counts as the first side's."""
        if not self.is_over:
            return None
        end = CaseOutcome(
            case=THE_WEREWOLF,
            eliminated=next(iter(self.voted_out[::-1]), None),
            truth=self.cards.holders(Role.WEREWOLF),
            winner=next(iter(self.winners), None),
            also=self.winners[1:],
        )
        return Outcome(cases=(end,))

    def cases(self, player: Player) -> Sequence[Case]:
        """Returns the question who ends with a werewolf's card; the number of werewolves is unknown."""
        return [Case(name=THE_WEREWOLF, candidates=self._others(player))]

    def teams(self) -> Mapping[Player, Team]:
        return {player: self.cards.at(player).team for player in self.players}

    def _deal(self) -> Iterator[Event]:
        for player in self.players:
            viewers = frozenset({player})
            yield event(
                event_kinds.ROLE, actor=player, to=player, role=self.cards.at(player), visible_to=viewers
            )
        for player in self.players:
            yield from self._fellows(player)

    def _fellows(self, player: Player) -> Iterator[Event]:
        """Yields the seen fellows: werewolves see each other, the minion sees them, masons see each other."""
        mine = self.cards.at(player)
        if mine not in (Role.WEREWOLF, Role.MINION, Role.MASON):
            return
        role = Role.WEREWOLF if mine is Role.MINION else mine
        fellows = tuple(holder for holder in self.cards.holders(role) if holder != player)
        if not fellows:
            yield private(kinds.ALONE, player, role=mine)
            return
        yield event(
            event_kinds.FELLOWS,
            actor=player,
            to=player if mine is Role.WEREWOLF else None,
            chosen=fellows,
            role=role,
            visible_to=frozenset({player}),
        )

    def _night_requests(self) -> Iterator[Request]:
        wolves, places = self.cards.holders(Role.WEREWOLF), self.cards.places
        if len(wolves) == 1:
            yield self._request(wolves[0], kinds.PEEK, places)
        for player in self.players:
            others = self._others(player)
            match self.cards.at(player):
                case Role.SEER:
                    yield self._request(player, kinds.LOOK, (*others, *self._pairs))
                case Role.ROBBER:
                    yield self._request(player, kinds.ROB, others)
                case Role.TROUBLEMAKER:
                    yield self._request(player, kinds.SWAP, others, least=2, most=2)
                case Role.DRUNK:
                    yield self._request(player, kinds.DRINK, places, least=1)
                case _:
                    pass

    @property
    def _pairs(self) -> dict[str, tuple[str, str]]:
        """Every two places of the centre, by the name of choosing both."""
        left, middle, right = self.cards.places
        joint = " + " if self.setup.language == "en" else "＋"
        return {joint.join(pair): pair for pair in ((left, middle), (left, right), (middle, right))}

    def _end_night(self, actions: Taken) -> tuple[Self, list[Event]]:
        cards, events = self.cards, list[Event]()
        chosen = {request.kind: (request.player, action.chosen) for request, action in actions}
        for kind in (kinds.PEEK, kinds.LOOK, kinds.ROB, kinds.SWAP, kinds.DRINK):
            if kind in chosen:
                cards, news = self._turn(cards, kind, *chosen[kind])
                events += news
        woken = self.cards.holders(Role.INSOMNIAC)
        events += [private(kinds.WOKE, player, role=cards.at(player)) for player in woken]
        return replace(self, cards=cards), events

    def _turn(
        self, cards: Cards, kind: RequestKind, player: Player, names: tuple[str, ...]
    ) -> tuple[Cards, list[Event]]:
        match kind:
            case kinds.ROB:
                cards = cards.exchange(player, names[0]) if names else cards
                role = cards.at(player) if names else None
                return cards, [private(kinds.ROBBED, player, chosen=names, role=role)]
            case kinds.SWAP:
                cards = cards.exchange(*names) if names else cards
                return cards, [private(kinds.SWAPPED, player, chosen=names)]
            case kinds.DRINK:
                cards = cards.exchange(player, names[0]) if names else cards
                return cards, [private(kinds.DRANK, player, chosen=names)]
            case _:
                spots = [place for name in names for place in self._pairs.get(name, (name,))]
                looks = [private(kinds.LOOKED, player, chosen=(spot,), role=cards.at(spot)) for spot in spots]
                return cards, looks or [private(kinds.LOOKED, player)]

    def _after_talk(self) -> Self:
        return self._next_round() if self.round < self.setup.rounds else replace(self, stage=Stage.VOTE)

    def _decide(self, actions: Taken) -> tuple[Self, list[Event]]:
        votes = {request.player: next(iter(action.chosen), None) for request, action in actions}
        roles = {player: self.cards.at(player).value for player in self.players}
        end = table_verdict(roles, votes)
        unarmed = {player: Role.VILLAGER if role == Role.HUNTER else role for player, role in roles.items()}
        voted_out, winners = table_verdict(unarmed, votes).out, end.winners or ()
        if not any(votes.values()):
            winners = ("werewolf",) if self.cards.holders(Role.WEREWOLF) else ("village",)
        events = list(self._end(votes, voted_out, end.out, winners))
        return replace(self, stage=Stage.OVER, voted_out=voted_out, winners=winners), events

    def _end(
        self,
        votes: Mapping[Player, Player | None],
        voted_out: Sequence[Player],
        dead: Sequence[Player],
        winners: tuple[str, ...],
    ) -> Iterator[Event]:
        for voter, choice in votes.items():
            chosen = (choice,) if choice else ()
            yield event(event_kinds.VOTED, actor=voter, to=voter, case=THE_WEREWOLF, chosen=chosen)
        for name in voted_out or (None,):
            yield event(event_kinds.ELIMINATED, case=THE_WEREWOLF, chosen=(name,) if name else ())
        for name in dead:
            if self.cards.at(name) is Role.HUNTER and (victim := votes[name]):
                yield event(kinds.SHOT, actor=name, chosen=(victim,))
        yield event(event_kinds.WON, case=THE_WEREWOLF, chosen=winners)
        for name in self.players:
            yield event(event_kinds.REVEALED, to=name, chosen=(name,), role=self.cards.at(name))
        for place in self.cards.places:
            yield event(kinds.LEFT, chosen=(place,), role=self.cards.at(place))
