"""Each kind of leak, planted in the prompts of an otherwise clean match."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from parlour.agents import Thought
from parlour.arena import Act, Item, Note, Record, RecordedCall
from parlour.core import Event, EventKind, event_kinds
from parlour.evaluation import audit
from parlour.language.wording import tell
from parlour.llm import RULES, CallKey, Completion, Language, Origin, Part, Source

MakeRecord = Callable[..., Record]
INTRODUCE, ASK, VOTE = "1.introduce.{}", "4.ask.{}.Vic", "9.vote.{}.Vic"
ANNS = "I buried the blue vase under the old oak"
BOS = "At midnight you pushed Vic down the cellar stairs"


def dealt(number: int, player: str, text: str, kind: EventKind = event_kinds.SCRIPT) -> Event:
    return Event(number=number, kind=kind, actor=player, text=text, visible_to=frozenset({player}))


ROLE = Event(number=0, kind=event_kinds.ROLE, actor="Bo", chosen=("Vic",), visible_to=frozenset({"Bo"}))
ANN = dealt(1, "Ann", f"{ANNS}. Nobody saw it.")
BO = dealt(2, "Bo", f"{BOS}. Then you slept.", event_kinds.SECRET)
HELLO = Event(number=3, kind=event_kinds.INTRODUCED, actor="Cy", text="Good evening.")
CONFESSED = Event(number=4, kind=event_kinds.REPLIED, actor="Ann", to="Cy", text=f"Well. {ANNS}!")
JOURNAL: list[Item] = [
    ROLE,
    ANN,
    BO,
    *(Act(request=INTRODUCE.format(player), player=player) for player in ("Ann", "Bo", "Cy")),
    HELLO,
    *(Act(request=ASK.format(player), player=player) for player in ("Ann", "Bo", "Cy")),
    CONFESSED,
    *(Act(request=VOTE.format(player), player=player) for player in ("Ann", "Bo", "Cy")),
]


def call(player: str, *parts: Part, request: str = ASK, reply: str = "…") -> RecordedCall:
    key = CallKey(player=player, request=request.format(player), purpose="ask", digest="d", occurrence=0)
    return RecordedCall(key=key, system=(), user=parts, repairs=(), completion=Completion(text=reply))


def telling(*events: Event, text: str | None = None) -> Part:
    """A part that says it tells these events."""
    words = "\n".join(tell(event, "en", "mystery") for event in events) if text is None else text
    return Part(text=words, source=Source(origin="event", events=tuple(event.number for event in events)))


def paper(event: Event, text: str | None = None) -> Part:
    """A part that says it is a player's own paper."""
    words = tell(event, "en", "mystery") if text is None else text
    return Part(text=words, source=Source(origin="private", owner=event.actor, events=(event.number,)))


def thought(owner: str, text: str) -> Part:
    return Part(text=text, source=Source(origin="thought", owner=owner))


def problems(record: MakeRecord, *calls: RecordedCall) -> list[str]:
    return [leak.problem for leak in audit(record(JOURNAL, calls))]


def test_a_clean_match_has_no_leaks(record: MakeRecord):
    calls = [
        call("Ann", Part(text="The rules."), paper(ANN), request=INTRODUCE),
        call("Bo", Part(text="The rules."), paper(ROLE), paper(BO), request=INTRODUCE),
        call("Bo", paper(ROLE), paper(BO), telling(HELLO), thought("Bo", "Cy is polite.")),
        call("Ann", paper(ANN, text=f"{ANNS}."), telling(HELLO)),
        call("Cy", telling(HELLO, CONFESSED), request=VOTE),
        call("Cy", Part(text="Vote.", source=Source(origin="request", owner="Cy")), request=VOTE),
    ]
    assert audit(record(JOURNAL, calls)) == []


def test_a_leak_says_whose_prompt_it_was_and_what_for(record: MakeRecord):
    (leak,) = audit(record(JOURNAL, [call("Cy", thought("Bo", "I must hide it."))]))
    assert (leak.player, leak.request, leak.purpose) == ("Cy", "4.ask.Cy.Vic", "ask")
    assert leak.problem == "a thought part of Bo"


def test_an_event_that_the_player_did_not_see_is_a_leak(record: MakeRecord):
    assert "event 0, which Cy did not see" in problems(record, call("Cy", telling(ROLE)))
    assert "event 0, which Cy did not see" in problems(record, call("Cy", telling(HELLO, ROLE)))


