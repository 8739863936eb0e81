"""The end of One Night: the paper's final vote, and the winner by the rules that come with the cards.

By the paper's rules (Deng and Cai, appendix A.3) one player is out. By the rules of people (`table_verdict`)
each player with the most votes dies, if that is two votes at least; a hunter who dies takes along the player
it voted for; a bodyguard protects the player it votes for. A dead werewolf is a victory of the village. A
dead tanner wins, and then the werewolves do not. Where no player has a werewolf's card no death is the
village's victory, and a minion wins by another's death.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from parlour.core import Player, chance
from parlour.games.onenight.setup import Role, Team

THE_WEREWOLF = "werewolf"
"""The one hidden question of the game: who it is."""


def count(
    players: Sequence[Player], cast: Sequence[Player], seed: int
) -> tuple[tuple[Player, ...], Player | None]:
    """Returns the players who share the most votes, if several do, and the one who is out, if any.

    The player with most votes is out; the seed settles a tie, a choice of ours.
    """
    votes = Counter(cast)
    most = tuple(player for player in players if votes and votes[player] == max(votes.values()))
    if len(most) < 2:
        return (), next(iter(most), None)
    return most, chance(seed, "tie").choice(most)


def winner(role: Role | None) -> Team:
    """Returns the side that wins if a player of that role is voted out, or none is.

    Only the werewolf's going makes the village win, and only the tanner's the tanner; the werewolf's side
    wins by everything else, the minion's going and an empty vote among it.
    """
    match role:
        case Role.WEREWOLF:
            return Team.VILLAGE
        case Role.TANNER:
            return Team.TANNER
        case _:
            return Team.WEREWOLF


WEREWOLVES = frozenset({"werewolf", "alpha wolf", "mystic wolf", "dream wolf"})
VILLAGE = frozenset(
    {
        *("villager", "seer", "robber", "troublemaker", "drunk", "insomniac", "hunter", "mason", "bodyguard"),
        *("sentinel", "witch", "curator", "revealer", "idiot", "apprentice seer", "paranormal investigator"),
        "village idiot",
    }
)
MINION, TANNER, HUNTER, BODYGUARD = "minion", "tanner", "hunter", "bodyguard"
DOPPELGANGER = "doppelganger"
KNOWN = WEREWOLVES | VILLAGE | {MINION, TANNER, DOPPELGANGER}
_MIGHT_BE = ("villager", "werewolf", MINION, TANNER, HUNTER)
"""The roles to try for a player of unknown role, as far as they affect the winner."""
_AT_MOST = 5000
"""Ways to fill in what is missing that are tried."""


@dataclass(frozen=True, kw_only=True)
class TableVerdict:
    """The outcome of a vote at the table.

    Attributes:
        out: the dead, in seat order.
        winners: the sides that won; empty where none did, None where what is on record leaves it open.
        is_certain: whether it is the same for all possible missing votes.
    """

    out: tuple[str, ...]
    winners: tuple[str, ...] | None
    is_certain: bool


def team_of(role: str | None) -> str | None:
    """Returns the side of a role at the end; None if unknown."""
    if role in WEREWOLVES or role == MINION:
        return "werewolf"
    if role in VILLAGE:
        return "village"
    return TANNER if role == TANNER else None


def table_verdict(roles: Mapping[str, str | None], votes: Mapping[str, str | None]) -> TableVerdict:
    """Returns the deaths and the winners, by the votes on record.

    Args:
        roles: the role of each seat at the end, in seat order; None if unknown.
        votes: the vote of each seat; None if not on record.
    """
    seats = tuple(roles)
    cast = {seat: votes.get(seat) for seat in seats}
    out = _dead(roles, cast)
    if not any(cast.values()):
        return TableVerdict(out=(), winners=None, is_certain=False)
    outcomes = set(_possible(roles, (cast,)))
    winners = outcomes.pop() if len(outcomes) == 1 else None
    return TableVerdict(out=out, winners=winners, is_certain=_is_certain(roles, cast, winners))


def _is_certain(
    roles: Mapping[str, str | None], cast: Mapping[str, str | None], winners: tuple[str, ...] | None
) -> bool:
    seats = tuple(roles)
    missing = [seat for seat in seats if cast[seat] is None]
    if winners is None or len(seats) ** len(missing) > _AT_MOST:
        return False
    ways = product(seats, repeat=len(missing))
    filled = ({**cast, **dict(zip(missing, way, strict=True))} for way in ways)
    return set(_possible(roles, filled)) == {winners}


def _possible(
    roles: Mapping[str, str | None], ballots: Iterable[Mapping[str, str | None]]
) -> Iterator[tuple[str, ...]]:
    unknown = [seat for seat, role in roles.items() if role not in KNOWN - {DOPPELGANGER}]
    ways = list(product(_MIGHT_BE, repeat=len(unknown))) if len(unknown) <= 3 else []
    for votes in ballots:
        for way in ways:
            are = {**roles, **dict(zip(unknown, way, strict=True))}
            yield _winners(are, _dead(are, votes))
        if not ways:
            yield from (("village",), ("werewolf",))


def _dead(roles: Mapping[str, str | None], votes: Mapping[str, str | None]) -> tuple[str, ...]:
    guarded = {votes.get(seat) for seat, role in roles.items() if role == BODYGUARD}
    named = (vote for vote in votes.values() if vote is not None)
    counted = Counter(vote for vote in named if vote in roles and vote not in guarded)
    most = max(counted.values(), default=0)
    dead = {seat for seat, count in counted.items() if count == most and most > 1}
    while followers := _taken_along(roles, votes, dead) - dead:
        dead |= followers
    return tuple(seat for seat in roles if seat in dead)


def _taken_along(
    roles: Mapping[str, str | None], votes: Mapping[str, str | None], dead: Collection[str]
) -> set[str]:
    aims = (votes.get(seat) for seat in dead if roles[seat] == HUNTER)
    return {aim for aim in aims if aim is not None and aim in roles}


def _winners(roles: Mapping[str, str | None], dead: Sequence[str]) -> tuple[str, ...]:
    died = [roles[seat] for seat in dead]
    wolves = any(role in WEREWOLVES for role in roles.values())
    tanner = (TANNER,) if TANNER in died else ()
    if any(role in WEREWOLVES for role in died):
        return ("village", *tanner)
    if tanner:
        return tanner
    if wolves:
        return ("werewolf",)
    if not dead:
        return ("village",)
    minion = MINION in roles.values() and any(role != MINION for role in died)
    return ("werewolf",) if minion else ()
