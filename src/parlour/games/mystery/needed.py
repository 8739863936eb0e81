"""Makes the words of one person needed: without them others look guilty, and it does not follow who did it.

Of what others know, whatever clears a few *decoys* is forgotten, and whatever belies the murderer; the clues
that settle the case then go to the one person. Of the decoys, where they had a motive, others know it. So
whoever is silent leaves the table with people who might have done it and look more like it than the murderer.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

from parlour.games.mystery.clashes import Clash
from parlour.games.mystery.combining import decisive
from parlour.games.mystery.deduction import Hypothesis
from parlour.games.mystery.repair import completed, is_fair, told, truth
from parlour.games.mystery.world import Knowledge, World
from parlour.language.facts import Absence, Fact, Hearing, Means, Motive, Name, NoMeans, NoMotive

_MOST_DECOYS = 3
_CLUES = NoMotive | NoMeans | Hearing | Absence | Motive | Means
"""What somebody may come to know of others, or not, as chance has it."""


def needing(rng: Random, world: World, knowledge: Knowledge, witness: Name) -> Knowledge | None:
    """The same evening where every case stays open without one innocent's words; None if it cannot be.

    Args:
        rng: by which decoys and clues are chosen.
        world: the evening.
        knowledge: who knows what of it.
        witness: whose words are to be needed.
    """
    for most in range(_MOST_DECOYS, 0, -1):
        found: Knowledge | None = knowledge
        for number in range(len(world.murders)):
            found = _with_decoys(rng, world, found, witness, number, most) if found else None
        found = completed(rng, world, found, witness) if found else None
        if found and is_fair(world, found) and _is_needed(world, found, witness):
            return found
    return None


def _is_needed(world: World, knowledge: Knowledge, witness: Name) -> bool:
    return all(witness in names for names in decisive(told(world, knowledge), truth(world)).values())


def _with_decoys(
    rng: Random, world: World, knowledge: Knowledge, witness: Name, number: int, most: int
) -> Knowledge | None:
    """The same where so many innocents can have killed one victim as long as the witness is silent."""
    victim = world.murders[number].victim
    others = [name for name in world.civilians if name != witness]
    shuffled = rng.sample(others, len(others))
    decoys = 0
    for decoy in sorted(shuffled, key=lambda name: world.motive(name, victim) is None):
        if decoys < most and (open_ := _opened(world, knowledge, witness, decoy, number)):
            knowledge = _suspected(rng, world, open_, witness, decoy, victim)
            decoys += 1
    return knowledge if decoys == most else None


def _opened(world: World, knowledge: Knowledge, witness: Name, decoy: Name, number: int) -> Knowledge | None:
    """The same where everything is forgotten, but by the witness, that clears somebody of a murder."""
    solution = truth(world)
    _, *more = solution[number]
    wrong: Hypothesis = (*solution[:number], (decoy, *more), *solution[number + 1 :])
    speakers = [name for name in world.cast.players if name != witness]
    while clash := told(world, knowledge).told_by(speakers).refutation(wrong):
        fact = _clue(clash, world)
        if fact is None:
            return None
        knowledge = _forgotten(knowledge, fact, witness)
    return knowledge


def _clue(clash: Clash, world: World) -> Fact | None:
    """What of a clash an innocent may as well not know; nothing of oneself."""
    for each in clash.statements:
        of_whom = getattr(each.fact, "who", None)
        if each.source in world.civilians and isinstance(each.fact, _CLUES) and of_whom != each.source:
            return each.fact
    return None


def _forgotten(knowledge: Knowledge, fact: Fact, witness: Name) -> Knowledge:
    """The same where nobody knows something but those whom it is of, and the witness if it did."""

    def keeps(name: Name) -> bool:
        return name in (witness, getattr(fact, "who", None))

    papers = {
        name: known if keeps(name) else tuple(each for each in known if each != fact)
        for name, known in knowledge.papers.items()
    }
    return replace(knowledge, papers=papers)


def _suspected(
    rng: Random, world: World, knowledge: Knowledge, witness: Name, decoy: Name, victim: Name
) -> Knowledge:
    """The same where somebody else knows of a decoy's motive, if it had one."""
    motive = world.motive(decoy, victim)
    others = [name for name in world.civilians if name not in (witness, decoy)]
    if motive is None or not others or any(motive in knowledge.papers[name] for name in others):
        return knowledge
    return knowledge.with_fact(rng.choice(others), motive)
