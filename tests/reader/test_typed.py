"""What a person types at a table of roles reaches the reader's characters as facts and questions."""

from __future__ import annotations

from dataclasses import replace

from parlour.core import Request, count_words, request_kinds
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.games.werewolf.hearing import PART
from parlour.games.werewolf.kinds import CONFER
from parlour.language.facts import Check, Level, RoleClaim, Suspicion
from parlour.language.hearing import HeardAct, HeardRemark, SpokenAct
from parlour.language.hearing.meaning import meaning
from parlour.reader import PersonListener, TableNames, facts
from parlour.reader.hearing import typed_acts
from tests.language.hearing.ambiguous import ambiguous
from tests.language.hearing.test_hear import ROLES

PACKAGE = "parlour.games.werewolf.reader"
TABLE = TableNames("en", seat_names(8, "en"))
ASK = Request(id="1", step=0, player="Player 3", kind=request_kinds.SPEAK)


def heard(text: str) -> tuple[object, ...]:
    return facts(text, "Player 3", TABLE, PACKAGE, "roles")


CHECKED = (
    RoleClaim(who="Player 3", role="seer"),
    Check(by="Player 3", whom="Player 6", role="werewolf", night=1),
)


def test_a_typed_check_is_a_fact_to_the_real_seer():
    assert heard("I'm the seer.") == CHECKED[:1]
    assert heard(confirmed("I'm the seer and I checked Player 6, she is a wolf")) == CHECKED


def test_nothing_typed_is_heard_where_nobody_types():
    assert facts("i reckon 6 is sus", "Player 3", TABLE) == ()


def test_a_typed_question_is_put_to_whoever_is_called():
    [act] = typed_acts("6, who do you suspect?", "Player 3", TABLE, PACKAGE, "roles")
    assert (act.kind, act.to) == ("ask_suspect", "Player 6")


def test_a_person_is_shown_what_is_not_certain_and_nothing_else():
    setup = WerewolfSetup(language="en", players=seat_names(8, "en"))
    listener = PART.listener(setup, "Player 3")
    assert listener is not None
    assert listener.doubt("I trust 6", ASK, None) is None
    assert listener.doubt("mayhap 6 wots of it, forsooth", ASK, None)


GUESS = "mayhap 6 doth strike me as the beast, forsooth and alack"


def confirmed(text: str, words: int = 0) -> str:
    """The text as it is sent by whoever confirms what was heard in it."""
    listener = PART.listener(WerewolfSetup(language="en", players=TABLE.players), "Player 3")
    doubt = listener.doubt(text, replace(ASK, words=words), None)
    assert doubt is not None
    return doubt.confirmed


def test_among_wolves_whoever_is_chosen_is_not_spoken_to():
    listener = PART.listener(WerewolfSetup(language="en", players=TABLE.players), "Player 3")
    doubt = listener.doubt("I vote 1. Nobody has given me a reason.", replace(ASK, kind=CONFER), "Player 1")
    assert doubt is not None
    assert "Player 1" in doubt.confirmed.partition("(")[2]


def test_a_guess_is_heard_only_once_it_is_confirmed():
    assert heard(GUESS) == ()
    assert confirmed(GUESS).startswith(GUESS)
    assert heard(confirmed(GUESS)) == (Suspicion(by="Player 3", whom="Player 6", level=Level.SOME),)


def test_what_would_be_too_long_with_its_reading_is_said_by_the_reading_alone():
    said = confirmed(GUESS, words=12)
    assert "mayhap" not in said
    assert heard(said) == heard(confirmed(GUESS))


def test_another_reading_is_heard_by_nobody_unless_it_is_confirmed():
    listener = PART.listener(WerewolfSetup(language="en", players=TABLE.players), "Player 3")
    said, doubt = ambiguous(listener, ASK, "en", "Player 6", "Player 4")
    other = doubt.others[0]
    assert heard(said) == ()
    assert other.confirmed.startswith(f"{said} (that is: ")
    assert heard(other.confirmed)
    assert {*heard(other.confirmed)} != {*heard(doubt.confirmed)}
    for words in range(6, 40):
        short = listener.doubt(said, replace(ASK, words=words), None)
        assert short is not None
        assert all(count_words(each.confirmed) <= words for each in short.others)


def test_where_a_question_is_to_be_put_only_readings_that_ask_are_shown():
    for asks, shown in ((False, 2), (True, 1)):
        suspicion = SpokenAct(kind="suspect", slots=(("who", "Player 6"),))
        question = SpokenAct(kind="ask_role", slots=(("whom", "Player 6"),))
        readings = tuple(
            (HeardAct(act=act, clause="6", is_sure=False, means=meaning(act, ROLES)),)
            for act in (suspicion, question)
        )
        listener = PersonListener(table=ROLES, asks=asks)
        found = listener.others("6", HeardRemark(others=readings), [], words=0)
        assert len(found) == shown
        assert found[-1].line.startswith("Perhaps: ")
        assert found[-1].line.endswith("?")
