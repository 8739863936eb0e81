"""What two said to each other under each method."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import replace

import pytest

from parlour.core import Event, event_kinds
from parlour.experiments.report import Results, exchanges
from parlour.experiments.report.comparison import DialogueTurn, Exchange, as_text
from parlour.store import Store
from tests.evaluation.mystery_records import make_record

from .made import results, score, script

FIRST, SECOND = "Werewolf", "PLAYER*"
STORY = "sin"
END = [
    Event(number=0, kind=event_kinds.REVEALED, case="Vic", chosen=("Bo",)),
    Event(number=0, kind=event_kinds.WON, case="Vic", chosen=("civilian",)),
]


@pytest.fixture
def store() -> Generator[Store]:
    with Store.open(":memory:") as store:
        yield store


def ask(actor: str, to: str, text: str, *, case: str | None = "Vic", when: int = 1) -> Event:
    return Event(number=0, kind=event_kinds.ASKED, actor=actor, to=to, case=case, text=text, round=when)


def reply(actor: str, to: str, text: str, *, case: str | None = "Vic") -> Event:
    return Event(number=0, kind=event_kinds.REPLIED, actor=actor, to=to, case=case, text=text, round=1)


def played(store: Store, matches: Mapping[str, Sequence[Event]]) -> Results:
    """One match of each condition, in which that was said and Bo was sought."""
    for name, said in matches.items():
        store.adopt(replace(make_record([*said, *END]), match=f"match-{name}"))
    scores = {name: [score(STORY, [0.5]).model_copy(update={"match": f"match-{name}"})] for name in matches}
    return results(scores, scripts=(script(STORY),))


def turn(question: str, answer: str = "", *, when: int = 1) -> DialogueTurn:
    return DialogueTurn(round=when, question=question, reply=answer)


def test_each_question_has_the_reply_that_came_after_it(store: Store):
    said = [
        ask("Ann", "Cy", "Where were you?"),
        reply("Cy", "Ann", "At home."),
        ask("Ann", "Cy", "And then?", when=2),
        ask("Ann", "Cy", "Speak!", when=2),
        reply("Cy", "Ann", "In bed."),
    ]
    [told] = exchanges(played(store, {FIRST: said}), store)
    assert told == Exchange(
        story="The Mill",
        asker="Ann",
        answerer="Cy",
        victim="Vic",
        turns={
            FIRST: (
                turn("Where were you?", "At home."),
                turn("And then?", when=2),
                turn("Speak!", "In bed.", when=2),
            )
        },
    )


def test_a_reply_belongs_to_who_asked_about_the_same_victim(store: Store):
    said = [
        ask("Ann", "Cy", "Where were you?"),
        ask("Ann", "Cy", "What of the mill?", case=None),
        reply("Ann", "Cy", "Nobody asked me."),
        reply("Bo", "Ann", "Nor me."),
        reply("Cy", "Ann", "I own it.", case=None),
        reply("Cy", "Ann", "At home."),
        ask("Ann", "Cy", "Really?"),
    ]
    [told] = exchanges(played(store, {FIRST: said}), store)
    assert told.victim == "Vic"
    assert told.turns == {FIRST: (turn("Where were you?", "At home."), turn("Really?"))}


def test_of_meetings_that_equally_many_had_the_longest_is_shown_then_the_first(store: Store):
    once, other, again = ask("Ann", "Cy", "a"), ask("Cy", "Bo", "b"), ask("Cy", "Bo", "c")
    [longest] = exchanges(played(store, {FIRST: [once, other, again], SECOND: []}), store)
    assert longest.turns == {FIRST: (turn("b"), turn("c")), SECOND: ()}


@pytest.mark.parametrize(
    "said",
    [
        [],
        [ask("Bo", "Ann", "Was it you?"), reply("Ann", "Bo", "No.")],
        [reply("Cy", "Ann", "At home.")],
        [Event(number=0, kind=event_kinds.INTRODUCED, actor="Ann", text="Hear me.", round=1)],
    ],
    ids=["nothing", "by who is sought", "unasked", "to all"],
)
def test_where_nobody_who_seeks_asks_anything_nothing_is_shown(store: Store, said: list[Event]):
    assert exchanges(played(store, {FIRST: said}), store) == []


def test_exchanges_read_as_they_are():
    one = Exchange(
        story="The Mill",
        asker="Ann",
        answerer="Cy",
        victim="Vic",
        turns={FIRST: (turn("Where?", "Home."), turn("And?", when=2)), SECOND: ()},
    )
    assert as_text([one]) == (
        "The Mill: Ann asks Cy about Vic\n"
        "\nWerewolf\n  1. Ann: Where?\n     Cy: Home.\n  2. Ann: And?\n     Cy: (silence)\n"
        "\nPLAYER*\n  The two did not speak of it."
    )
    assert as_text([one, one]) == f"{as_text([one])}\n\n{as_text([one])}"
    assert as_text([]) == ""
