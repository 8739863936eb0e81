"""The reader fills what it is asked for from the prompt alone, and says when it cannot."""

from __future__ import annotations

from random import Random
from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, create_model

from parlour.core import Event, event_kinds
from parlour.errors import UsageError
from parlour.games.mystery.reader.mind import mind_of
from parlour.games.mystery.reader.parsed import parse_prompt, phrases
from parlour.language.facts import (
    Absence,
    Accusation,
    Cause,
    Claim,
    Confirm,
    Fact,
    Killing,
    Level,
    Means,
    Motive,
    NoMeans,
    NoMotive,
    Presence,
    Quarrel,
    Relation,
    Sighting,
    Slot,
    Suspicion,
    Trust,
    WhatCause,
    WhatMotive,
    WhatSecret,
    WhereWas,
    WhoKilled,
    WhoseMeans,
    WordKind,
    read,
    render,
    say,
)
from parlour.language.hearing import wordlist
from parlour.llm import (
    About,
    Addressee,
    Choice,
    Culprit,
    Language,
    Part,
    Prompt,
    Reason,
    Speech,
    Suspects,
)
from parlour.methods.player_star.reader import Gain, Sensed
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

LIMIT = {"en": "in at most {} words", "zh": "不超过{}字"}


def others(language: Language) -> Any:
    return Literal[PLAYERS[language][1:]]


def test_the_only_one_without_an_alibi_is_the_culprit():
    for language in LANGUAGES:
        want = Culprit(case=VICTIM[language])
        assert filled(prompt(language), others(language), want) == PLAYERS[language][3]


def test_nobody_is_ruled_out_by_nothing():
    for language in LANGUAGES:
        nothing = [Presence(who=PLAYERS[language][0], place="kitchen", slot=EIGHT)]
        want = Suspects(case=VICTIM[language])
        assert len(filled(prompt(language, own=nothing), list[others(language)], want)) == 1
        wide = Annotated[list[others(language)], Field(max_length=3)]
        assert len(filled(prompt(language, own=nothing), wide, want)) == 3
        assert filled(prompt(language), wide, want) == [PLAYERS[language][3]]


def test_a_murderer_names_somebody_else_and_no_one_whom_the_table_has_cleared():
    for language in LANGUAGES:
        anna, _, carl, dora = PLAYERS[language]
        own = [Killing(who=anna, victim=VICTIM[language]), Presence(who=anna, place="study", slot=EIGHT)]
        seen = Sighting(by=carl, whom=dora, place="library", slot=EIGHT)
        sent = prompt(language, own=own, killed=(VICTIM[language],), talk=[introduced(language, 2, seen)])
        assert filled(sent, others(language), Culprit(case=VICTIM[language])) == PLAYERS[language][1]


def test_reasons_quote_what_was_said_and_keep_to_their_length():
    for language in LANGUAGES:
        _, ben, _, dora = PLAYERS[language]
        motive = Motive(who=dora, victim=VICTIM[language], kind="debt")
        sent = prompt(language, talk=[introduced(language, 1, motive)])
        reason = filled(sent, Annotated[str, Field(max_length=300)], Reason(case=VICTIM[language]))
        assert dora in reason
        assert said(motive, language, by=ben) in reason
        assert len(filled(sent, Annotated[str, Field(max_length=40)], Reason(case=VICTIM[language]))) <= 40


def test_a_vote_that_leaves_the_suspect_named_aloud_says_so():
    for language in LANGUAGES:
        anna, ben, _, dora = PLAYERS[language]
        victim = VICTIM[language]
        fields: dict[str, Any] = {
            "reason": (Annotated[str, Reason(case=victim)], ...),
            "choice": (Annotated[others(language), Culprit(case=victim)], ...),
        }
        form = create_model("Form", **fields)
        for named in (ben, dora):
            accused = introduced(language, 0, Accusation(by=anna, whom=named, victim=victim))
            reply: Any = answer(model().parse(prompt(language, talk=[accused]), form))
            assert reply.choice == dora
            turned = [row.format(by=named, about=dora) for row in phrases(language)["turned"]]
            assert any(map(reply.reason.startswith, turned)) == (named != dora)


