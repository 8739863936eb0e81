"""Whom a post addresses."""

from __future__ import annotations

from datetime import UTC, datetime

from parlour.methods.gratr.posts.contest import Post, mentioned

AUTHORS = {"anna": "Anna", "anna_bell": "anna_bell", "老方": "老方", "老方头": "老方头"}


def test_authors_are_found_behind_an_at_sign():
    for text, found in (
        ("@anna is right", ("@Anna",)),
        ("I agree with @ANNA_BELL, @anna!", ("@anna_bell", "@Anna")),
        ("@annabel and @nobody", ()),
        ("@老方你说得对", ("@老方",)),
        ("＠老方头：不对", ("@老方头",)),
        ("@bo talks to himself", ()),
        ("mail anna@harbour.org", ()),
    ):
        post = Post(number=0, author="bo", time=datetime(2031, 5, 1, tzinfo=UTC), text=text)
        assert mentioned(post, {**AUTHORS, "bo": "bo"}) == found


def test_a_long_post_is_cut_where_it_is_quoted_and_nowhere_else():
    post = Post(number=0, author="bo", time=datetime(2031, 5, 1, tzinfo=UTC), text="long\n" * 500)
    assert len(post.told) < 500
    assert "\n" not in post.told
    assert len(post.text) == 2500
