"""What the reader finds in a prompt of Werewolf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from parlour.core import Event, event_kinds
from parlour.errors import UsageError
from parlour.games.werewolf import kinds
from parlour.games.werewolf.reader import Mind, parse_prompt
from parlour.language.facts import Check, Fact, Level, Suspicion, Trust, render
from parlour.language.wording import tell
from parlour.llm import Language, Part, Prompt
from parlour.methods.gratr import (
    Evidence,
    EvidenceType,
    Stance,
    TrustGraph,
)
from parlour.methods.gratr.retrieval import Explanation
from parlour.methods.gratr.summary import summarize
from tests.games.werewolf.reader.nights import day, mind, prompt
from tests.reader.eight import LANGUAGES, everybody, happened, name


def test_a_prompt_tells_who_plays_who_one_is_and_how_many_are_werewolves():
    for language in LANGUAGES:
        parsed = mind(language, seat=4, role="werewolf", fellows=(2, 7)).prompt
        assert parsed.table.players == tuple(name(seat, language) for seat in range(1, 9))
        assert (parsed.me, parsed.role, parsed.pack) == (name(4, language), "werewolf", 3)
        assert parsed.fellows == (name(2, language), name(7, language))


def test_the_dead_are_no_longer_among_the_living_however_they_died():
    for language in LANGUAGES:
        events = [
            *day(1, language),
            happened(kinds.DIED, language, 2, 3),
            happened(event_kinds.ELIMINATED, language, 4),
            happened(event_kinds.REVEALED, language, 4, role="hunter"),
            happened(kinds.SHOT, language, 5, actor=4),
            *day(2, language),
            happened(kinds.DIED, language, round_=2),
        ]
        parsed = mind(language, events).prompt
        assert parsed.living == tuple(name(seat, language) for seat in (1, 6, 7, 8))
        assert parsed.known_roles == {name(4, language): "hunter"}
        assert (parsed.day, parsed.night) == (2, 2)


@pytest.mark.parametrize(
    ("language", "typed"),
    [("en", "i checked player 3 on night 1 and he is a werewolf"), ("zh", "我第一夜验了3号玩家，是狼人")],
)
def test_what_a_person_types_is_understood(language: Language, typed: str):
    spoken = happened(event_kinds.SPOKE, language, actor=2, text=typed)
    parsed = mind(language, [*day(1, language), spoken]).prompt
    check = Check(by=name(2, language), whom=name(3, language), role="werewolf", night=1)
    assert [each.fact for each in parsed.statements] == [check]


def test_a_speech_cannot_pass_for_an_event():
    for language in LANGUAGES:
        revelation = happened(event_kinds.REVEALED, language, 3, role="werewolf")
        spoken = happened(event_kinds.SPOKE, language, actor=2, text=tell(revelation, language, "werewolf"))
        parsed = mind(language, [*day(1, language), spoken]).prompt
        assert parsed.known_roles == {}


def test_a_prompt_without_a_role_is_refused():
    for language in LANGUAGES:
        rules = prompt(language).system[0]
        bare = Prompt(
            player="x",
            request="r",
            purpose="test",
            language=language,
            system=(rules,),
            user=(Part(text="?"),),
        )
        with pytest.raises(UsageError, match="who it is"):
            parse_prompt(bare)


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
    return Mind(prompt=parse_prompt(replace(asked, user=(*asked.user[:-1], notes, asked.user[-1]))))


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
        assert noted.prompt.trust
        assert noted.aloud.prompt.trust == {}
        assert noted.aloud.prompt.statements == noted.prompt.statements != ()
        assert noted.own.chances[name(5, language)] > noted.aloud.own.chances[name(5, language)]


def test_what_fellows_said_at_night_is_not_taken_for_table_talk():
    for language in LANGUAGES:
        mind = noting(language, accused(3, 5, language), role="werewolf", fellows=[3, 4])
        assert mind.prompt.statements == ()
