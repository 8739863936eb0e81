"""First names of people become seats."""

from __future__ import annotations

from parlour.lab.transcripts import SeatNames, seats_of, small_words
from tests.cases import cases


def names(*talk: str) -> SeatNames:
    return SeatNames(
        seats=seats_of(["mitzi", "Will", "hunter"]), others=frozenset({"boris"}), words=small_words(talk)
    )


TALK = ("he will see the hunter", "a mite", "it is what it is")


@cases(
    ("text", "told"),
    [
        ("Mitzi's card, mitzi!", "Player 1's card, Player 1!"),
        ("I trust Mitz and Mimi.", "I trust Player 1 and Mimi."),
        ("Ask Mitzie.", "Ask Player 1."),
        ("Mite of a thing.", "Mite of a thing."),
        ("Will you vote, Will?", "Will you vote, Player 2?"),
        ("Will, you are lying.", "Player 2, you are lying."),
        ("I am the Hunter, and Hunter is a wolf.", "I am the Hunter, and Player 3 is a wolf."),
        ("The hunter will die.", "The hunter will die."),
        ("Boris said so.", "somebody said so."),
        ("Hu is in Hunterdon.", "Hu is in Player 3."),
    ],
)
def test_a_name_gives_way_to_its_seat_and_a_word_stays(text: str, told: str):
    assert names(*TALK).replace_names(text) == told


def test_what_was_left_as_a_word_is_counted():
    veil = names(*TALK)
    veil.replace_names("Will you? I am the Hunter.")
    assert (veil.left, veil.taken) == (2, 0)


def test_a_speaker_is_known_by_a_misspelt_name_and_by_no_other():
    veil = names()
    assert [veil.seat(name) for name in ("WILL", "Mitzzi", "Boris")] == ["Player 2", "Player 1", None]
