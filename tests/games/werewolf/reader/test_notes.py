"""What the reader takes from the notes that a method puts into its prompt: a graph of trust, in its words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from parlour.core import Event
from parlour.games.werewolf.reader import Mind, parse_prompt
from parlour.language.facts import Fact, Level, Suspicion, Trust, render
from parlour.llm import Language, Part
from parlour.methods.gratr import Evidence, EvidenceType, Explanation, Stance, TrustGraph
from parlour.methods.gratr.summary import summarize
from tests.games.werewolf.reader.nights import prompt
from tests.reader.eight import LANGUAGES, everybody, name


def item(kind: EvidenceType, by: int, about: int, fact: Fact, language: Language) -> Evidence:
    speaker = name(by, language)
    relation = Stance.ALLY if kind is EvidenceType.DEFEND else Stance.ADVERSARY
    return Evidence(
        by=speaker,
        about=name(about, language),
        type=kind,
        relation=relation,
        score=9,
        event=1,
        reason=render(fact, language, Random(1), speaker=speaker),
    )


def suspicion(by: int, about: int, language: Language) -> Fact:
    return Suspicion(by=name(by, language), whom=name(about, language), level=Level.STRONG)


def accused(by: int, about: int, language: Language) -> Evidence:
    return item(EvidenceType.ATTACK, by, about, suspicion(by, about, language), language)


def defended(by: int, about: int, language: Language) -> Evidence:
    fact = Trust(by=name(by, language), whom=name(about, language), level=Level.STRONG)
    return item(EvidenceType.DEFEND, by, about, fact, language)


def noting(
    language: Language,
    *items: Evidence,
    events: Sequence[Event] = (),
    role: str = "villager",
    fellows: Sequence[int] = (),
) -> Mind:
    players = everybody(language)
    graph = TrustGraph.of_villager(players[0], players).observe(items)
    explained: list[Explanation] = []
    for player in players[1:]:
        graph, why = graph.retrieve(player)
        explained.append(why)
    asked = prompt(language, events, role=role, fellows=fellows)
    notes = Part(text=summarize(graph, explained, language))
    return Mind(papers=parse_prompt(replace(asked, user=(*asked.user[:-1], notes, asked.user[-1]))))


def test_whoever_the_notes_distrust_is_suspected_and_whoever_they_trust_is_not():
    for language in LANGUAGES:
        accuser, friend, victim, liked = (name(seat, language) for seat in (2, 3, 5, 6))
        chances = noting(language, accused(2, 5, language), defended(3, 6, language)).own.chances
        unnoted = noting(language).own.chances[victim]
        assert chances[liked] < unnoted < chances[victim]
        assert chances[liked] < chances[friend]
        assert chances[accuser] < chances[victim]


def test_a_suspicion_that_rests_on_the_notes_alone_is_voted_by_but_not_told():
    """Told as one's own, what others said would come back to oneself as evidence."""
    for language in LANGUAGES:
        noted = noting(language, accused(2, 5, language))
        assert noted.papers.trust
        assert noted.aloud.papers.trust == {}
        assert noted.aloud.papers.statements == noted.papers.statements != ()
        assert noted.own.chances[name(5, language)] > noted.aloud.own.chances[name(5, language)]


def test_what_fellows_said_at_night_is_not_taken_for_table_talk():
    for language in LANGUAGES:
        mind = noting(language, accused(3, 5, language), role="werewolf", fellows=[3, 4])
        assert mind.papers.statements == ()
