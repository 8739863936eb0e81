"""What is asked of a recorded game, by what was played: who is what is sought, and which sides can win."""

from __future__ import annotations

from collections.abc import Mapping

from parlour.lab.watching import WatchedSubject

_VILLAGE = (
    "villager",
    "seer",
    "robber",
    "troublemaker",
    "drunk",
    "insomniac",
    "hunter",
    "mason",
    "bodyguard",
    "sentinel",
    "witch",
    "curator",
    "revealer",
    "doppelganger",
)
_WOLVES = ("werewolf", "alpha wolf", "mystic wolf", "dream wolf")

ONE_NIGHT: Mapping[str, str] = {
    **dict.fromkeys(_VILLAGE, "village"),
    **dict.fromkeys(_WOLVES, "werewolf"),
    "minion": "werewolf",
    "tanner": "tanner",
}
"""The side of each role of One Night as people play it, the ordinary one first."""
WEREWOLF: Mapping[str, str] = {
    "villager": "good",
    **dict.fromkeys(("seer", "witch", "guard", "hunter"), "good"),
    "werewolf": "werewolf",
}
MAFIA: Mapping[str, str] = {"bystander": "good", "mafia": "werewolf"}
"""Its sides are those of Werewolf by other names."""
AVALON: Mapping[str, str] = {
    **dict.fromkeys(("servant", "merlin", "percival"), "good"),
    **dict.fromkeys(("assassin", "morgana", "mordred", "oberon", "minion"), "evil"),
}

SUBJECTS: Mapping[str, WatchedSubject] = {
    "onenight": WatchedSubject(
        case="werewolf", sought=frozenset(_WOLVES), sides=("village", "werewolf", "tanner")
    ),
    "werewolf": WatchedSubject(case="werewolf", sought=frozenset({"werewolf"}), sides=("good", "werewolf")),
    "mafia": WatchedSubject(case="mafia", sought=frozenset({"mafia"}), sides=("bystander", "mafia")),
    "avalon": WatchedSubject(
        case="evil",
        sought=frozenset(role for role, side in AVALON.items() if side == "evil"),
        sides=("good", "evil"),
        has_ballots=False,
    ),
}
"""By what a recorded game's form says was played."""
