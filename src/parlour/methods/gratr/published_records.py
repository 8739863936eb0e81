"""A record of the trust paper's authors: who was what, what each chose, and who won."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from parlour.errors import TranscriptError
from parlour.lab.transcripts import as_mapping, read_json

_DEEDS = {"werewolf": "attack", "guard": "protect", "witch": "poison", "seer": "check"}
Choices = Mapping[tuple[int, str], Mapping[str, str]]


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """A game as `N.json` tells it, with seats from 1.

    Attributes:
        roles: of each seat, in seat order.
        winners: the seats that won.
        alive: the seats that lived to the end.
        win_counts: how many winners the authors count for either method: `win_agent`, `win_origin`. Which of
            the two is their own method's changes between series.
        chosen: what each seat chose, by round and phase.
    """

    roles: Mapping[str, str]
    winners: tuple[str, ...]
    alive: frozenset[str]
    win_counts: tuple[int, int]
    chosen: Choices

    @property
    def phases(self) -> tuple[tuple[int, str], ...]:
        """Rounds and phases in the order in which they are played: a night before its day."""
        return tuple(sorted(self.chosen, key=lambda each: (each[0], each[1] == "day")))

    @property
    def winning_sides(self) -> tuple[str, ...]:
        """The sides of the winners."""
        return tuple(
            dict.fromkeys("werewolf" if self.roles[each] == "werewolf" else "good" for each in self.winners)
        )

    def choices(self, number: int, phase: str) -> Mapping[str, str]:
        """What was chosen in a phase, by seat."""
        return self.chosen.get((number, phase), {})

    def choice(self, number: int, phase: str, player: str) -> str | None:
        """What a seat chose in a phase: a seat, `pass`, or None where nothing is on record."""
        return self.choices(number, phase).get(player)

    def deed(self, role: str) -> str:
        """What a role does by night."""
        return _DEEDS.get(role, "")


def read_game_record(path: Path) -> GameRecord:
    """A record.

    Raises:
        TranscriptError: naming the field that is missing or not as it should be.
    """
    told = as_mapping(read_json(path), path, "")
    for name in ("identities", "alive", "wins", "win_agent", "win_origin", "day_votes", "night_votes"):
        if name not in told:
            raise TranscriptError("there is none", file=str(path), field=name)
    found = {seat: role for role, seats in _seats(told, "identities", path) for seat in seats}
    roles = {f"Player {seat + 1}": found[seat] for seat in sorted(found)}
    alive = {f"Player {seat + 1}" for _, seats in _seats(told, "alive", path) for seat in seats}
    wins = _numbers(told["wins"], path, "wins")
    chosen = {**_choices(told, "night", path, roles), **_choices(told, "day", path, roles)}
    if strangers := [seat + 1 for seat in wins if seat not in found]:
        raise TranscriptError(f"there is no Player {strangers[0]}", file=str(path), field="wins")
    return GameRecord(
        roles=roles,
        winners=tuple(f"Player {seat + 1}" for seat in wins),
        alive=frozenset(alive),
        win_counts=(_count(told, "win_agent", path), _count(told, "win_origin", path)),
        chosen=chosen,
    )


def _seats(told: Mapping[str, object], name: str, path: Path) -> Iterator[tuple[str, Sequence[int]]]:
    for role, seats in as_mapping(told[name], path, name).items():
        yield role, _numbers(seats, path, f"{name}.{role}")


def _count(told: Mapping[str, object], name: str, path: Path) -> int:
    return _numbers([told[name]], path, name)[0]


def _numbers(value: object, path: Path, name: str) -> list[int]:
    listed = cast("list[object]", value) if isinstance(value, list) else [value]
    found = [each for each in listed if isinstance(each, int)]
    if len(found) != len(listed):
        raise TranscriptError("it is no list of seats", file=str(path), field=name)
    return found


def _choices(
    told: Mapping[str, object], phase: str, path: Path, roles: Mapping[str, str]
) -> dict[tuple[int, str], dict[str, str]]:
    name = f"{phase}_votes"
    found: dict[tuple[int, str], dict[str, str]] = {}
    for number, by_role in as_mapping(told[name], path, name).items():
        if not number.isdigit():
            raise TranscriptError(f"{number!r} is no round", file=str(path), field=name)
        mine = found.setdefault((int(number), phase), {})
        for role, votes in as_mapping(by_role, path, f"{name}.{number}").items():
            for player, target in as_mapping(votes, path, f"{name}.{number}.{role}").items():
                if player not in roles:
                    at = f"{name}.{number}.{role}"
                    raise TranscriptError(f"{player!r} is no seat", file=str(path), field=at)
                mine[player] = str(target)
    return found