def test_sensors_read_feelings_motives_and_opportunity():
    for language in LANGUAGES:
        victim, (_, ben, _, dora) = VICTIM[language], PLAYERS[language]
        own = [
            *known(language),
            Relation(of=ben, to=victim, kind="friend"),
            Quarrel(who=dora, whom=victim, over="will", slot=Slot(36)),
            Motive(who=dora, victim=victim, kind="debt"),
        ]
        read_off = {
            sensor: (Literal["positive", "neutral", "negative", "yes", "no"], sensor)
            for sensor in ("motivation", "opportunity", "evidence", "emotion", "background")
        }
        fields: dict[str, Any] = {
            name: (Annotated[kind, Sensed(sensor=sensor)], ...) for name, (kind, sensor) in read_off.items()
        }
        form = create_model("Sensors", **fields)
        told = {
            name: filled(prompt(language, own=own), form, About(suspect=name, case=victim)).model_dump()
            for name in (ben, dora)
        }
        assert tuple(told[ben].values()) == ("no", "no", "no", "positive", "no")
        assert tuple(told[dora].values()) == ("yes", "yes", "yes", "negative", "yes")


def test_whoever_has_told_less_is_worth_more_to_ask():
    for language in LANGUAGES:
        own = [Presence(who=PLAYERS[language][0], place="kitchen", slot=EIGHT)]
        _, ben, carl, _ = PLAYERS[language]
        open_handed = introduced(
            language,
            1,
            Presence(who=ben, place="library", slot=EIGHT),
            Sighting(by=ben, whom=carl, place="library", slot=EIGHT),
        )
        sent = prompt(language, own=own, talk=[open_handed])
        gains: list[float] = []
        for name in (ben, carl):
            asked = model().weigh(sent, ["yes", "no"], wants=Gain(suspect=name, case=VICTIM[language]))
            gains.append(answer(asked).probabilities["yes"])
        assert 0 < gains[0] < gains[1] < 1
        assert filled(sent, others(language), Addressee(case=VICTIM[language])) != ben
        level = filled(sent, Literal["high", "medium", "low"], Gain(suspect=carl, case=VICTIM[language]))
        assert level in ("high", "medium")


def heard(language: Language, want: Speech, task: str = "", **about: Any) -> tuple[str, list[str]]:
    chunks: list[str] = []
    text = answer(model().generate(prompt(language, task, **about), on_chunk=chunks.append, wants=want))
    return text, chunks


def test_an_introduction_tells_where_one_was_and_streams_by_the_sentence():
    for language in LANGUAGES:
        text, chunks = heard(language, Speech(kind="introduce"), LIMIT[language].format(100))
        anna = PLAYERS[language][0]
        reading = read(text, language, speaker=anna, names=(*PLAYERS[language], VICTIM[language]))
        assert Presence(who=anna, place="kitchen", slot=EIGHT) in reading.facts
        assert "".join(chunks).strip() == text
        assert len(chunks) > 1


def test_a_murderer_speaks_word_for_word_as_one_to_whom_its_story_is_true():
    for language in LANGUAGES:
        anna, ben, carl, _ = PLAYERS[language]
        victim = VICTIM[language]
        alibi = Presence(who=anna, place="garden", slot=EIGHT)
        before, after = (Presence(who=anna, place="library", slot=Slot(EIGHT.number + by)) for by in (-1, 1))
        bond = Relation(of=anna, to=victim, kind="friend")
        guilty = [
            Killing(who=anna, victim=victim),
            Motive(who=anna, victim=victim, kind="debt"),
            Cause(victim=victim, thing="razor"),
            Claim(by=anna, fact=alibi),
            Claim(by=anna, fact=NoMotive(who=anna, victim=victim)),
            Claim(by=anna, fact=NoMeans(who=anna, thing="razor")),
            *(before, Presence(who=anna, place="study", slot=EIGHT), after, bond),
            Means(who=anna, thing="razor"),
        ]
        talk = [introduced(language, 1, Absence(who=anna, place="garden", slot=EIGHT))]
        reply = Speech(kind="reply", case=victim, to=ben)
        questions = (
            WhatMotive(who=anna, victim=victim),
            WhoseMeans(thing="razor"),
            WhereWas(who=anna, slot=EIGHT),
            WhoKilled(victim=victim),
            WhatCause(victim=victim),
        )
        tasks = [
            (Speech(kind="introduce"), LIMIT[language].format(100)),
            (Speech(kind="ask", case=victim, to=carl), LIMIT[language].format(50)),
            *((reply, put(language, said(question, language, by=ben, to=anna))) for question in questions),
        ]
        for want, task in tasks:
            lie, _ = heard(language, want, task, own=guilty, killed=(victim,), talk=talk)
            truth, _ = heard(language, want, task, own=[before, alibi, after, bond], talk=talk)
            assert lie == truth


