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


Row = dict[str, str]


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


def line(number: int, speaker: str, time: str, text: str, labels: str = "['No Strategy']") -> Row:
    told = {"Rec_Id": str(number), "speaker": speaker, "timestamp": time, "text": text, "strategy": labels}
    return {**told, "": str(number), "source": "Youtube", "utterance_length": "1", "game_id": GAME}


CAST = (
    seat("wanda", "Werewolf", "otto"),
    seat("otto", "Tanner", "wanda"),
    seat("grace", "Seer", "grace"),
    seat("ilse", "Doppleganger", ""),
    seat("Center card 1", "Villager", ""),
)
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


def write_room(folder: Path, **changed: str) -> Path:
    """A game of Mafia in a chat room."""
    names = ("Ash", "Birch", "Cedar", "Dogwood")
    config = {"model_name": "a-model"}
    players: list[dict[str, object]] = [
        {"name": name, "is_mafia": name == "Cedar", "is_llm": name == "Dogwood", "llm_config": config}
        for name in names
    ]
    files = {
        "config.json": json.dumps({"players": players}),
        "public_manager_chat.txt": "[23:59:50] Game-Manager: Now it's Daytime for 3 minutes.\n"
        "[00:00:20] Game-Manager: Ash was voted out. Their role was bystander\n"
        "[00:00:20] Game-Manager: Now it's Nighttime for 1 minutes.\n"
        "[00:00:40] Game-Manager: Birch was voted out. Their role was bystander\n",
        "public_daytime_chat.txt": "[23:59:51] Ash: hello\n[23:59:55] Dogwood: hm:\nwell\n"
        "[23:59:58] Elm: me too\n"
        "[00:00:10] Game-Manager: Cedar voted for Ash\n[00:00:12] Game-Manager: Dogwood voted for Ash\n"
        "[00:00:14] Game-Manager: Ash voted for Ash\n[00:00:19] Ash: oh\n",
        "public_nighttime_chat.txt": "[00:00:25] Cedar: only me\n"
        "[00:00:30] Game-Manager: Cedar voted for Birch\n",
        "who_wins.txt": "Mafia wins!",
        "Ash_chat.txt": "[23:59:51] Ash: hello\n[00:00:19] Ash: oh\n",
        "Ash_vote.txt": "Ash",
        "Birch_chat.txt": "",
        "Birch_vote.txt": "Ash",
        "Cedar_chat.txt": "[00:00:25] Cedar: only me\n",
        "Cedar_vote.txt": "Birch",
        "Cedar_survey.txt": "similarity to human behavior - 20\n",
        "Dogwood_chat.txt": "[23:59:55] Dogwood: hm:\n[23:59:56] Dogwood: well?\n",
        "Dogwood_log.txt": "# NEW LOG\n",
        "real_names.txt": "Wanda: Ash\n",
        **changed,
    }
    room = folder / "0007"
    room.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (room / name).write_text(text, encoding="utf-8")
    return folder


def quests() -> dict[str, object]:
    """A game of Avalon in the layout of Avalon-NLU."""
    roles = ("merlin", "percival", "servant-1", "servant-2", "morgana", "assassin")
    users = {str(at): {"name": f"player-{at}", "role": role, "index": at} for at, role in enumerate(roles, 1)}
    ballots = ", ".join(f"player-{at}: {'no' if at == 6 else 'yes'}" for at in range(1, 6))
    said = (
        ("player-2", "i am good", "m1", 1, 1),
        ("system", "player-2 proposed a party: player-2, player-3", "m2", 1, 1),
        ("player-9", "me too", "m3", 1, 2),
        ("system", f"party vote outcome: {ballots}", "m4", 1, 2),
        ("system", "quest failed!", "m5", 1, 2),
        ("system", "the assassin identified merlin, thus evil wins!", "m6", 6, 0),
    )
    names, mine = ("player", "msg", "mid", "quest", "turn"), {"player": "player-1", "turn": 1}
    return {
        "users": users,
        "messages": {str(at): dict(zip(names, row, strict=True)) for at, row in enumerate(said, 1)},
        "beliefs": {
            "1": {**mine, "about_player": "player-5", "belief": "morgana", "quest": 1},
            "2": {**mine, "about_player": "player-6", "belief": "minion", "quest": 4},
        },
        "persuasion": {
            "1": {"mid": "m1", "persuasion": "assertion", "deception": "commission"},
            "2": {"mid": "m9", "persuasion": "assertion", "deception": None},
        },
    }


LOG = """current_game_number : 7

**Moderator (-> all)**: Now the game starts!
**Moderator (-> Player 1)**: You are villager!
**Moderator (-> Player 2)**: You are werewolf!
**Moderator (-> Player 3)**: You are seer!
**Moderator (-> all)**: It's dark, everyone close your eyes.
**Moderator (-> ['Player 2'])**: Now vote: which of the players should be killed tonight.
**Player 2**:
- **Inference**: Player 1 is inferred to be a good people, my enemy.
Player 3 is inferred to be my enemy.
- **Exps**: None
- **Final**: (1-th night) I choose Player 3.

**Moderator (-> ['Player 3'])**: Who are you going to verify its identity tonight?
**Player 3**:
- **Inference**: I trust myself very much.
Player 2 is inferred to be a werewolf, my enemy.
- **Final**: I verify Player 2.
**Moderator (-> all)**: The sun rose.
**Moderator (-> all)**: Player 3 died last night!
**Moderator (-> Player 1)**: Now freely talk.
**Player 1**:
- **CoT**: **Player 2**:
I should speak.
- **Final**: Who did
this?
**Moderator (-> all)**: Now choose which of the players should be voted for killing.
**Player 1**:
- **Final**: I vote to kill Player 2.
**Moderator (-> Player 2)**: continue voting the players
**Player 2**:
- **Final**: I am innocent.
**Moderator (-> all)**: Player 2 will be killed! You can make a brief last statement.
**Player 2**:
- **Final**:
**Moderator (-> all)**: Game over, the villager [0] wins!
**Moderator (-> all)**: <<<<<<END_OF_CONVERSATION>>>>>>
"""


def write_authors(folder: Path, log: str = LOG, changed: Mapping[str, object] | None = None) -> Path:
    """A game in the layout of the trust paper's authors."""
    record: dict[str, object] = {
        "identities": {"werewolf": [1], "villager": [0], "seer": [2]},
        "alive": {"werewolf": [], "villager": [0], "seer": []},
        "wins": [0, 2],
        "win_agent": 1,
        "win_origin": 1,
        "night_votes": {"1": {"werewolf": {"Player 2": "Player 3"}, "seer": {"Player 3": "Player 2"}}},
        "day_votes": {"1": {"villager": {"Player 1": "Player 2"}, "werewolf": {"Player 2": "Player 2"}}},
        **(changed or {}),
    }
    game = folder / "record2" / "test1.4" / "57"
    game.mkdir(parents=True, exist_ok=True)
    (game / "57.json").write_text(json.dumps(record), encoding="utf-8")
    (game / "57-Player 1.txt").write_text("Player 2 is inferred to be my enemy.", encoding="utf-8")
    (game / "57-Player 3.txt").write_text("I trust myself very much.", encoding="utf-8")
    logs = folder / "logs7"
    logs.mkdir(exist_ok=True)
    (logs / "57.md").write_text(log, encoding="utf-8")
    return folder
