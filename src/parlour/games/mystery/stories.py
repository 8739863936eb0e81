"""The scripts of a run of mysteries, and the reasons why its numbers are not the papers'."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from parlour.core import GAMES, GameSetup
from parlour.errors import UsageError
from parlour.evaluation import MatchScore
from parlour.experiments import LANGUAGES, Shown, Size, Stories, Story, Telling
from parlour.games.mystery import library
from parlour.games.mystery.answers import GuessRule, ceiling, guess_score
from parlour.games.mystery.generate import generate
from parlour.games.mystery.script import Script
from parlour.games.mystery.setup import MysterySetup
from parlour.games.mystery.shape import Difficulty, read_difficulty
from parlour.games.mystery.twins import TWINS, TwinScripts, check_twins, generate_twins, pair_of
from parlour.games.mystery.wellplay import is_wellplays, key_state, published_name
from parlour.llm import Language

GENERATED, WELLPLAY, SHIPPED, LIBRARY = "generated", "wellplay", "shipped", "library"
PAIRED, TWIN = "twins", "twin"
"""Witness twins as they are asked for, and each of the two (`twin-a`)."""
AT = ":"
"""Between `generated` or `twins` and a difficulty."""
TWIN_TABLES = tuple((players, victims) for victims in (1, 2) for players in (6, 7))
"""Those of witness twins: four players are too few for a case to depend on one of them alone."""
OPTIONS_SEED = 0
"""The seed of options for scripts without an order of their own."""
TABLES = tuple((players, victims) for victims in (1, 2) for players in (4, 5, 6, 7))
"""Players and victims of the generated mysteries of a run, in turn (the ladder's 4 to 7 and 1 and 2)."""
NUMBERED_TABLES = ((8, 1), (8, 2))
"""Those of a run whose difficulty is a number: they have every number, so that nothing else differs."""


@dataclass(frozen=True, kw_only=True)
class MysteryStories(Stories):
    """Scripts: generated ones, those imported from WellPlay, shipped ones, or by name."""

    game: str = "mystery"
    played_on: str = "story"

    @property
    def together(self) -> str:
        """The noun for all of them."""
        return "stories"

    def is_made(self, told: str) -> bool:
        """Returns true for generated ones and witness twins, of any difficulty."""
        return told.partition(AT)[0] in (GENERATED, PAIRED)

    def at_difficulty(self, told: str, difficulty: str) -> str:
        """Returns generated ones at a difficulty: `generated:hard`, `generated:4`.

        Raises:
            UsageError: if others are meant, or no such difficulty.
        """
        if not self.is_made(told):
            raise UsageError(f"a difficulty is of generated mysteries alone, and {told!r} are others")
        return _at(told.partition(AT)[0], _difficulty(difficulty))

    def find(self, told: str, language: Language | None, games: int, seed: int) -> tuple[Story, ...]:
        """Returns the requested scripts.

        Args:
            told: `generated`, `generated:hard` or `generated:4`; `twins` or `twins:hard`, for witness
                twins, two of each seed; `wellplay`, for what of it was imported into the user's library;
                `library`, for all that the user keeps there; `shipped`; or the ids, stories or files of
                scripts, with commas between.
            language: of their texts; None for English, and for named scripts their own.
            games: the number, if they are generated; of twins, the number of pairs.
            seed: of the first that is generated.

        Raises:
            UsageError: if there are none, or another game is asked for.
        """
        if told in GAMES.names:
            raise UsageError(f"a suite that plays mystery is not played on {told!r}")
        if self.is_made(told):
            kind, _, difficulty = told.partition(AT)
            chosen, spoken = _difficulty(difficulty), language or "en"
            if kind == PAIRED:
                check_twins(chosen)
            ids = [_at(f"{TWIN}-{name}", chosen) for name in TWINS] if kind == PAIRED else [told]
            numbers = range(seed, seed + games)
            return tuple(
                Story(id=story_id, language=spoken, seed=number) for number in numbers for story_id in ids
            )
        if told in (WELLPLAY, SHIPPED, LIBRARY):
            return _find_on_shelf(told, language or "en")
        names = [name.strip() for name in told.split(",") if name.strip()]
        scripts = [(name, library.find(name, language)) for name in names]
        return tuple(
            Story(id=name if name.endswith(library.SUFFIXES) else script.id, language=script.language)
            for name, script in scripts
        )

    def size(self, story: Story) -> Size:
        """Returns the size of a story: players x victims, and rows of questions."""
        script = script_of(story)
        return Size(asking=len(script.players) * len(script.victims), answers=script.rows())

    def published_name(self, story: str) -> str | None:
        """Returns the name of a WellPlay game in published tables."""
        return published_name(story)

    def licences(self, asked: str, setups: Mapping[Telling, GameSetup]) -> Sequence[str]:
        """Returns the licences: WellPlay's are their authors', generated and shipped ones Parlour's."""
        if self.is_made(asked):
            return ("mysteries generated by Parlour: Apache-2.0",)
        shipped = {entry.script.id for entry in library.shelf().entries if entry.ships}
        scripts = [MysterySetup.of(setup).script for setup in setups.values()]
        return tuple(dict.fromkeys(_licence(script, is_shipped=script.id in shipped) for script in scripts))

    def drawn_as(self, setup: GameSetup) -> str:
        """Returns the unit of drawing: witness twins are drawn by the pair."""
        return pair_of(MysterySetup.of(setup).script.story)

    def guesses(self, setups: Mapping[Telling, GameSetup]) -> Mapping[str, Mapping[Telling, MatchScore]]:
        """Returns the guessing baselines; *position* learns from the scripts in the same language."""
        scripts = {telling: MysterySetup.of(setup).script for telling, setup in setups.items()}
        spoken = {
            language: [script for (_, other), script in scripts.items() if other == language]
            for _, language in scripts
        }
        return {
            guess: {
                telling: guess_score(script, guess, spoken[telling[1]]) for telling, script in scripts.items()
            }
            for guess in GuessRule
            if scripts
        }

    def ceilings(self, setups: Mapping[Telling, GameSetup]) -> Mapping[Telling, MatchScore]:
        """Returns the highest scores by the original keys, if any of them contradicts its story."""
        scripts = {telling: MysterySetup.of(setup).script for telling, setup in setups.items()}
        questions = [question for script in scripts.values() for question in script.questions]
        if all(key_state(question) == "sound" for question in questions):
            return {}
        return {telling: ceiling(script) for telling, script in scripts.items()}

    def unlike(self, shown: Shown) -> Iterator[str]:
        """Yields the differences to the paper: stories, language, shuffled options, repeats, murderers."""
        run, paper = shown.run, shown.theirs
        scripts = [MysterySetup.of(setup).script for setup in shown.setups]
        names = {name for script in scripts if (name := published_name(script.id))}
        if self.is_made(run.stories):
            yield "the stories are generated, theirs WellPlay's"
        elif not names:
            yield "the stories are others"
        elif shown.is_whole and len(names) < paper.stories:
            yield f"it is over {len(names)} of their {paper.stories} stories"
        if spoken := {script.language for script in scripts} - {paper.language}:
            ours = " and ".join(LANGUAGES[code] for code in sorted(spoken))
            yield f"the scripts are in {ours}, theirs in {LANGUAGES[paper.language]}"
        if any(script.options_seed is not None for script in scripts):
            yield "options are shuffled, theirs were not"
        if run.evaluations != paper.evaluations:
            ours, printed = (
                "once" if source.evaluations == 1 else f"{source.evaluations} times"
                for source in (run, paper)
            )
            yield f"questions were put {ours}, theirs {printed}"
        murderers = run.sought or str(getattr(shown.arm, "murderers", ""))
        if shown.arm.is_played and murderers:
            yield f"murderers play {murderers}, theirs a fixed method that is not named"


def _licence(script: Script, *, is_shipped: bool) -> str:
    if is_shipped:
        return "scripts that ship with Parlour: Apache-2.0"
    if is_wellplays(script):
        return "WellPlay: its authors' terms, as they stand with its files; Parlour ships none of them"
    return f"{script.title}: a script from elsewhere, of which no licence is on record"


def _find_on_shelf(collection: str, language: Language) -> tuple[Story, ...]:
    entries = [entry for entry in library.shelf().entries if entry.ships == (collection == SHIPPED)]
    scripts = [entry.script for entry in entries if entry.script.language == language]
    matches = [script for script in scripts if collection != WELLPLAY or is_wellplays(script)]
    if matches:
        return tuple(Story(id=script.id, language=language) for script in matches)
    whose = "script of WellPlay's" if collection == WELLPLAY else "script"
    raise UsageError(
        f"your library holds no {whose} in {language!r}: import WellPlay from its authors' files with"
        " `parlour scripts import wellplay FOLDER`, or choose others: --scripts generated, shipped, library"
        " or ID,ID"
    )


@lru_cache(maxsize=64)
def script_of(story: Story) -> Script:
    """Returns the script of a story, cached, since every condition plays the same stories.

    A script whose options stand in its author's order has them shuffled, by a seed that it records: in
    WellPlay the right one of a question about relations is always the first, or the fourth.

    Raises:
        UsageError: if the library has no such script any more, or it is another game's table.
    """
    if story.id in GAMES.names:
        raise UsageError(f"a table of {story.id} has no script")
    kind, _, difficulty = story.id.partition(AT)
    prefix, _, name = kind.partition("-")
    if kind != GENERATED and not (prefix == TWIN and name in TWINS):
        script = library.find(story.id, story.language)
        return script if script.options_seed is not None else script.with_shuffled_options(OPTIONS_SEED)
    seed, chosen = story.seed or 0, _difficulty(difficulty)
    named = TABLES if kind == GENERATED else TWIN_TABLES
    tables = NUMBERED_TABLES if chosen.isdecimal() else named
    players, victims = tables[seed % len(tables)]
    if kind == GENERATED:
        return generate(seed, players=players, victims=victims, difficulty=chosen, lang=story.language)
    twins = _twins(seed, players, victims, chosen, story.language)
    return twins.scripts[TWINS.index(name)]


@lru_cache(maxsize=4)
def _twins(seed: int, players: int, victims: int, difficulty: Difficulty, language: Language) -> TwinScripts:
    return generate_twins(seed, players=players, victims=victims, difficulty=difficulty, lang=language)


def _at(kind: str, difficulty: Difficulty) -> str:
    return kind if difficulty is Difficulty.NORMAL else f"{kind}{AT}{difficulty}"


def _difficulty(name: str) -> Difficulty:
    return read_difficulty(name or Difficulty.NORMAL)
