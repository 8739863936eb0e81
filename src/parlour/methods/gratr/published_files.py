"""The files of the trust paper's authors: a game's record (choices, winners) and its log (prompts, talk)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

from parlour.errors import TranscriptError
from parlour.lab.transcripts import Happening, as_mapping, read_json, read_text

DEEDS = {"werewolf": "attack", "guard": "protect", "witch": "poison", "seer": "check"}
Choices = Mapping[tuple[int, str], Mapping[str, str]]


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """A game as `N.json` tells it, with seats from 1.

    Attributes:
        win_counts: how many winners the authors count for either method: `win_agent`, `win_origin`. Which of
            the two is their own method's changes between series.
    """

    roles: Mapping[str, str]
    winners: tuple[str, ...]
    alive: frozenset[str]
    win_counts: tuple[int, int]
    chosen: Choices

    @property
    def phases(self) -> tuple[tuple[int, str], ...]:
        """Rounds and phases in the order in which they are played: a night before its day."""
        return tuple(sorted(self.chosen, key=lambda moment: (moment[0], moment[1] == "day")))

    @property
    def winning_sides(self) -> tuple[str, ...]:
        """The sides of the winners."""
        return tuple(
            dict.fromkeys(
                "werewolf" if self.roles[winner] == "werewolf" else "good" for winner in self.winners
            )
        )

    def choices(self, number: int, phase: str) -> Mapping[str, str]:
        """Returns the choices in a phase, by seat."""
        return self.chosen.get((number, phase), {})

    def choice(self, number: int, phase: str, player: str) -> str | None:
        """Returns a seat's choice in a phase: a seat, `pass`, or None if nothing is on record."""
        return self.choices(number, phase).get(player)


def read_game_record(path: Path) -> GameRecord:
    """Returns the record of a game.

    Raises:
        TranscriptError: naming the field that is missing or not as it should be.
    """
    fields = as_mapping(read_json(path), path, "")
    for name in ("identities", "alive", "wins", "win_agent", "win_origin", "day_votes", "night_votes"):
        if name not in fields:
            raise TranscriptError("there is none", file=str(path), field=name)
    by_seat = {seat: role for role, seats in _seats(fields, "identities", path) for seat in seats}
    roles = {f"Player {seat + 1}": by_seat[seat] for seat in sorted(by_seat)}
    alive = {f"Player {seat + 1}" for _, seats in _seats(fields, "alive", path) for seat in seats}
    wins = _numbers(fields["wins"], path, "wins")
    chosen = {**_choices(fields, "night", path, roles), **_choices(fields, "day", path, roles)}
    if strangers := [seat + 1 for seat in wins if seat not in by_seat]:
        raise TranscriptError(f"there is no Player {strangers[0]}", file=str(path), field="wins")
    return GameRecord(
        roles=roles,
        winners=tuple(f"Player {seat + 1}" for seat in wins),
        alive=frozenset(alive),
        win_counts=(_count(fields, "win_agent", path), _count(fields, "win_origin", path)),
        chosen=chosen,
    )


def _seats(fields: Mapping[str, object], name: str, path: Path) -> Iterator[tuple[str, Sequence[int]]]:
    for role, seats in as_mapping(fields[name], path, name).items():
        yield role, _numbers(seats, path, f"{name}.{role}")


def _count(fields: Mapping[str, object], name: str, path: Path) -> int:
    return _numbers([fields[name]], path, name)[0]


def _numbers(value: object, path: Path, name: str) -> list[int]:
    listed = cast("list[object]", value) if isinstance(value, list) else [value]
    numbers = [number for number in listed if isinstance(number, int)]
    if len(numbers) != len(listed):
        raise TranscriptError("it is no list of seats", file=str(path), field=name)
    return numbers


def _choices(
    fields: Mapping[str, object], phase: str, path: Path, roles: Mapping[str, str]
) -> dict[tuple[int, str], dict[str, str]]:
    name = f"{phase}_votes"
    choices: dict[tuple[int, str], dict[str, str]] = {}
    for number, by_role in as_mapping(fields[name], path, name).items():
        if not number.isdigit():
            raise TranscriptError(f"{number!r} is no round", file=str(path), field=name)
        targets = choices.setdefault((int(number), phase), {})
        for role, votes in as_mapping(by_role, path, f"{name}.{number}").items():
            for player, target in as_mapping(votes, path, f"{name}.{number}.{role}").items():
                if player not in roles:
                    at = f"{name}.{number}.{role}"
                    raise TranscriptError(f"{player!r} is no seat", file=str(path), field=at)
                targets[player] = str(target)
    return choices


