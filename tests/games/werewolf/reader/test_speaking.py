"""What the reader says at a table of Werewolf."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from pydantic import BaseModel

from parlour.core import Event, count_words, event_kinds
from parlour.games.werewolf import kinds
from parlour.games.werewolf.reader import Mind, Speaker, WerewolfSeat, parse_prompt
from parlour.games.werewolf.reader.clues import Clue
from parlour.games.werewolf.reader.parsed import PACKAGE
from parlour.games.werewolf.reader.seat import case_against, choice_reason, reason_of
from parlour.language.facts import Check, Fact, Level, RoleClaim, Suspicion, Trust, read
from parlour.language.facts import Level as HowMuch
from parlour.llm import About, Language, Part
from parlour.llm.prompt import Talk
from parlour.methods.player_star.reader import Sensed
from parlour.reader import Blank, SpeechAct, hear_acts, phrase, words
from parlour.reader.hearing import word_act
from tests.games.werewolf.reader.nights import day, mind, prompt
from tests.games.werewolf.reader.test_beliefs import claims
from tests.reader.eight import LANGUAGES, happened, name, said


def spoken(player: Mind) -> Sequence[Fact]:
    sentences = Speaker(mind=player, want=Talk(among="everybody")).sentences()
    papers = player.prompt
    heard = read(" ".join(sentences), papers.language, speaker=papers.me, names=papers.table.players)
    return heard.facts


def checked(language: Language, seat: int, role: str) -> list[Event]:
    return [
        happened(event_kinds.NIGHT, language),
        happened(event_kinds.CHECKED, language, seat, actor=1, role=role),
        happened(event_kinds.DAY, language),
    ]


def test_a_seer_tells_its_checks_once_it_has_found_a_werewolf():
    for language in LANGUAGES:
        me, whom = name(1, language), name(4, language)
        told = spoken(mind(language, checked(language, 4, "werewolf"), role="seer"))
        assert RoleClaim(who=me, role="seer") in told
        assert Check(by=me, whom=whom, role="werewolf", night=1) in told


def level(language: Language, *found: int, good: Sequence[int] = ()) -> Level:
    events = [*checked(language, 2, "werewolf"), *checked(language, 3, "werewolf")]
    for seats, role in ((good, "good"), (found, "werewolf")):
        for seat in seats:
            events += checked(language, seat, role)
    events += [happened(kinds.DIED, language, 2), happened(kinds.DIED, language, 3)]
    [suspicion] = [
        fact for fact in spoken(mind(language, events, role="seer")) if isinstance(fact, Suspicion)
    ]
    return suspicion.level


def test_a_suspicion_is_strong_of_who_is_a_werewolf_sooner_than_not():
    for language in LANGUAGES:
        assert level(language, 7) is Level.STRONG
        assert level(language, good=(4, 5, 6)) is Level.SOME
        assert level(language) is Level.LITTLE


def test_a_werewolf_named_by_a_seer_claims_to_be_the_seer_and_keeps_to_it():
    for language in LANGUAGES:
        me, rival = name(1, language), name(2, language)
        lie = (RoleClaim(who=me, role="seer"), Check(by=me, whom=rival, role="werewolf", night=1))
        events = [*day(1, language), claims(2, language, 1)]
        told = spoken(mind(language, events, role="werewolf", fellows=(5, 6)))
        assert set(lie) <= set(told)
        later = [*events, said(1, language, *lie), *day(2, language)]
        told = spoken(mind(language, later, role="werewolf", fellows=(5, 6)))
        assert set(lie) <= set(told)


def test_what_a_werewolf_retells_of_others_is_no_word_of_its_own():
    for language in LANGUAGES:
        two = name(2, language)
        claim = RoleClaim(who=two, role="seer")
        check = Check(by=two, whom=name(4, language), role="werewolf", night=1)
        heard = [*day(1, language), said(2, language, claim, check)]
        player = mind(language, [*heard, said(1, language, claim, check), *day(2, language)], role="werewolf")
        assert player.guise.prompt.role == "villager"
        told = spoken(player)
        assert not [fact for fact in told if isinstance(fact, RoleClaim | Check)]


def test_a_werewolf_suspects_aloud_whom_a_villager_would_who_has_heard_the_same():
    """Even a fellow, where everybody sees who it must be; where it is open, it looks elsewhere."""
    for language in LANGUAGES:
        events = [*day(1, language), claims(2, language, 5)]
        told = spoken(mind(language, events, role="werewolf", fellows=(5, 6)))
        assert told == spoken(mind(language, events, role="villager"))
        told = spoken(mind(language, day(1, language), role="werewolf", fellows=(5, 6)))
        suspected = {fact.whom for fact in told if isinstance(fact, Suspicion)}
        assert suspected
        assert not suspected & {name(5, language), name(6, language)}


def voted_out(language: Language, seat: int, role: str, voters: Sequence[int]) -> list[Event]:
    """A day on which a player is voted out, whose role is shown; and a night in which player 8 dies."""
    votes = [happened(event_kinds.VOTED, language, seat, actor=voter) for voter in voters]
    return [
        *day(1, language),
        *votes,
        happened(event_kinds.ELIMINATED, language, seat),
        happened(event_kinds.REVEALED, language, seat, role=role),
        *day(2, language),
        happened(kinds.DIED, language, 8, round_=2),
    ]


def test_a_vote_for_a_proven_werewolf_is_held_against_nobody():
    for language in LANGUAGES:
        events = voted_out(language, 5, "werewolf", (2, 3, 4, 6, 7))
        player = mind(language, events)
        others = [name(seat, language) for seat in (2, 3, 4, 6, 7)]
        assert all(player.outward.chances[other] < player.prior for other in others)
        for other in others:
            assert not player.outward.against(other)
            assert other not in case_against(player, other)
        spared = mind(language, voted_out(language, 5, "villager", (2, 3, 4, 6, 7)))
        assert all(spared.outward.against(other)[0].kind == "voted" for other in others)
        alike = mind(language, voted_out(language, 5, "villager", (1, 2, 3, 4, 6, 7)))
        assert not any(alike.outward.against(other) for other in others)


def test_the_dead_and_the_last_vote_are_spoken_of_once_each():
    for language in LANGUAGES:
        for role, kind in (("werewolf", "hit"), ("villager", "missed")):
            events = voted_out(language, 5, role, (1, 2, 3, 4))
            assert first_act(language, events, "mourned") == ("mourned", name(8, language))
            assert first_act(language, events, kind) is None
            heard = [*events, heard_as(language, 2, "mourned", 8)]
            assert first_act(language, heard, kind) == (kind, name(5, language))
        quiet = [*day(1, language), happened(kinds.DIED, language)]
        assert first_act(language, quiet, "quiet_night") == ("quiet_night", "")
        seer = [*day(1, language), claims(8, language, 5), *day(2, language)]
        seer.append(happened(kinds.DIED, language, 8, round_=2))
        assert first_act(language, seer, "lost_seer") == ("lost_seer", name(8, language))


def heard_as(language: Language, seat: int, kind: str, about: int) -> Event:
    by, subject = name(seat, language), name(about, language)
    act = SpeechAct(kind=kind, by=by, about=subject)
    return happened(event_kinds.SPOKE, language, actor=seat, text=word_act(act, language, Random(1), PACKAGE))


def first_act(language: Language, events: Sequence[Event], kind: str) -> tuple[str, str] | None:
    """The first act of a kind in a villager's speech, with the player that it mentions."""
    player = mind(language, events)
    text = " ".join(Speaker(mind=player, want=Talk(among="everybody")).sentences())
    acts = hear_acts(text, name(1, language), player.prompt.table, PACKAGE)
    return next(((act.kind, act.about) for act in acts if act.kind == kind), None)