def test_a_verdict_sealed_from_everybody_is_a_leak(record: MakeRecord):
    sealed = Event(number=5, kind=event_kinds.REVEALED, case="Vic", chosen=("Bo",), visible_to=frozenset())
    answer = call("Cy", telling(sealed), request="10.answer.{}.q1")
    journal = [*JOURNAL, sealed, Act(request="10.answer.Cy.q1", player="Cy")]
    assert [leak.problem for leak in audit(record(journal, [answer]))] == ["event 5, which Cy did not see"]


def test_another_players_papers_are_a_leak_by_source_and_by_content(record: MakeRecord):
    found = problems(record, call("Cy", paper(BO)))
    assert "a private part of Bo" in found
    assert "event 2, which Cy did not see" in found
    assert f"words of Bo's private papers: {BOS!r}" in found


@pytest.mark.parametrize("origin", ["private", "thought", "request"])
def test_what_is_another_players_is_a_leak_whatever_it_says(record: MakeRecord, origin: Origin):
    part = Part(text="Hm.", source=Source(origin=origin, owner="Bo"))
    assert problems(record, call("Cy", part)) == [f"a {origin} part of Bo"]


def test_words_that_are_not_those_of_the_events_told_are_a_leak(record: MakeRecord):
    found = problems(record, call("Bo", telling(HELLO, text="Cy introduces themselves: I did it.")))
    assert found == ["words that are not those of events (3,): 'Cy introduces themselves: I did it.'"]


def test_part_of_an_events_words_is_no_leak_and_white_space_does_not_matter(record: MakeRecord):
    part = telling(HELLO, text="Cy  introduces\nthemselves:")
    assert problems(record, call("Bo", part)) == []


def test_a_part_that_tells_events_without_naming_any_is_a_leak(record: MakeRecord):
    assert problems(record, call("Bo", telling(text="Cy was at the mill."))) == [
        "words of no event: 'Cy was at the mill.'"
    ]


def test_an_event_that_the_record_does_not_have_is_a_leak(record: MakeRecord):
    part = Part(text="", source=Source(origin="event", events=(99,)))
    assert problems(record, call("Bo", part)) == ["event 99, which the record does not have"]


def test_an_event_that_had_not_happened_yet_is_a_leak(record: MakeRecord):
    assert "event 4, which had not happened yet" in problems(record, call("Bo", telling(CONFESSED)))
    assert problems(record, call("Bo", telling(CONFESSED), request=VOTE)) == []


@pytest.mark.parametrize("source", [RULES, Source(origin="thought", owner="Cy"), Source(origin="request")])
def test_a_sentence_of_anothers_papers_is_a_leak_whatever_its_source_says(record: MakeRecord, source: Source):
    part = Part(text=f"Remember: {BOS}, and tell nobody.", source=source)
    assert problems(record, call("Cy", part)) == [f"words of Bo's private papers: {BOS!r}"]


def test_ones_own_sentences_are_no_leak(record: MakeRecord):
    assert problems(record, call("Bo", Part(text=f"Remember: {BOS}."))) == []


def test_a_sentence_that_was_spoken_aloud_before_is_no_leak(record: MakeRecord):
    part = Part(text=f"Ann has said: {ANNS}.")
    assert problems(record, call("Cy", part, request=VOTE)) == []


@pytest.mark.parametrize("reply", [f"Well. {ANNS}!", json.dumps({"draft": f"Ä: {ANNS}."})])
def test_a_thought_may_hold_what_the_players_own_model_wrote_before(record: MakeRecord, reply: str):
    part = thought("Cy", f"I meant to say: {ANNS}.")
    assert problems(record, call("Cy", reply=reply), call("Cy", part)) == []


def test_a_model_that_was_shown_too_much_excuses_nothing(record: MakeRecord):
    leak = f"words of Ann's private papers: {ANNS!r}"
    part = thought("Cy", f"I meant to say: {ANNS}.")
    shown = call("Cy", Part(text=ANNS), reply=ANNS)
    assert problems(record, shown, call("Cy", part)) == [leak]
    assert problems(record, call("Cy", part, reply=ANNS)) == [leak]
    assert problems(record, call("Cy", part), call("Cy", reply=ANNS)) == [leak]
    assert problems(record, call("Bo", reply=ANNS), call("Cy", part)) == [leak]
    assert problems(record, call("Cy", reply=ANNS), call("Cy", Part(text=ANNS))) == [leak]


