"""Tables of every game, as a fuzzer lays them: small, under any rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from parlour.arena import GameSetup
from parlour.core import find_game
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight import seat_names as letters
from parlour.games.watched import WatchedSetup, chairs
from parlour.games.werewolf import Role, WerewolfSetup, seat_names
from tests.arena.mysteries import mystery
from tests.lab.watching.recorded import followed, night


def _talk(rng: Random) -> dict[str, Any]:
    """In turns or freely, for as long as it takes or for so many speeches."""
    talk = rng.choice(("turns", "bidding", "open"))
    return {"talk": talk} if talk == "turns" else {"talk": talk, "speeches": rng.choice((None, 1, 9))}


def _mystery(rng: Random) -> GameSetup:
    return mystery(
        rng.choice(("en", "zh")),
        players=rng.randint(3, 5),
        victims=rng.randint(1, 2),
        rounds=rng.randint(1, 2),
        questions=rng.choice((1, 1, 2, 5)),
        self_votes=rng.random() < 0.5,
        answers=rng.random() < 0.5,
    )


def _werewolf(rng: Random) -> GameSetup:
    return WerewolfSetup.model_validate(
        {
            "players": seat_names(rng.randint(5, 9), "en"),
            "confers": rng.randint(0, 2),
            "self_save": rng.random() < 0.5,
            "doubly_saved": rng.choice(("dies", "lives")),
            "discussions": rng.randint(1, 2),
            "opens": rng.choice(("first", "next", "lot")),
            "ties": rng.choice(("nobody", "lot", "runoff")),
            "reveal": rng.choice(("none", "eliminated", "all")),
            "days": rng.choice((1, 2, 20)),
            **_talk(rng),
        }
    )


def _rarer(rng: Random) -> GameSetup:
    """A table of Werewolf on which rarer roles sit, under any rules."""
    count = rng.randint(6, 10)
    single = [role for role in Role if role.most == 1]
    rng.shuffle(single)
    pack = [role for role in single if role.is_wolf][: (count - 1) // 2]
    village = [Role.SISTER, Role.SISTER, *(role for role in single if not role.is_wolf)]
    deal = [*pack, *village[: count - len(pack)]]
    rng.shuffle(deal)
    return WerewolfSetup.model_validate(
        {
            "players": seat_names(count, "en"),
            "deal": deal,
            "badge": rng.choice(("none", "half", "double")),
            "reveal": rng.choice(("none", "eliminated", "all")),
            **_talk(rng),
        }
    )


def _onenight(rng: Random) -> GameSetup:
    count = rng.randint(5, 9)
    rounds, words = rng.randint(1, 3), rng.randint(10, 60)
    return OneNightSetup(players=letters(count, "en"), rounds=rounds, words=words, **_talk(rng))


def _people(rng: Random) -> GameSetup:
    names, rounds = letters(rng.randint(3, 8), "en"), rng.randint(1, 2)
    return OneNightSetup(players=names, rounds=rounds, rules="people", **_talk(rng))


def _avalon(rng: Random) -> GameSetup:
    game = find_game("avalon")
    names = game.seat_names(rng.randint(5, 10), "en") if game.seat_names else ()
    talk = _talk(rng)
    least = 0 if talk["talk"] == "turns" else 1
    return game.read_setup({"players": names, "discussions": rng.randint(least, 2), **talk})


def _watched(rng: Random) -> GameSetup:
    chair = rng.choice((None, *chairs(followed(night()))))
    return WatchedSetup(name="watched-onenight", transcript=night(), chair=chair)


TABLES: Mapping[str, Callable[[Random], GameSetup]] = {
    "mystery": _mystery,
    "werewolf": _werewolf,
    "rarer": _rarer,
    "onenight": _onenight,
    "people": _people,
    "avalon": _avalon,
    "watched": _watched,
}