def put(language: Language, question: str, words: int = 100, *, by: int = 1) -> str:
    ben, victim = PLAYERS[language][by], VICTIM[language]
    if language == "en":
        return f'{ben} asks you about the death of {victim}: "{question}"\n{LIMIT[language].format(words)}'
    return f"{ben}就{victim}之死问你：“{question}”\n{LIMIT[language].format(words)}"


def test_a_reply_answers_the_question_first_and_keeps_to_its_words():
    for language in LANGUAGES:
        anna, ben, *_ = PLAYERS[language]
        want = Speech(kind="reply", case=VICTIM[language], to=ben)
        question = said(WhereWas(who=anna, slot=EIGHT), language, by=ben, to=anna)
        for room in (12, 24):
            text, chunks = heard(language, want, put(language, question, room))
            names = (*PLAYERS[language], VICTIM[language])
            first = read(chunks[0], language, speaker=anna, reader=ben, names=names).facts
            assert first == (Presence(who=anna, place="kitchen", slot=EIGHT),)
            assert len(text.split()) <= room if language == "en" else len(text) <= room + 6


def test_a_reply_says_what_it_does_not_understand_and_keeps_secrets():
    for language in LANGUAGES:
        anna, ben, *_ = PLAYERS[language]
        want = Speech(kind="reply", case=VICTIM[language], to=ben)
        phrases = {"en": ("do not understand", "rather not"), "zh": ("没听懂", "不想谈")}[language]
        assert phrases[0] in heard(language, want, put(language, "Blah blah?"))[0]
        secret = said(WhatSecret(who=anna), language, by=ben, to=anna)
        assert phrases[1] in heard(language, want, put(language, secret))[0]


REMARKS = {"en": "i saw dora in the library at 8 pm", "zh": "我晚上8点在图书室看见朵拉了"}


def told(language: Language, want: Speech, sent: Prompt) -> tuple[str, tuple[Fact, ...]]:
    """What the first player replies, and the facts in it."""
    text = answer(model().generate(sent, wants=want))
    names = (*PLAYERS[language], VICTIM[language])
    return text, read(text, language, speaker=PLAYERS[language][0], reader=want.to, names=names).facts


ASKED_WHY: dict[Language, tuple[str, ...]] = {
    "en": ("Why me?", "Anna, why do you suspect me?", "What makes you so sure it was me?", "Are you sure?"),
    "zh": ("为什么是我？", "安娜，你为什么怀疑我？", "凭什么说是我？", "你确定吗？"),
}


def test_what_a_person_has_asked_in_words_of_its_own_is_not_asked_again():
    for language in LANGUAGES:
        anna, ben, carl, _ = PLAYERS[language]
        victim, where = VICTIM[language], WhereWas(who=carl, slot=EIGHT)
        typed = {
            "en": "Carl, so where exactly were you at 8:00 tonight?",
            "zh": "你八点在哪里？",
        }
        want = Speech(kind="ask", case=victim, to=carl)
        own = [Presence(who=anna, place="kitchen", slot=EIGHT)]
        asked: list[bool] = []
        for talk in ("", typed[language]):
            put = Event(number=9, kind=event_kinds.ASKED, actor=ben, to=carl, case=victim, text=talk)
            sent = prompt(language, LIMIT[language].format(100), own=own, talk=[put] if talk else [])
            text = answer(model().generate(sent, wants=want))
            names = (*PLAYERS[language], victim)
            asked.append(where in read(text, language, speaker=anna, reader=carl, names=names).questions)
        assert asked == [True, False]


def test_what_a_person_says_beside_a_question_is_heard_by_everybody():
    for language in LANGUAGES:
        _, ben, carl, dora = PLAYERS[language]
        victim = VICTIM[language]
        fact = NoMeans(who=dora, thing="razor")
        sentence = render(fact, language, Random(1), speaker=ben)
        question = render(WhoKilled(victim=victim), language, Random(1), speaker=ben, reader=carl)
        gap = {"en": " ", "zh": ""}[language]
        meant = f"{sentence}{gap}{question}"
        for text in (meant, wordlist(language)["that_is"].format(typed="hm hm", said=meant)):
            put = Event(number=9, kind=event_kinds.ASKED, actor=ben, to=carl, case=victim, text=text)
            sent = prompt(language, LIMIT[language].format(100), talk=[put])
            heard = mind_of(parse_prompt(sent)[0]).statements_of(ben)
            assert fact in heard


