"""Which stories a run plays, as they are asked for and as scripts; of other games, which tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from parlour.errors import UsageError
from parlour.games.mystery import Script, generate, library
from parlour.llm import Language

GENERATED, WELLPLAY, SHIPPED = "generated", "wellplay", "shipped"
WEREWOLF, ONE_NIGHT = "werewolf", "onenight"
DEALT = (WEREWOLF, ONE_NIGHT)
"""Games that have no script: what is played is a table, whose seed deals the roles."""
MADE = (GENERATED, *DEALT)
"""What is made from a seed, so that a run is asked for a number of them."""
OPTIONS_SEED = 0
"""Of scripts that come with no order of their own."""
TABLES = tuple((players, victims) for victims in (1, 2) for players in (4, 5, 6, 7))
"""Players and victims of the generated mysteries of a run, in turn (the ladder's 4 to 7 and 1 and 2)."""


@dataclass(frozen=True, kw_only=True)
class Story:
    """A script or a table, named so that another process can get it.

    Attributes:
        id: of the library; `generated` for a script of its own; of a table, its game (`DEALT`).
        language: of its text.
        seed: of what is made: of a table, the match seed, which deals the roles.
    """

    id: str
    language: Language
    seed: int = 0

    @property
    def name(self) -> str:
        """As cells and tables name it."""
        return f"{self.id}-{self.seed}" if self.id in MADE else self.id

    def script(self) -> Script:
        """The script itself.

        Raises:
            UsageError: if the library has no such script any more, or it is a table.
        """
        if self.id in DEALT:
            raise UsageError(f"a table of {self.id} has no script")
        return _script(self)


def find_stories(told: str, language: Language | None, games: int, seed: int) -> tuple[Story, ...]:
    """The stories that are meant.

    Args:
        told: `generated`; `werewolf` or `onenight`, for tables; `wellplay`, for what was imported into the
            user's library; `shipped`; or the ids, stories or files of scripts, with commas between.
        language: of their texts; None for English, and for named scripts whatever theirs is.
        games: how many, if they are made.
        seed: of the first that is made; the others count on from it.

    Raises:
        UsageError: if there are none.
    """
    match told:
        case "generated" | "werewolf" | "onenight":
            first = range(seed, seed + games)
            return tuple(Story(id=told, language=language or "en", seed=number) for number in first)
        case "wellplay" | "shipped":
            found = tuple(_shelved(language or "en", ships=told == SHIPPED))
            if not found:
                raise UsageError(_nothing_imported(language or "en"))
            return found
        case _:
            return tuple(_named(each.strip(), language) for each in told.split(",") if each.strip())


def _named(name: str, language: Language | None) -> Story:
    script = library.find(name, language)
    is_file = name.endswith(library.SUFFIXES)
    return Story(id=name if is_file else script.id, language=script.language)


def _shelved(language: Language, *, ships: bool) -> Iterator[Story]:
    for entry in library.shelf().entries:
        if entry.ships == ships and entry.script.language == language:
            yield Story(id=entry.script.id, language=language)


def _nothing_imported(language: Language) -> str:
    return (
        f"your library holds no script in {language!r}: import WellPlay from its authors' files with"
        " `parlour scripts import wellplay FOLDER`, or choose others: --scripts generated, shipped or ID,ID"
    )


@lru_cache(maxsize=64)
def _script(story: Story) -> Script:
    """Kept, since every condition plays the same stories one after the other.

    A script whose options stand in its author's order has them shuffled, by a seed that it records: in
    WellPlay the right one of a question about relations is always the first, or the fourth.
    """
    if story.id != GENERATED:
        found = library.find(story.id, story.language)
        return found if found.options_seed is not None else found.with_shuffled_options(OPTIONS_SEED)
    players, victims = TABLES[story.seed % len(TABLES)]
    return generate(story.seed, players=players, victims=victims, lang=story.language)
