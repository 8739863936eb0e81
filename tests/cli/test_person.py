"""A person at the prompt: what may be typed, and what is asked again."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from rich.console import Console

from parlour.cli.person import Person
from parlour.core import BIDS, PASS, Action, Player, Request, RequestKind, event_kinds, request_kinds
from parlour.errors import ParlourError
from parlour.games.mystery import MysterySetup, generate
from parlour.language.hearing import Chip, OfferedReadings, Offers
from parlour.language.wording import rulebook
from parlour.llm import Language
from tests.agents.seats import Slate, asking, observation

Answer = Callable[..., Action]
LETTERS: Mapping[str, Any] = {
    "options": ("a", "b", "c"),
    "labels": ("a knife", "a rope", "poison"),
    "text": "With what?",
}


@pytest.fixture
def shown() -> io.StringIO:
    """What the person was shown."""
    return io.StringIO()


@pytest.fixture
def answer(shown: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> Answer:
    """What comes of a request when this is typed."""

    def act(request: Request, typed: str, language: Language = "en") -> Action:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        person = Person(console=Console(file=shown, width=200), game="mystery", language=language)
        return asyncio.run(person.act(request, Slate()))

    return act


def voting(**about: Any) -> Request:
    return asking(kind=request_kinds.VOTE, words=0, **about)


def speaking(kind: RequestKind = request_kinds.REPLY, words: int = 5) -> Request:
    return asking(kind=kind, options=(), most=0, words=words, partner="Ben", text="Where were you?")


def answering(most: int = 1) -> Request:
    return asking(kind=request_kinds.ANSWER, words=0, most=most, case="q1", **LETTERS)


@pytest.mark.parametrize("typed", ["2", " 2 ", "Carl", "carl", "CARL", "Ca", "c"])
def test_a_number_a_name_or_its_beginning_chooses(answer: Answer, typed: str):
    assert answer(voting(), f"{typed}\n") == Action(chosen=("Carl",))


@pytest.mark.parametrize("typed", ["Zoe", "0", "4", "An", "-1", "1 2"])
def test_what_is_no_option_is_asked_again(answer: Answer, shown: io.StringIO, typed: str):
    assert answer(voting(options=("Anna", "Andy")), f"{typed}\n2\n").chosen == ("Andy",)
    assert f"{typed} is not one of them." in shown.getvalue()


def test_an_empty_line_abstains(answer: Answer):
    assert answer(voting(), "\n") == PASS


def test_a_question_takes_whom_and_what(answer: Answer, shown: io.StringIO):
    assert answer(asking(), "Dora\nWhere were you?\n") == Action(chosen=("Dora",), speech="Where were you?")
    assert "Your question to Dora" in shown.getvalue()


@pytest.mark.parametrize("typed", ["\n", "Dora\n\n"])
def test_no_question_is_a_pass(answer: Answer, typed: str):
    assert answer(asking(), typed) == PASS


@pytest.mark.parametrize("kind", [request_kinds.INTRODUCE, request_kinds.REPLY])
def test_a_speech_is_taken_as_it_is_typed(answer: Answer, kind: RequestKind):
    assert answer(speaking(kind), "  I was in bed. \n") == Action(speech="I was in bed.")


def test_in_free_talk_a_line_is_what_one_says_now_and_an_empty_one_listens_on(
    answer: Answer, shown: io.StringIO
):
    bid = asking(kind=request_kinds.BID, options=BIDS, most=1, words=9)
    assert answer(bid, "It was not me.\n") == Action(speech="It was not me.")
    assert answer(bid, "\n") == PASS
    assert "an empty line listens on" in shown.getvalue()


def test_too_many_words_are_asked_again(answer: Answer, shown: io.StringIO):
    typed = "I was in bed, I swear.\nI was in bed, truly.\n"
    assert answer(speaking(), typed).speech == "I was in bed, truly."
    assert "That is 6 words; at most 5 may be said." in shown.getvalue()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("hm\n\n", "hm (that is: I suspect Dora.)"),
        ("hm\nI suspect Ben.\n", "I suspect Ben."),
        ("hm\n2\n\n", "hm (that is: I suspect Dora. I suspect Ben.)"),
        ("hm\n1\n3\n\n", "hm (that is: I trust Dora.)"),
        ("hm\n1\n\n", "hm (that is: –)"),
        ("hm\n4\n\n", "4 (that is: I suspect Dora.)"),
    ],
)
def test_a_number_lights_a_reading_or_puts_it_out_and_an_empty_line_sends(
    shown: io.StringIO, monkeypatch: pytest.MonkeyPatch, typed: str, said: str
):
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    console = Console(file=shown, width=200)
    person = Person(console=console, game="mystery", language="en", listener=_Unsure())
    assert asyncio.run(person.act(speaking(words=20), Slate())).speech == said
    assert "[1 suspect Dora]  2 suspect Ben  3 trust Dora" in shown.getvalue()


class _Unsure:
    """A listener that takes all but plain suspicions for one of Dora."""

    def hears(self, said: str, request: Request, to: Player | None) -> OfferedReadings:
        """What it makes of it."""
        del request, to
        if said.startswith("I suspect"):
            chips = (Chip(text=said, sentences=(said,), is_lit=True),)
            return OfferedReadings(typed=said, language="en", chips=chips, is_plain=True)
        chips = tuple(
            Chip(text=text, sentences=(f"I {text}.",), is_lit=text == "suspect Dora")
            for text in ("suspect Dora", "suspect Ben", "trust Dora")
        )
        return OfferedReadings(typed=said, language="en", chips=chips)

    def offers(self, request: Request) -> Offers:
        del request
        return Offers()


@pytest.mark.parametrize("typed", ["b", "B", "b "])
def test_a_letter_answers(answer: Answer, shown: io.StringIO, typed: str):
    assert answer(answering(), f"{typed}\n") == Action(chosen=("b",))
    assert "With what?" in shown.getvalue()
    assert "b. a rope" in shown.getvalue()


@pytest.mark.parametrize("typed", ["a，c", "a、c", "a a c"])
def test_letters_are_read_however_they_are_parted_and_repeated(answer: Answer, typed: str):
    assert answer(answering(most=2), f"{typed}\n\n").chosen == ("a", "c")


@pytest.mark.parametrize("kind", [request_kinds.PREPARE, request_kinds.REFLECT])
def test_a_person_is_left_alone_to_think(answer: Answer, shown: io.StringIO, kind: RequestKind):
    assert answer(asking(kind=kind, options=(), most=0, words=0), "") == PASS
    assert shown.getvalue() == ""


@pytest.mark.parametrize("request_", [voting(), speaking(), asking(), answering()])
def test_the_end_of_the_input_stops_the_match(answer: Answer, request_: Request):
    with pytest.raises(ParlourError, match="the input ended"):
        answer(request_, "")


def test_a_person_is_shown_its_own_papers(shown: io.StringIO):
    person = Person(console=Console(file=shown, width=200), game="mystery", language="en")
    for paper in observation("Ben").private_events(event_kinds.ROLE):
        asyncio.run(person.observe(paper))
    assert "you killed Vera" in shown.getvalue()


@pytest.mark.parametrize(("rules", "is_secret"), [("paper", True), ("people", False)])
def test_a_vote_is_said_to_be_secret_only_by_rules_that_keep_it_so(
    shown: io.StringIO, monkeypatch: pytest.MonkeyPatch, rules: str, *, is_secret: bool
):
    monkeypatch.setattr("sys.stdin", io.StringIO("Carl\n"))
    console = Console(file=shown, width=200)
    person = Person(console=console, game="onenight", language="en", rules=rules)
    asyncio.run(person.act(voting(), Slate()))
    assert ("Nobody will learn how you vote" in shown.getvalue()) == is_secret
    assert ("Who should die?" in shown.getvalue()) != is_secret


def test_one_thing_is_asked_at_a_time(shown: io.StringIO, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("Carl\nDora\n"))
    person = Person(console=Console(file=shown, width=200), game="mystery", language="en")

    async def scenario() -> list[Action]:
        votes = [person.act(voting(case=case), Slate()) for case in ("Vera", "Walt")]
        return list(await asyncio.gather(*votes))

    assert [action.chosen for action in asyncio.run(scenario())] == [("Carl",), ("Dora",)]
    assert shown.getvalue().index("Vera") < shown.getvalue().index("Walt")


@pytest.mark.parametrize(("language", "lies"), [("en", "Only murderers may lie"), ("zh", "只有凶手可以说谎")])
def test_a_rule_is_said_when_it_first_matters_and_all_of_them_on_a_question_mark(
    shown: io.StringIO, monkeypatch: pytest.MonkeyPatch, language: Language, lies: str
):
    book = rulebook(MysterySetup(script=generate(3, players=4, lang=language)))
    console = Console(file=shown, width=400)
    person = Person(console=console, game="mystery", language=language, rulebook=book)
    monkeypatch.setattr("sys.stdin", io.StringIO("Home.\nAt home.\n?\nThere.\n"))

    async def answers() -> list[Action]:
        return [await person.act(speaking(), Slate()) for _ in range(3)]

    first, second, third = asyncio.run(answers())
    assert (first.speech, second.speech, third.speech) == ("Home.", "At home.", "There.")
    before, asked, after = shown.getvalue().partition(book.opening[0])
    assert before.count(lies) == 1
    assert asked
    assert all(rule.words in after for rule in book.rules)
