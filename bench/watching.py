"""What watching recorded games takes: importing them, every baseline without a model, prefixes with one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from bench.figure import Figure, at_least, at_most
from bench.fixed import fixed_server
from bench.matches import play_game
from parlour.agents.memory import Budgets
from parlour.evaluation import score_match
from parlour.games.watched import WatchedSetup
from parlour.games.watched.arms import TALK_TOKENS
from parlour.lab.transcripts import (
    CastMember,
    GameTranscript,
    Happening,
    TranscriptOutcome,
    TranscriptSource,
    import_corpus,
    number_events,
)
from parlour.lab.watching import REUSED, baselines
from parlour.store import Store
from tests.lab.transcripts.layouts import line, seat, write_copy

GAMES, LINES, MOST_SECONDS, MOST_IMPORTING = 163, 129, 60.0, 20.0
"""As many as Werewolf Among Us has, of as many utterances as there in a game on average."""
METHODS, LEAST_REUSED = ("plain", "gratr", "humanized"), 0.8
LABELS = ("No Strategy", "Accusation", "Defense", "Interrogation", "Evidence")
_WORDS = [f"word{n}" for n in range(800)]


def watch_figures(folder: Path) -> Iterator[Figure]:
    """The figures of watchers: seconds for every baseline, and what their prompts reuse."""
    yield at_most(f"importing {GAMES} recorded games, s", MOST_IMPORTING, _importing(folder))
    games = [WatchedSetup(name="watched-onenight", transcript=_night(n)) for n in range(GAMES)]
    began = time.perf_counter()
    baselines([(each.followed_game, "en") for each in games])
    yield at_most(f"all baselines of {GAMES} recorded games, s", MOST_SECONDS, time.perf_counter() - began)
    with fixed_server() as model:
        for method in METHODS:
            budgets = Budgets(dialogue=TALK_TOKENS)
            played = play_game(games[0], model, folder, method=method, elicits=True, budgets=budgets)
            found = score_match(played.record).amounts[REUSED]
            name = f"{method} beside a recorded game: input tokens reused after the first quarter"
            yield at_least(name, LEAST_REUSED, found.reached / found.possible)


def _importing(folder: Path) -> float:
    """How long games of people take to come in, in the layout of two tables."""
    source = write_copy(folder / "copy", *_people())
    began = time.perf_counter()
    with Store.open(str(folder / "imported.db")) as store:
        assert len(import_corpus(store, "werewolf-among-us", source)) == GAMES
    return time.perf_counter() - began


def _people() -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """The seats and the talk of as many games, whose talk means nothing and names somebody."""
    cast, talk = list[dict[str, str]](), list[dict[str, str]]()
    for number in range(GAMES):
        rng, game = Random(number), {"game_id": f"game{number} - A night {number}"}
        names = [f"{name}{number}" for name in ("wanda", "otto", "grace", "ilse", "boris")]
        wolf = rng.choice(names)
        roles = {name: "Werewolf" if name == wolf else "Villager" for name in names}
        cast += [{**seat(name, roles[name], wolf), **game} for name in names]
        for row in range(LINES):
            text = " ".join([rng.choice(names), *rng.choices(_WORDS, k=rng.randint(2, 12))])
            talk.append({**line(row + 1, rng.choice(names), str(row), text), **game})
    return cast, talk


def _night(number: int) -> GameTranscript:
    """A game of five whose talk means nothing."""
    rng, seats = Random(number), tuple(f"Player {n}" for n in range(1, 6))
    wolf = rng.choice(seats)
    talk = [
        Happening(
            number=0,
            kind="speech",
            speaker=rng.choice(seats),
            text=" ".join([rng.choice(seats), *rng.choices(_WORDS, k=rng.randint(2, 12))]),
            labels=(rng.choice(LABELS),),
        )
        for _ in range(LINES)
    ]
    votes = [Happening(number=0, kind="vote", speaker=seat, target=(rng.choice(seats),)) for seat in seats]
    roles = {seat: "werewolf" if seat == wolf else "villager" for seat in seats}
    return GameTranscript(
        id=f"night-{number}",
        corpus="bench",
        game="onenight",
        source=TranscriptSource(name="bench", file="", licence="MIT", revision="1"),
        cast=tuple(
            CastMember(player=seat, start=role, end=role, team="werewolf" if seat == wolf else "village")
            for seat, role in roles.items()
        ),
        events=number_events([*talk, *votes]),
        outcome=TranscriptOutcome(winners=("village",), basis="rules"),
    )
