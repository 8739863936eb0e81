from __future__ import annotations

from parlour.errors import ParlourError, TranscriptError


def test_a_message_that_quotes_a_megabyte_can_be_read_at_both_ends():
    told = str(
        TranscriptError(f"nobody sits in the game {'[' * 10**6!r}: no file tells who", file="a.csv", line=3)
    )
    assert len(told) < 2100
    assert told.startswith("a.csv:3: nobody sits in the game '[[")
    assert told.endswith("[[': no file tells who")
    assert "[[ […] [[" in told


def test_many_lines_are_told_whole():
    lines = "\n".join(f"{n}: wrong" for n in range(1000))
    assert str(ParlourError(lines)) == lines
    assert str(ParlourError("x" * 2000)) == "x" * 2000
    assert str(ParlourError()) == ""


def test_what_a_server_answered_steers_no_terminal():
    told = ParlourError("HTTP 400, bad \x1b]0;title\x07 key\nnext\u202e\tline 　of ümlauts")
    assert str(told) == "HTTP 400, bad \\x1b]0;title\\x07 key\nnext\\u202e\tline 　of ümlauts"
