"""What follows from papers, open ones and a murderer's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parlour.core import Event, EventKind, event_kinds
from parlour.games.mystery import Category, generate
from parlour.games.mystery.reader import PART
from parlour.games.mystery.reader.cover import pose_as_innocent
from parlour.games.mystery.reader.mind import mind_of
from parlour.games.mystery.reader.parsed import (
    find_table,
    frames,
    parse_prompt,
    role_of,
    script_question,
    talk,
    ties,
)
from parlour.games.mystery.telling import phrases
from parlour.language.facts import (
    Accusation,
    Cause,
    Claim,
    DeathPlace,
    DeathTime,
    Fact,
    Killing,
    Level,
    Means,
    Motive,
    Plain,
    Presence,
    Sighting,
    Slot,
    Suspicion,
    Trust,
)
from parlour.language.wording import rules, tell
from parlour.llm import Language, Part
from parlour.reader import TableNames
from tests.arena.mysteries import mystery
from tests.games.mystery.reader.tables import EIGHT, LANGUAGES, PLAYERS, VICTIM, introduced, prompt, said
from tests.language.wording.test_tell import MYSTERY


def test_who_was_where_somebody_died_and_then_is_suspected_most():
    for language in LANGUAGES:
        for place in ("study", "garden"):
            for slot in (EIGHT, Slot(EIGHT.number - 2)):
                _, ben, _, dora = PLAYERS[language]
                parsed, _ = parse_prompt(prompt(language, own=[Presence(who=dora, place=place, slot=slot)]))
                first, *_ = mind_of(parsed).ranking(VICTIM[language])
                assert first == (dora if (place, slot) == ("study", EIGHT) else ben)


def test_of_a_death_by_two_hands_the_last_two_without_an_alibi_are_sure_to_have_done_it():
    for language in LANGUAGES:
        (anna, ben, *last), victim = PLAYERS[language], VICTIM[language]
        seen = Sighting(by=anna, whom=ben, place="kitchen", slot=EIGHT)
        parsed, _ = parse_prompt(prompt(language, own=[seen]))
        one = mind_of(parsed)
        two = mind_of(replace(parsed, public=(*parsed.public, f"{victim}: {phrases(language).together}")))
        assert one.open_suspects(victim) == two.open_suspects(victim) == tuple(last)
        assert [one.share(name, victim) for name in last] == [0.5, 0.5]
        assert [two.share(name, victim) for name in last] == [1, 1]
        assert two.is_settled(victim)
        assert not one.is_settled(victim)


TITLE = {"en": 'The script of {}, who is "you" in it:', "zh": "{}的剧本（其中的“你”指{}）："}


def opened(language: Language, owner: str, *facts: Fact):
    """The first player's prompt at a table where it reads another's script as well."""
    sent = prompt(language, own=())
    title = TITLE[language].replace("{}", owner)
    script = " ".join(said(fact, language, to=owner) for fact in facts)
    shown = type(sent)(
        player=sent.player,
        request=sent.request,
        purpose=sent.purpose,
        language=language,
        system=(*sent.system, Part(text=title), Part(text=script)),
        user=sent.user,
    )
    return parse_prompt(shown)[0]


def test_you_in_anothers_script_is_its_owner():
    for language in LANGUAGES:
        dora = PLAYERS[language][3]
        deed = Killing(who=dora, victim=VICTIM[language])
        parsed = opened(language, dora, deed)
        assert deed in {found.fact for found in parsed.common}
        assert parsed.facts == ()
        assert mind_of(parsed).ranking(VICTIM[language])[0] == dora


def test_a_cover_story_in_an_open_script_is_no_truth():
    for language in LANGUAGES:
        dora = PLAYERS[language][3]
        alibi = Presence(who=dora, place="kitchen", slot=EIGHT)
        parsed = opened(language, dora, Claim(by=dora, fact=alibi))
        told = {found.fact for found in parsed.common}
        assert alibi not in told
        assert not any(isinstance(fact, Claim) for fact in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_speaks_well_of_one_is_liked_more_than_whoever_speaks_ill(language: Language):
    anna, ben, *_ = PLAYERS[language]

    def liked(*facts: Fact) -> int:
        return PART.seat(prompt(language, talk=[introduced(language, 1, *facts)]), ()).rating(ben)

    kind = liked(Trust(by=ben, whom=anna, level=Level.STRONG))
    unkind = liked(Suspicion(by=ben, whom=anna, level=Level.SOME))
    hostile = liked(Accusation(by=ben, whom=anna, victim=VICTIM[language]))
    assert kind > liked() > unkind > hostile


TITLED = {event_kinds.SCRIPT: "public", event_kinds.SECRET: "secret", event_kinds.OBJECTIVE: "objective"}


def table(language: Language) -> TableNames:
    return TableNames(language, PLAYERS[language], (VICTIM[language],))


def told(kind: EventKind, language: Language, *, is_full: bool) -> Event:
    anna, ben, *_ = PLAYERS[language]
    return Event(
        number=0,
        kind=kind,
        round=1,
        actor=anna,
        to=ben if is_full else None,
        case=VICTIM[language],
        chosen=(ben,) if is_full else (),
        text="Hm. 1: 2",
    )


def test_the_rules_tell_who_sits_at_the_table():
    for language in LANGUAGES:
        text = rules(mystery(language, names=PLAYERS[language], dead=(VICTIM[language],), rounds=2))
        assert find_table(text, language) == table(language)


def test_every_event_is_recognised_as_it_is_told():
    for language in LANGUAGES:
        for is_full in (True, False):
            for kind in MYSTERY:
                event = told(kind, language, is_full=is_full)
                if kind in (event_kinds.ASKED, event_kinds.REPLIED) and not is_full:
                    continue
                if kind in TITLED:
                    event = Event(
                        number=0,
                        kind=kind,
                        actor=None if kind is event_kinds.SCRIPT else event.actor,
                        text="x",
                    )
                    assert tell(event, language, "mystery").startswith(
                        frames(language)["titles"][TITLED[kind]]
                    )
                elif kind is event_kinds.ROLE:
                    role = role_of(tell(event, language, "mystery"), table(language))
                    assert role
                    assert role.case == ("guilty" if is_full else "innocent")
                else:
                    assert len(list(talk(tell(event, language, "mystery"), table(language)))) == 1


def test_speech_is_kept_word_for_word_with_who_said_it_to_whom():
    for language in LANGUAGES:
        anna, ben, *_ = PLAYERS[language]
        (frame,) = talk(
            tell(told(event_kinds.REPLIED, language, is_full=True), language, "mystery"), table(language)
        )
        assert (frame.kind, frame["actor"], frame["to"], frame["text"]) == ("replied", anna, ben, "Hm. 1: 2")


def test_every_question_of_a_generated_script_is_understood():
    for language in LANGUAGES:
        for seed in range(6):
            script = generate(seed, players=7, victims=2, lang=language)
            seats = TableNames(language, script.players, tuple(victim.name for victim in script.victims))
            for question in script.questions:
                assert script_question(question.text, seats), question.text
                if question.category is Category.RELATIONS:
                    assert all(ties(option, seats) for option in question.options)


SEVEN = Slot(EIGHT.number - 2)


def pretended(language: Language, *own: Fact, denied: tuple[Plain, ...] = ()) -> list[Fact]:
    """What the first player, who killed, would have read had it not."""
    parsed, _ = parse_prompt(prompt(language, own=own, killed=(VICTIM[language],)))
    told = pose_as_innocent(parsed, denied.__contains__)
    assert told.own_victims == ()
    return [each.fact for each in told.facts]


def test_an_alibi_is_somewhere_that_the_murderer_was_and_never_the_place_of_the_deed():
    for language in LANGUAGES:
        anna = PLAYERS[language][0]
        deed = Presence(who=anna, place="study", slot=EIGHT)
        kitchen, garden = (
            Presence(who=anna, place=place, slot=Slot(SEVEN.number + later))
            for later, place in enumerate(("kitchen", "garden"))
        )
        alibi, other = (Presence(who=anna, place=place, slot=EIGHT) for place in ("kitchen", "garden"))
        assert pretended(language, deed, kitchen, garden) == [alibi, kitchen, garden]
        assert pretended(language, deed, kitchen, garden, denied=(alibi,)) == [other, kitchen, garden]
        assert pretended(language, deed, kitchen, garden, denied=(alibi, other)) == [alibi, kitchen, garden]


def test_a_story_of_ones_own_is_told_and_no_alibi_besides():
    for language in LANGUAGES:
        anna = PLAYERS[language][0]
        deed = Presence(who=anna, place="study", slot=EIGHT)
        before = Presence(who=anna, place="kitchen", slot=SEVEN)
        story = Presence(who=anna, place="garden", slot=EIGHT)
        assert pretended(language, deed, before, Claim(by=anna, fact=story)) == [story, before]


def test_who_was_nowhere_but_at_the_deed_has_no_alibi():
    for language in LANGUAGES:
        deed = Presence(who=PLAYERS[language][0], place="study", slot=EIGHT)
        assert pretended(language, deed) == [deed]


def test_what_gives_a_murderer_away_is_left_out_and_what_it_knows_of_others_stays():
    for language in LANGUAGES:
        (anna, ben, *_), victim = PLAYERS[language], VICTIM[language]
        deed = (
            Killing(who=anna, victim=victim),
            Cause(victim=victim, thing="razor"),
            DeathPlace(victim=victim, place="study"),
            DeathTime(victim=victim, slot=EIGHT),
            Motive(who=anna, victim=victim, kind="debt"),
            Means(who=anna, thing="razor"),
        )
        others = (
            Motive(who=ben, victim=victim, kind="jealousy"),
            Means(who=ben, thing="razor"),
            Means(who=anna, thing="poker"),
        )
        assert pretended(language, *deed, *others) == [*others]
