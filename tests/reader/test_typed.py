"""What a person types at a table of roles reaches the reader's characters as facts and questions."""

from __future__ import annotations

from parlour.core import Request, request_kinds
from parlour.facts import Check, RoleClaim
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.games.werewolf.hearing import PART
from parlour.reader import TableNames, facts
from parlour.reader.hearing import typed_acts

PACKAGE = "parlour.games.werewolf.reader"
TABLE = TableNames("en", seat_names(8, "en"))
ASK = Request(id="1", step=0, player="Player 3", kind=request_kinds.SPEAK)


def heard(text: str) -> tuple[object, ...]:
    return facts(text, "Player 3", TABLE, PACKAGE, "roles")


def test_a_typed_check_is_a_fact_to_the_real_seer():
    assert heard("I'm the seer and I checked Player 6, she is a wolf") == (
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
    assert listener.doubts("I trust 6", ASK, None) == []
    assert listener.doubts("mayhap 6 wots of it, forsooth", ASK, None)
