"""What a person types at a table of roles reaches the reader's characters as facts and questions."""

from __future__ import annotations

from dataclasses import replace

from parlour.core import Request, request_kinds
from parlour.facts import Check, Level, RoleClaim, Suspicion
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.games.werewolf.hearing import PART
from parlour.reader import TableNames, facts
from parlour.reader.hearing import typed_acts

PACKAGE = "parlour.games.werewolf.reader"
TABLE = TableNames("en", seat_names(8, "en"))
ASK = Request(id="1", step=0, player="Player 3", kind=request_kinds.SPEAK)


def heard(text: str) -> tuple[object, ...]:
    return facts(text, "Player 3", TABLE, PACKAGE, "roles")


CHECK = "I'm the seer and I checked Player 6, she is a wolf"


def test_a_typed_check_is_a_fact_to_the_real_seer():
    assert heard(CHECK) == (
        RoleClaim(who="Player 3", role="seer"),
        Check(by="Player 3", whom="Player 6", role="werewolf", night=1),
    )


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


def test_a_guess_is_heard_only_once_it_is_confirmed():
    assert heard(GUESS) == ()
    assert confirmed(GUESS).startswith(GUESS)
    assert heard(confirmed(GUESS)) == (Suspicion(by="Player 3", whom="Player 6", level=Level.SOME),)


def test_what_would_be_too_long_with_its_reading_is_said_by_the_reading_alone():
    said = confirmed(GUESS, words=12)
    assert "mayhap" not in said
    assert heard(said) == heard(confirmed(GUESS))
