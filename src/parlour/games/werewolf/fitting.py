"""Recorded games as evidence on werewolves: talk and votes of people, in the kinds of clues of the reader.

Games that people call otherwise count as well where one side looks for the other, as where mafiosi hide among
bystanders. Checks, and what a night or a known death shows, are in no lexicon: their tables stay as judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from parlour.games.werewolf.reader.clues import Clue
from parlour.lab.fitting import ClueTable, SeatDeed, SidedGame, stance_deeds
from parlour.lab.transcripts import (
    GameTranscript,
    claimed_roles,
    knows_language,
    public_speeches,
    sought_seats,
)

GAMES = frozenset({"werewolf", "mafia"})
_GOOD, _WOLF = range(2)
_PAIRS = ("voted", "suspects", "trusts")
_ALONE = ("claims_seer", "claims_role", "admits")
_CASES = ("neither is a werewolf", "only the target is", "only the doer is", "both are")
_DOERS = ("by one who is good", "by a werewolf")
_CLAIMS = {"seer": "claims_seer", "witch": "claims_role", "guard": "claims_role", "hunter": "claims_role"}


class WerewolfTables:
    """The reader's tables of Werewolf, and recorded games like it."""

    sides: tuple[str, ...] = ("one who is good", "a werewolf")
    sought_side: int = _WOLF
    alone: frozenset[str] = frozenset(_ALONE)

    @cached_property
    def shipped_tables(self) -> Mapping[str, ClueTable]:
        return {kind: _table(kind) for kind in (*_PAIRS, *_ALONE)}

    def read_sides(self, game: GameTranscript) -> SidedGame | None:
        wolves = sought_seats(game).seats
        people = tuple(at for at, member in enumerate(game.cast) if member.holder == "person")
        if game.game not in GAMES or not wolves or not people or not knows_language(game.language):
            return None
        sides = tuple(_WOLF if player in wolves else _GOOD for player in game.players)
        deeds = dict.fromkeys(deed for deed in _deeds(game) if deed.by in people and deed.by != deed.about)
        alone = dict.fromkeys(claim for claim in _claims(game) if claim.by in people)
        return SidedGame(
            id=game.id, sides=sides, deck=tuple(sorted(sides)), deeds=(*deeds, *alone), people=people
        )


def _table(kind: str) -> ClueTable:
    """Returns a table of the reader; a clue about the doer alone has the doer as its target too."""
    good, hit, bad, both = Clue(kind=kind, by="", about="").cells
    if kind in _PAIRS:
        return ClueTable(cases=_CASES, values=(good, hit, bad, both), case_of=((0, 1), (2, 3)))
    return ClueTable(cases=_DOERS, values=(good, bad), case_of=((0, 0), (1, 1)))


def _deeds(game: GameTranscript) -> Iterator[SeatDeed]:
    seat = {player: at for at, player in enumerate(game.players)}
    yield from stance_deeds(game)
    for vote in game.votes:
        for target in vote.target:
            if vote.speaker in seat and target in seat:
                yield SeatDeed(kind="voted", by=seat[vote.speaker], about=seat[target])


def _claims(game: GameTranscript) -> Iterator[SeatDeed]:
    seat = {player: at for at, player in enumerate(game.players)}
    hidden = sought_seats(game).roles
    for speech in public_speeches(game):
        by = seat[speech.speaker or ""]
        for role in claimed_roles(speech, game.language, (*_CLAIMS, *hidden)):
            yield SeatDeed(kind="admits" if role in hidden else _CLAIMS[role], by=by, about=by)


PART = WerewolfTables()
