"""Recorded games of our own making, a line of talk a string."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.lab.transcripts import GameTranscript

ROLES = {"Ada": "seer", "Ben": "werewolf", "Cy": "villager", "Dot": "villager"}
SIDES = {"werewolf": "werewolf", "minion": "werewolf", "tanner": "tanner"}


def table(
    said: Sequence[str],
    *,
    name: str = "porch-1",
    game: str = "onenight",
    roles: Mapping[str, str] = ROLES,
    votes: Mapping[str, str] | None = None,
    models: Sequence[str] = (),
    labels: Mapping[int, Sequence[str]] | None = None,
    corpus: str = "porch",
) -> GameTranscript:
    """A game in which `Ada: Hello` is said, and everybody votes as told."""
    events: list[dict[str, object]] = []
    for line in said:
        speaker, _, text = line.partition(": ")
        told = {"kind": "speech", "speaker": speaker, "text": text}
        events.append({**told, "labels": (labels or {}).get(len(events), ())})
    for voter, target in (votes or {}).items():
        events.append({"kind": "vote", "speaker": voter, "target": [target]})
    return GameTranscript.model_validate(
        {
            "id": name,
            "corpus": corpus,
            "game": game,
            "source": {"name": "Porch", "file": "porch.jsonl", "licence": "CC0", "revision": "1"},
            "cast": [
                {
                    "player": player,
                    "holder": "model" if player in models else "person",
                    "model": "parrot" if player in models else "",
                    "end": role,
                    "team": SIDES.get(role, "village"),
                }
                for player, role in roles.items()
            ],
            "events": [{"number": at, **each} for at, each in enumerate(events)],
            "outcome": {"winners": None, "basis": "unknown"},
        }
    )