def test_a_statement_in_place_of_a_question_is_noted():
    for language in LANGUAGES:
        anna, ben, _, dora = PLAYERS[language]
        victim, want = VICTIM[language], Speech(kind="reply", case=VICTIM[language], to=ben)
        fact = NoMeans(who=dora, thing="razor")
        for text, phrase in (
            (render(fact, language, Random(1), speaker=ben), "noted"),
            ("hm", "not_understood"),
        ):
            put = Event(number=9, kind=event_kinds.ASKED, actor=ben, to=anna, case=victim, text=text)
            sent = prompt(language, LIMIT[language].format(100), talk=[put])
            rows = [row.format(to=ben) for row in phrases(language)[phrase]]
            assert any(row in answer(model().generate(sent, wants=want)) for row in rows)


def test_of_two_questions_each_is_answered():
    for language in LANGUAGES:
        anna, ben, _, dora = PLAYERS[language]
        want = Speech(kind="reply", case=VICTIM[language], to=ben)
        asked = [WhereWas(who=anna, slot=EIGHT), Confirm(fact=Presence(who=dora, place="garden", slot=EIGHT))]
        text = {"en": " ", "zh": ""}[language].join(said(each, language, by=ben, to=anna) for each in asked)
        reply, facts = told(language, want, prompt(language, put(language, text)))
        assert Presence(who=anna, place="kitchen", slot=EIGHT) in facts
        assert any(row.format(to=ben) in reply for row in phrases(language)["not_that_i_know"])


def test_who_could_get_it_asks_for_what_killed():
    texts: dict[Language, tuple[str, ...]] = {
        "en": (
            "who could lay hands on it?",
            "who had access to it?",
            "who can get it",
            "who could get their hands on it?",
        ),
        "zh": ("谁能拿到？", "谁能拿到它？", "谁拿得到？", "谁能弄到凶器？", "谁能接触到？"),
    }
    for language in LANGUAGES:
        anna, ben, *_ = PLAYERS[language]
        want = Speech(kind="reply", case=VICTIM[language], to=ben)
        for text in texts[language]:
            facts = told(language, want, prompt(language, put(language, text)))[1]
            assert NoMeans(who=anna, thing="razor") in facts, text


def test_an_accuser_gives_its_reasons_to_who_asks_why():
    for language in LANGUAGES:
        anna, _, carl, dora = PLAYERS[language]
        victim, want = VICTIM[language], Speech(kind="reply", case=VICTIM[language], to=dora)
        means, motive = Means(who=dora, thing="razor"), Motive(who=dora, victim=victim, kind="debt")
        talk = [
            introduced(language, 2, motive),
            introduced(language, 0, Accusation(by=anna, whom=dora, victim=victim)),
        ]
        for asked in ASKED_WHY[language]:
            sent = prompt(language, put(language, asked, by=3), own=[*known(language), means], talk=talk)
            _, facts = told(language, want, sent)
            assert {means, Claim(by=carl, fact=motive)} <= set(facts)
        sent = prompt(language, put(language, ASKED_WHY[language][0], by=3), talk=talk[:1])
        assert told(language, want, sent)[0].startswith(
            tuple(row.format(about=phrases(language)["you"]) for row in phrases(language)["never_said"])
        )


def test_who_still_accuses_somebody_does_not_take_it_back_when_asked_why():
    for language in LANGUAGES:
        anna, ben, carl, dora = PLAYERS[language]
        clears_all = [*known(language), Sighting(by=anna, whom=dora, place="kitchen", slot=EIGHT)]
        rows = [row.format(about=phrases(language)["you"]) for row in phrases(language)["no_longer"]]
        for seat, whom, is_taken_back in ((1, ben, False), (2, carl, True)):
            want = Speech(kind="reply", case=VICTIM[language], to=whom)
            talk = [introduced(language, 0, Suspicion(by=anna, whom=whom, level=Level.SOME))]
            for asked in ASKED_WHY[language]:
                task = put(language, asked, by=seat)
                sent = prompt(language, task, own=clears_all, talk=talk, killed=(VICTIM[language],))
                reply = told(language, want, sent)[0]
                assert any(row in reply for row in rows) is is_taken_back, reply


