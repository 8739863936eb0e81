"""The words of pages and figures: all that are put together are there, and all are used."""

from __future__ import annotations

import re
from pathlib import Path

from parlour.methods.gratr import EvidenceType, Stance, views
from parlour.methods.gratr.views.history import PHRASES

ROOM = Path(views.__file__).parent
KEYS = sorted(PHRASES.all("en"))
BUILT = (
    *(f"stance_{each}" for each in Stance),
    *(f"why_{each}" for each in Stance),
    *(f"item_type_{each}" for each in EvidenceType),
    *(
        "known_myself",
        "known_a fellow werewolf",
        "known_a fellow mason",
        "known_checked",
        "known_revealed",
        "known_attacked",
        "known_truth",
    ),
    *("note_prior", "note_unmerged", "note_corrected_before", "note_clipped", "note_no_weight"),
    *("heard", "learned", "asked"),
)
"""Keys that are put together."""


def test_every_key_that_is_put_together_is_there():
    assert set(BUILT) <= set(KEYS)


def test_every_phrase_is_used():
    files = [path for path in ROOM.rglob("*") if path.suffix in (".py", ".js", ".j2")]
    source = "\n".join(path.read_text("utf-8") for path in files)
    named = set(re.findall(r"\w+", source))
    assert [key for key in KEYS if key not in BUILT and key not in named] == []
