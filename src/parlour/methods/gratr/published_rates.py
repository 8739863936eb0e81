"""The authors' games counted anew: who won, action scores by their table 2, and table 3 by our rules.

What is counted is every vote and every night choice that fell on another seat and was for it or against it.
What was thought is the stance to the target in the player's latest inference; where that says nothing, the
deed itself shows it, as `parlour.games.werewolf` has it for matches of ours. An abstention is no deed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.evaluation import interval_of_ratio, share
from parlour.transcripts import GameTranscript, Happening, RecountRow

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


def recount(games: Sequence[GameTranscript]) -> list[RecountRow]:
    """The rates by method and role, and by method alone, with intervals of wins over games."""
    alone = [authors_rates([game]) for game in games]
    rates = authors_rates(games)
    keys = sorted({(method, "") for method, _ in rates} | set(rates))
    return [_row(key, [_pooled(each, *key) for each in alone]) for key in keys]


def _pooled(rates: Mapping[tuple[str, str], AuthorsRates], method: str, role: str) -> AuthorsRates:
    """What a method came to in one role, or in all."""
    found = AuthorsRates()
    for (by, was), each in rates.items():
        if by == method and role in ("", was):
            found.seats += each.seats
            found.wins += each.wins
            found.score += each.score
            found.labels += each.labels
            found.unread += each.unread
    return found


def _row(key: tuple[str, str], by_game: Sequence[AuthorsRates]) -> RecountRow:
    sat = [each for each in by_game if each.seats]
    seats, wins = sum(each.seats for each in sat), sum(each.wins for each in sat)
    sure = interval_of_ratio([share(each.wins, each.seats) for each in sat], "share")
    return RecountRow(
        method=key[0],
        role=key[1],
        games=len(sat),
        seats=seats,
        wins=wins,
        rate=wins / seats,
        low=sure.low,
        high=sure.high,
        score=sum(each.score for each in sat) / seats,
        labels=dict(sorted(sum((each.labels for each in sat), Counter[str]()).items())),
        unread=sum(each.unread for each in sat),
    )


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