def test_a_view_of_a_player_is_told_to_who_asks_and_last_words_are_said_again():
    for language in LANGUAGES:
        anna, ben, _, dora = PLAYERS[language]
        want = Speech(kind="reply", case=VICTIM[language], to=ben)
        asked: dict[Language, tuple[str, ...]] = {
            "en": (
                f"Do you trust {dora}?",
                f"{anna}, do you trust me?",
                "Whom do you trust?",
                "Say it again!",
            ),
            "zh": (f"你信任{dora}吗？", f"{anna}，你相信我吗？", "你信任谁？", "再说一遍"),
        }
        accused = introduced(language, 0, Accusation(by=anna, whom=dora, victim=VICTIM[language]))
        said_of, said_to, trusted, again = (
            told(language, want, prompt(language, put(language, text), talk=[accused]))
            for text in asked[language]
        )
        assert Suspicion(by=anna, whom=dora, level=Level.STRONG) in said_of[1]
        assert Trust(by=anna, whom=ben, level=Level.STRONG) in said_to[1]
        assert any(isinstance(fact, Trust) for fact in trusted[1])
        assert again[0] == accused.text


def test_a_murderer_in_cover_gives_no_reason_of_its_own_knowledge():
    for language in LANGUAGES:
        anna, _, _, dora = PLAYERS[language]
        victim, want = VICTIM[language], Speech(kind="reply", case=VICTIM[language], to=dora)
        own = [Killing(who=anna, victim=victim), Presence(who=anna, place="study", slot=EIGHT)]
        accused = introduced(language, 0, Accusation(by=anna, whom=dora, victim=victim))
        task = put(language, ASKED_WHY[language][0], by=3)
        sent = prompt(language, task, own=own, killed=(victim,), talk=[accused])
        text, facts = told(language, want, sent)
        assert text
        assert not [fact for fact in facts if isinstance(fact, Killing | Presence)]


def test_testimony_as_people_type_it_counts():
    for language in LANGUAGES:
        anna, ben, _, dora = PLAYERS[language]
        own = [Presence(who=anna, place="kitchen", slot=EIGHT)]
        remark = Event(number=9, kind=event_kinds.INTRODUCED, actor=ben, text=REMARKS[language])
        sent = prompt(language, own=own, talk=[remark])
        everybody = Annotated[list[others(language)], Field(max_length=3)]
        suspects = filled(sent, everybody, Suspects(case=VICTIM[language]))
        assert set(suspects) == set(PLAYERS[language][1:]) - {dora}


def test_whoever_knows_says_so_unasked_and_once():
    for language in LANGUAGES:
        anna, ben, _, dora = PLAYERS[language]
        names, victim = (*PLAYERS[language], VICTIM[language]), VICTIM[language]
        want = Speech(kind="reply", case=victim, to=ben)
        task = put(language, said(WhereWas(who=anna, slot=EIGHT), language, by=ben, to=anna))
        verdict = Accusation(by=anna, whom=dora, victim=victim)
        assert verdict in read(heard(language, want, task)[0], language, speaker=anna, names=names).facts
        again, _ = heard(language, want, task, talk=[introduced(language, 0, verdict)])
        assert verdict not in read(again, language, speaker=anna, names=names).facts


QUESTIONS = {
    "en": ("Who killed Vera?", "Where was Vera killed?", "How was Vera killed?"),
    "zh": ("是谁杀了薇拉？", "薇拉是在哪里遇害的？", "薇拉是怎么遇害的？"),
}


def test_questions_with_options_are_answered_by_what_follows():
    for language in LANGUAGES:
        _, ben, _, dora = PLAYERS[language]
        options = (
            (ben, dora),
            tuple(say(WordKind.PLACE, place, language) for place in ("attic", "study")),
            tuple(say(WordKind.THING, thing, language, "killed") for thing in ("dagger", "razor")),
        )
        for question, (one, two) in zip(QUESTIONS[language], options, strict=True):
            task = f"?\n\n{question}\n\na. {one}\nb. {two}"
            assert filled(prompt(language, task), Literal["a", "b"], Choice()) == "b"


def test_free_prose_is_refused_with_what_to_do():
    for language in LANGUAGES:
        sent = prompt(language, own=[])
        prose = sent.system[:1] + sent.system[2:3] + (Part(text="It was a dark night."),)
        bare = Prompt(
            player=sent.player, request="r", purpose="p", language=language, system=prose, user=sent.user
        )
        with pytest.raises(UsageError, match=r"generated mysteries only.*--model"):
            answer(model().generate(bare, wants=Speech(kind="introduce")))
