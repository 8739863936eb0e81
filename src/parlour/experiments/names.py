"""Names in a list with commas between, where names can have commas themselves."""

from __future__ import annotations

from collections.abc import Collection, Sequence


def whole_names(pieces: Sequence[str], known: Collection[str]) -> list[str]:
    """Puts together what a comma within a name has parted.

    Args:
        pieces: what stood between the commas, without the spaces about it.
        known: the names that there are.

    Returns:
        The names, the longest that fit; a piece that begins none stays as it is.
    """
    names: list[str] = []
    at = 0
    while at < len(pieces):
        ends = range(len(pieces), at, -1)
        end = next((end for end in ends if ", ".join(pieces[at:end]) in known), at + 1)
        names.append(", ".join(pieces[at:end]))
        at = end
    return names
