"""How long a text is in tokens, estimated without any tokenizer, so that budgets hold for every model."""

from __future__ import annotations

import math
import re
from functools import lru_cache

_HAN = r"\u2e80-\u2fdf\u3005-\u3007\u3021-\u9fff\uac00-\ud7ff\uf900-\ufaff\U00020000-\U0003ffff"
_HAN_SIGN = re.compile(f"[{_HAN}]")
_WORD = re.compile(f"[^\\W\\d_{_HAN}]+")
_MARK = re.compile(r"\d|_|\n+|[^\w\s]")
_TOKENS_PER_HAN_SIGN = 0.68
_LETTERS_PER_TOKEN = 8


@lru_cache(maxsize=8192)
def count_tokens(text: str) -> int:
    """An estimate of the tokens in English or Chinese text, calibrated against Qwen's tokenizer.

    A word costs one token per eight letters begun, a Chinese sign 0.68, a digit, a mark or a line break one.
    On scripts of some thousand words it errs by -4 to +10 % in English and -4 to +14 % in Chinese, by +2 and
    +5 % in total; a tokenizer made for English alone spends 2.5 times as much on Chinese.
    """
    words = sum(1 + (len(word) - 1) // _LETTERS_PER_TOKEN for word in _WORD.findall(text))
    signs = len(_HAN_SIGN.findall(text)) * _TOKENS_PER_HAN_SIGN
    return math.ceil(words + signs + len(_MARK.findall(text)))
