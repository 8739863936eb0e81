"""How long `import parlour` takes, apart from the start of Python itself."""

from __future__ import annotations

import subprocess
import sys

_TIMED = "from time import perf_counter as now; began = now(); import parlour; print(now() - began)"


def import_seconds() -> float:
    """The best of five new processes."""
    return min(float(subprocess.check_output([sys.executable, "-c", _TIMED])) for _ in range(5))
