"""Choices as people type them: names, numbers or letters, one or several in a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

_SEPARATORS = tuple(
    map(re.compile, (r"\s*[,，、;；]\s*", r"\s+(?:and|&|\+|和|与|跟)\s+", r"\s*[&+和与跟]\s*", r"\s+"))
)
"""What stands between several choices; a later one may also stand within a name, and is tried later."""


def own_numbers(options: Sequence[str]) -> dict[str, str]:
    """Returns the options by the number in each one's name; empty unless every name has exactly one."""
    numbers = {found[0]: option for option in options if len(found := re.findall(r"\d+", option)) == 1}
    return numbers if len(numbers) == len(options) else {}


def numbered(options: Sequence[str]) -> dict[str, str]:
    """Returns the options by their own numbers, or by their places where not all have one.

    At a table of Player 1, Player 2 and so on, 3 never means the third of the players who are left.
    """
    return own_numbers(options) or {str(place): each for place, each in enumerate(options, 1)}


def find_choice(text: str, names: Mapping[str, str], numbers: Mapping[str, str]) -> str | None:
    """Returns the one option that a text means: its number, its name, or the beginning of its name alone.

    Args:
        text: what was typed.
        names: the option of each name, of which an option may have several.
        numbers: the option of each number.
    """
    if option := numbers.get(text):
        return option
    folded = text.casefold()
    begun = {option for name, option in names.items() if name.casefold().startswith(folded)}
    exact = {option for name, option in names.items() if name.casefold() == folded}
    return next(iter(exact or begun)) if len(exact or begun) == 1 else None


def find_choices(
    text: str,
    names: Mapping[str, str],
    numbers: Mapping[str, str],
    separators: Sequence[re.Pattern[str]] = _SEPARATORS,
) -> Iterator[str | None]:
    """Yields the options that a text lists, and None for a piece that means none of them.

    A piece that means none as a whole is split further: commas first, then "and" and spaces.
    """
    if not text:
        return
    option = find_choice(text, names, numbers)
    if option or not separators:
        yield option
        return
    for piece in separators[0].split(text):
        yield from find_choices(piece, names, numbers, separators[1:])


def read_chosen(chosen: Sequence[str], options: Sequence[str]) -> tuple[str, ...]:
    """Returns what a program chose, with each text that is no option read as a person's line would be.

    A text that means no option stays as it is. Numbers count only where every option has its own, since a
    program sees no list of places.

    Args:
        chosen: names, numbers or lists of them, such as "Player 1 and Player 3".
        options: of the request.
    """
    names, numbers = dict(zip(options, options, strict=True)), own_numbers(options)
    read: list[str] = []
    for text in chosen:
        found = [text] if text in names else list(find_choices(text.strip(), names, numbers))
        understood = [each for each in found if each]
        read += understood if understood and len(understood) == len(found) else [text]
    return tuple(read)
