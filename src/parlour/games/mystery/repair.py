"""Makes an evening solvable: each wrong suspicion gets a witness, and no player learns too much.

It can also make the words of one person needed (`needing`): others forget what clears a few *decoys* and what
belies the murderer, learn of the decoys' motives, and the clues that settle the case go to the one person.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice, product
from random import Random

from parlour.games.mystery.clashes import Clash
from parlour.games.mystery.deduction import Deduction, Hypothesis
from parlour.games.mystery.difficulty import decisive
from parlour.games.mystery.solve import evidence
from parlour.games.mystery.witnesses import better
from parlour.games.mystery.world import Knowledge, World
from parlour.language.facts import (
    Absence,
    Claim,
    Fact,
    Hearing,
    Means,
    Motive,
    Name,
    NoMeans,
    NoMotive,
    Plain,
)

_ROUNDS, _AT_ONCE = 12, 400
_FEW = 3
"""With fewer civilians than that, a player can be cleared only by catching the murderer in a lie."""


@dataclass(frozen=True, kw_only=True)
class Clue:
    """A fact that a civilian could know, with what it refutes.

    Attributes:
        number: the victim of whose murder it clears a suspect; None if it clears all who do not lie.
        others: people, one of which must be honest too for it to count; empty if its witness is enough.
    """

    witness: Name
    fact: Plain
    number: int | None = None
    suspect: Name = ""
    others: tuple[Name, ...] = ()

    def refutes(self, hypothesis: Hypothesis) -> bool:
        """Returns true if a hypothesis falls once the witness speaks."""
        liars = frozenset(chain.from_iterable(hypothesis))
        is_about = self.number is None or self.suspect in hypothesis[self.number]
        is_enough = not self.others or not liars.issuperset(self.others)
        return is_about and self.witness not in liars and is_enough


def full_deduction(world: World, knowledge: Knowledge) -> Deduction:
    """Returns the deduction from all statements at the table."""
    return evidence(
        knowledge.public, knowledge.private_facts, {murder.victim: murder.killers for murder in world.murders}
    )


def truth(world: World) -> Hypothesis:
    """Returns the true hypothesis."""
    return tuple(murder.killers for murder in world.murders)


def decisive_witnesses(world: World, knowledge: Knowledge) -> Mapping[Name, tuple[Name, ...]]:
    """Returns the decisive witnesses of each victim's case."""
    return decisive(full_deduction(world, knowledge), truth(world))


def is_blind(world: World, knowledge: Knowledge, name: Name) -> bool:
    """Returns true if a civilian alone cannot tell who killed any of the victims."""
    private_facts: dict[Name, tuple[Fact, ...]] = dict.fromkeys(world.cast.players, ())
    private_facts[name] = knowledge.private_facts[name]
    deduction = full_deduction(world, replace(knowledge, private_facts=private_facts)).seen_by(name)
    return all(
        len(deduction.suspects) - len(deduction.cleared_suspects(murder.victim)) > len(murder.killers)
        for murder in world.murders
    )


def is_scattered(world: World, knowledge: Knowledge) -> bool:
    """Returns true if no civilian can solve it all after hearing only one other."""
    deduction = full_deduction(world, knowledge)
    return not any(
        deduction.seen_by(name).told_by({other}).is_settled()
        for name in world.civilians
        for other in world.cast.players
        if other != name
    )


def make_solvable(
    rng: Random, world: World, knowledge: Knowledge, speakers: Sequence[Name] = ()
) -> Knowledge | None:
    """Returns the knowledge with as many more clues as it takes; None if this evening cannot be saved."""
    if speakers:
        first, *_ = speakers
        for_one = _settle(
            rng, world, knowledge, lambda deduction: deduction.told_by(speakers).seen_by(first), speakers
        )
        if for_one is None:
            return None
        knowledge = for_one
    for_all = _settle(rng, world, knowledge, lambda deduction: _of_innocent(world, deduction))
    is_sound = for_all and all(is_blind(world, for_all, name) for name in world.civilians)
    return for_all if is_sound else None


