"""The arms of watchers, and the recorded games on which they run, from a store or a file in the open form.

A run asks for them as `onenight`, `werewolf` or `avalon`, with `-chairs` behind it for those with a free
player's chair, and after a colon where they are: `onenight:games.jsonl`. As `machines` it asks for those in
which people and language models sat together, whatever they played, and with `-shuffled` behind it for tables
put together from games of either.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, cast

from pydantic import Field

from parlour.agents.memory import Budgets
from parlour.core import GameSetup, chance
from parlour.errors import UsageError
from parlour.evaluation import MatchScore
from parlour.experiments import Arm, Shown, Size, Stories, Story, TableArmForm, Telling
from parlour.games.watched.machines import SHUFFLED, is_mixed, shuffled_tables
from parlour.games.watched.setup import SUBJECTS, WATCHED, WATCHED_MACHINES, WatchedSetup, chairs, followed_as
from parlour.lab.transcripts import CORPORA, GameTranscript, find_transcript
from parlour.lab.watching import OPINIONS, FollowedGame, baselines, unwatchable
from parlour.llm import Language
from parlour.store import Store

CHAIRS = "-chairs"
_SHUFFLED = "-shuffled"
_MACHINES = WATCHED_MACHINES.removeprefix("watched-")
_LINES = ".jsonl"
_AT = "#"
"""In the id of a story, between where it is and which it is."""


@dataclass(frozen=True, kw_only=True)
class WatchedStories(Stories):
    """Recorded games, each of which is watched once by each condition."""

    game: str = "watched"
    drawn: str = "game"
    played_on: str = "recorded game"
    has_baselines: ClassVar[bool] = True

    @property
    def together(self) -> str:
        return "recorded games"

    def licences(self, asked: str, setups: Mapping[Telling, GameSetup]) -> Sequence[str]:
        del asked
        sources = (cast("WatchedSetup", setup).transcript.source for setup in setups.values())
        lines = (
            f"{source.name}: {source.licence or 'no licence stated'} ({source.revision})"
            for source in sources
        )
        return tuple(dict.fromkeys(lines))

    def at_difficulty(self, told: str, difficulty: str) -> str:
        """Refuses a difficulty, since none was made.

        Raises:
            UsageError: always.
        """
        raise UsageError("no difficulty can be chosen of recorded games")

    def find(self, told: str, language: Language | None, games: int, seed: int) -> tuple[Story, ...]:
        """Returns the first watchable games by their ids.

        Raises:
            UsageError: if there are none.
        """
        played, place, candidates = _find_games(told)
        able = [game for game, why in candidates if not why]
        if not able:
            where = place or "the store (parlour transcripts list)"
            sort = (
                f"of {' or '.join(played)}"
                if set(played) < set(SUBJECTS)
                else "of people and machines together"
            )
            lacking = f"{len(candidates)} games {sort}, and none of them can be watched so"
            raise UsageError(f"{where} has {lacking}: parlour transcripts import KIND FOLDER")
        return tuple(
            Story(id=f"{place}{_AT}{game.transcript.id}", language=language or _language(game))
            for game in able[:games]
        )

    def left_out(self, told: str) -> Sequence[str]:
        return [f"{game.transcript.id} is left out: {why}" for game, why in _find_games(told)[2] if why]

    def size(self, story: Story) -> Size:
        """Returns the size of a story: methods that read every utterance call a model for each."""
        return Size(asking=max(1, transcript_of(story).utterances))

    def is_of_baselines(self, metric: str) -> bool:
        return metric in OPINIONS

    def baselines(self, setups: Mapping[Telling, GameSetup]) -> Mapping[str, Mapping[Telling, MatchScore]]:
        tellings = list(setups)
        watched = tuple(
            (cast("WatchedSetup", setups[telling]).followed_game, telling[1]) for telling in tellings
        )
        scores_by_rule = _baselines(watched)
        return {rule: dict(zip(tellings, scores, strict=True)) for rule, scores in scores_by_rule.items()}

    def unlike(self, shown: Shown) -> Iterator[str]:
        yield from ()


def transcript_of(story: Story) -> GameTranscript:
    """Returns the recorded game of a story.

    Raises:
        UsageError: if it is no longer there.
    """
    place, _, name = story.id.rpartition(_AT)
    games = _games_at(place)
    tables = shuffled_tables(games) if name.startswith(SHUFFLED) else games
    transcript = next((game for game in tables if game.id == name), None)
    if transcript is None:
        raise UsageError(f"{place or 'the store'} has no recorded game {name!r} any more")
    return transcript


def _find_games(spelling: str) -> tuple[tuple[str, ...], str, list[tuple[FollowedGame, str]]]:
    """Returns the played games, their place, and every such game with the reason if it cannot be watched.

    Raises:
        UsageError: if nothing is watched that is called so.
    """
    sort, _, place = spelling.partition(":")
    kind = sort.removesuffix(CHAIRS).removesuffix(_SHUFFLED)
    played = WATCHED.get(f"watched-{kind}")
    if played is None:
        kinds = ", ".join(name.removeprefix("watched-") for name in WATCHED)
        raise UsageError(f"recorded games are asked for as {kinds}, not as {spelling!r}")
    transcripts = _games_at(place)
    if kind == _MACHINES:
        selected = [
            *(shuffled_tables(transcripts) if sort.endswith(_SHUFFLED) else filter(is_mixed, transcripts))
        ]
    else:
        selected = [transcript for transcript in transcripts if transcript.game in played]
    games = [followed_as(f"watched-{kind}", transcript) for transcript in selected]
    return played, place, [(game, _why_not(game, in_chair=sort.endswith(CHAIRS))) for game in games]


def _why_not(game: FollowedGame, *, in_chair: bool) -> str:
    if why := unwatchable(game):
        return why
    if in_chair and not chairs(game):
        return "of no player who seeks is it known what they were dealt"
    return ""


def _games_at(place: str) -> tuple[GameTranscript, ...]:
    path = Path(place)
    changed = path.stat().st_mtime_ns if place.endswith(_LINES) and path.exists() else 0
    return _read(place, changed)


@lru_cache(maxsize=8)
def _read(place: str, changed: int) -> tuple[GameTranscript, ...]:
    del changed  # it is there so that a file which was written anew is read anew
    if place.endswith(_LINES):
        games = list(CORPORA.find("jsonl").read(Path(place)))
    else:
        with Store.reading(place or None) as store:
            games = [find_transcript(store, game_id) for game_id in store.recorded_games.ids("")]
    watchable = (game for game in games if game.game in SUBJECTS)
    return tuple(sorted(watchable, key=lambda game: game.id))


@lru_cache(maxsize=2)
def _baselines(watched: tuple[tuple[FollowedGame, Language], ...]) -> Mapping[str, Sequence[MatchScore]]:
    return baselines(watched)


def _language(game: FollowedGame) -> Language:
    """Returns the language of the requests: the table's own if Parlour speaks it, else English."""
    return "zh" if game.transcript.language.startswith("zh") else "en"


