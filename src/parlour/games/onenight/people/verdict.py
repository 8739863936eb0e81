"""How a vote of people comes out: who dies, by what, and who has won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from parlour.core import CaseOutcome, Event, Player, event, event_kinds
from parlour.games.onenight import kinds
from parlour.games.onenight.people.cards import Cards
from parlour.games.onenight.roles import Role
from parlour.games.onenight.table_rules import table_verdict
from parlour.games.onenight.verdict import THE_WEREWOLF


@dataclass(frozen=True, kw_only=True)
class PeoplesVerdict:
    """Who died and who won, by the cards as they lay at the end.

    Attributes:
        voted_out: by votes, in seat order.
        shots: of the hunters who died: hunter and victim.
        winners: the sides that won; none where nobody did.
    """

    voted_out: tuple[Player, ...]
    shots: tuple[tuple[Player, Player], ...]
    winners: tuple[str, ...]


def peoples_verdict(cards: Cards, votes: Mapping[Player, Player | None]) -> PeoplesVerdict:
    """How these votes came out."""
    roles = {player: cards.at(player).value for player in cards.players}
    end = table_verdict(roles, votes)
    unarmed = {player: Role.VILLAGER if role == Role.HUNTER else role for player, role in roles.items()}
    voted_out = table_verdict(unarmed, votes).out
    shots = [(name, votes[name]) for name in end.out if cards.at(name) is Role.HUNTER]
    return PeoplesVerdict(
        voted_out=voted_out,
        shots=tuple((hunter, victim) for hunter, victim in shots if victim),
        winners=_winners(cards) if not any(votes.values()) else (end.winners or ()),
    )


def _winners(cards: Cards) -> tuple[str, ...]:
    """Who wins where nobody has voted, so that nobody dies."""
    return ("werewolf",) if cards.holders(Role.WEREWOLF) else ("village",)


def told(cards: Cards, votes: Mapping[Player, Player | None], end: PeoplesVerdict) -> Iterator[Event]:
    """What everybody hears at the end: all votes, who dies, who wins, and which card lies where."""
    for voter, choice in votes.items():
        chosen = (choice,) if choice else ()
        yield event(event_kinds.VOTED, actor=voter, to=voter, case=THE_WEREWOLF, chosen=chosen)
    for name in end.voted_out:
        yield event(event_kinds.ELIMINATED, case=THE_WEREWOLF, chosen=(name,))
    if not end.voted_out:
        yield event(event_kinds.ELIMINATED, case=THE_WEREWOLF)
    for hunter, victim in end.shots:
        yield event(kinds.SHOT, actor=hunter, chosen=(victim,))
    yield event(event_kinds.WON, case=THE_WEREWOLF, chosen=end.winners)
    for player in cards.players:
        yield event(event_kinds.REVEALED, to=player, chosen=(player,), role=cards.at(player))
    for place in cards.places:
        yield event(kinds.LEFT, chosen=(place,), role=cards.at(place))


def outcome(cards: Cards, end: PeoplesVerdict) -> CaseOutcome:
    """The same as scores count it; a victory that two sides share is counted as the first one's."""
    return CaseOutcome(
        case=THE_WEREWOLF,
        eliminated=next(iter(end.voted_out[::-1]), None),
        truth=cards.holders(Role.WEREWOLF),
        winner=next(iter(end.winners), None),
        also=end.winners[1:],
    )