def spread(rng: Random, world: World, knowledge: Knowledge, witness: Name) -> Knowledge | None:
    """Returns the knowledge in which one witness's silence alone leaves the case open; None if impossible."""
    for silent in world.civilians:
        if silent != witness:
            others = [name for name in world.cast.players if name != silent]
            speakers = [name for name in world.civilians if name != silent]
            more = _settle(
                rng, world, knowledge, lambda deduction, names=others: deduction.told_by(names), speakers
            )
            if more is None:
                return None
            knowledge = more
    return knowledge


def is_fair(world: World, knowledge: Knowledge) -> bool:
    """Returns true if the innocents' knowledge entails the truth, and none of them can tell alone."""
    is_settled = _of_innocent(world, full_deduction(world, knowledge)).is_settled()
    return is_settled and all(is_blind(world, knowledge, name) for name in world.civilians)


def _of_innocent(world: World, deduction: Deduction) -> Deduction:
    return deduction if len(world.civilians) < _FEW else deduction.told_by(world.civilians)


def _settle(
    rng: Random,
    world: World,
    knowledge: Knowledge,
    restrict: Callable[[Deduction], Deduction],
    witnesses: Sequence[Name] = (),
) -> Knowledge | None:
    """Returns the knowledge with clues to certain witnesses, or any, until the truth is entailed."""
    for _ in range(_ROUNDS):
        deduction = restrict(full_deduction(world, knowledge))
        wrong = [
            hypothesis for hypothesis in islice(deduction.survivors(), _AT_ONCE) if hypothesis != truth(world)
        ]
        if not wrong:
            return knowledge
        better_known = _with_clues(rng, world, knowledge, wrong, witnesses)
        if better_known is None:
            return None
        knowledge = better_known
    return None


def _with_clues(
    rng: Random, world: World, knowledge: Knowledge, wrong: list[Hypothesis], witnesses: Sequence[Name]
) -> Knowledge | None:
    chosen: list[Clue] = []
    clues = [clue for clue in _clues(world, knowledge) if not witnesses or clue.witness in witnesses]
    rng.shuffle(clues)
    for hypothesis in wrong:
        if any(clue.refutes(hypothesis) for clue in chosen):
            continue
        load = Counter(clue.witness for clue in chosen)
        fit = (clue for clue in clues if clue.refutes(hypothesis))
        for clue in sorted(fit, key=lambda clue: load[clue.witness]):
            more = knowledge.with_fact(clue.witness, clue.fact)
            if is_blind(world, more, clue.witness):
                chosen.append(clue)
                knowledge = more
                break
        else:
            return None
    return knowledge


def _clues(world: World, knowledge: Knowledge) -> Iterator[Clue]:
    """Yields everything true that a civilian could know and that clears a suspect."""
    for number, murder in enumerate(world.murders):
        _, cause, time = (_knowing(knowledge, fact) for fact in murder.facts)
        for witness, suspect in product(world.civilians, world.cast.players):
            if suspect != witness and suspect not in murder.killers:
                yield from _clearing(world, number, witness, suspect, time=time, cause=cause)
    if len(world.civilians) < _FEW:
        for witness, (liar, facts) in product(world.civilians, knowledge.private_facts.items()):
            for claim in facts:
                if isinstance(claim, Claim) and claim.by == liar:
                    for fact in better(world, claim.fact, liar, witness):
                        yield Clue(witness=witness, fact=fact, others=(liar,))


def _knowing(knowledge: Knowledge, fact: Plain) -> tuple[Name, ...] | None:
    if fact in knowledge.public:
        return None
    return tuple(name for name, facts in knowledge.private_facts.items() if fact in facts)


def _clearing(
    world: World,
    number: int,
    witness: Name,
    suspect: Name,
    *,
    time: tuple[Name, ...] | None,
    cause: tuple[Name, ...] | None,
) -> Iterator[Clue]:
    """Yields clues that clear a suspect of a murder, by a witness and the players who know the rest."""
    about, murder = partial(Clue, witness=witness, number=number, suspect=suspect), world.murders[number]
    place = world.whereabouts[suspect, murder.slot]
    if time != () and world.whereabouts[witness, murder.slot] != place:
        hearing = Hearing(by=witness, whom=suspect, place=place, slot=murder.slot)
        yield about(fact=hearing, others=time or ())
    if world.motive(suspect, murder.victim) is None:
        yield about(fact=NoMotive(who=suspect, victim=murder.victim))
    if cause != () and (suspect, murder.thing) not in world.access:
        yield about(fact=NoMeans(who=suspect, thing=murder.thing), others=cause or ())


