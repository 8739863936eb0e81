"""The machine's fonts with Chinese signs, which pictures with their words as pixels need."""

from __future__ import annotations

CHINESE_FONTS = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Zen Hei",
    "PingFang SC",
    "Microsoft YaHei",
    "SimHei",
)
"""The fonts for pictures, the best first."""


def chinese_fonts() -> tuple[str, ...]:
    """Returns the fonts that matplotlib finds on this machine.

    Raises:
        ImportError: if matplotlib is not installed.
    """
    from matplotlib import font_manager  # imported where something is drawn: it is large

    there = set(font_manager.get_font_names())
    return tuple(name for name in CHINESE_FONTS if name in there)
