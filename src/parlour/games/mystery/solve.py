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
        source: in whose papers it stands; None for the synopsis.
        text: as it is written.
        fact: what it says, everybody called by the name that all use.
        act: with which act it is dealt, the first being 0.
    """

    source: Name | None
    text: str
    fact: Fact
    act: int = 0

    @property
    def told(self) -> SourcedFact:
        """What is said by whoever tells it; of a cover story what it claims."""
        fact = self.fact.fact if isinstance(self.fact, Claim) else self.fact
        return SourcedFact(source=self.source, fact=fact)


@dataclass(frozen=True, kw_only=True)
class SolutionProblem:
    """What keeps a script from having exactly one solution.

    Attributes:
        hypothesis: what cannot be, and is meant; or is not meant, and can be.
        is_meant: whether the author declares it to be the truth.
        sentences: those that clash. Under a hypothesis that is not meant they do so only by the word of the
            people whom it accuses, which counts for nothing then; there may be none.
    """

    hypothesis: Hypothesis
    is_meant: bool
    sentences: tuple[ScriptSentence, ...]


@dataclass(frozen=True, kw_only=True)
class Solution:
    """What follows from a script if everybody at the table speaks (`testimony.evidence`).

    Attributes:
        evidence: what is said.
        truth: the murderers whom the author declares.
        survivors: all that is not refuted.
        knowing: innocent people who can tell by themselves who killed all the victims.
        problems: why it is not solved.
    """

    evidence: Deduction
    truth: Hypothesis
    survivors: tuple[Hypothesis, ...]
    knowing: tuple[Name, ...]
    problems: tuple[SolutionProblem, ...]

    @property
    def is_proved(self) -> bool:
        """Whether exactly the declared murderers follow."""
        return self.survivors == (self.truth,)

    @property
    def civilians(self) -> tuple[Name, ...]:
        """Who killed nobody."""
        guilty = {name for killers in self.truth for name in killers}
        return tuple(name for name in self.evidence.suspects if name not in guilty)


def solve(script: Script) -> Solution:
    """Solves a script by its texts alone; only for how many did it are the declared murderers looked up.

    Victims whom nobody at the table killed are left out.

    Raises:
        UsageError: if the texts hold no fact in the controlled language, or nobody at the table killed.
    """
    sentences = tuple(sentences_of(script))
    if not sentences:
        raise UsageError(
            f"{script.title} says nothing in the controlled language, so nothing follows from it"
        )
    killers = {each.name: _seated(script, each.murderers) for each in script.victims if each.murderers}
    if not killers:
        raise UsageError(f"{script.title} has no victim whom anybody at the table killed")
    said = evidence(_public(sentences), _papers(script, sentences), killers)
    truth = tuple(killers.values())
    survivors = tuple(said.survivors())
    innocent = [name for name in script.players if not script.victims_of(name)]
    return Solution(
        evidence=said,
        truth=truth,
        survivors=survivors,
        knowing=tuple(name for name in innocent if said.told_by({name}).seen_by(name).is_settled()),
        problems=tuple(_problems(said, truth, survivors, sentences)),
    )


def sentences_of(script: Script) -> Iterator[ScriptSentence]:
    """Every sentence of a script that says a fact, the public ones first."""
    named = (*script.characters, *script.victims)
    aliases = {alias: each.name for each in named for alias in each.aliases}
    names = (*(each.name for each in named), *aliases)
    for found in read(script.synopsis, script.language, names=names).found:
        yield ScriptSentence(source=None, text=found.sentence, fact=_called(found.fact, aliases))
    for each in script.characters:
        for act, text in (*enumerate(each.acts), (0, "\n".join((*each.secrets, *each.objectives)))):
            for found in read(text, script.language, reader=each.name, names=names).found:
                fact = _called(found.fact, aliases)
                yield ScriptSentence(source=each.name, text=found.sentence, fact=fact, act=act)


def _public(sentences: tuple[ScriptSentence, ...]) -> tuple[Plain, ...]:
    return tuple(each.fact for each in sentences if each.source is None and not isinstance(each.fact, Claim))


def _papers(script: Script, sentences: tuple[ScriptSentence, ...]) -> Mapping[Name, tuple[Fact, ...]]:
    return {name: tuple(each.fact for each in sentences if each.source == name) for name in script.players}


def _seated(script: Script, names: tuple[Name, ...]) -> tuple[Name, ...]:
    return tuple(name for name in script.players if name in names)


def _called(fact: Fact, aliases: Mapping[str, Name]) -> Fact:
    """The fact with everybody called by the name that all use."""
    if isinstance(fact, Claim):
        inner = _called(fact.fact, aliases)
        fact = fact if isinstance(inner, Claim) else replace(fact, fact=inner)
    people = {each.name: getattr(fact, each.name) for each in fields(fact) if each.name in _PEOPLE}
    return replace(fact, **{field: aliases[name] for field, name in people.items() if name in aliases})


def _problems(
    said: Deduction,
    truth: Hypothesis,
    survivors: tuple[Hypothesis, ...],
    sentences: tuple[ScriptSentence, ...],
) -> Iterator[SolutionProblem]:
    if clash := said.refutation(truth):
        yield SolutionProblem(
            hypothesis=truth, is_meant=True, sentences=tuple(_behind(clash, truth, sentences))
        )
    wrong = [each for each in survivors if each != truth]
    for hypothesis in wrong[:_MOST_SHOWN]:
        accused = frozenset(name for killers in hypothesis for name in killers)
        clash = said.believing(accused).refutation(hypothesis)
        behind = tuple(_behind(clash, hypothesis, sentences)) if clash else ()
        yield SolutionProblem(hypothesis=hypothesis, is_meant=False, sentences=behind)


def _behind(
    clash: Clash, hypothesis: Hypothesis, sentences: tuple[ScriptSentence, ...]
) -> Iterator[ScriptSentence]:
    """The sentences in which the statements of a clash are made."""
    accused = [name for killers in hypothesis for name in killers]
    for statement in clash.statements:
        sources = (statement.source,) if statement.source else (None, *accused)
        yield next(each for source in sources for each in sentences if _says(each, source, statement))


def _says(sentence: ScriptSentence, source: Name | None, statement: SourcedFact) -> bool:
    return sentence.told == SourcedFact(source=source, fact=statement.fact)


def evidence(
    public: Sequence[Plain], papers: Mapping[Name, Sequence[Fact]], killers: Mapping[Name, Sequence[Name]]
) -> Deduction:
    """Everything that comes to be said if all speak.

    An innocent says all that it knows. A murderer says its cover story (the claims of its own in its papers),
    and whatever else it knows that does not clash with it; it never says that it killed, nor how, where or
    when its own victims died. Hearsay (what somebody knows another to have said) is left out.

    Args:
        public: what is beyond doubt.
        papers: what each player knows.
        killers: who killed each victim.
    """
    statements = [SourcedFact(source=None, fact=fact) for fact in public]
    for name, known in papers.items():
        own = frozenset(victim for victim, names in killers.items() if name in names)
        statements += _of_murderer(name, known, own) if own else _of_innocent(name, known)
    return Deduction(
        suspects=tuple(papers),
        victims=tuple(killers),
        statements=tuple(statements),
        hands={victim: len(names) for victim, names in killers.items()},
    )


def _of_innocent(name: Name, known: Sequence[Fact]) -> Iterator[SourcedFact]:
    return (SourcedFact(source=name, fact=fact) for fact in known if not isinstance(fact, Claim))


def _of_murderer(name: Name, known: Sequence[Fact], victims: frozenset[Name]) -> Iterator[SourcedFact]:
    story = [
        SourcedFact(source=name, fact=each.fact)
        for each in known
        if isinstance(each, Claim) and each.by == name
    ]
    yield from story
    for statement in _of_innocent(name, known):
        if not _is_of_own_crime(statement.fact, victims) and not any(clashes([*story, statement], ())):
            yield statement


def _is_of_own_crime(fact: Plain, victims: frozenset[Name]) -> bool:
    return isinstance(fact, Killing | Cause | DeathPlace | DeathTime) and fact.victim in victims
