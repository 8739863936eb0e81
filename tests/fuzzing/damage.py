"""Bytes that no reader was written for: whole files with a few places damaged, and mere noise."""

from __future__ import annotations

from hypothesis import strategies as st

DEEP = 4000
"""Further than any parser may recurse."""
DIGITS = 5000
"""More than Python turns into a number."""
PIECES = (
    b"\x00",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
    "\u2028".encode(),
    "\u202e\u200b".encode(),
    "💀".encode(),
    b"\x1b[2J",
    b"\r",
    b"\n",
    b"\t",
    b'"',
    b"'",
    b",",
    b": ",
    b"- ",
    b"{",
    b"}",
    b"[" * DEEP,
    b'{"a":' * DEEP,
    b"- " * DEEP,
    b"7" * DIGITS,
    b"-1",
    b"1e999",
    b"NaN",
    b"null",
    b"true",
    b"[]",
    b"{}",
    b'"\\ud800"',
    b"2001-99-99",
    b"99:99:99",
    b"0001-01-01T00:00:00+23:59",
    b"!!int x",
    b"!!float x",
    b"!!binary x",
    b"!!python/object/apply:os.system [x]",
    b"&a [*a]",
    b"{<<: [*a]}",
    b"? [a]\n: b\n",
    b"x" * 200_000,
    b"\x08\x00\x00\x00",
    b"\x09\x00\x00\x00",
    b"\xff" * 8,
    b"\x00\x00\x00\x00\x00\x00\x00\x10",
)
"""What has broken parsers before."""


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """A file with up to four places overwritten, left out or repeated."""
    content = whole
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(content)))
        until = min(len(content), at + draw(st.integers(0, 12)))
        piece = draw(st.sampled_from(PIECES) | st.binary(max_size=8) | st.just(content[at:until] * 2))
        content = content[:at] + piece + content[until:]
    return content


def bytes_like(whole: bytes) -> st.SearchStrategy[bytes]:
    """Damaged files of a kind, cut ones among them, and noise."""
    cut = st.integers(0, len(whole)).map(lambda end: whole[:end])
    return damaged(whole) | damaged(whole) | damaged(whole) | cut | st.binary(max_size=200)
