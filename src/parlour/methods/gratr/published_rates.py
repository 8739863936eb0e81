"""The authors' games counted anew: who won, action scores by their table 2, and table 3 by our rules.

What is counted is every vote and every night choice that fell on another seat and was for it or against it.
What was thought is the stance to the target in the player's latest inference; where that says nothing, the
deed itself shows it, as `parlour.games.werewolf` has it for matches of ours. An abstention is no deed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from parlour.transcripts import GameTranscript, Happening

_FRIENDLY, _HOSTILE = frozenset({"protect"}), frozenset({"", "attack", "poison"})
_BASE = 5.0
_WORTH: Mapping[str, float] = {"werewolf": 0.5, "witch": 1.5, "guard": 1.5, "seer": 1.5, "villager": 1.0}
"""Of a right action; a wrong one costs as much (the trust paper, table 2)."""


@dataclass
class AuthorsRates:
    """What the seats of one method and role came to.

    Attributes:
        seats: how many there were.
        wins: how many of them won.
        score: the sum of their action scores, with 5 for each that won.
        labels: deeds by label: correct, deception, hallucination.
        unread: deeds whose thought was taken from the deed itself.
    """

    seats: int = 0
    wins: int = 0
    score: float = 0.0
    labels: Counter[str] = field(default_factory=Counter[str])
    unread: int = 0


def authors_rates(games: Iterable[GameTranscript]) -> dict[tuple[str, str], AuthorsRates]:
    """The rates by method and role, of games of the corpus `gratr`; seats of unknown method are `unknown`."""
    found: dict[tuple[str, str], AuthorsRates] = {}
    for game in games:
        keys = {member.player: (member.method or "unknown", member.end or "unknown") for member in game.cast}
        teams = {member.player: member.team for member in game.cast}
        for player, key in keys.items():
            rates = found.setdefault(key, AuthorsRates())
            rates.seats += 1
            if teams[player] in (game.outcome.winners or ()):
                rates.wins += 1
                rates.score += _BASE
        for player, deed, truth, thought in _deeds(game, teams):
            rates = found[keys[player]]
            worth = _WORTH.get(keys[player][1], 0.0)
            rates.score += worth if deed == truth else -worth
            rates.unread += thought is None
            rates.labels[_label(deed, truth, thought or deed)] += 1
    return found


def _label(deed: str, truth: str, thought: str) -> str:
    if thought != truth:
        return "hallucination"
    return "correct" if deed == thought else "deception"


def _deeds(
    game: GameTranscript, teams: Mapping[str, str | None]
) -> Iterator[tuple[str, str, str, str | None]]:
    """Each deed: whose it is, how it treats its target, how the two really stand, and what was thought."""
    held: dict[str, Mapping[str, str]] = {}
    for each in game.events:
        if each.speaker is None:
            continue
        if each.kind == "thought" and each.deed == "inference":
            held[each.speaker] = dict(_stance(label) for label in each.labels)
        target = _target(each)
        if target in teams and target != each.speaker:
            deed = "ally" if each.deed in _FRIENDLY else "adversary"
            truth = "ally" if teams[each.speaker] == teams[target] else "adversary"
            yield each.speaker, deed, truth, held.get(each.speaker, {}).get(target)


def _target(each: Happening) -> str:
    """On whom a vote or a choice by night fell; empty where it is neither, or checks somebody."""
    is_deed = each.kind in ("vote", "deed") and each.deed in _FRIENDLY | _HOSTILE
    return each.target[0] if is_deed and each.target else ""


def _stance(label: str) -> tuple[str, str]:
    whom, _, stance = label.rpartition(" ")
    return whom, stance
