"""A log of the trust paper's authors: what the moderator told whom, what players thought and said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from parlour.lab.transcripts import Happening, read_text

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
    """What a player did when it was asked.

    Attributes:
        player: who.
        asked: for what.
        round: from 1.
        phase: by day or by night.
        line: of the log.
        thoughts: its sections before the last, each with its name.
        final: what came of them.
        visible_to: by night, who was addressed.
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
        """Whether the record must have it too."""
        return self.asked not in ("speech", "save")


@dataclass
class GameLog:
    """A log.

    Attributes:
        roles: as it deals them, in seat order.
        happenings: news and turns, in its order.
        deaths: who died, in order.
        ending: what the moderator said of the end; empty where the log does not reach it.
        is_whole: whether it reaches the end of the conversation.
    """

    roles: dict[str, str] = field(default_factory=dict[str, str])
    happenings: list[Happening | LogTurn] = field(default_factory=list["Happening | LogTurn"])
    deaths: list[str] = field(default_factory=list[str])
    ending: str = ""
    is_whole: bool = False

    @property
    def turns(self) -> Iterator[LogTurn]:
        """What players did."""
        return (each for each in self.happenings if isinstance(each, LogTurn))


def read_log(path: Path) -> GameLog:
    """A log; its settings, above the first word of the moderator, are not part of the game."""
    reader = _LogReader()
    for number, line in enumerate(read_text(path).splitlines(), 1):
        reader.read(number, line)
    reader.close()
    return reader.log


def _asked(prompt: str) -> Asked:
    """What a prompt asks for."""
    for words, asked in _ASKED:
        if words in prompt:
            return asked
    return "speech"


def stances(text: str) -> Mapping[str, str]:
    """Whom an inference takes for an ally and whom for an adversary."""
    return {
        found["whom"]: "ally" if found["side"] == "teammate" else "adversary"
        for found in _INFERRED.finditer(text)
    }


@dataclass
class _LogReader:
    """Reads a log line by line."""

    log: GameLog = field(default_factory=GameLog)
    round: int = 0
    phase: Literal["day", "night"] = "night"
    asked: Asked = "speech"
    addressed: tuple[str, ...] | None = None
    player: str = ""
    line: int = 0
    sections: list[tuple[str, list[str]]] = field(default_factory=list[tuple[str, list[str]]])

    def read(self, number: int, line: str) -> None:
        if told := _MODERATOR.fullmatch(line):
            self.close()
            self._moderate(number, told["to"], told["text"].strip())
        elif self.asked_yet and (turn := _PLAYER.fullmatch(line)):
            self.close()
            self.player, self.line = turn["player"], number
        elif self.player and (section := _SECTION.match(line)):
            self.sections.append((section["name"], [section["text"]]))
        elif self.player and self.sections:
            self.sections[-1][1].append(line)

    @property
    def asked_yet(self) -> bool:
        return bool(self.log.happenings)

    def close(self) -> None:
        """Ends the turn that is being read."""
        if self.player and self.sections:
            told = [(name, "\n".join(lines).strip()) for name, lines in self.sections]
            final = " ".join(text for name, text in told if name == "Final").strip()
            thoughts = tuple(
                (n.casefold(), text) for n, text in told if n != "Final" and text not in ("", "None")
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
        if dealt := _DEALT.fullmatch(text):
            self.log.roles[to] = dealt["role"]
        self.asked = _asked(text)
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
        """What ends, for the log or for somebody: who dies by these words."""
        if text.startswith("Game over"):
            self.log.ending = text
        if "END_OF_CONVERSATION" in text:
            self.log.is_whole = True
        if "died last night" in text or "will be killed!" in text:
            died = re.findall(r"Player \d+", text)
            self.log.deaths.extend(died)
            return tuple(died)
        return ()
