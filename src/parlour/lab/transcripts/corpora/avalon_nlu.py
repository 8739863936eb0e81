"""Avalon-NLU (Stepputtis et al. 2023): Avalon by six people, with labels and with what players believed.

A file is a game: `users` (names and roles), `messages` by quest and turn (what the game announces comes from
*system*), `beliefs` of players about others, and `persuasion`, the labels of messages by their `mid`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from parlour.errors import TranscriptError
from parlour.lab.transcripts.corpus import Corpus
from parlour.lab.transcripts.drafting import Collection, GameDraft
from parlour.lab.transcripts.files import as_mapping, folder_of, read_json
from parlour.lab.transcripts.form import CastMember, GameTranscript, Happening, TranscriptOutcome

_WANTS = "the folder of the collection's JSON files"
_PARTS = ("users", "messages", "beliefs", "persuasion")
_PROPOSED = re.compile(r"(\S+) proposed a party: (.+)")
_VOTED = re.compile(r"party vote outcome: (.+)")
_QUEST = re.compile(r"quest (succeeded|failed)!")
_WON = re.compile(r"\b(good|evil) wins\b")
_GOOD = frozenset({"merlin", "percival", "servant"})
_EVIL = frozenset({"morgana", "assassin", "minion", "mordred", "oberon"})
_TO_WIN = 3
"""Quests that end the game, if it is not for the assassin's guess."""


def read(path: Path) -> Iterator[GameTranscript]:
    """The games of a folder, a file each.

    Raises:
        TranscriptError: naming the file and the field that is not in this layout.
    """
    folder = folder_of(path, _WANTS)
    files = [file for file in sorted(folder.rglob("*.json")) if _is_game(file)]
    if not files:
        raise TranscriptError(f"there is no game in it; name {_WANTS}", file=str(path))
    for file in files:
        yield _Quests(path=file, content=as_mapping(read_json(file), file, "")).transcript()


def _is_game(path: Path) -> bool:
    """Returns true if a file is a game, not the settings of a server or tool beside the games."""
    content = read_json(path)
    return isinstance(content, dict) and ("users" in content or "messages" in content)