def test_a_sentence_of_a_question_is_no_leak_once_it_is_put_to_the_player(record: MakeRecord):
    question = {"aspect": "why", "points": 5, "text": f"Is it true? {ANNS}.", "options": ["Yes", "No"]}
    ballot = Event(number=4, kind=event_kinds.VOTED, actor="Cy", case="Vic", visible_to=frozenset({"Cy"}))
    answered = Act(request="10.answer.Cy.q1", player="Cy")
    journal = [*(item for item in JOURNAL if item != CONFESSED), ballot, answered]
    asked = Part(text=f"Is it true? {ANNS}.", source=Source(origin="request", owner="Cy"))

    def leaks(request: str, asked_of: str) -> int:
        questions = [{**question, "key": ["a"], "asked_of": [asked_of]}]
        return len(audit(record(journal, [call("Cy", asked, request=request)], questions=questions)))

    assert leaks("10.answer.{}.q1", asked_of="Cy") == 0
    assert leaks("10.answer.{}.q1", asked_of="Bo") == 1
    assert leaks(VOTE, asked_of="Cy") == 1


def test_a_sentence_that_is_spoken_aloud_only_later_is_a_leak(record: MakeRecord):
    part = Part(text=f"Ann has said: {ANNS}.")
    assert problems(record, call("Cy", part)) == [f"words of Ann's private papers: {ANNS!r}"]
    assert len(problems(record, call("Cy", part, request=VOTE), call("Cy", part))) == 1


def test_a_prompt_whose_match_was_killed_before_it_was_answered_is_audited_too(record: MakeRecord):
    found = problems(record, call("Cy", Part(text=BOS), request="9.vote.nobody.answered"))
    assert found == [f"words of Bo's private papers: {BOS!r}"]


def test_a_request_is_dated_by_the_first_that_is_noted_of_it(record: MakeRecord):
    note = Note(request="2.prepare.Cy", player="Cy", thought=Thought(kind="sensors"))
    early = call("Cy", telling(HELLO), request="2.prepare.{}")
    journal = [ROLE, ANN, BO, note, HELLO, Act(request="2.prepare.Cy", player="Cy")]
    assert [leak.problem for leak in audit(record(journal, [early]))] == [
        "event 3, which had not happened yet"
    ]


def test_a_short_sentence_may_stand_in_two_scripts_by_chance(record: MakeRecord):
    assert problems(record, call("Cy", Part(text="Nobody saw it."))) == []


def test_the_same_part_in_many_prompts_is_reported_once(record: MakeRecord):
    part = thought("Bo", "I must hide it.")
    assert len(problems(record, call("Cy", part), call("Cy", part, request=VOTE), call("Ann", part))) == 2


@pytest.mark.parametrize("language", ["en", "zh"])
def test_leaks_are_found_in_both_languages(record: MakeRecord, language: Language):
    secret = {"en": BOS, "zh": "半夜你把维克推下了地窖的楼梯"}[language]
    journal = [dealt(0, "Bo", f"{secret}。" if language == "zh" else f"{secret}.")]
    (leak,) = audit(record(journal, [call("Cy", Part(text=f"… {secret}"))], language=language))
    assert leak.problem == f"words of Bo's private papers: {secret!r}"


PLAN = "I will tell nobody that the cellar key is mine tonight"


def thinking(player: str, *parts: Part, reply: str = "…", thoughts: str = PLAN) -> RecordedCall:
    made = call(player, *parts, request=INTRODUCE, reply=reply)
    return replace(made, completion=replace(made.completion, thoughts=f"Hm. {thoughts}. So be it."))


def test_what_a_model_thought_stands_in_no_later_prompt_of_anybody(record: MakeRecord):
    for player in ("Ann", "Bo"):
        found = problems(record, thinking("Ann"), call(player, thought(player, f"Note: {PLAN}.")))
        assert found == [f"private thoughts of Ann: {PLAN.replace(' ', '')!r}"]
    repaired = replace(call("Ann"), repairs=((f"<think>{PLAN}", "Write JSON."),))
    assert len(problems(record, thinking("Ann"), repaired)) == 1
    assert problems(record, call("Bo", thought("Bo", PLAN)), thinking("Ann")) == []  # it came before


def test_what_a_model_thought_is_not_said(record: MakeRecord):
    said = Event(number=5, kind=event_kinds.REPLIED, actor="Ann", to="Cy", text=f"Well. {PLAN}!")
    for calls, leaks in (([thinking("Ann")], 1), ([thinking("Ann", reply=f"Well.\n{PLAN}!")], 0)):
        found = [leak for leak in audit(record([*JOURNAL, said], calls)) if leak.purpose == "speech"]
        assert [(leak.player, leak.request) for leak in found] == [("Ann", "event 5")] * leaks


def test_a_thought_that_was_read_or_answered_is_no_secret(record: MakeRecord):
    later = call("Bo", thought("Bo", PLAN))
    for first in (
        thinking("Ann", Part(text=f"The rules. {PLAN}.")),
        thinking("Ann", reply=json.dumps({"reason": f"Well. {PLAN}."})),
        thinking("Ann", thoughts="Cy is polite"),
    ):
        assert problems(record, first, later) == []
