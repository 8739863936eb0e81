from __future__ import annotations

import pytest

from parlour.language.facts import read, sentences
from parlour.llm import Call, Language, Prompt
from parlour.reader import game_reader
from parlour.reader.limits.intake import Excerpt, Intake, sent
from parlour.reader.limits.options import Limits
from tests.reader.limits.calls import LANGUAGES, mystery_calls, werewolf_calls

NOTHING, HALF = Limits(attention=0), Limits(attention=0.5)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def taken(call: Call, limits: Limits) -> Prompt:
    return Intake(call=call, game=game_reader(call.game), limits=limits).read()


def last(calls: tuple[Call, ...], purpose: str) -> Call:
    return next(call for call in reversed(calls) if call.prompt.purpose == purpose)


@each_language
def test_without_attention_nothing_is_understood_of_talk_or_papers_but_what_notes_quote(language: Language):
    call = last(mystery_calls(language), "ask")
    notes = "\n".join(part.text for part in call.prompt.parts if part.source.origin == "thought")
    names = (*call.players, *game_reader("mystery").people(call.prompt))
    talk = [part for part in taken(call, NOTHING).user if part.source.origin == "event"]
    assert talk
    for part in talk:
        for line in part.text.splitlines():
            found = read(line.partition("：" if language == "zh" else ": ")[2], language, names=names).found
            assert all(each.sentence in notes for each in found)
    script = max(call.prompt.system, key=lambda part: len(part.text) * (part.source.origin == "private"))
    left = taken(call, NOTHING).system[call.prompt.system.index(script)]
    assert len(left.text) < len(script.text) / 2


@each_language
def test_what_a_note_quotes_is_never_missed(language: Language):
    kept = 0
    for call in mystery_calls(language):
        notes = "\n".join(part.text for part in call.prompt.parts if part.source.origin == "thought")
        for before, after in zip(call.prompt.user, taken(call, NOTHING).user, strict=True):
            if isinstance(after.purpose, Excerpt):
                quoted = [each for each in sentences(before.text) if each in notes]
                assert all(each in after.text for each in quoted)
                kept += len(quoted)
    assert kept


@each_language
def test_each_call_misses_other_sentences_and_the_same_call_the_same(language: Language):
    one, other = [call for call in mystery_calls(language) if call.prompt.purpose == "reply"][-2:]
    assert taken(one, HALF) == taken(one, HALF)
    script = max(range(len(one.prompt.system)), key=lambda n: len(one.prompt.system[n].text))
    drawn = {taken(call, HALF).system[script].text for call in mystery_calls(language)}
    assert len(drawn) > len(mystery_calls(language)) / 2
    assert sent(taken(other, HALF).system[script]) == other.prompt.system[script].text


def test_what_is_left_of_an_exchange_keeps_who_spoke_to_whom():
    for language in LANGUAGES:
        call = last(mystery_calls(language), "vote")
        for before, after in zip(call.prompt.user, taken(call, HALF).user, strict=True):
            if before.source.origin == "event":
                heads = [
                    line.partition("：" if language == "zh" else ": ")[0] for line in before.text.splitlines()
                ]
                assert [
                    line.partition("：" if language == "zh" else ": ")[0] for line in after.text.splitlines()
                ] == heads


@each_language
def test_by_day_and_night_only_what_is_said_can_be_missed(language: Language):
    call = last(werewolf_calls(language), "vote")
    told = [part for part in call.prompt.user if part.source.origin == "event"]
    left = [part for part in taken(call, NOTHING).user if part.source.origin == "event"]
    kept = [part for part in told if part in left]
    assert 0 < len(kept) < len(told)
    assert sum(isinstance(part.purpose, Excerpt) for part in left) == len(told) - len(kept)


def test_at_full_slip_other_people_hours_and_places_are_read():
    for language in LANGUAGES:
        call = last(mystery_calls(language), "vote")
        names = (*call.players, *game_reader("mystery").people(call.prompt))
        changed = 0
        for before, after in zip(call.prompt.system, taken(call, Limits(slip=1)).system, strict=True):
            if isinstance(after.purpose, Excerpt):
                assert after.purpose.missed == 0
                true = read(before.text, language, reader=call.prompt.player, names=names).facts
                misread = read(after.text, language, reader=call.prompt.player, names=names).facts
                assert len(misread) == len(true)
                assert [type(fact) for fact in misread] == [type(fact) for fact in true]
                changed += sum(one != other for one, other in zip(true, misread, strict=True))
        assert changed > 10
