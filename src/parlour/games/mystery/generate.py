"""Procedural mysteries: an evening by chance, told to each character as it saw it, and proved to be fair."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from parlour.core import chance
from parlour.errors import SetupError
from parlour.facts import Language, Name, Word, settings
from parlour.games.mystery.cast import Cast, draw_cast
from parlour.games.mystery.questions import questions
from parlour.games.mystery.repair import is_scattered, repaired
from parlour.games.mystery.script import FEWEST_PLAYERS, MOST_PLAYERS, Script
from parlour.games.mystery.staging import StagingRules, stage
from parlour.games.mystery.telling import Teller
from parlour.games.mystery.witnesses import first_hand
from parlour.games.mystery.world import Knowledge, World

MOST_VICTIMS, MOST_ACTS = 4, 4
LANGUAGES: tuple[Language, ...] = ("en", "zh")
_ATTEMPTS = 400
_ENOUGH_TO_SCATTER = 4


class Difficulty(StrEnum):
    """How much must be put together.

    Nobody who is innocent can ever tell alone. In a hard mystery with four innocent people or more, none can
    after hearing only one other either.
    """

    EASY = "easy"
    NORMAL = "normal"
    HARD = "hard"


_MANNERS = {
    Difficulty.EASY: StagingRules(
        herrings=1, company=0.35, hides_cause=False, hides_time=False, traps=3, gossip=2
    ),
    Difficulty.NORMAL: StagingRules(
        herrings=2, company=0.25, hides_cause=True, hides_time=False, traps=1, gossip=1
    ),
    Difficulty.HARD: StagingRules(
        herrings=3,
        company=0.15,
        hides_cause=True,
        hides_time=True,
        traps=0,
        gossip=1,
        exposes=False,
        scatters=True,
    ),
}


@dataclass(frozen=True, kw_only=True)
class Mystery:
    """An evening that is proved to be fair, before it is told in any language.

    Everything that is said at the table entails who did it, and nobody who is innocent can tell alone. The
    innocent do not need the murderers' words for that, unless they are only two.
    """

    world: World
    knowledge: Knowledge


def generate(
    seed: int,
    *,
    players: int = 6,
    victims: int = 1,
    murderers: int | None = None,
    acts: int = 1,
    difficulty: str = Difficulty.NORMAL,
    lang: str = "en",
) -> Script:
    """A mystery by chance; the same arguments always give the same bytes.

    Args:
        seed: all its chance.
        players: characters, 3 to 12.
        victims: 1 to 4.
        murderers: how many of the characters killed; as many as victims unless that leaves too few innocent.
        acts: in how many acts each part is told, 1 to 4.
        difficulty: easy, normal or hard.
        lang: en or zh; the story is the same in both.

    Raises:
        SetupError: if there can be no such mystery.
    """
    if not 1 <= acts <= MOST_ACTS:
        raise SetupError(f"a mystery is told in 1 to {MOST_ACTS} acts, not {acts}")
    mystery = invent(
        seed, players=players, victims=victims, murderers=murderers, difficulty=difficulty, lang=lang
    )
    language = _language(lang)
    world, rng = mystery.world, chance(seed, "telling", language)
    teller = Teller(world=world, knowledge=mystery.knowledge, language=language, acts=acts, rng=rng)
    counts = (players, victims, len(world.murderers), difficulty, seed)
    script = teller.script(seed, "-".join(map(str, ("evening", *counts))))
    return script.model_copy(update={"questions": questions(script, world.facts, seed)})


def invent(
    seed: int,
    *,
    players: int = 6,
    victims: int = 1,
    murderers: int | None = None,
    difficulty: str = Difficulty.NORMAL,
    lang: str = "en",
) -> Mystery:
    """What a mystery is before it is told; the arguments are those of `generate`.

    Raises:
        SetupError: if there can be no such mystery.
    """
    language, manner = _language(lang), _manner(difficulty)
    guilty = _count_murderers(players, victims, murderers)
    for attempt in range(_ATTEMPTS):
        rng = chance(seed, "world", players, victims, guilty, difficulty, attempt)
        cast = draw_cast(rng, players, victims, language)
        world = stage(rng, _setting(seed), cast, _killers(rng, cast, guilty), manner)
        knowledge = repaired(rng, world, first_hand(rng, world, manner))
        if knowledge and _keeps(world, knowledge, manner):
            return Mystery(world=world, knowledge=knowledge)
    raise SetupError(
        f"seed {seed} gives no fair mystery of {players} players, {victims} victims and {guilty} murderers; "
        f"try another seed"
    )


def _setting(seed: int) -> Word:
    """Where the evening of a seed plays: that of the next plays elsewhere."""
    return list(settings())[seed % len(settings())]


def _keeps(world: World, knowledge: Knowledge, manner: StagingRules) -> bool:
    """Whether a mystery is as hard as promised; three innocent people are too few to scatter clues over."""
    is_for_many = manner.scatters and len(world.civilians) >= _ENOUGH_TO_SCATTER
    return not is_for_many or is_scattered(world, knowledge)


def _language(lang: str) -> Language:
    for known in LANGUAGES:
        if lang == known:
            return known
    raise SetupError(f"mysteries are told in {' or '.join(LANGUAGES)}, not in {lang!r}")


def _manner(difficulty: str) -> StagingRules:
    if difficulty not in _MANNERS:
        raise SetupError(f"a mystery is {', '.join(_MANNERS)}, not {difficulty!r}")
    return _MANNERS[Difficulty(difficulty)]


def _count_murderers(players: int, victims: int, murderers: int | None) -> int:
    """How many kill; more innocent people than deaths by one hand must be left to bear witness."""
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise SetupError(f"a mystery has {FEWEST_PLAYERS} to {MOST_PLAYERS} players, not {players}")
    if not 1 <= victims <= MOST_VICTIMS:
        raise SetupError(f"a mystery has 1 to {MOST_VICTIMS} victims, not {victims}")
    if players < victims + 2:
        raise SetupError(f"{victims} victims need at least {victims + 2} players, not {players}")
    most = max(n for n in range(1, 2 * victims + 1) if players - n > max(victims, n))
    if murderers is None:
        return min(victims, most)
    if not 1 <= murderers <= most:
        raise SetupError(
            f"{players} players and {victims} victims allow 1 to {most} murderers, not {murderers}: "
            f"nobody dies by more than two, and enough innocent people must be left to find them out"
        )
    return murderers


def _killers(rng: Random, cast: Cast, murderers: int) -> Mapping[Name, tuple[Name, ...]]:
    """Who kills whom: every murderer kills, nobody dies by more than two."""
    guilty = rng.sample(cast.players, murderers)
    hands: dict[Name, list[Name]] = {victim: [] for victim in cast.victims}
    victims = rng.sample(cast.victims, len(cast.victims))
    for number in range(max(murderers, len(victims))):
        hands[victims[number % len(victims)]].append(guilty[number % murderers])
    return {victim: tuple(name for name in cast.players if name in by) for victim, by in hands.items()}
