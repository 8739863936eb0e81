"""From what people know to what they say: everybody at the table speaks, and murderers spare themselves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from parlour.games.mystery.clashes import SourcedFact, clashes
from parlour.games.mystery.deduction import Deduction
from parlour.language.facts import Cause, Claim, DeathPlace, DeathTime, Fact, Killing, Name, Plain


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
        if not _gives_away(statement.fact, victims) and not any(clashes([*story, statement], ())):
            yield statement


def _gives_away(fact: Plain, victims: frozenset[Name]) -> bool:
    return isinstance(fact, Killing | Cause | DeathPlace | DeathTime) and fact.victim in victims