_MOST_DECOYS = 3
_CLUES = NoMotive | NoMeans | Hearing | Absence | Motive | Means
"""The facts about others that a player may or may not learn, by chance."""


def needing(rng: Random, world: World, knowledge: Knowledge, witness: Name) -> Knowledge | None:
    """Returns the knowledge in which no case is settled without one innocent's words; None if impossible."""
    for most in range(_MOST_DECOYS, 0, -1):
        revised: Knowledge | None = knowledge
        for number in range(len(world.murders)):
            revised = _with_decoys(rng, world, revised, witness, number, most) if revised else None
        if revised:  # the clues that the innocents lack go to the witness
            revised = _settle(
                rng, world, revised, lambda deduction: _of_innocent(world, deduction), [witness]
            )
        if (
            revised
            and is_fair(world, revised)
            and all(witness in names for names in decisive_witnesses(world, revised).values())
        ):
            return revised
    return None


def _with_decoys(
    rng: Random, world: World, knowledge: Knowledge, witness: Name, number: int, most: int
) -> Knowledge | None:
    """Returns the knowledge in which so many innocents stay suspects while the witness is silent."""
    victim = world.murders[number].victim
    others = [name for name in world.civilians if name != witness]
    shuffled = rng.sample(others, len(others))
    decoys = 0
    for decoy in sorted(shuffled, key=lambda name: world.motive(name, victim) is None):
        if decoys < most and (open_ := _open_case(world, knowledge, witness, decoy, number)):
            knowledge = _suspect(rng, world, open_, witness, decoy, victim)
            decoys += 1
    return knowledge if decoys == most else None


def _open_case(
    world: World, knowledge: Knowledge, witness: Name, decoy: Name, number: int
) -> Knowledge | None:
    """Returns the knowledge without everything, but the witness's, that clears a player of a murder."""
    solution = truth(world)
    _, *more = solution[number]
    wrong: Hypothesis = (*solution[:number], (decoy, *more), *solution[number + 1 :])
    speakers = [name for name in world.cast.players if name != witness]
    while clash := full_deduction(world, knowledge).told_by(speakers).refutation(wrong):
        fact = _clue(clash, world)
        if fact is None:
            return None
        knowledge = _forget(knowledge, fact, witness)
    return knowledge


def _clue(clash: Clash, world: World) -> Fact | None:
    """Returns a fact of a clash that an innocent can do without; none about itself."""
    for statement in clash.statements:
        of_whom = getattr(statement.fact, "who", None)
        if (
            statement.source in world.civilians
            and isinstance(statement.fact, _CLUES)
            and of_whom != statement.source
        ):
            return statement.fact
    return None


def _forget(knowledge: Knowledge, fact: Fact, witness: Name) -> Knowledge:
    """Returns the knowledge without a fact, except of its subject and of the witness."""

    def keeps(name: Name) -> bool:
        return name in (witness, getattr(fact, "who", None))

    private_facts = {
        name: facts if keeps(name) else tuple(other for other in facts if other != fact)
        for name, facts in knowledge.private_facts.items()
    }
    return replace(knowledge, private_facts=private_facts)


def _suspect(
    rng: Random, world: World, knowledge: Knowledge, witness: Name, decoy: Name, victim: Name
) -> Knowledge:
    """Returns the knowledge in which another player knows a decoy's motive, if there is one."""
    motive = world.motive(decoy, victim)
    others = [name for name in world.civilians if name not in (witness, decoy)]
    if motive is None or not others or any(motive in knowledge.private_facts[name] for name in others):
        return knowledge
    return knowledge.with_fact(rng.choice(others), motive)
