"""Who is sought at a table, whatever was played at it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from parlour.core import GAMES, find_game
from parlour.evaluation import SOUGHT
from parlour.lab.transcripts.form import CastMember, GameTranscript


@dataclass(frozen=True, kw_only=True)
class SoughtSeats:
    """Whom the others look for.

    Attributes:
        seats: who they are at the end; nobody where that is not known, or nobody is.
        roles: what they are called.
        teams: their sides; whoever else is on one of these knows or helps them.
    """

    seats: frozenset[str] = frozenset()
    roles: tuple[str, ...] = ()
    teams: frozenset[str] = frozenset()


def sought_seats(game: GameTranscript) -> SoughtSeats:
    """Who was sought: by the roles that Parlour's game of that name seeks, or else by sides.

    Of sides it is the one that bears the name of those who are sought, or of two the smaller; of two alike
    neither, since nothing tells.
    """
    roles = find_game(game.game).sought if game.game in GAMES.names else ()
    if roles:
        return _of(game, {each.player: each for each in game.cast if each.end in roles}, tuple(roles))
    sides = Counter(each.team for each in game.cast if each.team)
    team = SOUGHT if SOUGHT in sides else _smaller(sides)
    holders = {each.player: each for each in game.cast if team and each.team == team}
    return _of(game, holders, tuple(dict.fromkeys(each.end for each in holders.values() if each.end)))


def _of(game: GameTranscript, holders: Mapping[str, CastMember], roles: tuple[str, ...]) -> SoughtSeats:
    teams = {each.team for each in holders.values() if each.team}
    return SoughtSeats(seats=frozenset(holders), roles=roles, teams=frozenset(teams))


def _smaller(sides: Counter[str]) -> str | None:
    if len(sides) != 2:
        return None
    (_, most), (team, fewest) = sides.most_common()
    return team if fewest < most else None