STORIES = WatchedStories()


TALK_TOKENS = 16_000
"""More than any talk of the collections that are known has."""


@dataclass(frozen=True, kw_only=True)
class WatchArm(Arm):
    """One arm of an experiment on recorded games.

    Attributes:
        in_chair: whether the watcher sits in a chair, drawn by the game's id, so that it is the same in
          every arm; else it is a spectator.
        labels: whether annotators' labels stand behind what is said.
    """

    in_chair: bool = False
    labels: bool = False

    @property
    def budgets(self) -> Budgets:
        """The whole talk of a game, as far as the window allows: cut parts would be read anew each time."""
        return Budgets(dialogue=TALK_TOKENS)

    @property
    def wins(self) -> str:
        return "watch.hit.at100"

    def setup(self, story: Story, evaluations: int) -> WatchedSetup:
        """Returns the recorded game, and the place of the watcher.

        Raises:
            UsageError: if a chair is wanted and there is none to sit in.
        """
        transcript = transcript_of(story)
        chair = None
        if self.in_chair:
            free = chairs(followed_as(self.game, transcript))
            if not free:
                raise UsageError(f"nobody can sit in a chair of {transcript.id}: ask for games with chairs")
            chair = chance(0, "chair", transcript.id).choice(free)
        fields = {"name": self.game, "language": story.language, "chair": chair, "labels": self.labels}
        return WatchedSetup.model_validate({**fields, "transcript": transcript, **self.options})


class WatchArmForm(TableArmForm):
    """An arm of an experiment on recorded games."""

    in_chair: bool = Field(default=False, description="In a player's chair; beside the table if left out.")
    labels: bool = Field(default=False, description="Annotators' labels stand behind what is said.")

    def arm(self, game: str) -> Arm:
        return WatchArm(game=game, options=self.setup, **self.keywords("setup"))


PART = WatchArmForm
