"""Procedural mysteries: a random evening, written for each character as it saw it, and proved to be fair."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from random import Random

from parlour.core import chance
from parlour.errors import SetupError
from parlour.games.mystery.difficulty import is_combined_of
from parlour.games.mystery.questions import questions
from parlour.games.mystery.repair import full_deduction, is_scattered, make_solvable, needing, truth
from parlour.games.mystery.script import Script
from parlour.games.mystery.shape import Difficulty, MysteryShape
from parlour.games.mystery.staging import StagingRules, stage
from parlour.games.mystery.telling import Teller
from parlour.games.mystery.witnesses import first_hand
from parlour.games.mystery.world import Cast, Knowledge, World, draw_cast
from parlour.language.facts import Name, settings

MOST_ACTS = 4
_ATTEMPTS = 400
_ENOUGH_TO_SCATTER = 4
_MOST_TRIED = 40
"""Mysteries of a seed that are tried for one in which a seat is needed."""


@dataclass(frozen=True, kw_only=True)
class Mystery:
    """An evening that is proved to be fair, before it is told in any language.

    All statements together entail who did it, and no innocent player can tell alone. The
    innocent do not need the murderers' words for that, unless they are only two.
    """

    world: World
    knowledge: Knowledge


def generate(
    seed: int,
    *,
    players: int | None = None,
    victims: int = 1,
    murderers: int | None = None,
    acts: int = 1,
    difficulty: str | int = Difficulty.NORMAL,
    lang: str = "en",
    needed: str | None = None,
) -> Script:
    """Generates a mystery; the same arguments always give the same bytes.

    Args:
        seed: all its chance.
        players: characters, 3 to 12; 6 if left out, or as many as the difficulty wants.
        victims: 1 to 4.
        murderers: the number of murderers among the characters; as many as victims unless that leaves too
          few innocent.
        acts: in how many acts each part is told, 1 to 4.
        difficulty: easy, normal or hard, or 2 to 6: the number of testimonies to combine.
        lang: en or zh; the story is the same in both.
        needed: the seat, by number from 1 or by name, without whose words the case stays open, unless it is
          a murderer's; None for any. Of easy, normal and hard ones.

    Raises:
        SetupError: if there can be no such mystery.
    """
    if not 1 <= acts <= MOST_ACTS:
        raise SetupError(f"a mystery is told in 1 to {MOST_ACTS} acts, not {acts}")
    shape = MysteryShape.of(
        players=players, victims=victims, murderers=murderers, difficulty=difficulty, lang=lang
    )
    mystery = first_of(seed, shape) if needed is None else first_needing(seed, shape, needed)
    world, language = mystery.world, shape.language
    rng = chance(seed, "telling", language)
    knowledge = mystery.knowledge
    teller = Teller(world=world, knowledge=knowledge, language=language, acts=acts, draw=lambda fact: rng)
    story = shape.story("evening", seed)
    script = teller.script(seed, story if needed is None else f"{story}-needed-{1 + _seat(needed, mystery)}")
    return script.model_copy(update={"questions": questions(script, world.facts, seed)})


def first_of(seed: int, shape: MysteryShape) -> Mystery:
    """Returns the mystery of a seed.

    Raises:
        SetupError: if the seed gives none of that shape.
    """
    mystery = next(mysteries(seed, shape), None)
    if mystery is None:
        raise shape.not_found(seed)
    return mystery


def first_needing(seed: int, shape: MysteryShape, needed: str) -> Mystery:
    """Returns the first mystery of a seed in which a seat is a murderer's or its words are needed.

    The result does not reveal the seat's role: a murderer in the first mystery of the seed is one in this as
    well, and then it is that mystery.

    Args:
        seed: all its chance.
        shape: of the mystery.
        needed: the seat, by its number from 1 or by its name in the first mystery of the seed.

    Raises:
        SetupError: if there is no such seat, the difficulty is a number, or the seed gives no such mystery.
    """
    if shape.rules.combined is not None:
        raise SetupError(f"a seat is needed at difficulty easy, normal or hard, not {shape.difficulty}")
    first = first_of(seed, shape)
    seat = _seat(needed, first)
    if _is_guilty(first, seat):
        return first
    name = None if needed.isdecimal() else first.world.cast.players[seat]
    for number, mystery in enumerate(islice(mysteries(seed, shape), _MOST_TRIED)):
        world = mystery.world
        who = world.cast.players[seat]
        if name not in (None, who) or _is_guilty(mystery, seat):
            continue
        knowledge = needing(chance(seed, "needed", seat, number), world, mystery.knowledge, who)
        if knowledge and is_as_hard(world, knowledge, shape.rules):
            return Mystery(world=world, knowledge=knowledge)
    raise shape.not_found(seed, f"mystery that needs {needed}")


def _seat(needed: str, mystery: Mystery) -> int:
    """Returns the seat that is meant, from 0."""
    players = mystery.world.cast.players
    if needed.isdecimal() and 1 <= int(needed) <= len(players):
        return int(needed) - 1
    for number, name in enumerate(players):
        if needed.casefold() == name.casefold():
            return number
    raise SetupError(f"there is no seat {needed!r}: they are 1 to {len(players)}, {', '.join(players)}")


def _is_guilty(mystery: Mystery, seat: int) -> bool:
    return mystery.world.cast.players[seat] in mystery.world.murderers


def mysteries(seed: int, shape: MysteryShape) -> Iterator[Mystery]:
    """Yields every mystery of a seed, the one to be told first."""
    for attempt in range(_ATTEMPTS):
        rng = chance(seed, "world", shape.players, shape.victims, shape.murderers, shape.difficulty, attempt)
        cast = draw_cast(rng, shape.players, shape.victims, shape.language)
        setting = list(settings())[seed % len(settings())]  # the next seed plays elsewhere
        world = stage(rng, setting, cast, _killers(rng, cast, shape.murderers), shape.rules)
        combined, civilians = shape.rules.combined, world.civilians
        count = min(combined + attempt % 2, len(civilians)) if combined else 0
        speakers = rng.sample(civilians, count) if combined else ()
        knowledge = make_solvable(rng, world, first_hand(rng, world, shape.rules, speakers), speakers)
        if knowledge and is_as_hard(world, knowledge, shape.rules):
            yield Mystery(world=world, knowledge=knowledge)


def is_as_hard(world: World, knowledge: Knowledge, rules: StagingRules) -> bool:
    """Returns true if a mystery is as hard as promised; three innocents are too few to scatter clues over."""
    if rules.combined is not None:
        deduction = full_deduction(world, knowledge)
        return is_combined_of(deduction, truth(world), world.civilians, rules.combined)
    is_for_many = rules.scatters and len(world.civilians) >= _ENOUGH_TO_SCATTER
    return not is_for_many or is_scattered(world, knowledge)


def _killers(rng: Random, cast: Cast, murderers: int) -> Mapping[Name, tuple[Name, ...]]:
    """Returns the killers of each victim: every murderer kills, and no victim has more than two."""
    guilty = rng.sample(cast.players, murderers)
    hands: dict[Name, list[Name]] = {victim: [] for victim in cast.victims}
    victims = rng.sample(cast.victims, len(cast.victims))
    for number in range(max(murderers, len(victims))):
        hands[victims[number % len(victims)]].append(guilty[number % murderers])
    return {victim: tuple(name for name in cast.players if name in by) for victim, by in hands.items()}
