"""Replays of kaggle-environments' werewolf (Kaggle Game Arena): Werewolf by language models, a game per JSON.

Read are `configuration.agents` (id, role, display name), `info.GAME_END`, and of `info.MODERATOR_OBSERVATION`
the entries by their `data_type`: each holds as JSON what happened, who may see it, and what it was. The
moderator's requests, dividers and raw submissions, which hold prompts, are no events and are passed over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from pydantic import BaseModel, Field

from parlour.lab.transcripts.corpora.werewolf_arena import ROLES, WINNERS
from parlour.lab.transcripts.corpus import Corpus
from parlour.lab.transcripts.drafting import Collection, GameDraft
from parlour.lab.transcripts.files import Form, as_form, as_mapping, files_of, parse_json, read_json
from parlour.lab.transcripts.form import CastMember, GameTranscript

_WANTS = "a replay in JSON, or a folder with some"
_DEEDS: Mapping[str, str] = {
    "WerewolfNightVoteDataEntry": "attack",
    "SeerInspectActionDataEntry": "check",
    "DoctorHealActionDataEntry": "guard",
}
_OUT: Mapping[str, str] = {
    "WerewolfNightEliminationDataEntry": "eliminated_player_id",
    "DayExileElectedDataEntry": "elected_player_id",
}
_TOLD = ("SeerInspectResultDataEntry", "DoctorSaveDataEntry", "NoneType")
"""Entries that only announce something; those without a recipient are the engine's own."""


class _Agent(BaseModel, frozen=True, extra="ignore"):
    id: str
    role: str
    display_name: str = ""


class _End(BaseModel, frozen=True, extra="ignore"):
    winner_team: str


class _Entry(BaseModel, frozen=True, extra="ignore"):
    """An event of the replay: `data` depends on the sort of entry."""

    day: int = Field(ge=0)
    phase: str
    description: str = ""
    public: bool = False
    visible_to: tuple[str, ...] = ()
    data: Mapping[str, object] | None = None


def read(path: Path) -> Iterator[GameTranscript]:
    """The game of a replay, or of each replay below a folder.

    Raises:
        TranscriptError: naming the file and the field that is not in this layout.
    """
    for file in files_of(path, (".json",), _WANTS):
        yield _Replay(path=file, content=as_mapping(read_json(file), file, "")).transcript()


@dataclass(kw_only=True)
class _Replay(GameDraft):
    """One replay while it is put into the form."""

    collection = Collection(
        corpus="kaggle-werewolf",
        name="kaggle-environments werewolf",
        licence="see the replay's publisher",
        url="https://github.com/Kaggle/kaggle-environments",
    )
    content: Mapping[str, object]

    def transcript(self) -> GameTranscript:
        players = tuple(self._cast())
        names = tuple(member.player for member in players)
        seen: set[str] = set()
        for number, (kind, text) in enumerate(self._entries()):
            if text not in seen:
                seen.add(text)
                self._take(kind, text, f"info.MODERATOR_OBSERVATION entry {number}", names)
        end = self._field("info", "GAME_END")
        stated = self._valid(_End, end, "info.GAME_END").winner_team if end is not None else None
        if end is None:
            self.odd.add("result-missing", self.path.name, "there is no end", "info.GAME_END")
        return self.finish(
            "werewolf",
            title=str(self.content.get("id") or self.path.stem),
            rules="kaggle-environments: order of talk, ballots and ties as the replay's configuration says",
            cast=players,
            outcome=self.outcome((WINNERS.get(stated or ""),), stated),
        )

    def _cast(self) -> Iterator[CastMember]:
        agents = self._field("configuration", "agents")
        if not isinstance(agents, list) or not agents:
            raise self.error("there are none: this is no replay of werewolf", "configuration.agents")
        for number, content in enumerate(cast("list[object]", agents)):
            where = f"configuration.agents[{number}]"
            agent = self._valid(_Agent, content, where)
            if agent.role not in ROLES:
                raise self.error(f"{agent.role!r} is no role; they are {', '.join(ROLES)}", f"{where}.role")
            role, side = ROLES[agent.role]
            yield CastMember(
                player=agent.id, holder="model", model=agent.display_name, start=role, end=role, team=side
            )

    def _entries(self) -> Iterator[tuple[str, str]]:
        steps = self._field("info", "MODERATOR_OBSERVATION")
        if not isinstance(steps, list):
            raise self.error("there is none: the replay lacks what happened", "info.MODERATOR_OBSERVATION")
        for step in cast("list[Sequence[object]]", steps):
            for content in step:
                entry = as_mapping(content, self.path, "info.MODERATOR_OBSERVATION")
                yield str(entry.get("data_type", "")), str(entry.get("json_str", ""))

    def _take(self, kind: str, text: str, where: str, players: Sequence[str]) -> None:
        is_event = kind in _DEEDS or kind in _OUT or kind in _TOLD
        if not is_event and kind not in ("ChatDataEntry", "DayExileVoteDataEntry", "BidDataEntry"):
            return
        entry = self._valid(_Entry, parse_json(text, self.path), where)
        self.round, self.phase = entry.day, "night" if entry.phase == "Night" else "day"
        data = entry.data or {}
        hearers = None if entry.public else tuple(name for name in entry.visible_to if name in players)
        if kind in _OUT:
            self.put_out(self._player_in(data, _OUT[kind], where, players), text=entry.description)
        elif kind in _TOLD:
            if hearers is None or hearers:
                self.add("news", text=entry.description, visible_to=hearers)
        else:
            self._act(kind, data, where, players, hearers)

    def _act(
        self,
        kind: str,
        data: Mapping[str, object],
        where: str,
        players: Sequence[str],
        hearers: tuple[str, ...] | None,
    ) -> None:
        speaker = self._player_in(data, "actor_id", where, players)
        if thought := str(data.get("reasoning") or ""):
            self.add("thought", speaker=speaker, text=thought, visible_to=(speaker,))
        if kind == "ChatDataEntry":
            self.add("speech", speaker=speaker, text=str(data.get("message", "")), visible_to=hearers)
        elif kind == "BidDataEntry":
            bid = str(data.get("bid_amount", ""))
            self.add("deed", speaker=speaker, deed="bid", target=(bid,), visible_to=hearers or (speaker,))
        else:
            target = (self._player_in(data, "target_id", where, players),)
            if kind == "DayExileVoteDataEntry":
                self.add("vote", speaker=speaker, target=target)
            else:
                viewers = tuple(dict.fromkeys((speaker, *(hearers or ()))))
                self.add("deed", speaker=speaker, deed=_DEEDS[kind], target=target, visible_to=viewers)

    def _player_in(self, data: Mapping[str, object], name: str, where: str, players: Sequence[str]) -> str:
        if data.get(name) not in players:
            raise self.error(f"{data.get(name)!r} is none of the agents", f"{where}.data.{name}")
        return str(data[name])

    def _field(self, around: str, name: str) -> object:
        return as_mapping(self.content.get(around, {}), self.path, around).get(name)

    def _valid(self, form: type[Form], value: object, where: str) -> Form:
        return as_form(form, value, self.path, "kaggle-environments' layout", where)


CORPUS = Corpus(
    title="kaggle-environments' werewolf replays",
    wants=_WANTS,
    read=read,
    mark=r'"(?:MODERATOR_OBSERVATION|werewolf_night_vote_protocol)":',
)
