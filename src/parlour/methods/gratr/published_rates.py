"""A recount of the authors' games: winners, action scores by their table 2, and table 3 by our rules.

What is counted is every vote and every night choice that fell on another seat and was for it or against it.
What was thought is the stance to the target in the player's latest inference; where that says nothing, the
deed itself shows it, as `parlour.games.werewolf` has it for matches of ours. An abstention is no deed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parlour.evaluation import interval_of_ratio, share
from parlour.lab.transcripts import GameTranscript, Happening, Recount, RecountPairing, RecountRow, SeatShare

_FRIENDLY, _HOSTILE = frozenset({"protect"}), frozenset({"", "attack", "poison"})
_BASE = 5.0
_OWN, _UNKNOWN = "gratr", "unknown"
_WORTH: Mapping[str, float] = {"werewolf": 0.5, "witch": 1.5, "guard": 1.5, "seer": 1.5, "villager": 1.0}
"""Of a right action; a wrong one costs as much (the trust paper, table 2)."""


@dataclass
class AuthorsRates:
    """The results of the seats of one method and role.

    Attributes:
        score: the sum of their action scores, with 5 for each that won.
    """

    seats: int = 0
    wins: int = 0
    score: float = 0.0
    labels: Counter[str] = field(default_factory=Counter[str])
    thought: Counter[str] = field(default_factory=Counter[str])
    unread: int = 0


def recount(games: Sequence[GameTranscript]) -> Recount:
    """Counts rates by method and role, GRATR head to head by series, and what both rest on."""
    by_game = [authors_rates([game]) for game in games]
    keys = {key for rates in by_game for key in rates}
    keys |= {(method, "") for method, _ in keys}
    return Recount(
        rows=tuple(_row(key, [_pool(rates, *key) for rates in by_game]) for key in sorted(keys)),
        pairings=_pairings(games),
        notes=tuple(_notes(games)),
    )


def _pairings(games: Sequence[GameTranscript]) -> tuple[RecountPairing, ...]:
    groups: dict[tuple[str, str], list[GameTranscript]] = {}
    for game in games:
        methods = {member.method for member in game.cast}
        if _OWN in methods and methods != {_OWN}:
            rivals = sorted(methods - {_OWN, ""})
            groups.setdefault((_series(game), rivals[0] if rivals else _UNKNOWN), []).append(game)
    return tuple(_pairing(series, rival, groups[series, rival]) for series, rival in sorted(groups))


def _pairing(series: str, rival: str, games: Sequence[GameTranscript]) -> RecountPairing:
    sided = [_side(game) in (game.outcome.winners or ()) for game in games if _side(game)]
    return RecountPairing(
        series=series,
        method=_OWN,
        rival=rival,
        games=len(games),
        sided=_seat_share([(won, 1) for won in sided]),
        seats=_seat_share([_won_seats(game, is_own=True) for game in games]),
        rival_seats=_seat_share([_won_seats(game, is_own=False) for game in games]),
    )


def _side(game: GameTranscript) -> str:
    sides = {member.team for member in game.cast if member.method == _OWN and member.end != "villager"}
    return (sides.pop() or "") if len(sides) == 1 else ""


def _won_seats(game: GameTranscript, *, is_own: bool) -> tuple[int, int]:
    seats = [member.team for member in game.cast if (member.method == _OWN) == is_own]
    return sum(team in (game.outcome.winners or ()) for team in seats), len(seats)


def _seat_share(by_game: Sequence[tuple[int, int]]) -> SeatShare:
    ends = interval_of_ratio([share(wins, n) for wins, n in by_game], "share")
    wins, n = (sum(counts[part] for counts in by_game) for part in (0, 1))
    return SeatShare(n=n, wins=wins, low=ends.low, high=ends.high)


def _series(game: GameTranscript) -> str:
    return game.id.removeprefix("gratr-").rpartition("-")[0].replace("-", ".")


def _notes(games: Sequence[GameTranscript]) -> Iterator[str]:
    by_series = Counter(map(_series, games))
    yield f"{len(games)} games: {_list(by_series)}."
    strange = Counter(_series(game) for game in games if "log-of-another-game" in game.flags)
    missing = sum("log-missing" in game.flags for game in games)
    fit = len(games) - strange.total() - missing
    yield (
        f"The log of a game's number deals the record's roles in {fit} games. In {strange.total()} it deals"
        f" others, so it belongs to another game and is not read: {_list(strange)}. {missing} games have no"
        " log. Without its log a game has no thoughts at the time of a deed."
    )
    seats = Counter(member.method for game in games for member in game.cast)
    rivals = Counter({method: n for method, n in seats.items() if method not in (_OWN, "")})
    yield (
        f"{seats[_OWN]} seats are GRATR's by the words of their inferences. {rivals.total()} have the method"
        f" that their game's number stands for in test1.4: {_list(rivals)}. Of {seats['']} seats nothing"
        " says which method played them."
    )
    full = sum(all(member.method == _OWN for member in game.cast) for game in games)
    none = sum(all(member.method != _OWN for member in game.cast) for game in games)
    yield f"GRATR has every seat of {full} games and no known seat of {none}; neither stands head to head."
    counts = sum("method-count-differs" in game.flags for game in games)
    yield f"The authors' counts of winners by method differ from those by inference in {counts} games."
    yield "Where no thought is on record the deed is taken for it, which makes a deed correct more often."


def _list(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "none"


def _pool(rates: Mapping[tuple[str, str], AuthorsRates], method: str, role: str) -> AuthorsRates:
    total = AuthorsRates()
    for (by, was), part in rates.items():
        if by == method and role in ("", was):
            total.seats += part.seats
            total.wins += part.wins
            total.score += part.score
            total.labels += part.labels
            total.thought += part.thought
            total.unread += part.unread
    return total


def _row(key: tuple[str, str], by_game: Sequence[AuthorsRates]) -> RecountRow:
    game_rates = [rates for rates in by_game if rates.seats]
    seats, wins = sum(rates.seats for rates in game_rates), sum(rates.wins for rates in game_rates)
    sure = interval_of_ratio([share(rates.wins, rates.seats) for rates in game_rates], "share")
    labels = sum((rates.labels for rates in game_rates), Counter[str]())
    ends = {label: _label_ends(label, game_rates) for label in sorted(labels)}
    return RecountRow(
        method=key[0],
        role=key[1],
        games=len(game_rates),
        seats=seats,
        wins=wins,
        rate=wins / seats,
        low=sure.low,
        high=sure.high,
        score=sum(rates.score for rates in game_rates) / seats,
        labels=dict(sorted(labels.items())),
        label_ends={label: interval for label, interval in ends.items() if interval},
        thought=dict(sorted(sum((rates.thought for rates in game_rates), Counter[str]()).items())),
        unread=sum(rates.unread for rates in game_rates),
    )


def _label_ends(label: str, by_game: Sequence[AuthorsRates]) -> tuple[float, float] | None:
    game_rates = [rates for rates in by_game if rates.labels]
    ends = interval_of_ratio(
        [share(rates.labels[label], rates.labels.total()) for rates in game_rates], "share"
    )
    return None if ends.low is None or ends.high is None else (ends.low, ends.high)


def authors_rates(games: Iterable[GameTranscript]) -> dict[tuple[str, str], AuthorsRates]:
    """Returns rates by method and role, of games of the corpus `gratr`; an unknown method is `unknown`."""
    by_key: dict[tuple[str, str], AuthorsRates] = {}
    for game in games:
        keys = {member.player: (member.method or _UNKNOWN, member.end or _UNKNOWN) for member in game.cast}
        teams = {member.player: member.team for member in game.cast}
        for player, key in keys.items():
            rates = by_key.setdefault(key, AuthorsRates())
            rates.seats += 1
            if teams[player] in (game.outcome.winners or ()):
                rates.wins += 1
                rates.score += _BASE
        for player, deed, truth, thought in _deeds(game, teams):
            rates = by_key[keys[player]]
            worth = _WORTH.get(keys[player][1], 0.0)
            rates.score += worth if deed == truth else -worth
            label = _label(deed, truth, thought or deed)
            rates.labels[label] += 1
            if thought is None:
                rates.unread += 1
            else:
                rates.thought[label] += 1
    return by_key


def _label(deed: str, truth: str, thought: str) -> str:
    if thought != truth:
        return "hallucination"
    return "correct" if deed == thought else "deception"


def _deeds(
    game: GameTranscript, teams: Mapping[str, str | None]
) -> Iterator[tuple[str, str, str, str | None]]:
    stances: dict[str, Mapping[str, str]] = {}
    for happening in game.events:
        if happening.speaker is None:
            continue
        if happening.kind == "thought" and happening.deed == "inference":
            stances[happening.speaker] = dict(_stance(label) for label in happening.labels)
        target = _target(happening)
        if target in teams and target != happening.speaker:
            deed = "ally" if happening.deed in _FRIENDLY else "adversary"
            truth = "ally" if teams[happening.speaker] == teams[target] else "adversary"
            yield happening.speaker, deed, truth, stances.get(happening.speaker, {}).get(target)


def _target(happening: Happening) -> str:
    is_deed = happening.kind in ("vote", "deed") and happening.deed in _FRIENDLY | _HOSTILE
    return happening.target[0] if is_deed and happening.target else ""


def _stance(label: str) -> tuple[str, str]:
    player, _, stance = label.rpartition(" ")
    return player, stance
