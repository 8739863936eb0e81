"""Whether anything leaks: every method in every game and language, by the audit and by planted words."""

from __future__ import annotations

import asyncio
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import cycle, islice, product
from pathlib import Path

from bench.figure import Figure
from bench.planted import Planted, PlantedProvider, recognised, strays
from parlour.agents import METHODS
from parlour.agents.memory import BM25, Budgets, LazyRanking
from parlour.arena import GameSetup, Record, Seat, Setup, hold, open_match, play_rules
from parlour.core import GAMES, asked_model, plugins
from parlour.evaluation import audit
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight import seat_names as letters
from parlour.games.watched import WatchedSetup
from parlour.games.werewolf import Role, WerewolfSetup, seat_names
from parlour.llm import Language, MatchModels, ModelPool
from parlour.store import MemoryLog
from tests.arena.mysteries import mystery
from tests.lab.watching.recorded import elsewhere, night
from tests.lab.watching.recorded import seated as held
from tests.packages.overlay import installed

MATCHES = int(os.environ.get("PARLOUR_LEAKS", "2000"))
"""So many matches in all (`PARLOUR_LEAKS=200` plays so many)."""
LANGUAGES: tuple[Language, ...] = ("en", "zh")
TIGHT = Budgets(script=100, dialogue=100, answering=100)
"""So little that everybody has to look things up."""
OPTIONS = (
    "player-star:ask=suspects,reading=separate",
    "player-star:gain=verbal,sensors=evidence+background",
    "player-star:pruner=false,sensors=none",
    "plain:ask=all",
    "native-rag:window=2",
    "rerank-rag:window=2",
    "o-cot:ask=best",
    "think-thrice:ask=best",
    "werewolf:ask=best",
)

RARER = (
    Role.BLACK_WOLF_KING,
    Role.LITTLE_GIRL,
    Role.CUPID,
    Role.RAVEN,
    Role.GRAVEKEEPER,
    Role.ELDER,
    Role.IDIOT,
)
"""Roles that learn something alone, or of whom something is told."""

Deal = Callable[[Language, Planted], GameSetup]


@dataclass(kw_only=True)
class Found:
    """What came of the matches.

    Attributes:
        faults: on record, since some forms are never filled in.
        strays: what planted words stood where they may not be.
    """

    matches: int = 0
    calls: int = 0
    faults: int = 0
    recognised: int = 0
    leaks: Counter[str] = field(default_factory=Counter[str])
    strays: Counter[str] = field(default_factory=Counter[str])


def leak_figures(folder: Path) -> Iterator[Figure]:
    """The figures over all matches; whatever leaks is told on standard error as it is found."""
    _install(folder)
    found = Found()
    for number, (method, (name, deal), language) in enumerate(islice(cycle(_tables()), MATCHES)):
        planted = Planted()
        record = _played(deal(language, planted), method, number, planted)
        _look(found, record, planted, f"{method}, {name}, {language}")
    for problem, count in (found.leaks + found.strays).most_common():
        print(f"{count} times: {problem}", file=sys.stderr)
    told = f"{found.matches} matches, {found.calls} prompts, {found.faults} faults"
    for what, leaks in (("leaks by the audit", found.leaks), ("planted words astray", found.strays)):
        many = leaks.total()
        yield Figure(name=f"{told}: {what}", bar="0", measured=str(many), is_met=not many)
    name = "planted words that their own seat was shown again"
    yield Figure(name=name, bar="≥ 1", measured=str(found.recognised), is_met=found.recognised > 0)


def _tables() -> list[tuple[str, tuple[str, Deal], Language]]:
    games = _games()
    return list(product([*METHODS.names, *OPTIONS], games.items(), LANGUAGES))


def _games() -> Mapping[str, Deal]:
    """A small table of each game, and of each of its rules."""
    return {
        "mystery": lambda language, planted: mystery(
            language, players=3, rounds=1, questions=1, write=planted.paper
        ),
        "werewolf": lambda language, _: WerewolfSetup(
            language=language, players=seat_names(6, language), days=1, confers=1
        ),
        "onenight": lambda language, _: OneNightSetup(
            language=language, players=letters(5, language), rounds=1
        ),
        "people": lambda language, _: OneNightSetup(
            language=language, players=letters(4, language), rounds=1, rules="people"
        ),
        "rarer roles": lambda language, _: WerewolfSetup(
            language=language,
            players=seat_names(len(RARER), language),
            deal=RARER,
            badge="half",
            days=1,
            confers=1,
        ),
        "free talk by day": lambda language, _: WerewolfSetup(
            language=language, players=seat_names(6, language), days=1, confers=1, talk="open"
        ),
        "free talk at night's end": lambda language, _: OneNightSetup(
            language=language, players=letters(5, language), rounds=1, talk="bidding"
        ),
        "avalon": _avalon,
        "watched-onenight": lambda language, _: WatchedSetup(
            name="watched-onenight", language=language, transcript=night(), chair="Player 1"
        ),
        "watched-werewolf": lambda language, _: WatchedSetup(
            name="watched-werewolf", language=language, transcript=elsewhere("werewolf"), chair="Player 1"
        ),
        "watched-avalon": lambda language, _: WatchedSetup(
            name="watched-avalon", language=language, transcript=elsewhere("avalon"), chair="Player 1"
        ),
        "watched-machines": lambda language, _: WatchedSetup(
            name="watched-machines", language=language, transcript=held("pppm", night())
        ),
    }


def _avalon(language: Language, _: Planted) -> GameSetup:
    game = GAMES.find("avalon")
    names = game.seat_names(5, language) if game.seat_names else ()
    return game.read_setup({"language": language, "players": names})


def _install(folder: Path) -> None:
    """Avalon and Bandwagon, as pip would install them."""
    outside = folder / "outside"
    outside.mkdir()
    sys.path[:0] = installed(outside)
    plugins.installed_points.cache_clear()
    plugins.sorted_points.cache_clear()
    asked_model.cache_clear()


def _played(game: GameSetup, method: str, number: int, planted: Planted) -> Record:
    provider, log = PlantedProvider(planted=planted), MemoryLog()
    seats = tuple(
        Seat(player=player, **vars(hold(player, method, provider.name, lambda _: provider.context)))
        for player in game.players
    )
    setup = Setup(
        game=game,
        seed=number,
        language=game.language,
        seats=seats,
        embedding=BM25,
        budgets=TIGHT if (number + number // len(_tables())) % 2 else Budgets(),
        elicits=True,
    )

    async def play() -> None:
        models = MatchModels(ModelPool(opener=lambda _: provider), log=log)
        await open_match(setup, log, models, LazyRanking(setup.embedding)).play()

    asyncio.run(play())
    return Record(match="", setup=setup, status=log.status, started="", entries=log.entries, calls=log.calls)


def _look(found: Found, record: Record, planted: Planted, where: str) -> None:
    asked = {each.request.id: each.request for each in play_rules(record).decisions}
    found.matches += 1
    found.calls += len(record.calls)
    found.faults += len(record.faults)
    found.recognised += recognised(record, planted)
    found.leaks.update(f"{where}: {leak.purpose}: {leak.problem}" for leak in audit(record))
    found.strays.update(f"{where}: {each}" for each in strays(record, planted, asked))
