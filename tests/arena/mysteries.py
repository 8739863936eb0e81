"""Small mysteries for the tests of every room that plays them, and tables laid for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from parlour.agents.memory import Budgets
from parlour.arena import GameSetup, Seat, Setup, hold
from parlour.core import Player
from parlour.games.mystery import MysterySetup, Script
from parlour.llm import Language

NAMES: Mapping[Language, tuple[Player, ...]] = {
    "en": ("Anna", "Ben", "Carl", "Dora", "Emil", "Fay"),
    "zh": ("安娜", "本恩", "卡尔", "朵拉", "艾米", "费伊"),
}
VICTIMS: Mapping[Language, tuple[str, ...]] = {"en": ("Vera", "Walt"), "zh": ("薇拉", "沃特")}
PAPERS = ("first act", "second act", "secret", "objective")
WINDOW = 32768

Write = Callable[[Player, str], str]
"""Writes one of a player's papers."""


def canary(player: Player, paper: str) -> str:
    """A word that stands in that paper and nowhere else."""
    return f"canary-{player}-{paper.replace(' ', '-')}"


def _paper(player: Player, paper: str) -> str:
    word = canary(player, paper)
    told = f"In my {paper} it says that {word} lies under the old stairs. Nobody has heard of {word} but me."
    return f"{told} If they find {word}, I am lost, and so is the mill."


def mystery(
    language: Language = "en",
    *,
    players: int = 4,
    victims: int = 1,
    rounds: int = 2,
    killers: Sequence[int] = (1, 2),
    names: Sequence[Player] = (),
    dead: Sequence[str] = (),
    write: Write = _paper,
    **options: object,
) -> MysterySetup:
    """Unless told otherwise the second player killed the first victim, the third the second.

    Every paper holds its canary. Players and victims have the usual names where none are given.
    """
    names, dead = names or NAMES[language][:players], dead or VICTIMS[language][:victims]
    question = {"aspect": "who", "points": 10, "text": "Who held the knife?", "options": names[:3]}
    characters = [
        {
            "name": name,
            "acts": [write(name, "first act"), write(name, "second act")],
            "secrets": [write(name, "secret")],
            "objectives": [write(name, "objective")],
        }
        for name in names
    ]
    script = Script.model_validate(
        {
            "title": "The Mill",
            "language": language,
            "synopsis": "A mill in a storm.",
            "characters": characters,
            "victims": [
                {"name": name, "murderers": [names[killer]]}
                for name, killer in zip(dead, killers, strict=False)
            ],
            "questions": [
                {**question, "key": ["b"]},
                {**question, "key": ["a"], "points": 5, "asked_of": names[:2], "choose": 2},
            ],
        }
    )
    return MysterySetup.model_validate({"script": script, "rounds": rounds, **options})


def laid(
    game: GameSetup,
    *,
    model: str = "",
    method: str = "player-star",
    methods: Mapping[Player, str] | None = None,
    seed: int = 1,
    context: int = WINDOW,
    budgets: Budgets | None = None,
) -> Setup:
    """A table with that method in every seat that is not told otherwise."""
    chosen = {**dict.fromkeys(game.players, method), **(methods or {})}
    seats = tuple(
        Seat(player=player, **vars(hold(player, each, model, lambda _: context)))
        for player, each in chosen.items()
    )
    return Setup(
        game=game,
        seed=seed,
        language=game.language,
        seats=seats,
        budgets=budgets or Budgets(),
    )
