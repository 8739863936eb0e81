"""What binds the people of a generated evening: motives, relations that explain them, secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from random import Random

from parlour.facts import Kind, Motive, Name, Relation, Secret, Word, entries
from parlour.games.mystery.cast import Cast

_KIN: tuple[tuple[Word, Word], ...] = (("aunt", "uncle"), ("niece", "nephew"), ("cousin", "cousin"))
_OF_MOTHERS: tuple[tuple[Word, Word], ...] = (("daughter", "son"),)
_OF_COUPLES: tuple[tuple[Word, Word], ...] = (("fiancee", "fiance"), ("former_wife", "former_husband"))
"""Family ties, by whether their bearer is a woman: such as two people of different family names can have."""
_SPHERES: tuple[tuple[Word, ...], ...] = (
    ("employee", "partner", "colleague", "pupil", "teacher", "employer"),
    ("debtor", "tenant", "creditor", "landlord"),
    ("friend", "rival", "enemy"),
    ("neighbour", "doctor", "patient", "blackmailer", "blackmailed"),
)
"""Two people have at most one relation of a sphere, so that no two of theirs contradict each other."""
_BEHIND: Mapping[Word, Word] = {
    "debt": "debtor",
    "blackmail": "blackmailed",
    "dismissal": "employee",
    "stolen_work": "pupil",
    "ruin": "rival",
    "promotion": "colleague",
    "old_wrong": "enemy",
    "land": "neighbour",
    "insurance": "partner",
    "insult": "tenant",
}
"""The relation to the victim that explains a motive."""
OVER: Mapping[Word, Word] = {
    "inheritance": "will",
    "debt": "money",
    "blackmail": "letter",
    "jealousy": "wedding",
    "old_wrong": "past",
    "rejection": "wedding",
    "dismissal": "wages",
    "stolen_work": "contract",
    "ruin": "contract",
    "promotion": "politics",
    "exposure": "letter",
    "custody": "past",
    "insurance": "money",
    "land": "boundary",
    "insult": "cards",
    "marriage": "wedding",
}
"""What people quarrel over who have such a motive."""


def draw_motives(
    rng: Random, cast: Cast, killers: Mapping[Name, Sequence[Name]], herrings: int
) -> tuple[Motive, ...]:
    """A motive for every murderer and for some innocent people, all different for one victim."""
    motives: list[Motive] = []
    for victim in cast.victims:
        innocent = [name for name in cast.players if name not in killers[victim]]
        people = (*killers[victim], *rng.sample(innocent, min(herrings, len(innocent) - 1)))
        kinds = rng.sample(list(OVER), len(people))
        motives += [
            Motive(who=who, victim=victim, kind=kind) for who, kind in zip(people, kinds, strict=True)
        ]
    return tuple(motives)


def draw_relations(rng: Random, cast: Cast, motives: Sequence[Motive]) -> tuple[Relation, ...]:
    """One to three relations for each of some pairs; whoever had a motive has one that explains it."""
    reasons = {(motive.who, motive.victim): motive.kind for motive in motives}
    kin: set[Name] = set()
    found: list[Relation] = []
    for number, (of, to) in enumerate(_pairs(rng, cast, reasons)):
        kinds = _kinds(
            rng, cast, of, to, kin=not kin & {of, to}, first=_BEHIND.get(reasons.get((of, to), ""))
        )
        drawn = kinds[: 1 + number % 3]
        if any(kind in pair for pair in (*_KIN, *_OF_MOTHERS, *_OF_COUPLES) for kind in drawn):
            kin |= {of, to}
        found += [Relation(of=of, to=to, kind=kind) for kind in drawn]
    return tuple(found)


def _pairs(rng: Random, cast: Cast, reasons: Mapping[tuple[Name, Name], Word]) -> list[tuple[Name, Name]]:
    """Everybody who had a motive with the victim, and as many pairs again as there are players."""
    every = (*combinations(cast.players, 2), *product(cast.players, cast.victims))
    others = [pair for pair in every if pair not in reasons]
    pairs = [*reasons, *rng.sample(others, min(len(others), len(cast.players)))]
    rng.shuffle(pairs)
    return pairs


def _kinds(rng: Random, cast: Cast, of: Name, to: Name, *, kin: bool, first: Word | None) -> list[Word]:
    """Relations that go together, in the order in which they are drawn."""
    ties = (
        *_KIN,
        *(_OF_MOTHERS if to in cast.women else ()),
        *(_OF_COUPLES if (of in cast.women) != (to in cast.women) else ()),
    )
    family = rng.choice(ties)[0 if of in cast.women else 1]
    spheres = [sphere for sphere in _SPHERES if first not in sphere]
    kinds = [rng.choice(sphere) for sphere in spheres] + ([family] if kin else [])
    rng.shuffle(kinds)
    return [first, *kinds] if first else kinds


def draw_secrets(rng: Random, cast: Cast) -> tuple[Secret, ...]:
    """Something to hide for every player, murderer or not."""
    kinds = rng.sample(list(entries(Kind.SECRET)), len(cast.players))
    return tuple(Secret(who=who, kind=kind) for who, kind in zip(cast.players, kinds, strict=True))
