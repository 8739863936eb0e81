"""The three verbs: generate, parse, weigh."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace

import pytest

from parlour.errors import Unreadable
from parlour.llm import Call, LanguageModel, OptionWeights, Reason, read_reply, with_purposes
from tests.cases import cases
from tests.llm.loopback import Answer, Loopback
from tests.llm.samples import Scripted, Suspicion, asked, call, prompt

GOOD = '{"suspect": "Ben", "certainty": 7}'


def test_parse_repairs_with_the_error_and_the_schema_fed_back():
    with Loopback([Answer(text='{"suspect": "Ben", "certainty": 99}'), Answer(text=GOOD)]) as server:
        reply = asyncio.run(asked(server.model, lambda model: model.parse(prompt(), Suspicion)))
    assert reply.certainty == 7
    feedback = server.requests[1]["messages"][-1]["content"]
    assert "certainty" in feedback
    assert "less than or equal to 10" in feedback
    assert '"maximum": 10' in feedback


def test_parse_gives_up_after_two_repairs():
    with (
        Loopback([Answer(text="It was Ben.")]) as server,
        pytest.raises(Unreadable, match="no JSON") as caught,
    ):
        asyncio.run(asked(server.model, lambda model: model.parse(prompt(), Suspicion)))
    assert len(server.requests) == 3
    assert caught.value.reply == "It was Ben."


def test_a_cut_reply_is_told_to_be_shorter():
    answers = [Answer(text='{"suspect": "Be', finish="length"), Answer(text=GOOD)]
    with Loopback(answers) as server:
        asyncio.run(asked(server.model, lambda model: model.parse(prompt(), Suspicion)))
    assert "be shorter" in server.requests[1]["messages"][-1]["content"]


def test_an_empty_reply_is_no_turn_of_the_conversation():
    for replies, turns in ((("", "None."), 1), (("None.", " "), 3)):
        with Loopback([*(Answer(text=reply) for reply in replies), Answer(text=GOOD)]) as server:
            asyncio.run(asked(server.model, lambda model: model.parse(prompt(), Suspicion)))
        second, third = (body["messages"][1:] for body in server.requests[1:])
        assert [turn["role"] for turn in third] == ["user", "assistant", "user"]
        assert all(turn["content"].strip() for turn in third)
        assert str(third).count("could not be read") == 2
        assert len(second) == turns


def test_half_of_a_character_is_replaced():
    """In a prompt it could be neither digested nor sent."""
    assert read_reply('{"suspect": "Ben \\ud83d", "certainty": 7}', Suspicion).suspect == "Ben \ufffd"
    assert read_reply('{"suspect": "\\ud83d\\ude00", "certainty": 7}', Suspicion).suspect == "\U0001f600"


def test_generate_will_not_pass_off_silence_as_speech():
    with pytest.raises(Unreadable):
        asyncio.run(LanguageModel(backend=Scripted("  ")).generate(prompt()))


LEVELS = ("High", "Medium", "Low")


def weighed(*answers: Answer, options: tuple[str, ...] = LEVELS) -> tuple[OptionWeights, Loopback]:
    with Loopback(answers) as server:
        weights = asyncio.run(asked(server.model, lambda model: model.weigh(prompt(), options)))
    return weights, server


def test_a_model_that_thought_and_said_nothing_is_asked_once_for_its_answer():
    silent, heard = Answer(text="", thoughts="I am the wolf."), list[str]()
    with Loopback([silent, silent, Answer(text="I saw Ben.", thoughts="Lie.")]) as server:
        said = asyncio.run(asked(server.model, lambda model: model.generate(prompt(), on_chunk=heard.append)))
    assert (said, "".join(heard).strip()) == ("I saw Ben.", "I saw Ben.")
    assert "no answer" in server.requests[-1]["messages"][-1]["content"]
    with Loopback([silent]) as server, pytest.raises(Unreadable, match="thought and said nothing"):
        asyncio.run(asked(server.model, lambda model: model.generate(prompt())))
    cut = replace(silent, finish="length")
    with Loopback([cut]) as server, pytest.raises(Unreadable, match="set its reasoning_tokens to more"):
        asyncio.run(asked(server.model, lambda model: model.parse(prompt(), Suspicion)))


def test_weigh_reads_logprobs_over_the_options():
    weights, server = weighed(
        Answer(text="High", probabilities={"High": 0.4, " low": 0.1, "H": 0.2, "The": 0.3})
    )
    assert weights.by == "logprobs"
    assert weights.probabilities == pytest.approx({"High": 6 / 7, "Medium": 0, "Low": 1 / 7})
    assert server.requests[0]["max_tokens"] == 1


def test_a_token_that_begins_more_than_one_option_counts_for_none():
    answer = Answer(text="Anna", probabilities={"An": 0.6, "Anna": 0.3, "Ben": 0.1})
    weights, _ = weighed(answer, options=("Anna", "Andrew", "Ben"))
    assert weights.by == "logprobs"
    assert weights.probabilities == pytest.approx({"Anna": 0.75, "Andrew": 0, "Ben": 0.25})


def test_weigh_asks_for_an_estimate_where_there_are_no_logprobs():
    estimate = json.dumps({"option_0": 30, "option_1": 10, "option_2": 10})
    weights, server = weighed(Answer(text="High"), Answer(text=estimate))
    assert weights.by == "verbal"
    assert weights.probabilities == pytest.approx({"High": 0.6, "Medium": 0.2, "Low": 0.2})
    assert "option_1: Medium" in server.requests[1]["messages"][-1]["content"]


def test_weigh_does_not_trust_logprobs_that_are_about_something_else():
    estimate = json.dumps({"option_0": 50, "option_1": 0, "option_2": 50})
    weights, _ = weighed(
        Answer(text="The", probabilities={"The": 0.99, "High": 0.0001}), Answer(text=estimate)
    )
    assert weights.by == "verbal"


def test_an_estimate_of_nothing_is_unreadable():
    with pytest.raises(Unreadable, match="probability of 0"):
        weighed(Answer(text="High"), Answer(text='{"option_0": 0, "option_1": 0, "option_2": 0}'))


def test_a_lot_goes_with_a_call_and_is_no_part_of_what_is_sent():
    def called(lot: str) -> Call:
        backend = Scripted("Hm.")
        asyncio.run(LanguageModel(backend=backend, draw_seed=lot).generate(prompt()))
        return backend.calls[0]

    assert called("x").prompt.draw_seed == "x"
    assert called("x").digest == called("").digest


def test_a_call_is_known_by_the_digest_under_which_earlier_runs_kept_its_reply():
    assert call().digest == "6c318c0d0b4f991282f5e1a4fccb2dc8"


class ReaderLike(Scripted):
    """Named as the reader is, at some strength."""

    name = "reader:attention=.5"


PART_OF_IT = with_purposes(Suspicion, suspect=Reason())
ALL_OF_IT = with_purposes(Suspicion, suspect=Reason(), certainty=Reason())


@cases(
    ("backend", "wants", "form", "purpose"),
    [
        (ReaderLike, None, Suspicion, "vote-unmarked"),
        (ReaderLike, None, PART_OF_IT, "vote-unmarked"),
        (ReaderLike, Reason(), ALL_OF_IT, "vote"),
        (Scripted, None, Suspicion, "vote"),
        (Scripted, Reason(), Suspicion, "vote"),
    ],
)
def test_only_the_reader_is_on_record_as_not_told_what_weights_or_fields_are_for(
    backend: type[Scripted], wants: Reason | None, form: type[Suspicion], purpose: str
):
    model = backend(*[json.dumps({"option_0": 1, "option_1": 1})] * 2, "It was Ben.", GOOD)
    opened = LanguageModel(backend=model)
    asyncio.run(opened.weigh(prompt(), ("Anna", "Ben"), wants=wants))
    asyncio.run(opened.parse(prompt(), form))
    assert model.calls[0].wants == wants
    purposes = [each.prompt.purpose for each in model.calls]
    assert [each for each in purposes if "verbal" not in each] == [purpose] * 3
