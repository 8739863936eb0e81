"""Witness twins: two mysteries that differ only in which player has the fact on which a case depends.

The asker cannot know which of the two it plays, so that asking the witness shows how well a method looks for
one, and not how well a story points at one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain, islice
from random import Random

from parlour.core import chance
from parlour.errors import SetupError
from parlour.games.mystery.generate import Mystery, is_as_hard, mysteries
from parlour.games.mystery.questions import questions
from parlour.games.mystery.repair import decisive_witnesses, is_fair, spread
from parlour.games.mystery.script import Script
from parlour.games.mystery.shape import Difficulty, MysteryShape
from parlour.games.mystery.telling import Teller
from parlour.games.mystery.world import Knowledge
from parlour.language.facts import Fact, Name, NoMeans, NoMotive, Plain

TWINS = ("a", "b")
"""The names of the two."""
KIND = "twins"
"""The prefix of their stories' names."""
DIFFICULTIES = (Difficulty.NORMAL, Difficulty.HARD, Difficulty.THREE)
_ATTEMPTS = 200


_Twins = tuple[tuple[Mystery, Mystery], Plain, tuple[Name, Name]]
"""Two mysteries of one evening, the fact that only the witness knows in each, and the two witnesses."""


@dataclass(frozen=True, kw_only=True)
class TwinScripts:
    """Witness twins as scripts: in the same words but for that one sentence.

    Attributes:
        fact: the fact that only the witness knows.
    """

    scripts: tuple[Script, Script]
    fact: Plain
    witnesses: tuple[Name, Name]


def generate_twins(
    seed: int,
    *,
    players: int | None = None,
    victims: int = 1,
    murderers: int | None = None,
    difficulty: str | int = Difficulty.NORMAL,
    lang: str = "en",
) -> TwinScripts:
    """Generates witness twins; the same arguments always give the same bytes.

    Args:
        seed: all their chance.
        players: characters, 3 to 12; 6 if left out, or as many as the difficulty wants.
        victims: 1 to 4.
        murderers: the number of murderers among the characters; as many as victims unless that leaves too
          few innocent.
        difficulty: normal, hard or 3.
        lang: en or zh; the stories are the same in both.

    Raises:
        SetupError: if there can be no such mystery, or the seed gives no twins.
    """
    shape = MysteryShape.of(
        players=players, victims=victims, murderers=murderers, difficulty=difficulty, lang=lang
    )
    check_twins(shape.difficulty)
    for number, mystery in enumerate(islice(mysteries(seed, shape), _ATTEMPTS)):
        for pair, fact, witnesses in _twins_of(chance(seed, "twins", number), mystery, shape):
            first, other = (_tell(twin, seed, shape, name) for twin, name in zip(pair, TWINS, strict=True))
            return TwinScripts(scripts=(first, other), fact=fact, witnesses=witnesses)
    raise shape.not_found(seed, "witness twins")


def pair_of(story: str) -> str:
    """Returns the common part of the names of both witness twins; empty for any other story."""
    pair, _, name = story.rpartition("-")
    return pair if pair.startswith(f"{KIND}-") and name in TWINS else ""


def check_twins(difficulty: Difficulty) -> None:
    """Refuses a difficulty without twins.

    Raises:
        SetupError: naming those that have twins.
    """
    if difficulty not in DIFFICULTIES:
        *names, last = DIFFICULTIES
        raise SetupError(
            f"witness twins are of difficulty {', '.join(names)} or {last}, not {difficulty}: in easier "
            f"mysteries no case depends on one witness alone, in harder ones on several"
        )


def _twins_of(rng: Random, mystery: Mystery, shape: MysteryShape) -> Iterator[_Twins]:
    """Yields the twins that can be made of a mystery: other exclusive knowledge is spread."""
    world, original = mystery.world, mystery.knowledge
    decisive = set(chain.from_iterable(decisive_witnesses(world, original).values()))
    for witness in rng.sample(world.civilians, len(world.civilians)):
        if witness not in decisive or not any(_alone(original, witness)):
            continue
        knowledge = spread(rng, world, original, witness)
        first = replace(mystery, knowledge=knowledge) if knowledge else None
        if first is None or not _depends_on(first, witness, shape):
            continue
        for fact in _alone(first.knowledge, witness):
            for other in rng.sample(world.civilians, len(world.civilians)):
                second = replace(mystery, knowledge=_hand_over(first.knowledge, fact, witness, other))
                if other not in (witness, fact.who) and _depends_on(second, other, shape):
                    yield (first, second), fact, (witness, other)


def _alone(knowledge: Knowledge, witness: Name) -> Iterator[NoMeans | NoMotive]:
    """Yields a witness's exclusive facts that clear another player, and that any player could know."""
    for fact in knowledge.private_facts[witness]:
        if not isinstance(fact, NoMeans | NoMotive) or fact.who == witness:
            continue
        if sum(fact in private_facts for private_facts in knowledge.private_facts.values()) == 1:
            yield fact


def _hand_over(knowledge: Knowledge, fact: Plain, witness: Name, other: Name) -> Knowledge:
    remaining: tuple[Fact, ...] = tuple(
        candidate for candidate in knowledge.private_facts[witness] if candidate != fact
    )
    return replace(knowledge, private_facts={**knowledge.private_facts, witness: remaining}).with_fact(
        other, fact
    )


def _depends_on(mystery: Mystery, witness: Name, shape: MysteryShape) -> bool:
    """Returns true if a mystery is fair, as hard as promised, and needs only that witness's words."""
    world, knowledge = mystery.world, mystery.knowledge
    return (
        set(chain.from_iterable(decisive_witnesses(world, knowledge).values())) == {witness}
        and is_fair(world, knowledge)
        and is_as_hard(world, knowledge, shape.rules)
    )


def _tell(mystery: Mystery, seed: int, shape: MysteryShape, name: str) -> Script:
    """Returns the script of one twin; a fact's phrasing depends on it alone, so all else stays the same."""
    world, language = mystery.world, shape.language

    def draw(fact: Fact) -> Random:
        return chance(seed, "telling", language, str(fact))

    teller = Teller(world=world, knowledge=mystery.knowledge, language=language, acts=1, draw=draw)
    script = teller.script(seed, f"{shape.story(KIND, seed)}-{name}")
    new_questions = questions(script, world.facts, seed)
    return script.model_copy(update={"questions": new_questions, "id": f"{script.id}-{name}"})
