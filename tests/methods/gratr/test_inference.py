"""The model's summary and inference about each target (appendix D.2), in whole matches."""

from __future__ import annotations

from functools import cache
from typing import Any

from parlour.arena import Note, Record, Status
from parlour.experiments.conformance import check_match
from parlour.llm import BUILT_IN, Language
from tests.arena.mysteries import laid
from tests.arena.replies import nonsense, reply_schema
from tests.arena.werewolves import werewolves
from tests.cases import cases
from tests.llm.loopback import Answer, Body
from tests.methods.gratr.tables import accusing, played


@cache
def match(method: str = "gratr:as=printed", language: Language = "en") -> Record:
    """A match that replays, without a fault or a leak."""
    return check_match(laid(werewolves("vwswxghw", language), model=BUILT_IN, method=method, seed=2))


def muddled(body: Body) -> Answer:
    """Statements can be read, inferences cannot."""
    schema = reply_schema(body) or {}
    return (nonsense if "reasoning" in schema.get("properties", {}) else accusing)(body)


@cases(("language", "name"), [("en", "Chain of evidence"), ("zh", "证据链")])
def test_each_target_of_a_retrieval_has_one_call_with_its_trust_and_its_chains(language: Language, name: str):
    record = match(language=language)
    assert record.status is Status.FINISHED
    calls = [call for call in record.calls if call.key.purpose == "inference"]
    votes = [call.key for call in record.calls if call.key.purpose == "vote"]
    for key in votes:
        asked = [call for call in calls if (call.key.player, call.key.request) == (key.player, key.request)]
        assert len(asked) == len({call.user[0].text for call in asked}) > 1
    assert any(name in call.user[0].text for call in calls)
    assert {call.user[0].source.origin for call in calls} == {"thought"}
    assert {call.user[0].source.owner == call.key.player for call in calls} == {True}


def test_a_decision_is_told_what_was_inferred_and_no_evidence_beside_it():
    record = match()
    notes = [each.thought for each in record.items if isinstance(each, Note)]
    bodies: list[Any] = [thought.body for thought in notes if thought.kind == "inference"]
    summaries = {each["summary"] for body in bodies for each in body.values()}
    votes = [part.text for call in record.calls if call.key.purpose == "vote" for part in call.user]
    told = [text for text in votes if "How far you trust the others" in text]
    assert told
    for text in told:
        assert any(summary in text for summary in summaries)
        assert "of 10)" not in text


def test_an_inference_that_cannot_be_read_is_a_fault_and_the_evidence_is_told_instead():
    broken = played("gratr:summary=call", replying=muddled)
    assert broken.record.status == "finished"
    assert broken.faults == {"inference"}
    votes = [part.text for call in broken.record.calls if call.key.purpose == "vote" for part in call.user]
    assert [text for text in votes if "(8 of 10)" in text]