Asked = Literal["speech", "vote", "attack", "protect", "save", "poison", "check"]
_MODERATOR = re.compile(r"\*\*Moderator \(-> (?P<to>.+?)\)\*\*: (?P<text>.*)")
_PLAYER = re.compile(r"\*\*(?P<player>Player \d+)\*\*:\s*")
_SECTION = re.compile(r"- \*\*(?P<name>Q&A|Reflexion|Inference|Exps|CoT|Reasoning|Final)\*\*: ?(?P<text>.*)")
_DEALT = re.compile(r"You are (?P<role>\w+)!")
_INFERRED = re.compile(r"(?P<whom>Player \d+)\**\s+is inferred to be[^.\n]*?my (?P<side>teammate|enemy)")
_ASKED: tuple[tuple[str, Asked], ...] = (
    ("antidote", "save"),
    ("bottle of poison", "poison"),
    ("who you protect", "protect"),
    ("verify its identity", "check"),
    ("voted for killing", "vote"),
    ("continue voting", "vote"),
    ("should be killed tonight", "attack"),
)
"""What a prompt asks for, by its words; whatever else it asks is said aloud."""


@dataclass(frozen=True, kw_only=True)
class LogTurn:
    """A player's turn in a log.

    Attributes:
        round: from 1.
        thoughts: its sections before the last, each with its name.
        final: the text of the last section.
    """

    player: str
    asked: Asked
    round: int
    phase: Literal["day", "night"]
    line: int
    thoughts: tuple[tuple[str, str], ...]
    final: str
    visible_to: tuple[str, ...] | None

    @property
    def is_choice(self) -> bool:
        """True if the record must have it too."""
        return self.asked not in ("speech", "save")


@dataclass
class GameLog:
    """A log.

    Attributes:
        ending: the moderator's words on the end; empty if the log does not reach it.
    """

    roles: dict[str, str] = field(default_factory=dict[str, str])
    happenings: list[Happening | LogTurn] = field(default_factory=list["Happening | LogTurn"])
    deaths: list[str] = field(default_factory=list[str])
    ending: str = ""
    is_whole: bool = False

    @property
    def turns(self) -> Iterator[LogTurn]:
        """The turns of players."""
        return (turn for turn in self.happenings if isinstance(turn, LogTurn))


def read_log(path: Path) -> GameLog:
    """Returns a log; its settings, above the first word of the moderator, are not part of the game."""
    reader = _LogReader()
    for number, line in enumerate(read_text(path).splitlines(), 1):
        reader.read(number, line)
    reader.close()
    return reader.log


def stances(text: str) -> Mapping[str, str]:
    """Returns the stance (ally or adversary) to each player in the text of an inference."""
    return {
        match["whom"]: "ally" if match["side"] == "teammate" else "adversary"
        for match in _INFERRED.finditer(text)
    }


@dataclass
class _LogReader:
    log: GameLog = field(default_factory=GameLog)
    round: int = 0
    phase: Literal["day", "night"] = "night"
    asked: Asked = "speech"
    addressed: tuple[str, ...] | None = None
    player: str = ""
    line: int = 0
    sections: list[tuple[str, list[str]]] = field(default_factory=list[tuple[str, list[str]]])

    def read(self, number: int, line: str) -> None:
        if match := _MODERATOR.fullmatch(line):
            self.close()
            self._moderate(number, match["to"], match["text"].strip())
        elif self.log.happenings and (turn := _PLAYER.fullmatch(line)):
            self.close()
            self.player, self.line = turn["player"], number
        elif self.player and (section := _SECTION.match(line)):
            self.sections.append((section["name"], [section["text"]]))
        elif self.player and self.sections:
            self.sections[-1][1].append(line)

    def close(self) -> None:
        if self.player and self.sections:
            sections = [(name, "\n".join(lines).strip()) for name, lines in self.sections]
            final = " ".join(text for name, text in sections if name == "Final").strip()
            thoughts = tuple(
                (n.casefold(), text) for n, text in sections if n != "Final" and text not in ("", "None")
            )
            self.log.happenings.append(
                LogTurn(
                    player=self.player,
                    asked=self.asked,
                    round=self.round,
                    phase=self.phase,
                    line=self.line,
                    thoughts=thoughts,
                    final=final,
                    visible_to=self.addressed if self.phase == "night" else None,
                )
            )
        self.player, self.sections = "", []

    def _moderate(self, number: int, to: str, text: str) -> None:
        if text.startswith("It's dark"):
            self.round, self.phase = self.round + 1, "night"
        elif text.startswith("The sun rose"):
            self.phase = "day"
        seats = None if to == "all" else tuple(re.findall(r"Player \d+", to))
        if match := _DEALT.fullmatch(text):
            self.log.roles[to] = match["role"]
        self.asked = "speech"
        for words, kind in reversed(_ASKED):
            if words in text:
                self.asked = kind
        self.addressed = seats
        died = self._ending(text)
        self.log.happenings.append(
            Happening(
                number=0,
                kind="news",
                round=self.round,
                phase=self.phase if self.round else "",
                text=text,
                deed="out" if died else "",
                target=died,
                visible_to=seats,
                row=number,
            )
        )

    def _ending(self, text: str) -> tuple[str, ...]:
        if text.startswith("Game over"):
            self.log.ending = text
        if "END_OF_CONVERSATION" in text:
            self.log.is_whole = True
        if "died last night" in text or "will be killed!" in text:
            died = re.findall(r"Player \d+", text)
            self.log.deaths.extend(died)
            return tuple(died)
        return ()
