"""TextArena's Secret Mafia and Avalon: games by language models, a JSON file each.

TextArena publishes no layout of files, and this reads strictly what its `State` holds when it is dumped:
`env_id`; `logs`, pairs of who spoke (-1 is the game) and what; `game_state.player_roles` by number; and
`rewards` by number; those above 0 won. What an action is follows from the game's announcements in
Secret Mafia and from its tags (`<team>`, `<vote>`, `<action>`, `<merlin_guess>`) in Avalon.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

from parlour.errors import TranscriptError
from parlour.lab.transcripts.corpus import Corpus
from parlour.lab.transcripts.drafting import Collection, GameDraft, slug
from parlour.lab.transcripts.files import as_form, as_mapping, files_of, read_json
from parlour.lab.transcripts.form import CastMember, GameTranscript

_WANTS = "a JSON dump of a State with its logs, or a folder with some"
_GAME = -1
MAFIA: Mapping[str, tuple[str, str]] = {
    "Villager": ("bystander", "bystander"),
    "Doctor": ("doctor", "bystander"),
    "Detective": ("detective", "bystander"),
    "Mafia": ("mafia", "mafia"),
}
AVALON: Mapping[str, tuple[str, str]] = {
    **{name: (name.lower(), "good") for name in ("Servant", "Merlin", "Percival")},
    **{name: (name.lower(), "evil") for name in ("Minion", "Morgana", "Mordred", "Oberon", "Assassin")},
}
_GAMES: Mapping[str, tuple[str, Mapping[str, tuple[str, str]]]] = {
    "SecretMafia": ("mafia", MAFIA),
    "Avalon": ("avalon", AVALON),
}
"""Each environment: the game by Parlour's name, and its roles with their sides."""
_DEEDS: Mapping[str, str] = {"mafia": "attack", "doctor": "guard", "detective": "check"}
_OUT = re.compile(r"Player (\d+) was (?:killed|eliminated)\b")
_NUMBER = re.compile(r"\[?(?:player\s*)?(\d{1,2})\]?", re.IGNORECASE)
_TAG = re.compile(r"<(team|vote|action|merlin_guess)>\s*(.*?)\s*</\1>", re.IGNORECASE | re.DOTALL)


class _State(BaseModel, frozen=True, extra="ignore"):
    env_id: str
    logs: tuple[tuple[int, str], ...]
    game_state: Mapping[str, object]
    rewards: Mapping[int, float] | None = None


def read(path: Path) -> Iterator[GameTranscript]:
    """The game of a file, or of each file below a folder.

    Raises:
        TranscriptError: naming the file and the field that is not in this layout.
    """
    for file in files_of(path, (".json",), _WANTS):
        content = as_mapping(read_json(file), file, "")
        if "observations" in content and "logs" not in content:
            message = f"this is one player's record; {_WANTS} is read, which has all of them"
            raise TranscriptError(message, file=str(file), field="logs")
        yield _Dump(
            path=file, state=as_form(_State, content, file, "a dump of TextArena's State")
        ).transcript()


