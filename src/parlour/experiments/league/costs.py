"""What the entrants of a league take for a match, and how often their answers were no use."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parlour.evaluation import Spent
from parlour.experiments.league.played import LeagueMatch
from parlour.experiments.league.rows import ALL_GAMES, CostRow


def cost_rows(matches: Sequence[LeagueMatch], entrants: Sequence[str]) -> list[CostRow]:
    """Of all games together where there are several, and of each."""
    games = list(dict.fromkeys(match.game for match in matches))
    parts = [(game, [match for match in matches if match.game == game]) for game in games]
    if len(games) > 1:
        parts.insert(0, (ALL_GAMES, list(matches)))
    return [row for game, own in parts for name in entrants for row in _cost(game, name, own)]


def _cost(game: str, entrant: str, matches: Sequence[LeagueMatch]) -> Iterator[CostRow]:
    shares = [camp for match in matches for camp in match.camps if camp.entrant == entrant]
    if not shares:
        return
    spent = Spent.of(share.spent for share in shares)
    actions = sum(share.actions for share in shares) or 1
    count = len(shares)
    yield CostRow(
        game=game,
        entrant=entrant,
        calls=spent.calls / count,
        input_tokens=spent.input_tokens / count,
        output_tokens=spent.output_tokens / count,
        dollars=None if spent.dollars is None else spent.dollars / count,
        seconds=spent.seconds / count,
        faults=100 * sum(share.faults for share in shares) / actions,
        fallbacks=100 * sum(share.fallbacks for share in shares) / actions,
        matches=count,
    )
