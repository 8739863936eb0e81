"""One game, one folder; one method, one folder: nothing else of the house names either."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath

import parlour
from parlour.agents import METHODS
from parlour.core import GAMES
from parlour.core.plugins import SHIPPED
from tests.cases import cases

ROOT = Path(parlour.__file__).parent
SUFFIXES = frozenset({".py", ".yaml", ".j2", ".js", ".css", ".html"})
ALIASES: Mapping[str, str] = {
    "mystery": r"myster(y|ies)|wellplay|murderer|剧本杀",
    "onenight": r"(?-i:One ?Night)|onenight|一夜狼人",
    "werewolf": r"werewol(f|ves)|狼人",
    "player-star": r"player-?_?star\b|PLAYER\*|questum",
    "plain": r"methods\.plain",
    "random": r"methods\.random",
}
"""What names a game or a method where that is more than its name; of ordinary words, only where they lie."""
ALLOWED: Mapping[str, Mapping[str, str]] = {
    "mystery": {
        "evaluation/score.py": "what stored counts call those who are sought",
        "language/facts/sentences.en.yaml": "a word that people say of whoever killed somebody",
        "language/facts/typing.en.yaml": "a word that people type of whoever killed somebody",
        "language/hearing/words.en.yaml": "a word that people type of whoever killed somebody",
    },
    "gratr": {"games/watched/suites.py": "a method that is set beside others at recorded games"},
    "humanized": {"games/watched/suites.py": "a method that is set beside others at recorded games"},
    "onenight": {"games/watched": "recorded games of it are watched"},
    "werewolf": {
        "games/onenight": "a role of that game too",
        "games/watched": "recorded games of it are watched",
        "language/hearing/offers.en.yaml": "what a seer learned of a role that two games have",
        "language/hearing/offers.zh.yaml": "what a seer learned of a role that two games have",
        "language/hearing/said.en.yaml": "what a seer learned of a role that two games have, on a chip",
        "language/hearing/said.zh.yaml": "what a seer learned of a role that two games have, on a chip",
        "language/hearing/words.en.yaml": "what people type for a role that two games have",
        "language/hearing/words.zh.yaml": "what people type for a role that two games have",
        "lab/transcripts/corpora": "recorded games of it are read",
    },
}
"""Where a name may stand outside its folder, and why."""
TRIED_IN = ("suites", "published", "human", "posts", "verbs")
"""The parts of a method in which it is set beside others, which are named there; the rest names none.

A method may name games everywhere: it is tried in them, and their roles may be what its prompts are about."""


def files() -> Iterator[tuple[PurePosixPath, str]]:
    """Every file of the house that people wrote, with its text."""
    for path in sorted(ROOT.rglob("*")):
        if path.suffix in SUFFIXES and "__pycache__" not in path.parts:
            yield PurePosixPath(path.relative_to(ROOT).as_posix()), path.read_text(encoding="utf-8")


FILES = tuple(files())


def pattern(name: str) -> re.Pattern[str]:
    """Whatever names a game or a method."""
    own = re.escape(name).replace(r"\-", "[-_ ]?")
    return re.compile(ALIASES.get(name, rf"(?<![a-z]){own}(?![a-z])"), re.IGNORECASE)


def naming(name: str, home: str, elsewhere: tuple[str, ...]) -> list[str]:
    """Where a name stands that is neither at home nor where names of its sort may stand."""
    may = (home, *elsewhere, *ALLOWED.get(name, {}))
    found = pattern(name)
    return [
        f"{path}:{number}: {line.strip()}"
        for path, text in FILES
        if found.search(f"{path}\n{text}") and not any(path.is_relative_to(each) for each in may)
        for number, line in enumerate((f"{path}", *text.splitlines()))
        if found.search(line)
    ]


GAME_NAMES = [name for name in GAMES.names if GAMES.owner(name) == SHIPPED]
METHOD_NAMES = [name for name in METHODS.names if METHODS.owner(name) == SHIPPED]


@cases("name", GAME_NAMES)
def test_nothing_outside_a_games_folder_names_it_but_methods_that_are_tried_in_it(name: str):
    assert naming(name, f"games/{name}", ("methods",)) == []


@cases("name", [name for name in METHOD_NAMES if name not in GAME_NAMES])
def test_nothing_outside_a_methods_folder_names_it_but_what_others_are_compared_with(name: str):
    trials = (
        str(path)
        for path, _ in FILES
        if path.parts[0] == "methods" and len(path.parts) > 2 and path.parts[2].startswith(TRIED_IN)
    )
    assert naming(name, f"methods/{name.replace('-', '_')}", tuple(trials)) == []


def test_no_permission_outlives_its_need():
    for name, places in ALLOWED.items():
        for place in places:
            texts = [f"{path}\n{text}" for path, text in FILES if path.is_relative_to(place)]
            assert any(pattern(name).search(text) for text in texts), f"{place} does not name {name}"
