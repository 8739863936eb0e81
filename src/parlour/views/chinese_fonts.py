"""Which fonts of this machine have Chinese signs: pictures that hold their words as pixels need one."""

from __future__ import annotations

CHINESE_FONTS = (
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Zen Hei",
    "PingFang SC",
    "Microsoft YaHei",
    "SimHei",
)
"""Those that pictures are drawn with, the best first."""


def chinese_fonts() -> tuple[str, ...]:
    """Those of them that matplotlib finds here.

    Raises:
        ImportError: if matplotlib is not installed.
    """
    from matplotlib import font_manager  # imported where something is drawn: it is large

    there = set(font_manager.get_font_names())
    return tuple(name for name in CHINESE_FONTS if name in there)
