"""LLMafia (Eckhaus et al. 2025): Mafia in a chat room, among people who do not know which player is a model.

A folder is a game: `config.json` (who is mafia, who is a model), the chats by day and by night with their
votes, the manager's announcements, and each player's own chat, vote, status and survey. Names are those that
the authors gave to players; who bore them, which `real_names.txt` would tell, is not read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

from parlour.errors import TranscriptError
from parlour.lab.transcripts.corpus import Corpus
from parlour.lab.transcripts.drafting import Collection, GameDraft
from parlour.lab.transcripts.files import as_mapping, folder_of, read_json, read_text
from parlour.lab.transcripts.form import CastMember, GameTranscript, TranscriptOutcome

_WANTS = "the folder of games, each a folder with a config.json"
_CONFIG, _DAY, _NIGHT, _MANAGER = (
    *("config.json", "public_daytime_chat.txt", "public_nighttime_chat.txt"),
    "public_manager_chat.txt",
)
_LINE = re.compile(r"\[(\d+):(\d\d):(\d\d)\] ([^:]+): ?(.*)")
_VOTED = re.compile(r"(.+) voted for (.+)")
_OUT = re.compile(r"(.+) was voted out\. Their role was (\w+)")
_MANAGER_NAME = "Game-Manager"
_HALF_A_DAY, _DAY_LONG = 43_200, 86_400
MAFIA, BYSTANDER = "mafia", "bystander"


def read(path: Path) -> Iterator[GameTranscript]:
    """The games below a folder, or the one that it is.

    Raises:
        TranscriptError: naming the file, line and field that is not in this layout.
    """
    folder = folder_of(path, _WANTS)
    configs = sorted(folder.rglob(_CONFIG))
    if not configs:
        raise TranscriptError(f"there is no game in it; name {_WANTS}", file=str(path))
    for config in configs:
        yield _Room(path=config.parent).transcript()


@dataclass(frozen=True)
class _ChatLine:
    file: str
    line: int
    time: int
    speaker: str
    text: str

    @property
    def where(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(kw_only=True)
class _Room(GameDraft):
    """One game while it is put into the form."""

    collection = Collection(
        corpus="llmafia", name="LLMafia", licence="MIT", url="https://huggingface.co/datasets/niveck/LLMafia"
    )
    cast: list[CastMember] = field(default_factory=list[CastMember])
    votes: dict[str, str] = field(default_factory=dict[str, str])
    voted: set[str] = field(default_factory=set[str])
    start: int = 0

    def transcript(self) -> GameTranscript:
        self.cast = list(_cast(self.path / _CONFIG))
        manager = self._lines(_MANAGER)
        day, night = (self._lines(name, manager[0].time if manager else 0) for name in (_DAY, _NIGHT))
        self._take_all(day, night, manager)
        self._add_surveys()
        self._check_own_files([*day, *night])
        return self.finish(
            "mafia",
            rules="Mafia in a chat room: all speak at will; the mafia wins once it is half of the living",
            cast=self.cast,
            outcome=self._outcome(),
            read=[self.path / name for name in (_CONFIG, _DAY, _NIGHT, _MANAGER)],
        )

    @property
    def _players(self) -> list[str]:
        return [member.player for member in self.cast]

    @property
    def _mafia(self) -> tuple[str, ...]:
        return tuple(member.player for member in self.cast if member.start == MAFIA)

    def _lines(self, name: str, start: int = 0) -> list[_ChatLine]:
        """A chat, its clock made to run on over midnight; a line without a time belongs to the one before."""
        lines: list[_ChatLine] = []
        for number, line in enumerate(read_text(self.path / name).splitlines(), 1):
            if not (match := _LINE.fullmatch(line)):
                if lines and line.strip():
                    last = lines.pop()
                    lines.append(_ChatLine(name, last.line, last.time, last.speaker, f"{last.text}\n{line}"))
                    self.odd.add(
                        "line-continued", f"{name}:{number}", "a line without a time goes on from above"
                    )
                elif line.strip():
                    raise TranscriptError("a line of a chat begins with [time] name:", file=name, line=number)
                continue
            hours, minutes, seconds = map(int, match.groups()[:3])
            time = hours * 3600 + minutes * 60 + seconds
            if (lines[-1].time if lines else start) - time > _HALF_A_DAY:
                time += _DAY_LONG
            lines.append(_ChatLine(name, number, time, match[4], match[5]))
        return lines

    def _take_all(
        self, day: Sequence[_ChatLine], night: Sequence[_ChatLine], manager: Sequence[_ChatLine]
    ) -> None:
        """Adds all three chats as one, by their clock; what the manager announces follows what led to it."""
        self.start = min((line.time for line in (*day, *night, *manager)), default=0)
        ranked = [(line.time, 0, at, line) for at, line in enumerate((*day, *night))]
        ranked += [(line.time, 1 if at else -1, at, line) for at, line in enumerate(manager)]
        for _, _, _, line in sorted(ranked, key=lambda row: row[:3]):
            if line.file == _MANAGER:
                self._add_announcement(line)
            elif line.speaker == _MANAGER_NAME:
                self._add_choice(line)
            else:
                self._add_speech(line)

    def _add_announcement(self, line: _ChatLine) -> None:
        time = float(line.time - self.start)
        if match := _OUT.fullmatch(line.text):
            for player in self._players:
                if self.phase == "day" and player not in self.out and player not in self.voted:
                    self.add("vote", speaker=player, time=time)
            self.voted.clear()
            roles = {member.player: member.start for member in self.cast}
            if roles.get(match[1]) != match[2]:
                message = f"{match[1]} is said to have been {match[2]}"
                self.odd.add("role-disagrees", line.where, message, _CONFIG)
            self.put_out(match[1], text=line.text, time=time)
            return
        if "Daytime" in line.text:
            self.round, self.phase = self.round + 1, "day"
        elif "Nighttime" in line.text:
            self.phase = "night"
        self.add("news", text=line.text, time=time)

    def _add_choice(self, line: _ChatLine) -> None:
        """Adds a vote by day or an attack by night, as the chat tells it; whatever else it tells is news."""
        is_night = line.file == _NIGHT
        at = {"time": float(line.time - self.start), "visible_to": self._mafia if is_night else None}
        match = _VOTED.fullmatch(line.text)
        if match and match[1] in self._players:
            self.voted.add(match[1])
            self.votes[match[1]] = match[2]
            choice = {"speaker": match[1], "target": (match[2],), "deed": "attack" if is_night else ""}
            self.add("deed" if is_night else "vote", **choice, **at)
            return
        if match:
            self.odd.add("voter-unknown", line.where, f"{match[1]!r} is not in the cast", _CONFIG)
        self.add("news", text=line.text, **at)

    def _add_speech(self, line: _ChatLine) -> None:
        speaker = line.speaker if line.speaker in self._players else None
        if speaker is None:
            self.odd.add("speaker-unknown", line.where, f"{line.speaker!r} is not in the cast", _CONFIG)
        if speaker in self.out:
            self.odd.add("speaks-when-out", line.where, f"{speaker} had been voted out")
        self.add(
            "speech",
            speaker=speaker,
            text=line.text,
            labels=() if speaker else (f"unknown speaker {line.speaker}",),
            time=float(line.time - self.start),
            visible_to=self._mafia if line.file == _NIGHT else None,
        )

    def _add_surveys(self) -> None:
        self.round, self.phase = 0, ""
        for player in self._players:
            path = self.path / f"{player}_survey.txt"
            if path.exists():
                text = read_text(path).strip()
                self.add("thought", deed="survey", speaker=player, text=text, visible_to=())
            if (log := self.path / f"{player}_log.txt").exists():
                self.odd.add(
                    "model-log-left-out", log.name, "the model's own prompts and replies are not read"
                )

    def _check_own_files(self, public: Sequence[_ChatLine]) -> None:
        spoken = Counter(line.speaker for line in public)
        for player in self._players:
            for name, expected in (("chat", str(spoken[player])), ("vote", self.votes.get(player, ""))):
                path = self.path / f"{player}_{name}.txt"
                if not path.exists():
                    self.odd.add("file-missing", path.name, f"there is no {name} of {player}")
                    continue
                text = read_text(path).strip()
                counts = (
                    str(sum(bool(_LINE.fullmatch(line)) for line in text.splitlines()))
                    if name == "chat"
                    else text
                )
                if counts != expected:
                    message = f"it has {counts or 'none'}, and the public chats {expected or 'none'}"
                    self.odd.add(f"{name}-differs", path.name, message)

    def _outcome(self) -> TranscriptOutcome:
        alive = [member for member in self.cast if member.player not in self.out]
        mafia = sum(member.start == MAFIA for member in alive)
        ours = (BYSTANDER,) if not mafia else (MAFIA,) if mafia * 2 >= len(alive) else None
        path = self.path / "who_wins.txt"
        stated = read_text(path).strip() if path.exists() else None
        stated_winners = None if stated is None else (MAFIA,) if MAFIA in stated.casefold() else (BYSTANDER,)
        if stated_winners is None or stated_winners != ours:
            message = f"the source says {stated!r}; by the rules it is {', '.join(ours or ('open',))}"
            self.odd.add("winner-differs", path.name, message)
        eliminated = [player for player in self.out if player in self._players]
        return TranscriptOutcome(
            winners=ours,
            basis="rules" if ours else "unknown",
            stated=stated,
            out=tuple(dict.fromkeys(eliminated)),
        )


def _cast(path: Path) -> Iterator[CastMember]:
    players = as_mapping(read_json(path), path, "").get("players")
    if not isinstance(players, list) or not players:
        raise TranscriptError("there are none", file=str(path), field="players")
    for at, content in enumerate(cast("list[object]", players)):
        fields: Mapping[str, object] = as_mapping(content, path, f"players[{at}]")
        for wanted in ("name", "is_mafia", "is_llm"):
            if wanted not in fields:
                raise TranscriptError("there is none", file=str(path), field=f"players[{at}].{wanted}")
        role = MAFIA if fields["is_mafia"] else BYSTANDER
        config = fields.get("llm_config")
        model = as_mapping(config, path, "llm_config").get("model_name", "") if fields["is_llm"] else ""
        yield CastMember(
            player=str(fields["name"]),
            holder="model" if fields["is_llm"] else "person",
            model=str(model),
            start=role,
            end=role,
            team=role,
        )


CORPUS = Corpus(
    title="Mafia by people and one language model in a chat room",
    wants=_WANTS,
    read=read,
    mark=r'"is_mafia":',
)
