"""The limits of the reader: attention, intake, choice and their options."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.errors import UnknownModel
from parlour.language.facts import read, sentences
from parlour.llm import Call, Culprit, Language, Prompt, Target, open_provider, purpose_of
from parlour.reader import Blank, SeatReader, game_reader
from parlour.reader.limits import IDEAL, OPTIONS, Limits, read_limits
from parlour.reader.limits.bounded import BoundedCall
from parlour.reader.limits.intake import Excerpt, Intake, sent
from parlour.reader.limits.options import taken_in
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


places = st.floats(0, 1)
lengths = st.integers(1, 100_000)


@given(places, lengths, st.floats(0, 1))
def test_without_a_span_length_and_place_cost_nothing(place: float, tokens: int, attention: float):
    assert taken_in(Limits(attention=attention), place, tokens) == attention


@given(lengths, st.integers(1, 100_000))
def test_both_ends_are_recalled_best_and_the_middle_worst(tokens: int, span: int):
    recalled = [taken_in(Limits(span=span), place, tokens) for place in (0, 0.25, 0.5, 0.75, 1)]
    assert recalled[0] == recalled[4] == 1
    assert recalled[2] == min(recalled)
    assert recalled[1] == pytest.approx(recalled[3])
    assert recalled[2] < recalled[1] < recalled[0]


@given(places, lengths, lengths, st.integers(1, 100_000))
def test_a_longer_prompt_is_never_recalled_better(place: float, one: int, other: int, span: int):
    short, long = sorted((one, other))
    assert taken_in(Limits(span=span), place, long) <= taken_in(Limits(span=span), place, short)


def test_at_a_length_of_the_span_every_other_sentence_of_the_middle_is_lost():
    assert taken_in(Limits(span=3000), 0.5, 3000) == 0.5
    assert taken_in(Limits(span=3000, attention=0.5), 0.5, 3000) == 0.25


def test_every_limit_can_be_written_after_the_name():
    told = read_limits("reader:attention=.5,span=2000,slip=.1,steps=2,noise=.3,lapse=1")
    assert told == Limits(attention=0.5, span=2000, slip=0.1, steps=2, noise=0.3, lapse=1)
    assert set(OPTIONS) == set(vars(told))


def test_limits_that_limit_nothing_are_none():
    assert read_limits("reader") == read_limits("reader:attention=1,slip=0,noise=0,lapse=0") == IDEAL
    assert IDEAL.reads_all


def test_a_limit_that_cannot_be_is_refused_in_a_sentence():
    for model, why in (
        ("reader:wisdom=3", "has no limit 'wisdom=3'; it has attention, span"),
        ("reader:attention", "has no limit 'attention'"),
        ("reader:", "has no limit ''"),
        ("reader:attention=1.1", "attention is a probability from 0 to 1, not '1.1'"),
        ("reader:attention=nan", "attention is a probability"),
        ("reader:slip=-.1", "slip is a probability"),
        ("reader:lapse=often", "lapse is a probability"),
        ("reader:span=0", "span is a number of tokens from 1 on"),
        ("reader:steps=1.5", "steps is a whole number from 0 on"),
        ("reader:noise=inf", "noise is 0, or a number from 0.01 to 100"),
        ("reader:noise=.001", "noise is 0, or a number from 0.01 to 100"),
        ("reader:slip=.1,slip=.2", "slip is told twice"),
    ):
        with pytest.raises(UnknownModel, match=why):
            open_provider(model)


def test_a_limit_is_no_other_models():
    for model in ("openai:gpt-6-luna:attention=.5", "smollm2:slip=.1", "gguf:a.gguf,steps=2"):
        with pytest.raises(UnknownModel, match=r"only reader takes \w+ \(reader:"):
            open_provider(model)


DRAWS = 400


def choice(call: Call) -> tuple[Culprit | Target, Blank]:
    """What a call's form asks to choose, and where."""
    form = call.reply
    assert form
    name = next(name for name in form.model_fields if isinstance(purpose_of(form, name), Culprit | Target))
    purpose = purpose_of(form, name)
    assert isinstance(purpose, Culprit | Target)
    return purpose, Blank(form=form, name=name)


def seat(call: Call, noise: float, seed: int) -> SeatReader:
    return BoundedCall(
        call=replace(call, prompt=replace(call.prompt, draw_seed=str(seed))),
        game=game_reader(call.game),
        limits=Limits(noise=noise),
    ).seat


def chosen(call: Call, noise: float, seed: int) -> object:
    return seat(call, noise, seed).chosen(*choice(call))


def undecided() -> tuple[Call, dict[str, float]]:
    """A vote of a mystery before which nobody has spoken, and how suspect each of the others is."""
    call = next(call for call in mystery_calls("en") if call.prompt.purpose == "vote")
    user = tuple(part for part in call.prompt.user if part.source.origin != "event")
    call = replace(call, prompt=replace(call.prompt, user=user))
    reader = game_reader(call.game).seat(call.prompt, call.players)
    held = {name: reader.suspicion(name) for name in call.players if name != reader.me}
    assert len([each for each in held.values() if each]) > 2
    return call, held


def test_without_noise_the_best_is_chosen():
    call, held = undecided()
    assert held[str(chosen(call, 0, 1))] == max(held.values())
    assert {chosen(call, 0, seed) for seed in range(9)} == {chosen(call, 0, 1)}
    assert {chosen(call, 0.01, seed) for seed in range(50)} <= {
        name for name, likely in held.items() if likely == max(held.values())
    }


def test_at_noise_1_choices_fall_as_probably_as_they_are_believed():
    call, held = undecided()
    drawn = Counter(chosen(call, 1, seed) for seed in range(DRAWS))
    total = sum(max(0.01, each) for each in held.values())
    for name, likely in held.items():
        expected = max(0.01, likely) / total
        assert drawn[name] / DRAWS == pytest.approx(expected, abs=4 * (expected / DRAWS) ** 0.5 + 0.01)


def test_the_reason_is_for_the_choice_that_was_drawn():
    for calls in (mystery_calls, werewolf_calls):
        call = next(call for call in calls("en") if call.prompt.purpose == "vote")
        purpose, blank = choice(call)
        drawn = set[object]()
        for seed in range(50):
            steady, unsteady = (seat(call, noise, seed) for noise in (0, 100))
            name = unsteady.chosen(purpose, blank)
            is_best = name == steady.chosen(purpose, blank)
            expected = steady.why(purpose, blank, None, None) if is_best else steady.grounds(str(name))
            assert unsteady.why(purpose, blank, None, None) == expected
            drawn.add(name)
        assert len(drawn) > 2
