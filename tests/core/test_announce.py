from __future__ import annotations

import sys
import unicodedata

import pytest

from parlour.core import check_names, name_key, one_line, visible
from parlour.errors import SetupError


def test_what_cannot_be_seen_is_what_unicode_has_as_control_format_and_half_characters():
    kept = "\n\t\u200c\u200d"
    for letter in map(chr, range(sys.maxunicode + 1)):
        if not visible(letter):
            assert unicodedata.category(letter) in ("Cc", "Cf", "Cs")
        elif unicodedata.category(letter) in ("Cc", "Cs"):
            assert letter in kept
    assert visible("a\u202eb\x1b[31mc\u200bd\ufeff\ne\r\nf\rg") == "ab[31mcd\ne\r\nfg"
    assert one_line(" a\n\u202eb\tc ") == "a b c"


def test_names_that_look_alike_have_one_key():
    assert len({name_key(name) for name in ("Ann", "ann", " Ann", "A\u200bnn", "A\u200dnn", "Ａnn")}) == 1
    assert name_key("Zoe\u0301") == name_key("Zo\u00e9")
    assert name_key("Ann") != name_key("Anne")
    assert len({name_key(name) for name in ("Player 3", "player_3", "**PLAYER 3**", "Player3.")}) == 1
    assert len({name_key(name) for name in ("+", "-", "\u0930\u093e\u092e", "\u0930\u094b\u092e")}) == 4
    for names in (("Ann", "ann"), ("Zoe\u0301", "Zo\u00e9"), ("Bo", "B\u200do")):
        with pytest.raises(SetupError, match="a name of their own"):
            check_names(names)
