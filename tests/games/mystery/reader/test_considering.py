"""What the reader makes of lists: prepared questions, goals, timelines and drafts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from parlour.core import Event, event_kinds
from parlour.games.mystery.reader.asking import best_question, worths
from parlour.games.mystery.reader.mind import Mind, mind_of
from parlour.games.mystery.reader.parsed import parse_prompt
from parlour.language.facts import (
    Claim,
    Confirm,
    Fact,
    Hearing,
    Killing,
    Motive,
    Plain,
    Presence,
    Quarrel,
    Question,
    Sighting,
    Slot,
    WhatMotive,
    WhatQuarrel,
    WhereWas,
    WhomSeenAnywhere,
    WhomSuspected,
    WhoseMotive,
    read,
)
from parlour.llm import Language, Prompt, Speech
from parlour.methods.o_cot import Met
from parlour.methods.think_thrice import Needed, Timelines, ToldTimeline
from parlour.methods.werewolf import Topics
from tests.games.mystery.reader.tables import (
    EIGHT,
    LANGUAGES,
    PLAYERS,
    VICTIM,
    answer,
    filled,
    introduced,
    known,
    model,
    prompt,
    said,
)

ASKED = {"en": '{} asks you about the death of {}: "{}"', "zh": "{}就{}之死问你：“{}”"}
MEANT = {"en": 'You mean to answer: "{}"', "zh": "你打算回答：“{}”"}
YES_NO = Literal["yes", "no"]


def numbered(lines: Sequence[str]) -> str:
    return "\n".join(f"{n}. {line}" for n, line in enumerate(lines, 1))


def listed(language: Language, *questions: Question) -> str:
    """Questions as they would be put to the second player."""
    me, to, *_ = PLAYERS[language]
    return numbered([said(each, language, by=me, to=to) for each in questions])


def three(language: Language) -> tuple[Question, ...]:
    """One that is worth nothing here, one that is, and one that only others would put."""
    _, ben, *_ = PLAYERS[language]
    victim = VICTIM[language]
    return WhomSuspected(by=ben), WhereWas(who=ben, slot=EIGHT), WhatQuarrel(who=ben, whom=victim)


def put(language: Language, question: Question) -> str:
    """A question to the first player."""
    me, ben, *_ = PLAYERS[language]
    return ASKED[language].format(ben, VICTIM[language], said(question, language, by=ben, to=me))


def test_of_a_list_the_questions_that_would_rule_out_most_are_chosen():
    for language in LANGUAGES:
        nothing = [Presence(who=PLAYERS[language][0], place="kitchen", slot=EIGHT)]
        sent = prompt(language, listed(language, *three(language)), own=nothing)
        one, two = (
            filled(
                sent, Annotated[list[Literal[1, 2, 3]], Field(max_length=most)], Topics(case=VICTIM[language])
            )
            for most in (1, 2)
        )
        assert one == [2]
        assert two == [1, 2]


def test_a_question_is_one_of_those_that_the_prompt_lists():
    for language in LANGUAGES:
        me, ben, *_ = PLAYERS[language]
        for question in three(language):
            sent = prompt(language, listed(language, question))
            speech = answer(model().generate(sent, wants=Speech(kind="ask", case=VICTIM[language], to=ben)))
            assert read(speech, language, speaker=me, reader=ben).questions == (question,)


def test_what_was_asked_before_gives_way_to_what_was_not():
    for language in LANGUAGES:
        me, ben, *_ = PLAYERS[language]
        victim = VICTIM[language]
        first, second = WhatQuarrel(who=ben, whom=victim), WhatMotive(who=ben, victim=victim)
        before = Event(
            number=9,
            kind=event_kinds.ASKED,
            actor=me,
            to=ben,
            case=victim,
            text=said(second, language, by=me, to=ben),
        )
        sent = prompt(language, listed(language, first, second), talk=[before])
        speech = answer(model().generate(sent, wants=Speech(kind="ask", case=victim, to=ben)))
        assert read(speech, language, speaker=me, reader=ben).questions == (first,)


def test_a_goal_is_met_when_one_suspect_is_left():
    for language in LANGUAGES:
        victim, (anna, ben, *_) = VICTIM[language], PLAYERS[language]
        nothing = [Presence(who=anna, place="kitchen", slot=EIGHT)]
        some = [*nothing, Sighting(by=anna, whom=ben, place="kitchen", slot=EIGHT)]
        found = [
            filled(prompt(language, own=own), Literal["yes", "partly", "no"], Met(case=victim))
            for own in (nothing, some, known(language))
        ]
        assert found == ["no", "partly", "yes"]


def test_a_murderers_goal_lasts_as_long_as_anybody_else_could_have_done_it():
    for language in LANGUAGES:
        anna, victim = PLAYERS[language][0], VICTIM[language]
        own = [Killing(who=anna, victim=victim), Presence(who=anna, place="study", slot=EIGHT)]
        sent = prompt(language, own=own, killed=(victim,))
        assert filled(sent, Literal["yes", "partly", "no"], Met(case=victim)) == "partly"


def timelines(sent: Prompt, language: Language, most: int = 6) -> list[str]:
    wide = Annotated[list[str], Field(max_length=most)]
    return filled(sent, wide, Timelines(case=VICTIM[language]))


def test_timelines_are_the_sentences_on_who_was_where_at_the_death():
    for language in LANGUAGES:
        anna, ben, carl, dora = PLAYERS[language]
        heard = Sighting(by=ben, whom=dora, place="library", slot=EIGHT)
        idle = Quarrel(who=anna, whom=carl, over="money", slot=EIGHT)
        sent = prompt(language, own=[*known(language), idle], talk=[introduced(language, 1, heard)])
        found = timelines(sent, language)
        assert len(found) == 4
        for fact, to in ((known(language)[0], anna), (known(language)[1], anna)):
            assert [line for line in found if said(fact, language, to=to) in line]
        assert [line for line in found if said(heard, language, by=ben) in line]
        assert found[:2] == timelines(sent, language, most=2)


def test_a_murderer_remembers_its_story_and_not_the_deed():
    for language in LANGUAGES:
        anna, victim = PLAYERS[language][0], VICTIM[language]
        alibi = Presence(who=anna, place="library", slot=EIGHT)
        own: list[Fact] = [
            Killing(who=anna, victim=victim),
            Presence(who=anna, place="study", slot=EIGHT),
            Claim(by=anna, fact=alibi),
        ]
        found = timelines(prompt(language, own=own, killed=(victim,)), language)
        assert len(found) == 1
        assert said(own[2], language, to=anna) in found[0]


def test_a_timeline_is_needed_where_it_answers_the_question():
    for language in LANGUAGES:
        anna, victim = PLAYERS[language][0], VICTIM[language]
        lines = timelines(prompt(language), language)
        for question, wanted in (
            (WhereWas(who=anna, slot=EIGHT), True),
            (WhatMotive(who=anna, victim=victim), False),
        ):
            sent = prompt(language, f"{put(language, question)}\n\n{numbered(lines)}")
            needed = [filled(sent, YES_NO, Needed(number=n)) for n in range(1, len(lines) + 1)]
            assert ("yes" in needed) is wanted


def test_a_timeline_is_told_where_the_answer_says_the_same_in_whatever_words():
    for language in LANGUAGES:
        anna = PLAYERS[language][0]
        own = known(language)[:1]
        lines = timelines(prompt(language, own=own), language)
        sayings = {"yes": said(own[0], language, by=anna), "no": said(known(language)[1], language, by=anna)}
        for told, words in sayings.items():
            task = f"{MEANT[language].format(words)}\n\n{numbered(lines)}"
            assert filled(prompt(language, task, own=own), YES_NO, ToldTimeline(number=1)) == told


SEVEN = Slot(EIGHT.number - 2)


def chosen(mind: Mind, to: str, question: Question) -> Question:
    """The better of a question that only others would put and another one; of equals the former."""
    return best_question(mind, to, mind.prompt.table.victims[0], (WhomSuspected(by=to), question))


def test_a_motive_is_asked_for_until_one_is_known():
    for language in LANGUAGES:
        ben, victim = PLAYERS[language][1], VICTIM[language]
        question = WhatMotive(who=ben, victim=victim)
        for own, is_asked in (([], True), ([Motive(who=ben, victim=victim, kind="debt")], False)):
            parsed, _ = parse_prompt(prompt(language, own=own))
            assert (chosen(mind_of(parsed), ben, question) == question) is is_asked


def test_who_had_a_motive_is_still_worth_asking_where_each_suspects_is_known():
    for language in LANGUAGES:
        (_, ben, *others), victim = PLAYERS[language], VICTIM[language]
        parsed, _ = parse_prompt(
            prompt(language, own=[Motive(who=name, victim=victim, kind="debt") for name in others])
        )
        question = WhoseMotive(victim=victim)
        assert chosen(mind_of(parsed), ben, question) == question


def test_who_is_contradicted_is_asked_about_the_others_word_and_not_its_own():
    for language in LANGUAGES:
        _, ben, carl, dora = PLAYERS[language]
        own = Presence(who=ben, place="library", slot=SEVEN)
        seen = Sighting(by=carl, whom=ben, place="garden", slot=SEVEN)
        parsed, _ = parse_prompt(
            prompt(language, talk=[introduced(language, 1, own), introduced(language, 2, seen)])
        )
        asked = {
            (name, fact): chosen(mind_of(parsed), name, Confirm(fact=fact)) == Confirm(fact=fact)
            for name in (ben, carl, dora)
            for fact in (own, seen)
        }
        assert {each for each, is_asked in asked.items() if is_asked} == {(ben, seen), (carl, own)}


def test_nobody_is_asked_what_another_perceived_or_where_the_asker_was():
    for language in LANGUAGES:
        anna, ben, carl, dora = PLAYERS[language]
        heard = Hearing(by=carl, whom=dora, place="library", slot=SEVEN)
        other = Hearing(by=ben, whom=dora, place="garden", slot=SEVEN)
        of_me = Hearing(by=dora, whom=anna, place="garden", slot=SEVEN)
        mine = Presence(who=anna, place="library", slot=SEVEN)
        talk = [introduced(language, seat, fact) for seat, fact in enumerate((mine, other, heard, of_me))]
        parsed, _ = parse_prompt(prompt(language, talk=talk, own=[mine]))
        hers = Presence(who=dora, place="library", slot=SEVEN)
        rows: list[tuple[str, Plain, bool]] = [
            (ben, heard, False),
            (ben, hers, True),
            (dora, mine, False),
            (dora, of_me, True),
        ]
        for to, fact, is_asked in rows:
            question = Confirm(fact=fact)
            assert (chosen(mind_of(parsed), to, question) == question) is is_asked, question


def test_where_a_person_plays_a_contradiction_is_one_question_until_it_is_answered():
    for language in LANGUAGES:
        _, ben, carl, dora = PLAYERS[language]
        own = Presence(who=ben, place="library", slot=SEVEN)
        seen = [Sighting(by=by, whom=ben, place="garden", slot=SEVEN) for by in (carl, dora)]
        first, second = (Confirm(fact=sighting) for sighting in seen)
        talk = [introduced(language, seat, fact) for seat, fact in enumerate((own, *seen), 1)]
        asked = said(first, language, by=carl, to=ben)
        put = Event(number=9, kind=event_kinds.ASKED, actor=carl, to=ben, case=VICTIM[language], text=asked)
        reply = replace(put, kind=event_kinds.REPLIED, actor=ben, to=carl, text="Hm.")
        other = WhatQuarrel(who=ben, whom=VICTIM[language])
        for more, has_people, is_put in (
            ([], False, [True, True]),
            ([], True, [True, False]),
            ([put, reply], False, [False, True]),
            ([put, reply], True, [False, False]),
        ):
            sent = prompt(language, own=[], talk=[*talk, *more], has_people=has_people)
            mind = mind_of(parse_prompt(sent)[0])
            best = [best_question(mind, ben, VICTIM[language], (other, each)) for each in (first, second)]
            assert [each != other for each in best] == is_put


def test_where_a_person_plays_who_saw_nobody_is_not_asked_whom_it_saw():
    saw_nobody: dict[Language, tuple[str, ...]] = {
        "en": (
            "I saw nobody.",
            "I am Ben. I saw nobody at 8:00.",
            "saw no1 (that is: I saw nobody at 8:00.)",
            "saw no1, was in the garden (that is: I was in the garden at 8:00. I saw nobody.)",
        ),
        "zh": (
            "我谁也没看见。",
            "我是本恩。晚上八点我谁也没看见。",
            "没看见别人（就是说：我谁也没看见。）",
            "没看见人，我在花园（就是说：晚上八点我在花园里。我谁也没看见。）",
        ),
    }
    others: dict[Language, tuple[str, ...]] = {
        "en": ("I saw nobody at 7:00.", "I heard nobody at 8:00."),
        "zh": ("晚上七点我谁也没看见。", "晚上八点我谁也没听见。"),
    }
    for language in LANGUAGES:
        ben = PLAYERS[language][1]
        question = WhomSeenAnywhere(by=ben, slot=EIGHT)
        texts = [(text, True) for text in saw_nobody[language]]
        texts += [(text, False) for text in others[language]]
        for text, is_said in texts:
            said_first = Event(number=9, kind=event_kinds.INTRODUCED, actor=ben, text=text)
            for has_people in (True, False):
                sent = prompt(language, own=[], talk=[said_first], has_people=has_people)
                mind = mind_of(parse_prompt(sent)[0])
                is_put = worths(mind, ben, VICTIM[language], [question])[question] > 1
                assert is_put is not (is_said and has_people), text
