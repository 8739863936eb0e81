"""Paraphrases of what people type, written by hand by what they mean, as lines of a corpus.

They stand in `bench/paraphrases/`, with letters for whoever and whatever is spoken of; here each is said at a
table of each game that it fits, of people, places and times that are drawn by a seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from parlour.language.facts import Language
from tests.language.hearing.scoring import Line

FOLDER = Path(__file__).parent / "paraphrases"
_GAMES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "any": (("mystery",), ("werewolf", "onenight")),
    "story": (("mystery",),),
    "roles": (("werewolf", "onenight"),),
    "werewolf": (("werewolf",),),
    "cards": (("onenight",),),
}
"""By what is spoken of, the games at whose tables a paraphrase is said: one of each group."""
_WORDS: Mapping[Language, Mapping[str, Sequence[str]]] = {
    "en": {
        "people": ("Desmond", "Conrad", "Agatha", "Violet", "Rosamund"),
        "places": ("lobby", "bar", "card room", "music room", "laundry", "boiler room", "winter garden"),
        "things": ("lamp oil", "foxglove", "hunting rifle", "poker"),
        "dead": ("Nora",),
    },
    "zh": {
        "people": ("叶伯庸", "顾维安", "沈月娥", "贺芳菲", "魏红绫"),
        "places": ("大堂", "酒吧", "棋牌室", "琴房", "洗衣房", "锅炉房", "台球室"),
        "things": ("灯油", "洋地黄", "猎枪", "火钳"),
        "dead": ("唐凤仪",),
    },
}
_TIMES: Mapping[Language, Mapping[str, str]] = {
    "en": {"18:00": "6", "18:30": "6:30", "19:00": "seven", "19:30": "half past seven", "20:00": "8"},
    "zh": {"18:00": "六点", "18:30": "六点半", "19:00": "七点", "19:30": "七点半", "20:00": "八点"},
}
_ROLES: Mapping[str, Mapping[Language, Mapping[str, str]]] = {
    "werewolf": {
        "en": {
            "seer": "seer",
            "witch": "witch",
            "guard": "guard",
            "hunter": "hunter",
            "villager": "villager",
        },
        "zh": {
            "seer": "预言家",
            "witch": "女巫",
            "guard": "守卫",
            "hunter": "猎人",
            "villager": "平民",
        },
    },
    "onenight": {
        "en": {
            role: role
            for role in (
                *("robber", "troublemaker", "drunk", "insomniac", "mason", "minion", "tanner"),
                *("hunter", "villager", "seer", "werewolf"),
            )
        },
        "zh": {
            "robber": "强盗",
            "troublemaker": "捣蛋鬼",
            "drunk": "酒鬼",
            "insomniac": "失眠者",
            "mason": "守夜人",
            "minion": "爪牙",
            "tanner": "皮匠",
            "hunter": "猎人",
            "villager": "村民",
            "seer": "预言家",
            "werewolf": "狼人",
        },
    },
}
_SEATS = {"werewolf": (8, 3), "onenight": (6, 2)}
_NICKNAMES: Mapping[str, str] = {
    "Desmond": "des",
    "Agatha": "aggie",
    "叶伯庸": "老叶",
    "顾维安": "老顾",
    "沈月娥": "月娥",
    "贺芳菲": "芳菲",
    "魏红绫": "红绫",
}


def paraphrases(language: Language, seed: int = 1) -> Iterator[tuple[str, str, Line]]:
    """Each paraphrase at its tables: its game, the words as they were written, and the line."""
    rng = Random(seed)
    means, scope = "", ""
    for row in (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if heading := re.match(r"\[(\w+)\]\s*(.*)", row):
            scope, means = heading[1], heading[2]
        elif row and not row.startswith("#"):
            for games in _GAMES[scope]:
                game = rng.choice(games)
                yield game, row, _said(row, means, game, language, rng)


def _said(row: str, means: str, game: str, language: Language, rng: Random) -> Line:
    """One way to say something, of somebody."""
    values, words = _drawn(game, language, rng)
    to = re.match(r"@([A-C]) ?", row)
    text, _, asked = row[to.end() if to else 0 :].partition("<<")
    edge = r"\b" if language == "en" else ""

    def filled(said: str) -> str:
        return re.sub(f"{edge}[ABCLTGRQN]{edge}", lambda match: words[match[0]], said)

    acts = tuple(_act(each, values) for each in means.split(";") if each.strip())
    asked = filled(asked.strip().removesuffix(">>"))
    return Line(text=filled(text).strip(), means=acts, asked=asked, to=values[to[1]] if to else None)


def _act(told: str, values: Mapping[str, str]) -> Mapping[str, Any]:
    kind, *slots = told.split()
    pairs = (slot.split("=") for slot in slots)
    return {"act": kind, **{slot: values.get(value, value) for slot, value in pairs}}


def _drawn(game: str, language: Language, rng: Random) -> tuple[dict[str, str], dict[str, str]]:
    """Who and what the letters stand for: as a corpus says it, and as it is typed."""
    own = _WORDS[language]
    times = rng.choice([*_TIMES[language].items()])
    roles = _ROLES["werewolf" if game == "mystery" else game][language]
    first, second = rng.sample([*roles.items()], 2)
    place, thing = rng.choice(own["places"]), rng.choice(own["things"])
    people, called = _people(game, language, rng)
    dead = own["dead"][0]
    values = {"L": place, "T": times[0], "G": thing, "R": first[0], "Q": second[0], "N": dead}
    words = {"L": place, "T": times[1], "G": thing, "R": first[1], "Q": second[1], "N": dead}
    letters = "ABC"
    return (
        {**values, **dict(zip(letters, people, strict=True))},
        {**words, **dict(zip(letters, called, strict=True))},
    )


def _people(game: str, language: Language, rng: Random) -> tuple[list[str], list[str]]:
    """Three people, and how somebody who types calls them."""
    if game == "mystery":
        names = rng.sample(_WORDS[language]["people"], 3)
        return names, [_NICKNAMES.get(each, each) if rng.random() < 0.4 else each for each in names]
    count, me = _SEATS[game]
    seats = rng.sample([n for n in range(1, count + 1) if n != me], 3)
    style = rng.choice(
        ["{n}", "{n}", "player {n}", "p{n}"] if language == "en" else ["{n}号", "{n}号", "{n}"]
    )
    called = [style.format(n=n) for n in seats]
    return [f"Player {n}" if language == "en" else f"{n}号玩家" for n in seats], called