def test_who_is_named_by_most_says_what_they_are():
    for language in LANGUAGES:
        me = name(1, language)
        for role in ("witch", "guard", "seer"):
            claim = RoleClaim(who=me, role=role)
            for named in (1, 3):
                accused = [
                    Suspicion(by=name(seat, language), whom=me, level=Level.LITTLE)
                    for seat in range(2, 2 + named)
                ]
                events = [*day(1, language), *(said(n, language, fact) for n, fact in enumerate(accused, 2))]
                assert (claim in spoken(mind(language, events, role=role))) == (named > 1)


def test_trust_is_held_against_its_speaker_as_trust():
    for language in LANGUAGES:
        player = mind(language, day(1, language))
        for by, about in ((2, 3), (2, 1)):
            trusting = Clue(kind="trusts", by=name(by, language), about=name(about, language))
            reason = reason_of(player, name(2, language), trusting)
            row = "own_trust" if about != 1 else "own_trust_of_me"
            rows = words("phrases", language, PACKAGE)[row]
            asked = {wording.format(by=trusting.by, about=trusting.about).lower() for wording in rows}
            assert reason.lower() in asked


def test_a_speech_keeps_within_its_words():
    for language in LANGUAGES:
        task = {"en": "in at most 12 words", "zh": "不超过12字"}[language]
        player = Mind(prompt=parse_prompt(prompt(language, day(1, language), task=task)))
        sentences = Speaker(mind=player, want=Talk(among="everybody")).sentences()
        assert sentences
        assert sum(map(count_words, sentences)) <= 12