@dataclass(kw_only=True)
class _Quests(GameDraft):
    """One game while it is put into the form."""

    collection = Collection(
        corpus="avalon-nlu", name="Avalon-NLU", licence="MIT", url="https://github.com/sstepput/Avalon-NLU"
    )
    content: Mapping[str, object]
    succeeded: int = 0
    failed: int = 0
    stated: str | None = None

    def transcript(self) -> GameTranscript:
        for wanted in _PARTS[:2]:
            if wanted not in self.content:
                raise self.error("there is none", wanted)
        for wanted in _PARTS[2:]:
            if wanted not in self.content:
                self.odd.add(f"{wanted}-missing", self.path.name, "there is none of it", wanted)
        cast = tuple(self._cast())
        players = tuple(member.player for member in cast)
        self._add_messages(players)
        self.events = self._with_beliefs(players)
        return self.finish(
            "avalon",
            rules="Avalon for six: Merlin, Percival, two servants, Morgana and the assassin",
            cast=cast,
            outcome=self._outcome(),
        )

    def _rows(self, name: str) -> Iterator[tuple[str, Mapping[str, object]]]:
        part = as_mapping(self.content.get(name, {}), self.path, name)
        for key in sorted(
            part, key=lambda name: (not name.isdigit(), int(name) if name.isdigit() else 0, name)
        ):
            yield key, as_mapping(part[key], self.path, f"{name}.{key}")

    def _text(self, row: Mapping[str, object], name: str, at: str) -> str:
        if not isinstance(row.get(name), str):
            raise self.error("there is none, or it is no text", f"{at}.{name}")
        return str(row[name]).strip()

    def _cast(self) -> Iterator[CastMember]:
        for key, row in self._rows("users"):
            role = re.sub(r"-\d+$", "", self._text(row, "role", f"users.{key}"))
            team = "good" if role in _GOOD else "evil" if role in _EVIL else None
            if team is None:
                message = f"the role {role!r} is none that is known here"
                self.odd.add("role-unknown", self.path.name, message, f"users.{key}.role")
            name = self._text(row, "name", f"users.{key}")
            yield CastMember(player=name, holder="person", start=role, end=role, team=team)

    def _add_messages(self, players: Sequence[str]) -> None:
        labels = self._labels()
        unlabelled = 0
        for key, row in self._rows("messages"):
            at = f"messages.{key}"
            speaker, text = self._text(row, "player", at), self._text(row, "msg", at)
            self.round = _count(row.get("quest"))
            label = labels.pop(str(row.get("mid")), None)
            if speaker == "system":
                self._add_announcement(text, _count(key), players)
                continue
            unlabelled += label is None
            extra: tuple[str, ...] = ()
            if speaker not in players:
                self.odd.add(
                    "speaker-unknown", self.path.name, f"{speaker!r} is not in the cast", f"{at}.player"
                )
                extra = (f"unknown speaker {speaker}",)
            player = speaker if speaker in players else None
            self.add("speech", speaker=player, text=text, labels=(*(label or ()), *extra), row=_count(key))
        if unlabelled and self.content.get("persuasion"):
            message = "messages of players have no label"
            self.odd.add("label-missing", self.path.name, message, "persuasion", unlabelled)
        for mid in labels:
            self.odd.add(
                "label-of-no-message", self.path.name, f"no message has the mid {mid!r}", "persuasion"
            )

    def _labels(self) -> dict[str, tuple[str, ...]]:
        """The labels of each message: how it persuades and, of a lie, how it deceives."""
        labels: dict[str, tuple[str, ...]] = {}
        for key, row in self._rows("persuasion"):
            mid = str(row.get("mid"))
            if mid in labels:
                message = f"the mid {mid!r} has labels already; the first count"
                self.odd.add("label-twice", self.path.name, message, f"persuasion.{key}.mid")
                continue
            deception = row.get("deception")
            kinds = [str(row["persuasion"])] if row.get("persuasion") else []
            labels[mid] = (*kinds, *([f"deception: {deception}"] if deception else []))
        return labels

    def _add_announcement(self, text: str, row: int, players: Sequence[str]) -> None:
        """Adds what the game announces: parties, ballots on them, and results of quests."""
        if (match := _PROPOSED.fullmatch(text)) and match[1] in players:
            party = tuple(name.strip() for name in match[2].split(","))
            self.add("deed", deed="propose", speaker=match[1], target=party, row=row)
        elif match := _VOTED.fullmatch(text):
            self._add_ballots(match[1], row, players)
        elif match := _QUEST.fullmatch(text):
            self.succeeded += match[1] == "succeeded"
            self.failed += match[1] == "failed"
            self.add("news", deed="quest", target=(match[1],), text=text, row=row)
        else:
            self.stated = text if _WON.search(text) else self.stated
            self.add("news", text=text, row=row)

    def _add_ballots(self, ballots: str, row: int, players: Sequence[str]) -> None:
        votes = {
            name.strip(): vote.strip()
            for name, _, vote in (ballot.partition(":") for ballot in ballots.split(","))
        }
        for player in players:
            vote = votes.pop(player, "")
            self.add("vote", deed="party", speaker=player, target=(vote,) if vote else (), row=row)
        for name in votes:
            message = f"{name!r} is not in the cast"
            self.odd.add("voter-unknown", self.path.name, message, f"messages.{row}.msg")

    def _with_beliefs(self, players: Sequence[str]) -> list[Happening]:
        """Returns the events with what players held, each after the last event of its turn."""
        events = self.events
        turns = {
            _count(key): (_count(row.get("quest")), _count(row.get("turn")))
            for key, row in self._rows("messages")
        }
        last: dict[tuple[int, int], int] = {}
        for at, event in enumerate(events):
            last[turns[event.row or 0]] = at
        placed: list[tuple[int, Happening]] = []
        for key, row in self._rows("beliefs"):
            name = f"beliefs.{key}"
            player, about = self._text(row, "player", name), self._text(row, "about_player", name)
            if player not in players or about not in players:
                self.odd.add("belief-of-stranger", self.path.name, "a seat of it is not in the cast", name)
                continue
            when = _turn(row)
            if when not in last:
                message = f"nothing was said in turn {when[1]} of quest {when[0]}; it stands last"
                self.odd.add("belief-of-no-turn", self.path.name, message, name)
            thought = {"number": 0, "kind": "thought", "deed": "belief", "round": when[0], "speaker": player}
            belief = {"target": (about,), "labels": (self._text(row, "belief", name),), "visible_to": ()}
            placed.append((last.get(when, len(events)), Happening.model_validate({**thought, **belief})))
        merged = [(at, 0, event) for at, event in enumerate(events)] + [
            (at, 1, event) for at, event in placed
        ]
        return [event for _, _, event in sorted(merged, key=lambda placing: placing[:2])]

    def _outcome(self) -> TranscriptOutcome:
        won = _WON.search(self.stated or "")
        winners = (won[1],) if won else ("evil",) if self.failed >= _TO_WIN else None
        if self.failed >= _TO_WIN and winners != ("evil",):
            message = f"{self.failed} quests failed, and the source says {self.stated!r}"
            self.odd.add("winner-differs", self.path.name, message, "messages")
        if winners is None:
            self.odd.add("winner-unknown", self.path.name, "nobody is said to have won", "messages")
        basis = "source" if won else "rules" if winners else "unknown"
        return TranscriptOutcome(winners=winners, basis=basis, stated=self.stated)


def _turn(row: Mapping[str, object]) -> tuple[int, int]:
    return _count(row.get("quest")), _count(row.get("turn"))


def _count(value: object) -> int:
    text = str(value)
    return int(text) if text.isdigit() else 0


CORPUS = Corpus(
    title="Avalon by six people, with persuasion, deception and beliefs",
    wants=_WANTS,
    read=read,
    mark=r'"messages":(?s:.*)"(?:persuasion|beliefs)":',
)
