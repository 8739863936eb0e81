"""Online Mafia in tables (Ibraheem et al. 2022, mafia-dataset): people in a browser, a folder per game.

The tables are Dallinger's exports. `node.csv` has the players: `id`, `type` (mafioso or bystander; source
is the server), `property1` (a made-up name), `property2` (whether alive), `property3` (when the player went
out). `info.csv` has what was sent: `origin_id`, `type` (text, vote or info), `contents`, `creation_time`; the
phase changes where an info speaks of Daytime or Nighttime. `network.csv`, where it is there, tells in
`property2` who won. Names stay: they were made up for the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from parlour.errors import TranscriptError
from parlour.lab.transcripts.corpus import Corpus
from parlour.lab.transcripts.drafting import Collection, GameDraft
from parlour.lab.transcripts.files import folder_of, read_csv
from parlour.lab.transcripts.form import CastMember, GameTranscript

_WANTS = "the folder of games, each a folder with a node.csv and an info.csv"
NODES, INFOS, NETWORKS = "node.csv", "info.csv", "network.csv"
ROLES: Mapping[str, str] = {"mafioso": "mafia", "bystander": "bystander"}
_WINNERS: Mapping[str, str] = {"mafia": "mafia", "bystanders": "bystander"}
_KINDS = ("text", "vote", "info")
_OUT_WITHIN = 5.0
"""Seconds between a change of phase and the time at which a player was put out by it."""


def read(path: Path) -> Iterator[GameTranscript]:
    """The games below a folder, or the one that it is.

    Raises:
        TranscriptError: naming the file, line and field that is not in this layout.
    """
    tables = sorted(folder_of(path, _WANTS).rglob(NODES))
    if not tables:
        raise TranscriptError(f"there is no {NODES} in it; name {_WANTS}", file=str(path))
    for table in tables:
        yield _Tables(path=table.parent).transcript()


@dataclass(kw_only=True)
class _Tables(GameDraft):
    """One game while it is put into the form."""

    collection = Collection(
        corpus="mafia-tables",
        name="Mafia Dataset",
        licence="none stated",
        url="https://github.com/omonida/mafia-dataset",
    )
    names: dict[str, str] = field(default_factory=dict[str, str])
    roles: dict[str, str] = field(default_factory=dict[str, str])
    gone: dict[str, datetime] = field(default_factory=dict[str, datetime])

    def transcript(self) -> GameTranscript:
        self._players()
        rows = read_csv(self.path / INFOS, ("origin_id", "type", "contents", "creation_time"))
        timed = [(self._moment(row["creation_time"], INFOS, line), line, row) for line, row in rows]
        for moment, line, row in sorted(timed, key=lambda timed_row: timed_row[0]):
            self._take(row, line, moment, start=min(timed_row[0] for timed_row in timed))
        for player in self.gone:
            self.odd.add(
                "out-unplaced", NODES, f"no change of phase stands at the time when {player} went out"
            )
        side, stated = self._winner()
        return self.finish(
            "mafia",
            rules="Mafia in a chat room: all speak and vote at will, and everybody sees the votes of the day",
            cast=[
                CastMember(player=name, holder="person", start=role, end=role, team=role)
                for name, role in self.roles.items()
            ],
            outcome=self.outcome((side,), stated),
            read=[self.path / name for name in (NODES, INFOS)],
        )

    def _players(self) -> None:
        for line, row in read_csv(self.path / NODES, ("id", "type", "property1", "property3")):
            if row["type"] == "source":
                continue
            name = row["property1"].strip()
            if row["type"] not in ROLES:
                raise self._error(
                    f"{row['type']!r} is none of {', '.join(ROLES)}, source", NODES, line, "type"
                )
            if not name or name in self.roles:
                raise self._error(f"{name!r} is no name of one player's own", NODES, line, "property1")
            self.names[row["id"]], self.roles[name] = name, ROLES[row["type"]]
            if (row.get("property2") or "").strip().casefold() == "false" and row["property3"].strip():
                self.gone[name] = self._moment(row["property3"], NODES, line)
        if not self.roles:
            raise self._error("there is no player in it", NODES, 1, "type")

    def _take(self, row: Mapping[str, str], line: int, moment: datetime, start: datetime) -> None:
        time, contents = (moment - start).total_seconds(), row["contents"]
        if row["type"] not in _KINDS:
            raise self._error(f"{row['type']!r} is none of {', '.join(_KINDS)}", INFOS, line, "type")
        if row["type"] == "info":
            self._add_announcement(contents, line, moment, time)
            return
        speaker = self.names.get(row["origin_id"])
        if speaker is None:
            self.odd.add("speaker-unknown", f"{INFOS}:{line}", f"node {row['origin_id']!r} is no player")
            return
        is_night = self.phase == "night"
        viewers = tuple(name for name, role in self.roles.items() if role == "mafia") if is_night else None
        at = {"speaker": speaker, "time": time, "row": line, "visible_to": viewers}
        words = contents.removeprefix(f"{speaker}: ")
        if row["type"] == "text":
            self.add("speech", text=words, **at)
        elif is_night:
            self.add("deed", deed="attack", target=(words.strip(),), **at)
        else:
            self.add("vote", target=(words.strip(),), **at)

    def _add_announcement(self, contents: str, line: int, moment: datetime, time: float) -> None:
        """Adds a change of phase, after the players that it eliminates; the server repeats some changes."""
        phase = "day" if "Daytime" in contents else "night" if "Nighttime" in contents else None
        if phase == self.phase:
            return
        if phase:
            for player, when in list(self.gone.items()):
                if abs((moment - when).total_seconds()) <= _OUT_WITHIN:
                    self.put_out(player, time=time, row=line)
                    del self.gone[player]
            self.phase = phase
            self.round += phase == "day" or not self.round
        self.add("news", text=contents, time=time, row=line)

    def _winner(self) -> tuple[str | None, str | None]:
        if not (self.path / NETWORKS).exists():
            self.odd.add("result-missing", NETWORKS, "there is no such table, which tells who won")
            return None, None
        stated = next(
            (row["property2"].strip() for _, row in read_csv(self.path / NETWORKS, ("property2",))), ""
        )
        return _WINNERS.get(stated), stated or None

    def _moment(self, text: str, table: str, line: int) -> datetime:
        try:
            return datetime.fromisoformat(text.strip())
        except ValueError as error:
            raise self._error(f"{text!r} is no time", table, line, "creation_time") from error

    def _error(self, message: str, table: str, line: int, name: str) -> TranscriptError:
        return TranscriptError(message, file=str(self.path / table), line=line, field=name)


CORPUS = Corpus(
    title="Online Mafia by people, in node.csv and info.csv",
    wants=_WANTS,
    read=read,
    mark=r"^.*\b(?:property1\b.*\bproperty2|origin_id)\b",
)