def test_what_is_said_beside_the_facts_is_no_fact():
    for language in LANGUAGES:
        by, about = name(1, language), name(2, language)
        rows = words("phrases", language, "parlour.games.werewolf.reader").values()
        for wording in (each for row in rows for each in ([row] if isinstance(row, str) else row)):
            text = wording.format(by=by, about=about, percent="50", to=by, question="", why="")
            assert not read(text, language, speaker=by, names=(by, about)).facts


def others(language: Language, *without: int) -> list[str]:
    return [name(seat, language) for seat in range(2, 9) if seat not in without]


def test_a_werewolf_spares_its_fellows_while_they_are_not_lost():
    for language in LANGUAGES:
        fellows = {name(5, language), name(6, language)}
        player = mind(language, day(1, language), role="werewolf", fellows=(5, 6))
        assert player.target("eliminate", others(language)) not in fellows
        assert player.target("eliminate", sorted(fellows)) in fellows


def test_a_werewolf_goes_along_against_a_fellow_who_is_lost():
    """As one of the good would: to vote for somebody else would point at both."""
    for language in LANGUAGES:
        events = [*day(1, language), claims(2, language, 5)]
        player = mind(language, events, role="werewolf", fellows=(5, 6))
        assert player.target("eliminate", others(language)) == name(5, language)


@pytest.mark.parametrize(("role", "fellows"), [("villager", ()), ("werewolf", (8,))])
def test_a_vote_follows_what_was_declared_or_says_that_it_changed(role: str, fellows: Sequence[int]):
    for language, seat in product(LANGUAGES, range(2, 8)):
        own = Suspicion(by=name(1, language), whom=name(seat, language), level=Level.LITTLE)
        heard = [*day(1, language), said(1, language, own)]
        for events, expected in ((heard, seat), ([*heard, claims(2, language, 5)], 5)):
            player = mind(language, events, role=role, fellows=fellows)
            chosen = name(expected, language)
            assert player.target("eliminate", others(language)) == chosen
            turned = phrase(player.prompt, "turned", by=own.whom, about=chosen)
            assert (turned in choice_reason(player, "eliminate", chosen)) == (seat != expected)


def test_werewolves_kill_the_seer_and_follow_what_was_proposed_tonight():
    for language in LANGUAGES:
        events = [*day(1, language), claims(2, language, 5), happened(event_kinds.NIGHT, language, round_=2)]
        proposal = happened(event_kinds.CONFERRED, language, 7, actor=5, text="x", round_=2)
        prey = others(language, 5, 6)
        player = mind(language, events, role="werewolf", fellows=(5, 6))
        assert player.target("kill", prey) == name(2, language)
        player = mind(language, [*events, proposal], role="werewolf", fellows=(5, 6))
        assert player.target("kill", prey) == name(7, language)


