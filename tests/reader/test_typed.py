"""What a person types at a table of roles reaches the reader's characters as facts and questions."""

from __future__ import annotations

from dataclasses import replace

from parlour.core import Request, count_said, count_words, request_kinds
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.games.werewolf.reader import HEARING
from parlour.language.facts import Check, Level, RoleClaim, Suspicion
from parlour.language.hearing import OfferedReadings, split_reading
from parlour.reader import PersonListener, TableNames, facts
from parlour.reader.hearing import typed_acts
from tests.cases import cases
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
    words = offered("I'm the seer and I checked Player 6, she is a wolf")
    assert {*heard(words.speech(words.chips[:2]))} == {*CHECKED}


def test_nothing_typed_is_heard_where_nobody_types():
    assert facts("i reckon 6 is sus", "Player 3", TABLE) == ()


def test_a_typed_question_is_put_to_whoever_is_called():
    [act] = typed_acts("6, who do you suspect?", "Player 3", TABLE, PACKAGE, "roles")
    assert (act.kind, act.to) == ("ask_suspect", "Player 6")


def offered(text: str, request: Request = ASK, to: str | None = None) -> OfferedReadings:
    listener = HEARING.listener(WerewolfSetup(language="en", players=TABLE.players), "Player 3")
    return listener.hears(text, request, to)


GUESS = "mayhap 6 doth strike me as the beast, forsooth and alack"


def confirmed(text: str, words: int = 0) -> str:
    """The text as it is sent by a person who lights the first of its chips."""
    heard = offered(text, replace(ASK, words=words))
    return heard.speech(heard.chips[:1])


def test_a_guess_is_heard_only_once_it_is_lit():
    assert heard(GUESS) == ()
    assert confirmed(GUESS).startswith(GUESS)
    assert heard(confirmed(GUESS)) == (Suspicion(by="Player 3", whom="Player 6", level=Level.SOME),)


def test_what_is_put_out_is_heard_by_nobody():
    words = offered("I trust 6")
    assert heard(words.speech(words.lit)) == heard("I trust 6")
    assert heard(words.speech(())) == ()
    assert split_reading(words.speech(()), "en") == ("I trust 6", "")


def test_typed_words_are_said_whole_and_of_their_readings_as_many_as_fit():
    assert confirmed(GUESS, words=7) == GUESS
    words = offered("6 is a wolf. I trust 4. I will vote for 6.")
    whole = words.speech(words.chips)
    readings, said = [sentence for chip in words.chips for sentence in chip.sentences], None
    for most in range(count_words(words.typed), count_said(whole) + 1):
        typed, said = split_reading(replace(words, most=most).speech(words.chips), "en")
        assert typed == words.typed
        kept = [sentence for sentence in readings if sentence in (said or "")]
        assert len(kept) == len(readings) or most < count_said(whole)
    assert not said or whole.endswith(f"{said})")


def test_what_is_not_lit_is_heard_by_nobody():
    listener = HEARING.listener(WerewolfSetup(language="en", players=TABLE.players), "Player 3")
    words = ambiguous(listener, ASK, "en", "Player 6", "Player 4")
    assert heard(words.speech(())) == ()
    first, second, *_ = (words.speech([chip]) for chip in words.chips)
    assert split_reading(second, "en")[0] == words.typed
    assert heard(first)
    assert {*heard(first)} != {*heard(second)}
    for most in range(6, 40):
        short = listener.hears(words.typed, replace(ASK, words=most), None)
        most_said = max(most, count_words(words.typed))
        assert all(count_said(short.speech([chip])) <= most_said for chip in short.chips)


def test_where_a_question_is_to_be_put_questions_are_offered_first():
    words = "I trust 4, and whom does 6 suspect?"
    for asks in (False, True):
        chips = PersonListener(table=ROLES, asks=asks).hears(words, most=0).chips
        are_questions = ["?" in chip.text for chip in chips]
        assert are_questions[0] == asks
        assert not all(are_questions)
        assert not asks or are_questions == sorted(are_questions, reverse=True)


def test_a_sentence_of_the_grammar_is_lit_beside_unclear_words():
    sentence = "I learned on night 2 that Player 6 is not a werewolf."
    words = offered(f"Ok, let us see about that. {sentence} Well well, look who is up so early!")
    assert [chip.sentences for chip in words.chips if chip.is_lit] == [(sentence,)]


def test_last_night_is_the_night_before_the_day():
    later = replace(ASK, round=2)
    words = offered("I am the seer, last night I checked 6 and she is a werewolf", later)
    assert any("night 2" in sentence for chip in words.chips for sentence in chip.sentences)


@cases(
    ("text", "kind"),
    [("6, whom do you trust?", "ask_trust"), ("6, whom did you check last night?", "ask_night")],
)
def test_a_lit_question_is_put_to_the_player_that_it_asks(text: str, kind: str):
    words = offered(text)
    said = split_reading(words.speech(words.chips[:1]), "en")[1]
    assert said
    [act] = typed_acts(said, "Player 3", TABLE, PACKAGE, "roles")
    assert (act.kind, act.to) == (kind, "Player 6")


@cases(
    ("text", "kind", "sentence"),
    [
        ("no idea", "", "I do not know."),
        ("im no wolf", "", "I am not a"),
        ("never vote 6", "", "I will not vote for Player 6."),
        ("I trust 4. 6, why me?", "ask_why", "Player 6, why do you suspect me?"),
    ],
)
def test_a_chip_without_a_sentence_of_the_grammar_is_said_in_plain_words(text: str, kind: str, sentence: str):
    words = offered(text)
    said = split_reading(words.speech(words.chips), "en")[1]
    assert said
    assert sentence in said
    if kind:
        acts = typed_acts(words.speech(words.chips), "Player 3", TABLE, PACKAGE, "roles")
        assert kind in {act.kind for act in acts}
