"""Whatever the table is told, the reader recognises, and every question that the generator writes."""

from __future__ import annotations

from parlour.core import Event, EventKind, event_kinds
from parlour.games.mystery import Category, generate
from parlour.games.mystery.reader.parsed import find_table, frames, role_of, script_question, talk, ties
from parlour.language.wording import rules, tell
from parlour.llm import Language
from parlour.reader import TableNames
from tests.arena.mysteries import mystery
from tests.games.mystery.reader.tables import LANGUAGES, PLAYERS, VICTIM
from tests.language.wording.test_tell import MYSTERY

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
