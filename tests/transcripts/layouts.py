"""Games of our own making, written in the layouts in which others publish theirs."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

ROUNDS = ("", "game_id", "speaker", "source", "voted_for", "role", "votes_target", "winner")
TEXT = (
    *("", "Rec_Id", "speaker", "timestamp", "text", "strategy", "source", "utterance_length", "game_id"),
    *("voted_for", "end_role", "votes_target", "winner"),
)
GAME = "game2 - The Long Porch  Retro 3"


def write_csv(path: Path, columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as opened:
        writer = csv.DictWriter(opened, columns)
        writer.writeheader()
        writer.writerows(rows)


def seat(
    speaker: str, role: str, voted_for: str, target: str = "None", winner: str = "Werewolves"
) -> dict[str, str]:
    told = {"game_id": GAME, "speaker": speaker, "source": "Youtube", "role": role, "voted_for": voted_for}
    return {**told, "": "0", "votes_target": target, "winner": winner}


def line(number: int, speaker: str, time: str, text: str, labels: str = "['No Strategy']") -> dict[str, str]:
    told = {"Rec_Id": str(number), "speaker": speaker, "timestamp": time, "text": text, "strategy": labels}
    return {**told, "": str(number), "source": "Youtube", "utterance_length": "1", "game_id": GAME}


CAST = (
    seat("wanda", "Werewolf", "otto"),
    seat("otto", "Tanner", "wanda"),
    seat("grace", "Seer", "grace"),
    seat("ilse", "Doppleganger", ""),
    seat("Center card 1", "Villager", ""),
)
TWO = "['Identity Declaration', 'Interrogation']"
TALK = (
    line(
        2, "wanda", "5", "Ott, I robbed Grace. Is Otto the seer?", "['Identity Declaration', 'Interrogation']"
    ),
    line(1, "otto", "3", "Wanda is it!", "['Accusation']"),
    line(5, "grace", "2", "Grace of a seer, by the grace of Wendy."),
    line(6, "narrator", "9", "Time, everybody: Bruno is here."),
)


Rows = Sequence[Mapping[str, str]]


def write_copy(folder: Path, cast: Rows = CAST, talk: Rows = TALK) -> Path:
    """The copy of One Night by people as two tables."""
    folder.mkdir(parents=True, exist_ok=True)
    write_csv(folder / "allrounds.csv", ROUNDS, cast)
    repeated = {row["speaker"]: row for row in cast}
    same = {"voted_for": "voted_for", "end_role": "role", "votes_target": "votes_target", "winner": "winner"}
    rows = [
        {**{here: repeated.get(row["speaker"], {}).get(there, "") for here, there in same.items()}, **row}
        for row in talk
    ]
    write_csv(folder / "alltext.csv", TEXT, rows)
    return folder


ORIGINAL = {
    "Game2": {
        "playerNames": ["Wanda", "Otto", "Grace", "Ilse"],
        "startRoles": ["Robber", "Tanner", "Werewolf", "Doppelganger"],
        "endRoles": ["Werewolf", "Tanner", "Robber", "Doppelganger"],
        "votingOutcome": [1, 0, 2, -1],
        "Dialogue": [
            {
                "Rec_Id": 1,
                "speaker": "Otto",
                "timestamp": "01:05",
                "utterance": "Wanda is it!",
                "annotation": ["Accusation"],
            }
        ],
    }
}


def write_original(folder: Path, content: object = ORIGINAL) -> Path:
    """The original set: a JSON file of a recording."""
    path = folder / "Youtube" / "The Long Porch  Retro 3.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content), encoding="utf-8")
    return folder


OPEN: dict[str, object] = {
    "form": "parlour-transcript",
    "version": 1,
    "id": "porch-1",
    "corpus": "ours",
    "game": "onenight",
    "source": {"name": "Porch", "file": "porch.jsonl", "licence": "CC0-1.0", "revision": "1"},
    "cast": [{"player": "Ada", "start": "seer", "end": "seer"}, {"player": "Ben", "end": "werewolf"}],
    "events": [
        {"number": 0, "kind": "speech", "speaker": "Ada", "time": 4.0, "text": "Ben?", "to": "Ben"},
        {"number": 1, "kind": "speech", "speaker": "Ben", "time": 2.5, "text": "No \u0000 你好"},
        {"number": 2, "kind": "vote", "speaker": "Ada", "target": ["Ben"]},
        {"number": 3, "kind": "vote", "speaker": "Ben"},
    ],
    "outcome": {"winners": ["village"], "basis": "source", "out": ["Ben"]},
}
"""A game in the open form."""


def write_open(path: Path, *games: Mapping[str, object]) -> Path:
    path.write_text("".join(f"{json.dumps(game)}\n" for game in games or (OPEN,)), encoding="utf-8")
    return path
