"""What binds the people of a generated evening: motives, relations that explain them, secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from random import Random

from parlour.games.mystery.cast import Cast
from parlour.language.facts import Motive, Name, Relation, Secret, Word, WordKind, entries

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
_HOSTILE: frozenset[Word] = frozenset({"rival", "enemy", "blackmailer", "blackmailed"})
_MOTIVATING: frozenset[Word] = frozenset({*_HOSTILE, "debtor"})
"""Relations to a victim that only somebody with a motive has: without one they would look like a mistake."""
_BEHIND: Mapping[Word, tuple[Word, ...]] = {
    "inheritance": ("heir",),
    "debt": ("debtor",),
    "blackmail": ("blackmailed",),
    "jealousy": ("rival",),
    "old_wrong": ("enemy",),
    "rejection": ("friend", "neighbour"),
    "dismissal": ("employee",),
    "stolen_work": ("pupil", "colleague"),
    "ruin": ("rival",),
    "promotion": ("colleague", "employee"),
    "exposure": ("colleague", "patient", "tenant"),
    "custody": ("enemy",),
    "insurance": ("partner",),
    "land": ("neighbour",),
    "insult": ("rival", "tenant", "colleague"),
    "marriage": ("employee", "tenant", "pupil"),
}
"""The relations to the victim of which one explains a motive."""
_UNWED: frozenset[Word] = frozenset({"marriage", "rejection"})
"""Motives of people who are told of as nobody's family, lest they be somebody's mother or betrothed."""
_POSTS: Mapping[Word, Word] = {"tenant": "landlord", "employee": "employer", "patient": "doctor"}
OVER: Mapping[Word, tuple[Word, ...]] = {
    "inheritance": ("will", "money"),
    "debt": ("money", "rent"),
    "blackmail": ("letter", "money", "portrait"),
    "jealousy": ("portrait", "rumour"),
    "old_wrong": ("past", "horse"),
    "rejection": ("proposal",),
    "dismissal": ("wages",),
    "stolen_work": ("invention", "contract"),
    "ruin": ("contract", "money"),
    "promotion": ("post",),
    "exposure": ("letter", "rumour", "key"),
    "custody": ("child", "past"),
    "insurance": ("money", "contract"),
    "land": ("boundary",),
    "insult": ("cards", "manners", "politics"),
    "marriage": ("wedding",),
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
        is_courted = all((who in cast.women) != (victim in cast.women) for who in people)
        kinds = rng.sample([kind for kind in OVER if is_courted or kind != "rejection"], len(people))
        motives += [
            Motive(who=who, victim=victim, kind=kind) for who, kind in zip(people, kinds, strict=True)
        ]
    return tuple(motives)


def draw_relations(rng: Random, cast: Cast, motives: Sequence[Motive]) -> tuple[Relation, ...]:
    """One to three relations for each of some pairs; whoever had a motive has one that explains it."""
    behind = _reasons(rng, motives)
    kin = {motive.who for motive in motives if motive.kind in _UNWED}
    taken = {post for each in behind.values() for post in _posts(each)}
    found: list[Relation] = []
    for number, (of, to) in enumerate(_pairs(rng, cast, behind)):
        first = behind.get((of, to))
        kinds = _kinds(
            rng, cast, of, to, kin=not kin & {of, to} and not first, first=first.kind if first else None
        )
        drawn = [Relation(of=of, to=to, kind=kind) for kind in kinds]
        drawn = [each for each in drawn if each == first or not taken & _posts(each)][: 1 + number % 3]
        if any(each.kind in pair for pair in (*_KIN, *_OF_MOTHERS, *_OF_COUPLES) for each in drawn):
            kin |= {of, to}
        taken |= {post for each in drawn for post in _posts(each)}
        found += drawn
    return tuple(found)


def _reasons(rng: Random, motives: Sequence[Motive]) -> dict[tuple[Name, Name], Relation]:
    """For everybody who had a motive the relation behind it, giving nobody two employers if that can be."""
    found: dict[tuple[Name, Name], Relation] = {}
    for motive in motives:
        taken = {post for each in found.values() for post in _posts(each)}
        could = [Relation(of=motive.who, to=motive.victim, kind=kind) for kind in _BEHIND[motive.kind]]
        fit = [each for each in could if not taken & _posts(each)]
        found[motive.who, motive.victim] = rng.choice(fit or could)
    return found


def _posts(relation: Relation) -> set[tuple[Name, Word]]:
    """Whose landlord, employer or doctor a relation makes somebody: nobody has two of them."""
    if relation.kind in _POSTS.values():
        return {(relation.to, relation.kind)}
    return {(relation.of, _POSTS[relation.kind])} if relation.kind in _POSTS else set()


def _pairs(rng: Random, cast: Cast, reasons: Mapping[tuple[Name, Name], Relation]) -> list[tuple[Name, Name]]:
    """Everybody who had a motive with the victim, and as many pairs again as there are players.

    Those come shuffled, since how many relations a pair has goes by its place: else murderers would have one
    each. Of the others comes first whoever is not bound to anybody yet, so that nobody is a stranger to all.
    """
    every = (*combinations(cast.players, 2), *product(cast.players, cast.victims))
    others = [pair for pair in every if pair not in reasons]
    rng.shuffle(others)
    pairs = rng.sample(list(reasons), len(reasons))
    for _ in range(min(len(others), len(cast.players))):
        bound = {name for pair in pairs for name in pair}
        pairs.append(max(others, key=lambda pair: len({*pair} - bound)))
        others.remove(pairs[-1])
    return pairs


def _kinds(rng: Random, cast: Cast, of: Name, to: Name, *, kin: bool, first: Word | None) -> list[Word]:
    """Relations that go together, in the order in which they are drawn."""
    ties = (
        *_KIN,
        *(_OF_MOTHERS if to in cast.women else ()),
        *(_OF_COUPLES if (of in cast.women) != (to in cast.women) else ()),
    )
    family = rng.choice(ties)[0 if of in cast.women else 1]
    unfit = _MOTIVATING if to in cast.victims else frozenset[Word]()
    spheres = [[kind for kind in sphere if kind not in unfit] for sphere in _SPHERES if first not in sphere]
    kinds = [rng.choice(sphere) for sphere in spheres] + ([family] if kin else [])
    rng.shuffle(kinds)
    return list(_in_peace([first, *kinds] if first else kinds))


def _in_peace(kinds: Sequence[Word]) -> Iterator[Word]:
    """The relations that go with those before them: nobody is friend or family, and at war besides."""
    warm = {"friend", *(kind for pair in (*_KIN, *_OF_MOTHERS, *_OF_COUPLES) for kind in pair)}
    kept: set[Word] = set()
    for kind in kinds:
        against = _HOSTILE if kind in warm else warm if kind in _HOSTILE else set[Word]()
        if not kept & against and not (kind in _HOSTILE and kept & _HOSTILE):
            kept.add(kind)
            yield kind


def draw_secrets(rng: Random, cast: Cast) -> tuple[Secret, ...]:
    """Something to hide for every player, murderer or not."""
    kinds = rng.sample(list(entries(WordKind.SECRET)), len(cast.players))
    return tuple(Secret(who=who, kind=kind) for who, kind in zip(cast.players, kinds, strict=True))
