"""Markers say what a field wants, and no provider ever sees one."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated

from pydantic import BaseModel, Field

from parlour.agents.assembly import decision
from parlour.core import Request, request_kinds, schema
from parlour.llm import About, Call, Culprit, Reason, Speech, purpose_of, with_purposes
from parlour.methods.o_cot import reflection
from parlour.methods.player_star.sensing import prune_form, sensor_reply
from parlour.methods.player_star.sensors import Sensor
from parlour.methods.think_thrice import Needed, ToldTimeline, timeline_form, verdicts
from parlour.methods.werewolf import Chosen, Topics
from tests.llm.loopback import Answer, Loopback
from tests.llm.samples import asked, prompt

VOTE = Request(
    id="v", step=1, player="Anna", kind=request_kinds.VOTE, case="Vera", options=("Ben", "Carl"), most=1
)
MARKS = ("About", "Sensed", "Gain", "Choice", "want", "case")


def schema_of(form: type[BaseModel]) -> str:
    return json.dumps(form.model_json_schema())


def test_a_marked_form_has_the_schema_of_the_plain_one_byte_for_byte():
    assert schema_of(decision(VOTE)) == schema_of(schema(VOTE))
    assert purpose_of(decision(VOTE), "choice") == Culprit(case="Vera")
    assert purpose_of(schema(VOTE), "choice") is None


def test_a_marked_field_keeps_its_limits():
    class Note(BaseModel):
        text: Annotated[str, Field(max_length=5)]

    marked = with_purposes(Note, text=Reason())
    assert schema_of(marked) == schema_of(Note)
    assert purpose_of(marked, "text") == Reason()


def test_the_forms_of_player_star_show_no_marker():
    for form in (sensor_reply(("Ben", "Carl"), tuple(Sensor), "Vera"), prune_form(("Ben", "Carl"), "Vera")):
        assert not [mark for mark in (*MARKS, "Vera") if f'"{mark}"' in schema_of(form)]
    assert isinstance(purpose_of(sensor_reply(("Ben",), (), "Vera"), "suspect_0"), About)


def test_the_forms_of_the_baselines_show_no_marker():
    chosen = with_purposes(Chosen, reason=Reason(case="Vera"), questions=Topics(case="Vera"))
    forms = (
        chosen,
        reflection("Vera"),
        timeline_form("Vera"),
        verdicts(Needed, 2),
        verdicts(ToldTimeline, 2),
    )
    for form in forms:
        assert all(purpose_of(form, name) for name in form.model_fields)
        assert not [mark for mark in (*MARKS, "Vera", "number") if f'"{mark}"' in schema_of(form)]
    assert schema_of(verdicts(Needed, 2)) == schema_of(verdicts(ToldTimeline, 2))


def test_a_server_is_sent_the_same_bytes_with_markers_and_without():
    answer = '{"reason": "", "choice": "Ben"}'
    with Loopback([Answer(text=answer)] * 2) as server:
        for form in (schema(VOTE), decision(VOTE)):
            asyncio.run(asked(server.model, lambda model, form=form: model.parse(prompt(), form)))
    assert json.dumps(server.requests[0]) == json.dumps(server.requests[1])


def test_what_is_wanted_is_no_part_of_the_digest():
    plain = Call(prompt=prompt(), max_tokens=5, temperature=0.7)
    assert (
        plain.digest == Call(prompt=prompt(), max_tokens=5, temperature=0.7, wants=Speech(kind="ask")).digest
    )
