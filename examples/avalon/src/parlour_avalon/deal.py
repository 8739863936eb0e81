"""Who is what, and who knows what about whom from the deal on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from parlour.core import Event, Player, event_kinds, private

from parlour_avalon import kinds
from parlour_avalon.roles import Role, Team


@dataclass(frozen=True, kw_only=True)
class Deal:
    """Who is what.

    Attributes:
        players: in seat order.
        roles: theirs, in the same order.
    """

    players: tuple[Player, ...]
    roles: tuple[Role, ...]

    def role(self, player: Player) -> Role:
        """What a player is."""
        return self.roles[self.players.index(player)]

    def holders(self, *roles: Role) -> tuple[Player, ...]:
        """Who has one of these roles, in seat order."""
        return tuple(player for player in self.players if self.role(player) in roles)

    def only(self, role: Role) -> Player:
        """Who has a role that every table has exactly once."""
        (player,) = self.holders(role)
        return player

    @property
    def evil(self) -> tuple[Player, ...]:
        """The evil players, in seat order."""
        return tuple(player for player in self.players if self.role(player).team is Team.EVIL)

    def knows_fellows(self, player: Player) -> bool:
        """Whether a player is told who else is evil: the evil are, but for Oberon."""
        return player in self.evil and self.role(player) is not Role.OBERON

    def fellows(self, player: Player) -> tuple[Player, ...]:
        """Whom an evil player knows to be evil: all others who are told so themselves."""
        if not self.knows_fellows(player):
            return ()
        return tuple(other for other in self.evil if other != player and self.knows_fellows(other))

    def seen(self, player: Player) -> tuple[Player, ...]:
        """Whom a good player sees: Merlin the evil but for Mordred, Percival Merlin and Morgana alike."""
        match self.role(player):
            case Role.MERLIN:
                return tuple(other for other in self.evil if self.role(other) is not Role.MORDRED)
            case Role.PERCIVAL:
                return self.holders(Role.MERLIN, Role.MORGANA)
            case _:
                return ()

    def of_known_side(self, player: Player) -> tuple[Player, ...]:
        """Whose side a player knows for certain: its own, its fellows', and that of whom it sees plainly.

        Percival sees plainly only where there is no Morgana: then the one that he sees is Merlin.
        """
        seen = self.seen(player)
        is_plain = self.role(player) is Role.MERLIN or len(seen) == 1
        known = {player, *self.fellows(player), *(seen if is_plain else ())}
        return tuple(other for other in self.players if other in known)


def private_events(deal: Deal) -> Iterator[Event]:
    """What everybody is told at the deal: its role, its fellows, whom it sees."""
    for player in deal.players:
        yield private(event_kinds.ROLE, player, role=deal.role(player))
    for player in filter(deal.knows_fellows, deal.players):
        yield private(event_kinds.FELLOWS, player, chosen=deal.fellows(player), role=Team.EVIL)
    for player in deal.holders(Role.MERLIN, Role.PERCIVAL):
        shown = Team.EVIL if deal.role(player) is Role.MERLIN else Role.MERLIN
        yield private(kinds.SEEN, player, chosen=deal.seen(player), role=shown)
