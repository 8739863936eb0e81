"""Matches whose journal and prompts are known by their digests: what a change of form must not change.

`python -m tests.golden.matches` writes the digests anew; the commit that needs it says why.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from parlour.agents import find_method, revision_of
from parlour.arena import Record, Setup
from parlour.games.mystery import generate
from parlour.llm import READER, Language
from tests.arena.playing import play, recorded

DIGESTS = Path(__file__).with_name("digests.json")
LANGUAGES: tuple[Language, ...] = get_args(Language)
METHODS = (
    "gratr",
    "humanized",
    "native-rag:window=3",
    "o-cot",
    "plain",
    "player-star",
    "random",
    "rerank-rag:window=3",
    "think-thrice",
    "werewolf",
)
OPTIONS: Mapping[str, tuple[str, ...]] = {
    "mystery": (
        "plain:ask=all,window=4",
        "player-star:ask=suspects,gain=verbal",
        "player-star:among=everybody,reading=separate",
        "player-star:pruner=no,sensors=none",
        "humanized:condition=b5p-favor",
        "humanized:condition=strategy,ask=all",
    ),
    "werewolf": (
        "gratr:window=5,counts=messages,hops=no",
        "gratr:self_defence=yes,merging=no,backward=no",
        "plain:ask=all,window=4",
        "player-star:reading=separate,gain=verbal",
        "humanized:condition=b5p-favor",
    ),
    "onenight": (
        "gratr:window=5,counts=messages",
        "player-star:reading=separate,gain=verbal",
        "humanized:condition=b5p-favor",
        "humanized:condition=strategy,ask=all",
    ),
}
"""Settings that change what is asked or told."""
DEALS = {
    "werewolf": ("vwswxgvw", {"v": "villager", "w": "werewolf", "s": "seer", "x": "witch", "g": "guard"}),
    "onenight": (
        "smwmntvv",
        {"s": "seer", "m": "mason", "w": "werewolf", "n": "minion", "t": "tanner", "v": "villager"},
    ),
}
NAMES: Mapping[Language, str] = {"en": "Player {}", "zh": "玩家{}"}


def _mystery(language: Language, **options: object) -> dict[str, object]:
    script = generate(2, players=4, lang=language).model_dump(mode="json")
    return {"name": "mystery", "script": script, "questions": 3, "rounds": 1, "answers": False, **options}


def _roles(game: str, language: Language, **options: object) -> dict[str, object]:
    letters, roles = DEALS[game]
    deal = [roles[letter] for letter in letters]
    names = [NAMES[language].format(n + 1) for n in range(len(deal))]
    return {"name": game, "language": language, "players": names, "deal": deal, **options}


def _game(game: str, language: Language) -> dict[str, object]:
    return _mystery(language) if game == "mystery" else _roles(game, language)


def _setup(game: dict[str, Any], language: Language, method: str) -> Setup:
    names = game.get("players") or [each["name"] for each in game["script"]["characters"]]
    found = find_method(method.partition(":")[0])
    model = {"model": READER, "context": 1_000_000} if found.wants_model else {}
    held = {"method": method, "revision": revision_of(found), **model}
    seats = [{"player": name, **held} for name in names]
    return Setup.model_validate({"game": game, "seed": 2, "language": language, "seats": seats})


def _cases() -> Iterator[tuple[str, Callable[[], Setup]]]:
    """Every method in every game and language, what its settings change, and what the games' own do."""

    def case(game: Callable[[], dict[str, object]], language: Language, method: str) -> Callable[[], Setup]:
        return lambda: _setup(game(), language, method)

    for language in LANGUAGES:
        for game, settings in OPTIONS.items():
            for method in (*METHODS, *settings):
                yield (
                    f"{game} {language} {method}",
                    case(lambda g=game, n=language: _game(g, n), language, method),
                )
        variants: dict[str, Callable[[], dict[str, object]]] = {
            "mystery whole": lambda n=language: _mystery(n, rounds=2, answers=True, self_votes=True),
            "mystery omniscient": lambda n=language: _mystery(
                n, rounds=0, introductions=False, omniscient=True, answers=True
            ),
            "werewolf whole": lambda n=language: _roles(
                "werewolf",
                n,
                deal=["hunter", "werewolf", "seer", "werewolf", "witch", "guard", "villager"],
                players=[NAMES[n].format(i + 1) for i in range(7)],
            ),
            "onenight whole": lambda n=language: _roles("onenight", n, rounds=1, minion_knows_wolf=True),
        }
        for name, made in variants.items():
            for method in ("plain", "player-star", "o-cot"):
                yield f"{name} {language} {method}", case(made, language, method)


CASES: Mapping[str, Callable[[], Setup]] = dict(_cases())


def played(name: str) -> Record:
    """The match of a case."""
    setup = CASES[name]()
    return recorded(setup, play(setup))


def digests(record: Record) -> dict[str, str]:
    """What a match came to: its journal, what its models were sent, and what they replied."""
    journal = [(entry.kind, entry.json) for entry in record.entries]
    calls = sorted(((list(vars(call.key).values()), call) for call in record.calls), key=lambda each: each[0])
    sent = [
        (key, [part.text for part in call.system], [part.text for part in call.user]) for key, call in calls
    ]
    replies = [(key, call.completion.text) for key, call in calls]
    return {"journal": _digest(journal), "prompts": _digest(sent), "replies": _digest(replies)}


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value, ensure_ascii=False).encode()).hexdigest()[:24]


if __name__ == "__main__":
    DIGESTS.write_text(json.dumps({name: digests(played(name)) for name in CASES}, indent=1) + "\n")
