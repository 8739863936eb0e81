"""The night where people play: who does what to which card, in the order in which the cards wake.

What somebody chooses never hangs on what another has learned, so that all are asked at once. What comes of it
follows the order of the cards: werewolves, minion, masons, seer, robber, troublemaker, drunk, insomniac.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from parlour.core import Event, Player, RequestKind, event, event_kinds, private
from parlour.games.onenight import kinds
from parlour.games.onenight.people.cards import Cards, centre_pairs
from parlour.games.onenight.roles import Role
from parlour.language.facts import Language


@dataclass(frozen=True, kw_only=True)
class NightChoice:
    """A decision that somebody makes by night.

    Attributes:
        player: who makes it.
        kind: what for.
        options: among what.
        count: how many must be chosen, where any is.
    """

    player: Player
    kind: RequestKind
    options: tuple[str, ...]
    count: int = 1


def due(cards: Cards, language: Language) -> list[NightChoice]:
    """Everything that must be decided, as the cards were dealt."""
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
    """What everybody is dealt, and whom werewolves, minion and masons see by night."""
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
    """Werewolves see each other, the minion sees them without being seen, masons see each other."""
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
    """The cards after the night, and who learns what.

    Args:
        dealt_cards: as they lay at nightfall.
        language: of the table.
        chosen: by kind, who decided and what.
    """
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
    """What one card does when it wakes: where cards lie then, and what its player is told."""
    match kind:
        case kinds.ROB:
            cards = cards.exchanged(player, names[0]) if names else cards
            role = cards.at(player) if names else None
            return cards, [private(kinds.ROBBED, player, chosen=names, role=role)]
        case kinds.SWAP:
            cards = cards.exchanged(*names) if names else cards
            return cards, [private(kinds.SWAPPED, player, chosen=names)]
        case kinds.DRINK:
            cards = cards.exchanged(player, names[0]) if names else cards
            return cards, [private(kinds.DRANK, player, chosen=names)]
        case _:
            pairs = centre_pairs(language)
            seen = [place for name in names for place in pairs.get(name, (name,))]
            looks = [private(kinds.LOOKED, player, chosen=(each,), role=cards.at(each)) for each in seen]
            return cards, looks or [private(kinds.LOOKED, player)]
