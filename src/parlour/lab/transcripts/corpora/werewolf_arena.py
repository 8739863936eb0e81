"""Werewolf Arena (google/werewolf_arena, Bailis et al. 2024): Werewolf by language models that bid to speak.

A game is a `game_complete.json`, or a `game_partial.json` that broke off with an `error_message`: `players`
by name with role and model, and `rounds`, each a night (`eliminated`, `protected`, `unmasked`) and a day
(`bids` before each turn of the `debate`, `votes` after its last or each turn, `exiled`). Votes before the
last are straw polls, of which the table learns nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from parlour.lab.transcripts.corpus import Corpus
from parlour.lab.transcripts.drafting import Collection, GameDraft, slug
from parlour.lab.transcripts.files import as_form, as_mapping, files_of, read_json
from parlour.lab.transcripts.form import CastMember, GameTranscript

_WANTS = "a game_complete.json, or a folder with some"
ROLES: Mapping[str, tuple[str, str]] = {
    "Villager": ("villager", "good"),
    "Werewolf": ("werewolf", "werewolf"),
    "Seer": ("seer", "good"),
    "Doctor": ("guard", "good"),
}
"""Each role, by Parlour's name, and its side."""
WINNERS: Mapping[str, str] = {"Werewolves": "werewolf", "Villagers": "good"}


class _Player(BaseModel, frozen=True, extra="ignore"):
    name: str
    role: str
    model: str | None = None


class _Round(BaseModel, frozen=True, extra="ignore"):
    eliminated: str | None = None
    protected: str | None = None
    unmasked: str | None = None
    exiled: str | None = None
    debate: tuple[tuple[str, str], ...] = ()
    votes: tuple[Mapping[str, str], ...] = ()
    bids: tuple[Mapping[str, int], ...] = ()


class _State(BaseModel, frozen=True, extra="ignore"):
    session_id: str
    players: Mapping[str, _Player]
    rounds: tuple[_Round, ...]
    winner: str = ""
    error_message: str = ""


def read(path: Path) -> Iterator[GameTranscript]:
    """The game of a file, or of each such file below a folder.

    Raises:
        TranscriptError: naming the file and the field that is not in this layout.
    """
    files = files_of(path, (".json",), _WANTS)
    games = [file for file in files if file.name.startswith("game_") and file.name != "game_logs.json"]
    for file in games or files:
        content = as_mapping(read_json(file), file, "")
        yield _Game(path=file, state=as_form(_State, content, file, "Werewolf Arena's layout")).transcript()


@dataclass(kw_only=True)
class _Game(GameDraft):
    """One game while it is put into the form."""

    collection = Collection(
        corpus="werewolf-arena",
        name="Werewolf Arena",
        licence="Apache-2.0",
        url="https://github.com/google/werewolf_arena",
    )
    state: _State

    def transcript(self) -> GameTranscript:
        players = tuple(self._cast())
        for number, round_ in enumerate(self.state.rounds, 1):
            self.round = number
            self._night(round_)
            self._day(round_)
        if self.state.error_message:
            self.odd.add("broken-off", self.path.name, self.state.error_message, "error_message")
        for event in self.events:
            named = (event.speaker or "", *(event.target if event.deed != "bid" else ()))
            if stranger := next((name for name in named if name and name not in self.state.players), None):
                raise self.error(f"{stranger!r} is none of the players", f"rounds.{event.round - 1}")
        return self.finish(
            "werewolf",
            id=f"arena-{slug(self.state.session_id)}",
            title=self.state.session_id,
            rules="Werewolf Arena: turns to speak go to the highest bid; exile wants a majority",
            cast=players,
            outcome=self.outcome((WINNERS.get(self.state.winner),), self.state.winner or None),
        )

    def _cast(self) -> Iterator[CastMember]:
        for name, player in self.state.players.items():
            if player.role not in ROLES:
                role_names = ", ".join(ROLES)
                raise self.error(f"{player.role!r} is no role; they are {role_names}", f"players.{name}.role")
            role, side = ROLES[player.role]
            yield CastMember(
                player=name, holder="model", model=player.model or "", start=role, end=role, team=side
            )

    def _holders(self, role: str) -> tuple[str, ...]:
        return tuple(name for name, player in self.state.players.items() if player.role == role)

    def _night(self, round_: _Round) -> None:
        self.phase = "night"
        wolves = tuple(name for name in self._holders("Werewolf") if name not in self.out)
        if round_.eliminated:  # which of the werewolves chose is not on record
            speaker = wolves[0] if len(wolves) == 1 else None
            self.add("deed", speaker=speaker, deed="attack", target=(round_.eliminated,), visible_to=wolves)
        for role, deed, target in (("Doctor", "guard", round_.protected), ("Seer", "check", round_.unmasked)):
            if target and (holders := self._holders(role)):
                self.add("deed", speaker=holders[0], deed=deed, target=(target,), visible_to=holders[:1])
        if round_.eliminated and round_.eliminated != round_.protected:
            self.put_out(round_.eliminated)

    def _day(self, round_: _Round) -> None:
        self.phase = "day"
        for turn, (speaker, text) in enumerate(round_.debate):
            for bidder, bid in round_.bids[turn].items() if turn < len(round_.bids) else ():
                self.add("deed", speaker=bidder, deed="bid", target=(str(bid),), visible_to=(bidder,))
            self.add("speech", speaker=speaker, text=text)
            if len(round_.votes) > 1 and turn < len(round_.votes) - 1:
                self._straw_poll(round_.votes[turn])
        for voter, target in round_.votes[-1].items() if round_.votes else ():
            self.add("vote", speaker=voter, target=(target,))
        if round_.exiled:
            self.put_out(round_.exiled)

    def _straw_poll(self, votes: Mapping[str, str]) -> None:
        for voter, target in votes.items():
            self.add("thought", speaker=voter, deed="vote", target=(target,), visible_to=(voter,))


CORPUS = Corpus(
    title="Werewolf Arena: Werewolf by language models that bid to speak",
    wants=_WANTS,
    read=read,
    mark=r'"session_id":(?s:.*)"(?:observations|bidding_rationale)":',
)
