"""Recorded games as evidence on sides of One Night: talk of people, in the kinds of clues of the reader.

Sides are those at the end, by which the game is won; a robbed player may not know its own. What
lies in the middle is in the deck where the source tells it. Pairs that a seer was shown and masons who vouch
for each other are in no lexicon, so that their tables stay as they were judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from parlour.games.onenight.reader.clues import CLAIMS, MINION, TANNER, VILLAGE, WOLF, Clue
from parlour.games.onenight.verdict import KNOWN, WEREWOLVES, team_of
from parlour.lab.fitting import ClueTable, SeatDeed, SidedGame, stance_deeds
from parlour.lab.transcripts import GameTranscript, claimed_roles, knows_language, public_speeches

_PAIRS = ("suspects", "trusts", "rivals")
_ALONE = ("claims_seer", "claims_mason", "claims_villager", "claims_wolf", "claims_nothing", "wavers")
_SIDES = ("one of the village", "a werewolf", "the minion", "the tanner")
_ABOUT = ("one of the village", "a werewolf", "neither")
_COLUMN = {VILLAGE: 0, WOLF: 1, MINION: 2, TANNER: 2}


class OneNightTables:
    """The reader's tables of One Night, and recorded games of it."""

    sides: tuple[str, ...] = _SIDES
    sought_side: int = WOLF
    alone: frozenset[str] = frozenset(_ALONE)

    @cached_property
    def shipped_tables(self) -> Mapping[str, ClueTable]:
        return {**{kind: _of_pair(kind) for kind in _PAIRS}, **{kind: _of_one(kind) for kind in _ALONE}}

    def read_sides(self, game: GameTranscript) -> SidedGame | None:
        sides = [_side(member.end) for member in game.cast]
        people = tuple(at for at, member in enumerate(game.cast) if member.holder == "person")
        known_sides = tuple(side for side in sides if side is not None)
        if game.game != "onenight" or not people or not knows_language(game.language):
            return None
        if len(known_sides) < len(sides):
            return None
        aside = tuple(side for role in game.centre if (side := _side(role)) is not None)
        deeds = dict.fromkeys(deed for deed in _deeds(game) if deed.by in people)
        return SidedGame(
            id=game.id,
            sides=known_sides,
            deck=tuple(sorted((*known_sides, *aside))),
            deeds=tuple(deeds),
            people=people,
        )


def _of_pair(kind: str) -> ClueTable:
    rows = Clue(kind=kind, by="", about=("",)).cells
    return ClueTable(
        cases=tuple(f"by {side}, of {about}" for side in _SIDES for about in _ABOUT),
        values=tuple(value for row in rows for value in row),
        case_of=tuple(tuple(3 * by + _COLUMN[about] for about in _COLUMN) for by in _COLUMN),
    )


def _of_one(kind: str) -> ClueTable:
    rows = Clue(kind=kind, by="").cells
    return ClueTable(
        cases=tuple(f"by {side}" for side in _SIDES),
        values=tuple(row[0] for row in rows),
        case_of=tuple((by,) * len(_SIDES) for by in _COLUMN),
    )


def _side(role: str | None) -> int | None:
    if role in WEREWOLVES:
        return WOLF
    return {"village": VILLAGE, "werewolf": MINION, "tanner": TANNER}.get(team_of(role) or "")


def _deeds(game: GameTranscript) -> Iterator[SeatDeed]:
    seat = {player: at for at, player in enumerate(game.players)}
    yield from stance_deeds(game)
    claims = _claims(game)
    for player, roles in claims.items():
        yield from _of_claims(seat[player], roles)
    seers = [seat[player] for player, roles in claims.items() if "seer" in roles]
    for at, seer in enumerate(seers):
        yield from (SeatDeed(kind="rivals", by=seer, about=other) for other in seers[at + 1 :])


def _claims(game: GameTranscript) -> dict[str, list[str]]:
    claims: dict[str, list[str]] = {}
    spoken: dict[str, None] = {}
    for speech in public_speeches(game):
        by = speech.speaker or ""
        spoken[by] = None
        for role in claimed_roles(speech, game.language, sorted(KNOWN)):
            claims.setdefault(by, []).append(role)
    return {**claims, **{player: [] for player in spoken if player not in claims}}


def _of_claims(by: int, roles: Sequence[str]) -> Iterator[SeatDeed]:
    for role in roles:
        if kind := CLAIMS.get(role):
            yield SeatDeed(kind=kind, by=by, about=by)
    if len(set(roles)) > 1:
        yield SeatDeed(kind="wavers", by=by, about=by)
    if not roles:
        yield SeatDeed(kind="claims_nothing", by=by, about=by)


PART = OneNightTables()
