"""The cards of a table of people, and the night in which they change places.

What a player chooses never depends on what another has learned, so that all are asked at once. What comes of
it follows the order of the cards: werewolves, minion, masons, seer, robber, troublemaker, drunk, insomniac.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from parlour.core import Event, Player, RequestKind, event, event_kinds, private
from parlour.games.onenight import kinds
from parlour.games.onenight.setup import Role
from parlour.language.facts import Language, WordKind, entries, say


@dataclass(frozen=True, kw_only=True)
class NightChoice:
    """A decision of a player by night."""

    player: Player
    kind: RequestKind
    options: tuple[str, ...]
    count: int = 1


def due(cards: Cards, language: Language) -> list[NightChoice]:
    """Returns all decisions of the night, as the cards were dealt."""
    return list(_due(cards, language))


def _due(cards: Cards, language: Language) -> Iterator[NightChoice]:
    wolves = cards.holders(Role.WEREWOLF)
    if len(wolves) == 1:
        yield NightChoice(player=wolves[0], kind=kinds.PEEK, options=cards.places)
    for player in cards.players:
        others = tuple(each for each in cards.players if each != player)
        match cards.at(player):
            case Role.SEER:
                yield NightChoice(player=player, kind=kinds.LOOK, options=(*others, *centre_pairs(language)))
            case Role.ROBBER:
                yield NightChoice(player=player, kind=kinds.ROB, options=others)
            case Role.TROUBLEMAKER:
                yield NightChoice(player=player, kind=kinds.SWAP, options=others, count=2)
            case Role.DRUNK:
                yield NightChoice(player=player, kind=kinds.DRINK, options=cards.places)
            case _:
                pass


def dealt(cards: Cards) -> Iterator[Event]:
    """Yields the deal, and what werewolves, minion and masons see by night."""
    for player in cards.players:
        yield event(
            event_kinds.ROLE,
            actor=player,
            to=player,
            role=cards.at(player),
            visible_to=frozenset({player}),
        )
    for player in cards.players:
        yield from _fellows(cards, player)


def _fellows(cards: Cards, player: Player) -> Iterator[Event]:
    mine = cards.at(player)
    shown = Role.WEREWOLF if mine is Role.MINION else mine
    if mine not in (Role.WEREWOLF, Role.MINION, Role.MASON):
        return
    seen = tuple(each for each in cards.holders(shown) if each != player)
    if not seen:
        yield private(kinds.ALONE, player, role=mine)
        return
    yield event(
        event_kinds.FELLOWS,
        actor=player,
        to=player if mine is Role.WEREWOLF else None,
        chosen=seen,
        role=shown,
        visible_to=frozenset({player}),
    )


def done(
    dealt_cards: Cards, language: Language, chosen: Mapping[RequestKind, tuple[Player, Sequence[str]]]
) -> tuple[Cards, list[Event]]:
    """Returns the cards after the night, and the events."""
    cards, told = dealt_cards, list[Event]()
    for kind in (kinds.PEEK, kinds.LOOK, kinds.ROB, kinds.SWAP, kinds.DRINK):
        if kind in chosen:
            player, names = chosen[kind]
            cards, news = _turn(cards, language, kind, player, tuple(names))
            told += news
    told += [
        private(kinds.WOKE, player, role=cards.at(player)) for player in dealt_cards.holders(Role.INSOMNIAC)
    ]
    return cards, told


def _turn(
    cards: Cards, language: Language, kind: RequestKind, player: Player, names: tuple[str, ...]
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
            pairs = centre_pairs(language)
            seen = [place for name in names for place in pairs.get(name, (name,))]
            looks = [private(kinds.LOOKED, player, chosen=(each,), role=cards.at(each)) for each in seen]
            return cards, looks or [private(kinds.LOOKED, player)]


def centre_places(language: Language) -> tuple[str, ...]:
    """Returns the names of the centre's places at a table, from left to right."""
    return tuple(say(WordKind.CARD, word, language) for word in entries(WordKind.CARD))


def centre_pairs(language: Language) -> dict[str, tuple[str, str]]:
    """Returns every two places of the centre, by the name of choosing both."""
    left, middle, right = centre_places(language)
    pairs = ((left, middle), (left, right), (middle, right))
    joint = " + " if language == "en" else "＋"
    return {joint.join(pair): pair for pair in pairs}


@dataclass(frozen=True, kw_only=True)
class Cards:
    """The place of each card."""

    players: tuple[Player, ...]
    places: tuple[str, ...]
    lying: tuple[Role, ...]

    @staticmethod
    def dealt(players: Sequence[Player], language: Language, roles: Sequence[Role]) -> Cards:
        return Cards(players=tuple(players), places=centre_places(language), lying=tuple(roles))

    def at(self, place: str) -> Role:
        return self.lying[self._index(place)]

    def holders(self, role: Role) -> tuple[Player, ...]:
        return tuple(player for player in self.players if self.at(player) is role)

    def exchange(self, one: str, other: str) -> Cards:
        lying = list(self.lying)
        here, there = self._index(one), self._index(other)
        lying[here], lying[there] = lying[there], lying[here]
        return replace(self, lying=tuple(lying))

    def _index(self, place: str) -> int:
        return (*self.players, *self.places).index(place)