@dataclass(kw_only=True)
class _Dump(GameDraft):
    """One game while it is put into the form."""

    collection = Collection(
        corpus="textarena", name="TextArena", licence="MIT", url="https://github.com/LeonGuertler/TextArena"
    )
    state: _State
    roles: dict[str, str] = field(default_factory=dict[str, str])
    is_voting: bool = False

    def transcript(self) -> GameTranscript:
        name = next((name for name in _GAMES if self.state.env_id.startswith(name)), None)
        if name is None:
            raise self.error(f"{self.state.env_id!r} is none of {', '.join(_GAMES)}", "env_id")
        game, roles = _GAMES[name]
        players = tuple(self._cast(roles))
        before: tuple[int, str] | None = None
        for number, (speaker, text) in enumerate(self.state.logs):
            if (speaker, text) != before or speaker == _GAME:  # one action is logged for each who sees it
                self._take(game, speaker, text, number)
            before = (speaker, text)
        sides = {member.player: member.team for member in players}
        won = {
            sides.get(f"Player {seat}") for seat, reward in (self.state.rewards or {}).items() if reward > 0
        }
        winners = tuple(sorted(side for side in won if side))
        if not winners:
            self.odd.add("result-missing", self.path.name, "nobody has a reward above 0", "rewards")
        return self.finish(
            game,
            id=f"textarena-{slug(self.path.stem)}",
            title=f"{self.state.env_id}, {self.path.stem}",
            rules=f"TextArena's {name}",
            cast=players,
            outcome=self.outcome(winners),
        )

    def _cast(self, roles: Mapping[str, tuple[str, str]]) -> Iterator[CastMember]:
        where = "game_state.player_roles"
        roles_by_seat = as_mapping(self.state.game_state.get("player_roles"), self.path, where)
        for seat, role in sorted(roles_by_seat.items(), key=lambda pair: (len(pair[0]), pair[0])):
            if not seat.isdecimal() or role not in roles:
                raise self.error(f"{role!r} is no role; they are {', '.join(roles)}", f"{where}.{seat}")
            ours, side = roles[str(role)]
            self.roles[f"Player {seat}"] = ours
            yield CastMember(player=f"Player {seat}", holder="model", start=ours, end=ours, team=side)
        if not roles_by_seat:
            raise self.error("there are none", where)

    def _take(self, game: str, seat: int, text: str, number: int) -> None:
        if seat == _GAME:
            self._add_announcement(text, number)
            return
        speaker = f"Player {seat}"
        if speaker not in self.roles:
            raise self.error(f"{seat} has no role", f"logs.{number}")
        if game == "avalon":
            self._in_avalon(speaker, text, number)
        elif self.phase == "day" and not self.is_voting:
            self.add("speech", speaker=speaker, text=text, row=number)
        else:
            self._chosen(speaker, text, number)

    def _add_announcement(self, text: str, number: int) -> None:
        """Adds what the game tells all: phases and who goes; what it tells one player is a prompt."""
        if text.startswith("Day breaks"):
            self.phase, self.is_voting = "day", False
            self.round += 1
        elif text.startswith("Voting phase"):
            self.is_voting = True
        elif text.startswith(("Night phase", "Night has fallen", "Welcome to Secret Mafia")):
            self.phase, self.is_voting = "night", False
            return
        elif "You are Player" in text or "a Mafia member" in text:
            return
        if (gone := _OUT.match(text)) and f"Player {gone[1]}" in self.roles:
            self.put_out(f"Player {gone[1]}", text=text, row=number)
        else:
            self.add("news", text=text, row=number)

    def _chosen(self, speaker: str, text: str, number: int) -> None:
        """A ballot or a deed by night: the last number that is said; none counts as a missing one."""
        numbers = _NUMBER.findall(text)
        target = (f"Player {numbers[-1]}",) if numbers and f"Player {numbers[-1]}" in self.roles else ()
        if self.is_voting:
            self.add("vote", speaker=speaker, target=target, text=text, row=number)
            return
        role = self.roles[speaker]
        viewers = (
            tuple(name for name, ours in self.roles.items() if ours == role)
            if role == "mafia"
            else (speaker,)
        )
        deed = _DEEDS.get(role, "")
        self.add("deed", speaker=speaker, deed=deed, target=target, text=text, visible_to=viewers, row=number)

    def _in_avalon(self, speaker: str, text: str, number: int) -> None:
        tags = [(name.lower(), value) for name, value in _TAG.findall(text)]
        if not tags:
            self.add("speech", speaker=speaker, text=text, row=number)
        for name, value in tags:
            seats = tuple(f"Player {seat}" for seat in re.findall(r"\d+", value))
            if name == "vote":
                answer = "yes" if value.lower() == "approve" else "no"
                self.add("vote", speaker=speaker, deed="party", target=(answer,), row=number)
            elif name == "action":
                choice = value.lower()
                self.add(
                    "deed", speaker=speaker, deed="quest", target=(choice,), visible_to=(speaker,), row=number
                )
            else:
                deed = "propose" if name == "team" else "guess"
                self.add("deed", speaker=speaker, deed=deed, target=seats, text=text, row=number)


CORPUS = Corpus(
    title="TextArena's Secret Mafia and Avalon, a dump of State",
    wants=_WANTS,
    read=read,
    mark=r'"(?:env_id|env_name)":\s*"(?:SecretMafia|Avalon)',
)
