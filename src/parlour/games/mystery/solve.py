"""Reads a script in the controlled language, and proves who did it or names what forbids the proof."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace

from parlour.errors import UsageError
from parlour.games.mystery.clashes import Clash, SourcedFact, clashes
from parlour.games.mystery.deduction import Deduction, Hypothesis
from parlour.games.mystery.script import Script
from parlour.language.facts import Cause, Claim, DeathPlace, DeathTime, Fact, Killing, Name, Plain, read

_PEOPLE = frozenset({"who", "whom", "by", "of", "to", "victim"})
_MOST_SHOWN = 3


@dataclass(frozen=True, kw_only=True)
class ScriptSentence:
    """A sentence of a script.

    Attributes:
        source: the character in whose script it stands; None for the synopsis.
        act: the act with which it is dealt, the first being 0.
    """

    source: Name | None
    text: str
    fact: Fact
    act: int = 0

    @property
    def statement(self) -> SourcedFact:
        """The statement of its speaker; for a cover story, the claim."""
        fact = self.fact.fact if isinstance(self.fact, Claim) else self.fact
        return SourcedFact(source=self.source, fact=fact)


@dataclass(frozen=True, kw_only=True)
class SolutionProblem:
    """A reason why a script does not have exactly one solution.

    Attributes:
        sentences: those that clash. Under a hypothesis that is not meant they do so only by the word of the
            people that it accuses, which counts for nothing then; there may be none.
    """

    hypothesis: Hypothesis
    is_meant: bool
    sentences: tuple[ScriptSentence, ...]


@dataclass(frozen=True, kw_only=True)
class Solution:
    """The consequences of a script if all players speak (`evidence`).

    Attributes:
        knowing: innocent people who can solve all cases alone.
    """

    evidence: Deduction
    truth: Hypothesis
    survivors: tuple[Hypothesis, ...]
    knowing: tuple[Name, ...]
    problems: tuple[SolutionProblem, ...]

    @property
    def is_proved(self) -> bool:
        """True if exactly the declared murderers follow."""
        return self.survivors == (self.truth,)

    @property
    def civilians(self) -> tuple[Name, ...]:
        """The players who killed no one."""
        guilty = {name for killers in self.truth for name in killers}
        return tuple(name for name in self.evidence.suspects if name not in guilty)


def solve(script: Script) -> Solution:
    """Solves a script by its texts alone; only the numbers of killers are taken from the declared murderers.

    Victims without a murderer at the table are left out.

    Raises:
        UsageError: if the texts hold no fact in the controlled language, or no player is a murderer.
    """
    sentences = tuple(sentences_of(script))
    if not sentences:
        raise UsageError(
            f"{script.title} says nothing in the controlled language, so nothing follows from it"
        )
    killers = {
        victim.name: tuple(name for name in script.players if name in victim.murderers)
        for victim in script.victims
        if victim.murderers
    }
    if not killers:
        raise UsageError(f"{script.title} has no victim whom anybody at the table killed")
    public = [
        sentence.fact
        for sentence in sentences
        if sentence.source is None and not isinstance(sentence.fact, Claim)
    ]
    private_facts = {
        name: [sentence.fact for sentence in sentences if sentence.source == name] for name in script.players
    }
    deduction = evidence(public, private_facts, killers)
    truth = tuple(killers.values())
    survivors = tuple(deduction.survivors())
    innocent = [name for name in script.players if not script.victims_of(name)]
    return Solution(
        evidence=deduction,
        truth=truth,
        survivors=survivors,
        knowing=tuple(name for name in innocent if deduction.told_by({name}).seen_by(name).is_settled()),
        problems=tuple(_problems(deduction, truth, survivors, sentences)),
    )


def sentences_of(script: Script) -> Iterator[ScriptSentence]:
    """Yields every sentence of a script that states a fact, the public ones first."""
    named = (*script.characters, *script.victims)
    aliases = {alias: person.name for person in named for alias in person.aliases}
    names = (*(person.name for person in named), *aliases)
    for reading in read(script.synopsis, script.language, names=names).found:
        yield ScriptSentence(
            source=None, text=reading.sentence, fact=_with_usual_names(reading.fact, aliases)
        )
    for character in script.characters:
        for act, text in (
            *enumerate(character.acts),
            (0, "\n".join((*character.secrets, *character.objectives))),
        ):
            for reading in read(text, script.language, reader=character.name, names=names).found:
                fact = _with_usual_names(reading.fact, aliases)
                yield ScriptSentence(source=character.name, text=reading.sentence, fact=fact, act=act)


def _with_usual_names(fact: Fact, aliases: Mapping[str, Name]) -> Fact:
    """Returns the fact with each person's usual name."""
    if isinstance(fact, Claim):
        inner = _with_usual_names(fact.fact, aliases)
        fact = fact if isinstance(inner, Claim) else replace(fact, fact=inner)
    people = {field.name: getattr(fact, field.name) for field in fields(fact) if field.name in _PEOPLE}
    return replace(fact, **{field: aliases[name] for field, name in people.items() if name in aliases})


