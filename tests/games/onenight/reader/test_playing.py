"""What the reader says and chooses at a table of One Night, role by role."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from parlour.agents.assembly import decision
from parlour.core import Event, Request, RequestKind, count_words, event_kinds, request_kinds
from parlour.games.onenight.reader import OneNightSeat, Speaker
from parlour.games.onenight.reader.speaking import turn
from parlour.language.facts import Fact, Fellow, Level, NeitherOfTwo, OneOfTwo, RoleClaim, Suspicion, read
from parlour.llm import Language, Talk
from parlour.reader import phrase
from tests.games.onenight.reader.rounds import began, mind
from tests.reader.eight import LANGUAGES, everybody, happened, name, said
from tests.reader.forms import filled as fill

TO_ALL = Talk(among="everybody")
each_language = pytest.mark.parametrize("language", LANGUAGES)


def statement(
    language: Language,
    events: Sequence[Event] = (),
    *,
    seat: int = 1,
    role: str = "villager",
    fellow: int | None = None,
) -> tuple[Fact, ...]:
    spoken = Speaker(
        mind=mind(language, events, seat=seat, role=role, fellow=fellow), want=TO_ALL
    ).sentences()
    text = " ".join(spoken)
    return read(text, language, speaker=name(seat, language), names=everybody(language)).facts


def own_roles(facts: Sequence[Fact]) -> list[str]:
    return [fact.role for fact in facts if isinstance(fact, RoleClaim)]


def filled(
    language: Language,
    kind: RequestKind,
    events: Sequence[Event] = (),
    *,
    role: str,
    fellow: int | None = None,
) -> dict[str, object]:
    request = Request(
        id="r",
        step=0,
        player=name(1, language),
        kind=kind,
        case="werewolf",
        options=tuple(name(seat, language) for seat in range(2, 9)),
        least=2 if kind is request_kinds.CHECK else 0,
        most=2 if kind is request_kinds.CHECK else 1,
        or_none=True,
    )
    form = decision(request)
    reply = fill(form, OneNightSeat(mind=mind(language, events, role=role, fellow=fellow)))
    request.check(form.model_validate_json(json.dumps(reply)).action())
    return dict(reply)


def seer_of(seat: int, one: int, other: int, language: Language) -> Event:
    by, whom, third = (name(each, language) for each in (seat, one, other))
    return said(
        seat,
        language,
        RoleClaim(who=by, role="seer"),
        OneOfTwo(by=by, whom=whom, other=third, role="werewolf"),
    )


def masons(language: Language) -> tuple[Event, Event]:
    two, three = name(2, language), name(3, language)
    return (
        said(2, language, Fellow(by=two, whom=three, role="mason")),
        said(3, language, Fellow(by=three, whom=two, role="mason")),
    )


# Statements


def test_the_seer_comes_forward_with_what_it_learned():
    for side, told in (("werewolf", OneOfTwo), ("village", NeitherOfTwo)):
        for language in LANGUAGES:
            seen = happened(event_kinds.CHECKED, language, 2, 5, actor=1, role=side)
            facts = statement(language, [seen, began(1, language)], role="seer")
            assert own_roles(facts) == ["seer"]
            [night] = [fact for fact in facts if isinstance(fact, OneOfTwo | NeitherOfTwo)]
            assert isinstance(night, told)
            assert (night.whom, night.other) == (name(2, language), name(5, language))


def test_a_werewolf_says_what_a_villager_would_though_a_seer_names_it():
    for language in LANGUAGES:
        events = [began(1, language), seer_of(2, 1, 5, language)]
        told = statement(language, events, role="werewolf")
        assert own_roles(told) == ["villager"]
        assert told == statement(language, events, role="villager")


def test_what_a_werewolf_retells_of_others_is_no_story_of_its_own():
    for language in LANGUAGES:
        mine = RoleClaim(who=name(1, language), role="villager")
        claim = RoleClaim(who=name(2, language), role="seer")
        night = OneOfTwo(
            by=name(2, language), whom=name(3, language), other=name(5, language), role="werewolf"
        )
        heard = [began(1, language), seer_of(2, 3, 5, language), said(1, language, mine, claim, night)]
        player = mind(language, [*heard, began(2, language)], role="werewolf")
        assert player.guise.prompt.role == "villager"
        assert own_roles(statement(language, [*heard, began(2, language)], role="werewolf")) == []
        assert turn(player.prompt, (), ()).replies["ask_role"] == mine


def begun(language: Language) -> Iterator[list[Event]]:
    by = name(8, language)
    for seat, level in product(range(2, 8), Level):
        suspicion = Suspicion(by=by, whom=name(seat, language), level=level)
        yield [began(1, language), said(8, language, RoleClaim(who=by, role="villager"), suspicion)]


@each_language
def test_a_minion_speaks_as_a_villager_or_as_the_seer_of_its_story_would(language: Language):
    stories = 0
    for first in begun(language):
        told = statement(language, first, role="minion")
        if own_roles(told) == ["villager"]:
            assert told == statement(language, first, role="villager")
            continue
        [night] = [fact for fact in told if isinstance(fact, OneOfTwo)]
        pair = [everybody(language).index(each) + 1 for each in (night.whom, night.other)]
        learned = happened(event_kinds.CHECKED, language, *pair, actor=1, role="werewolf")
        assert told == statement(language, [learned, *first], role="seer")
        stories += 1
    assert 0 < stories < len(list(begun(language)))


def test_everybody_says_whom_they_suspect_within_their_words():
    for role in ("seer", "mason", "villager", "werewolf", "minion", "tanner"):
        for language in LANGUAGES:
            events = [began(1, language), *masons(language), seer_of(4, 5, 6, language)]
            speaker = Speaker(mind=mind(language, events, role=role), want=TO_ALL)
            text = " ".join(speaker.sentences())
            assert count_words(text) <= 100
            facts = read(text, language, speaker=name(1, language), names=everybody(language)).facts
            assert any(isinstance(fact, Suspicion) for fact in facts)


# Choices


@each_language
def test_a_vote_follows_what_was_declared_or_says_that_it_changed(language: Language):
    me, named = name(1, language), {name(5, language), name(6, language)}
    heard = [began(1, language), *masons(language), seer_of(4, 5, 6, language)]
    for seat in range(2, 9):
        declared = Suspicion(by=me, whom=name(seat, language), level=Level.LITTLE)
        claim = RoleClaim(who=me, role="villager")
        talk = [*heard, said(1, language, claim, declared)]
        reply = filled(language, request_kinds.VOTE, talk, role="villager")
        parsed, chosen = mind(language, talk).prompt, str(reply["choice"])
        turned = phrase(parsed, "turned", by=declared.whom, about=chosen)
        assert chosen == declared.whom if declared.whom in named else chosen in named
        assert (turned in str(reply["reason"])) == (declared.whom not in named)


@each_language
def test_whoever_is_not_of_the_village_votes_for_a_player_that_somebody_suspected(language: Language):
    others = [name(seat, language) for seat in range(2, 9)]
    for role, seat in product(("werewolf", "minion", "tanner"), range(2, 8)):
        suspicion = Suspicion(by=name(8, language), whom=name(seat, language), level=Level.LITTLE)
        spoken = said(1, language, RoleClaim(who=name(1, language), role="villager"))
        events = [began(1, language), said(8, language, suspicion), spoken]
        assert mind(language, events, role=role).vote(others) == name(seat, language)


@each_language
def test_whoever_is_not_of_the_village_says_why_a_vote_leaves_its_word(language: Language):
    me, other = name(1, language), name(8, language)
    for role, seat in product(("werewolf", "minion", "tanner"), range(2, 8)):
        own, told = (
            Suspicion(by=by, whom=name(whom, language), level=Level.LITTLE)
            for by, whom in ((me, 9 - seat), (other, seat))
        )
        events = [began(1, language), said(8, language, told), said(1, language, own)]
        reply = filled(language, request_kinds.VOTE, events, role=role)
        parsed, chosen = mind(language, events).prompt, str(reply["choice"])
        assert chosen in (own.whom, told.whom)
        turned = phrase(parsed, "turned", by=own.whom, about=chosen)
        assert (turned in str(reply["reason"])) == (chosen != own.whom)
