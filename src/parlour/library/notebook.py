"""What a notebook needs before it shows a figure that was not made by pyplot."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any


def show_figures(figure: type) -> None:
    """Lets a notebook show figures in their place, unless it does so already; elsewhere it does nothing.

    IPython learns to when pyplot is imported, which whoever only looks at a run need not do.

    Args:
        figure: matplotlib's class of figures.
    """
    ipython: Any = sys.modules.get("IPython")
    shell: Any = ipython.get_ipython() if ipython else None
    if shell is None:
        return
    try:
        shell.display_formatter.formatters["image/png"].lookup_by_type(figure)
    except KeyError:
        import_module("IPython.core.pylabtools").select_figure_formats(shell, {"png"})