def _problems(
    deduction: Deduction,
    truth: Hypothesis,
    survivors: tuple[Hypothesis, ...],
    sentences: tuple[ScriptSentence, ...],
) -> Iterator[SolutionProblem]:
    if clash := deduction.refutation(truth):
        yield SolutionProblem(
            hypothesis=truth, is_meant=True, sentences=tuple(_behind(clash, truth, sentences))
        )
    wrong = [hypothesis for hypothesis in survivors if hypothesis != truth]
    for hypothesis in wrong[:_MOST_SHOWN]:
        accused = frozenset(name for killers in hypothesis for name in killers)
        clash = deduction.believing(accused).refutation(hypothesis)
        behind = tuple(_behind(clash, hypothesis, sentences)) if clash else ()
        yield SolutionProblem(hypothesis=hypothesis, is_meant=False, sentences=behind)


def _behind(
    clash: Clash, hypothesis: Hypothesis, sentences: tuple[ScriptSentence, ...]
) -> Iterator[ScriptSentence]:
    """Yields the sentences with the statements of a clash."""
    accused = [name for killers in hypothesis for name in killers]
    for statement in clash.statements:
        sources = (statement.source,) if statement.source else (None, *accused)
        statements = [SourcedFact(source=source, fact=statement.fact) for source in sources]
        yield next(sentence for meant in statements for sentence in sentences if sentence.statement == meant)


def evidence(
    public: Sequence[Plain],
    private_facts: Mapping[Name, Sequence[Fact]],
    killers: Mapping[Name, Sequence[Name]],
) -> Deduction:
    """Returns the deduction from all statements if all players speak.

    An innocent says all that it knows. A murderer says its cover story (the claims of its own in its papers),
    and whatever else it knows that does not clash with it; it never says that it killed, nor how, where or
    when its own victims died. Hearsay (another's known statement) is left out.
    """
    statements = [SourcedFact(source=None, fact=fact) for fact in public]
    for name, facts in private_facts.items():
        own = frozenset(victim for victim, names in killers.items() if name in names)
        statements += _of_murderer(name, facts, own) if own else _of_innocent(name, facts)
    return Deduction(
        suspects=tuple(private_facts),
        victims=tuple(killers),
        statements=tuple(statements),
        hands={victim: len(names) for victim, names in killers.items()},
    )


def _of_innocent(name: Name, facts: Sequence[Fact]) -> Iterator[SourcedFact]:
    return (SourcedFact(source=name, fact=fact) for fact in facts if not isinstance(fact, Claim))


def _of_murderer(name: Name, facts: Sequence[Fact], victims: frozenset[Name]) -> Iterator[SourcedFact]:
    story = [
        SourcedFact(source=name, fact=claim.fact)
        for claim in facts
        if isinstance(claim, Claim) and claim.by == name
    ]
    yield from story
    for statement in _of_innocent(name, facts):
        fact = statement.fact
        is_of_crime = isinstance(fact, Killing | Cause | DeathPlace | DeathTime) and fact.victim in victims
        if not is_of_crime and not any(clashes([*story, statement], ())):
            yield statement
