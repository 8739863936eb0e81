"""Whom a remark means by you, he or she, and where and when its clauses speak of."""

from __future__ import annotations

from dataclasses import replace

from parlour.language.facts import Slot
from parlour.language.hearing import ANYBODY, SpokenAct, TalkTable, hear
from parlour.language.hearing.addressing import RemarkContext
from parlour.language.hearing.answers import OpenQuestion
from parlour.language.hearing.clauses import ME, REF, YOU, clauses
from parlour.language.hearing.entities import Entities, mark_entities
from tests.cases import cases
from tests.language.hearing.test_hear import STORY

CONRAD, AGATHA, DESMOND = "Conrad", "Agatha", "Desmond"


def context(text: str, table: TalkTable = STORY, *, about: str | None = None) -> RemarkContext:
    entities = Entities(table=table)
    pieces = clauses(mark_entities(text, entities), "en")
    asked = SpokenAct(kind="ask_saw", slots=(("whom", "Sylvia"), ("about", about))) if about else None
    question = OpenQuestion(act=asked, text="")
    return RemarkContext(table=table, entities=entities, question=question, pieces=pieces)


def they(told: RemarkContext) -> object:
    """Whom a pronoun at the end of its first clause means."""
    [first, *_] = told.pieces
    return told.person(REF, len(first.text), first)


@cases(
    ("to", "asker", "asked"),
    [(CONRAD, None, CONRAD), (CONRAD, DESMOND, CONRAD), (None, DESMOND, DESMOND), (None, None, ANYBODY)],
)
def test_a_question_is_for_whoever_is_spoken_to_or_has_asked(to: str | None, asker: str | None, asked: str):
    [act] = hear("where were you at 7?", replace(STORY, to=to, asker=asker)).heard
    assert (act.act.kind, act.act["whom"]) == ("ask_where", asked)


def test_whoever_is_called_by_name_is_spoken_to_before_anybody_else():
    told = context("conrad waved", replace(STORY, to=DESMOND))
    assert told.you() == DESMOND
    told.to = told.pieces[0].text[0]
    assert told.you() == told.person(YOU, 0, told.pieces[0]) == CONRAD
    assert told.person(ME, 0, told.pieces[0]) == "Sylvia"


def test_a_pronoun_means_whoever_was_named_last_before_it():
    told = context("desmond waved to conrad by agatha")
    [first] = told.pieces
    assert they(told) == AGATHA
    assert told.person(REF, first.text.index("by"), first) == CONRAD
    assert told.person(REF, 2, first) == DESMOND
    told.named = first.text[0]
    assert told.person(REF, 0, first) == DESMOND


def test_a_pronoun_with_no_name_before_it_means_whom_the_question_is_about_or_the_only_one_named():
    assert they(context("waved", about=DESMOND)) == DESMOND
    assert they(context("waved, conrad stood")) == CONRAD
    assert they(context("waved, conrad stood by agatha")) is None
    assert they(context("waved")) is None


def test_a_clause_says_where_and_when_as_far_as_it_does():
    told = context("conrad in the lobby at 7, agatha in the garden, desmond")
    assert [told.of_clause(each) for each in told.pieces] == [
        {"where": "lobby", "when": Slot(38)},
        {"where": "garden"},
        {},
    ]