def test_nobody_is_killed_on_a_mere_hunch():
    for language in LANGUAGES:
        for role, deed in (("witch", "poison"), ("hunter", "shoot")):
            assert mind(language, role=role).target(deed, others(language)) is None
            found = [*day(1, language), claims(2, language, 5), happened(kinds.DIED, language, 2)]
            assert mind(language, found, role=role).target(deed, others(language, 2)) == name(5, language)


each_language = pytest.mark.parametrize("language", LANGUAGES)


def accuses(seat: int, whom: int, language: Language) -> Event:
    fact = Suspicion(by=name(seat, language), whom=name(whom, language), level=HowMuch.STRONG)
    return said(seat, language, fact)


def defends(seat: int, whom: int, language: Language) -> Event:
    fact = Trust(by=name(seat, language), whom=name(whom, language), level=HowMuch.STRONG)
    return said(seat, language, fact)


def considering(language: Language, *events: Event, role: str = "villager") -> WerewolfSeat:
    return WerewolfSeat(mind=mind(language, [*day(1, language), *events], role=role))


def listing(language: Language, lines: list[str], *events: Event) -> WerewolfSeat:
    asked = prompt(language, [*day(1, language), *events])
    numbered = "\n".join(f"{number}. {line}" for number, line in enumerate(lines, 1))
    task = Part(text=numbered)
    return WerewolfSeat(mind=Mind(prompt=parse_prompt(replace(asked, user=(*asked.user, task)))))


@each_language
def test_sensors_read_words_votes_and_claims(language: Language):
    events = [
        accuses(2, 1, language),
        defends(3, 1, language),
        claims(4, language, 5),
        claims(6, language, 4),
        happened(event_kinds.VOTED, language, 7, actor=8),
        happened(event_kinds.ELIMINATED, language, 7),
        happened(event_kinds.REVEALED, language, 7, role="villager"),
    ]
    read = considering(language, *events)

    def sensed(sensor: str, suspect: str) -> str:
        about = Blank(form=BaseModel, name=sensor, about=About(suspect=suspect, case="werewolf"))
        return Sensed(sensor=sensor).fill(read, about)

    assert [sensed("emotion", name(seat, language)) for seat in (2, 3)] == ["negative", "positive"]
    assert sensed("motivation", name(8, language)) == "yes"
    assert sensed("motivation", name(3, language)) == "no"
    assert sensed("opportunity", name(7, language)) == "no"
    assert sensed("opportunity", name(8, language)) == "yes"
    assert [sensed("background", name(seat, language)) for seat in (4, 8, 3)] == ["yes", "yes", "no"]


def test_of_a_list_those_questions_are_chosen_that_nobody_has_answered():
    for language in LANGUAGES:
        lines = {"en": ["Whom do you suspect?", "Whom do you trust?"], "zh": ["你怀疑谁？", "你信任谁？"]}
        free = {"en": "What has changed your mind?", "zh": "什么改变了你的看法？"}
        events = [accuses(seat, 1, language) for seat in range(2, 9)]
        assert listing(language, [free[language], *lines[language]], *events).topics("werewolf", 1) == [3]


def test_timelines_are_told_so_that_anybody_can_tell_them_again():
    """A claim and a check: only the check is of the one who is suspected."""
    for language in LANGUAGES:
        claim = claims(2, language, 5)
        remembered = considering(language, claim).timelines("werewolf")
        assert len(remembered) == 2
        again = listing(language, remembered, claim)
        is_of_suspect = [name(5, language) in line for line in remembered]
        assert [again.is_needed(number) for number in (1, 2)] == is_of_suspect
        assert sum(is_of_suspect) == 1


def test_a_timeline_is_told_where_the_draft_tells_it():
    for language in LANGUAGES:
        draft = {"en": 'You mean to say: "{}"', "zh": "你打算说：“{}”"}
        [line] = considering(language, accuses(2, 5, language)).timelines("werewolf")
        assert listing(language, [f"{line}\n\n{draft[language].format(line)}"]).is_told(1)
        assert not listing(language, [f"{line}\n\n{draft[language].format('-')}"]).is_told(1)
