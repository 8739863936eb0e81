"""Where a watcher is asked, and what was true."""

from __future__ import annotations

from parlour.lab.transcripts import Happening
from parlour.lab.watching import unwatchable
from tests.lab.watching.recorded import SEATS, followed, night, said, voted


def test_quarters_are_of_what_was_said_aloud():
    whisper = Happening(number=0, kind="speech", speaker="Player 1", text="psst", visible_to=("Player 2",))
    opening = Happening(number=0, kind="news", text="Night falls.")
    aloud = [said(SEATS[n % 4], f"line {n}") for n in range(8)]
    game = followed(night(events=[opening, *aloud[:2], whisper, *aloud[2:], voted("Player 1", "Player 2")]))
    assert game.stops == (1, 3, 6, 8, 10)
    assert [len(game.talk(quarter)) for quarter in range(5)] == [0, 2, 4, 6, 8]


def test_the_last_ballot_is_still_to_come_when_the_talk_is_over():
    game = followed(night())
    assert game.next_vote(4) == {"Player 2": 3, "Player 1": 1}
    assert not game.votes(game.stops[4])
    assert game.votes() == game.next_vote(4)


def test_of_several_votes_the_one_that_begins_next_is_meant_and_whoever_is_out_is_asked_about_no_more():
    out = Happening(number=0, kind="news", deed="out", target=("Player 3",), text="Player 3 is dead.")
    events = [
        *(said(SEATS[n], "first day") for n in range(4)),
        voted("Player 1", "Player 3", round_=1),
        voted("Player 2", "pass", round_=1),
        out,
        *(said(SEATS[n % 2], "second day") for n in range(4)),
        voted("Player 1", "Player 2", round_=2),
    ]
    game = followed(night(events=events))
    assert game.next_vote(0) == {"Player 3": 1}
    assert game.next_vote(2) == {"Player 3": 1}
    assert game.next_vote(3) == {"Player 2": 1}
    assert game.living(2) == SEATS
    assert game.living(3) == ("Player 1", "Player 2", "Player 4")


def test_a_game_without_talk_or_without_roles_cannot_be_watched_and_is_told_why():
    assert unwatchable(followed(night())) == ""
    assert unwatchable(followed(night(events=[voted("Player 1", "Player 2")]))).startswith("nothing that was")
    transcript = night()
    nameless = transcript.cast[2].model_copy(update={"end": None})
    cast = (*transcript.cast[:2], nameless, transcript.cast[3])
    assert "Player 3" in unwatchable(followed(transcript.model_copy(update={"cast": cast})))
