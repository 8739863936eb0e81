"""AIWolf contest logs (aiwolf.org and AIWolfDial): Werewolf by programs and language models, a game per file.

A line is `day,kind,…`: `status` (number, role, ALIVE or DEAD, team, and a name in contests in natural
language), `talk` and `whisper` (number, turn, speaker, text), `vote` and `attackVote` (by, of), `divine` (by,
of, what was seen), `guard` (by, of, role), `execute` (of, role), `attack` (of, whether it succeeded), and
`result` (how many humans and werewolves live, and who won).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from parlour.errors import TranscriptError
from parlour.lab.transcripts.corpus import Corpus
from parlour.lab.transcripts.drafting import Collection, GameDraft
from parlour.lab.transcripts.files import files_of, read_text
from parlour.lab.transcripts.form import CastMember, GameTranscript

_WANTS = "a contest's .log file, or a folder of them"
ROLES: Mapping[str, tuple[str, str]] = {
    "VILLAGER": ("villager", "good"),
    "SEER": ("seer", "good"),
    "MEDIUM": ("medium", "good"),
    "BODYGUARD": ("guard", "good"),
    "FREEMASON": ("mason", "good"),
    "WEREWOLF": ("werewolf", "werewolf"),
    "POSSESSED": ("possessed", "werewolf"),
    "FOX": ("fox", "fox"),
}
"""Each role of the contests, by Parlour's name where it has one, and its side."""
_WINNERS: Mapping[str, str] = {"VILLAGER": "good", "WEREWOLF": "werewolf", "FOX": "fox"}
_SILENT: Mapping[str, str] = {"SKIP": "skip", "OVER": "over"}
_JAPANESE = re.compile(r"[぀-ヿ]")
_COLUMNS: Mapping[str, tuple[int, str]] = {
    "status": (6, "number,role,ALIVE or DEAD,team"),
    "talk": (6, "number,turn,speaker,text"),
    "whisper": (6, "number,turn,speaker,text"),
    "vote": (4, "by,of"),
    "attackVote": (4, "by,of"),
    "divine": (5, "by,of,HUMAN or WEREWOLF"),
    "guard": (4, "by,of,role"),
    "execute": (4, "of,role"),
    "attack": (4, "of,true or false"),
    "result": (5, "humans,werewolves,winner"),
}
"""The least number of cells in a line of each kind, and the cells after day and kind."""


def read(path: Path) -> Iterator[GameTranscript]:
    """The game of a log, or of each log of a folder.

    Raises:
        TranscriptError: naming the line that is not in this layout.
    """
    for file in files_of(path, (".log",), _WANTS):
        yield _Log(path=file).transcript()


@dataclass(kw_only=True)
class _Log(GameDraft):
    """One log while it is put into the form."""

    collection = Collection(
        corpus="aiwolf", name="AIWolf contest logs", licence="see the contest", url="https://aiwolf.org"
    )
    cast: dict[str, CastMember] = field(default_factory=dict[str, CastMember])
    winner: str | None = None

    def transcript(self) -> GameTranscript:
        text = read_text(self.path)
        for number, line in enumerate(text.splitlines(), 1):
            if line.strip():
                self._take(line, number)
        if not self.cast:
            raise TranscriptError("no line tells a status: the players are not known", file=str(self.path))
        if self.winner is None:
            self.odd.add("result-missing", self.path.name, "no line tells the result")
        side = _WINNERS.get(self.winner or "")
        return self.finish(
            "werewolf",
            language="ja" if _JAPANESE.search(text) else "en",
            rules="AIWolf: everybody talks in turns, ballots are public, and a tie is broken by lot",
            cast=self.cast.values(),
            outcome=self.outcome((side,), self.winner),
        )

    def _take(self, line: str, number: int) -> None:
        day, _, rest = line.partition(",")
        kind, _, fields = rest.partition(",")
        if not day.isdecimal() or kind not in _COLUMNS:
            kinds = ", ".join(_COLUMNS)
            raise self.error(
                f"a line is day,kind,…, and the kinds are {kinds}; this is {line[:40]!r}", line=number
            )
        count, names = _COLUMNS[kind]
        cells = fields.split(",", count - 3) if kind in ("talk", "whisper") else fields.split(",")
        if len(cells) < count - 2:
            raise self.error(f"a line of this kind is day,{kind},{names}", line=number)
        self.round = int(day)
        self.phase = "day" if kind in ("talk", "vote", "execute", "status") else "night"
        takes: Mapping[str, Callable[[str, Sequence[str], int], None]] = {
            "status": self._status,
            "talk": self._add_speech,
            "whisper": self._add_speech,
            "execute": self._out,
            "attack": self._out,
            "result": self._result,
        }
        takes.get(kind, self._chosen)(kind, cells, number)

    def _status(self, kind: str, cells: Sequence[str], number: int) -> None:
        del kind
        seat, role, _, team, *name = cells
        if role not in ROLES:
            raise self.error(f"{role!r} is no role; they are {', '.join(ROLES)}", line=number)
        ours, side = ROLES[role]
        if member := self.cast.get(seat):
            if member.start != ours:
                where = f"{self.path.name}:{number}"
                self.odd.add("role-differs", where, f"{member.player} was {member.start} and is {ours}")
            return
        player = name[0].strip() if name and name[0].strip() else f"Agent[{int(seat):02}]"
        self.cast[seat] = CastMember(
            player=player, holder="model", method=team.strip(), start=ours, end=ours, team=side
        )

    def _add_speech(self, kind: str, cells: Sequence[str], number: int) -> None:
        speaker, text = self._player(cells[2], number), cells[3].strip()
        hearers = None if kind == "talk" else self._wolves()
        if silent := _SILENT.get(text.upper()):
            self.add("deed", speaker=speaker, deed=silent, visible_to=hearers, row=number)
        else:
            self.add("speech", speaker=speaker, text=text, visible_to=hearers, row=number)

    def _chosen(self, kind: str, cells: Sequence[str], number: int) -> None:
        by, of = self._player(cells[0], number), self._player(cells[1], number)
        if kind == "vote":
            self.add("vote", speaker=by, target=(of,), row=number)
            return
        deed = {"attackVote": "attack", "divine": "check", "guard": "guard"}[kind]
        viewers = self._wolves() if kind == "attackVote" else (by,)
        labels = (cells[2].strip().lower(),) if kind == "divine" else ()
        self.add("deed", speaker=by, deed=deed, target=(of,), labels=labels, visible_to=viewers, row=number)

    def _out(self, kind: str, cells: Sequence[str], number: int) -> None:
        if kind == "attack" and cells[1].strip() != "true":
            self.add("news", deed="saved", text="nobody died by night", row=number)
        elif cells[0].strip() != "-1":
            self.put_out(self._player(cells[0], number), row=number)

    def _result(self, kind: str, cells: Sequence[str], number: int) -> None:
        del kind
        self.winner = cells[2].strip()
        if self.winner not in (*_WINNERS, "NONE"):
            raise self.error(
                f"{self.winner!r} is no winner; they are {', '.join(_WINNERS)} or NONE", line=number
            )

    def _player(self, seat: str, number: int) -> str:
        if seat.strip() not in self.cast:
            raise self.error(f"no status before tells of player {seat.strip()!r}", line=number)
        return self.cast[seat.strip()].player

    def _wolves(self) -> tuple[str, ...]:
        return tuple(member.player for member in self.cast.values() if member.start == "werewolf")


CORPUS = Corpus(
    title="AIWolf contest logs: Werewolf by programs",
    wants=_WANTS,
    read=read,
    mark=r"^\d+,status,\d+,[A-Z]+,",
)
