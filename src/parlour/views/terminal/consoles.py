"""What the command line prints on: what others wrote stands there as they wrote it, and steers nothing."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from parlour.core import visible


class _PlainConsole(Console):
    """A console on which no text steers the terminal: control and format characters are left out."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """Renders what is printed, without what cannot be seen."""
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=visible(segment.text))


def terminal(
    *, to_stderr: bool = False, is_quiet: bool = False, soft_wrap: bool = False, width: int | None = None
) -> Console:
    """A console on which text is text.

    Names, titles, speech, errors, model strings and `[local]` hold brackets and colons of their own. Style is
    given as `Text`, or by `styled`, and never written into a string.

    Args:
        to_stderr: whether it prints to standard error.
        is_quiet: whether it prints nothing.
        soft_wrap: whether lines of any length are left to the terminal to wrap.
        width: in columns; the terminal's own where nothing is said.
    """
    return _PlainConsole(
        stderr=to_stderr,
        quiet=is_quiet,
        soft_wrap=soft_wrap,
        width=width,
        markup=False,
        emoji=False,
        highlight=False,
    )
