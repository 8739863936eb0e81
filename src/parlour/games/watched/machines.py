"""Which players are machines: the question to watchers of games by people and language models.

Such a game is watched as it was played, but the question is who sat there and not what they were dealt. So
its votes are no answers to the question, and eliminated players stay candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from parlour.core import chance, count_words
from parlour.lab.transcripts import CastMember, GameTranscript, Happening, TranscriptOutcome, number_events
from parlour.lab.watching import WatchedSubject

MACHINE, PERSON = "machine", "person"
MACHINES = WatchedSubject(
    case=MACHINE, sought=frozenset({MACHINE}), sides=(PERSON, MACHINE), has_ballots=False, has_winner=False
)
FEWEST_WORDS = 20
"""The fewest words of a player for a seat at such a table: less would give no evidence."""
MOST_OF_EACH = 3
"""The most people, and the most machines, of such a table."""
SHUFFLED = "shuffled."
"""Begins the id of such a table."""
_SIDES: Mapping[str, str] = {"model": MACHINE, "person": PERSON}
_SOMEBODY: Mapping[str, str] = {"en": "somebody", "zh": "某人"}


def is_mixed(transcript: GameTranscript) -> bool:
    """Returns true if people and language models sat together, and each holder is known."""
    return {member.holder for member in transcript.cast} == set(_SIDES)


def unmask(transcript: GameTranscript) -> GameTranscript:
    """Returns the same game with the question who is a machine."""
    cast = (
        member.model_copy(
            update={"start": None, "end": _SIDES.get(member.holder), "team": _SIDES.get(member.holder)}
        )
        for member in transcript.cast
    )
    return transcript.model_copy(
        update={
            "cast": tuple(cast),
            "centre": (),
            "events": tuple(map(_as_told, transcript.events)),
            "outcome": TranscriptOutcome(winners=None, basis="unknown"),
        }
    )


def _as_told(happening: Happening) -> Happening:
    match happening.kind:
        case "vote":
            return happening.model_copy(update={"kind": "deed", "deed": happening.deed or "vote"})
        case "news":
            return happening.model_copy(update={"deed": f"told {happening.deed}".strip()})
        case _:
            return happening


def shuffled_tables(transcripts: Sequence[GameTranscript]) -> Iterator[GameTranscript]:
    """Yields tables put together from games of people and games of machines of the same kind and language.

    The talk of either goes on as it went, and is mixed by the share of its own game that was over. It is no
    conversation, and topic and transcription may tell as much as style: it is for kinds of game in which
    people and machines never sat together.
    """
    kinds = sorted({(transcript.game, transcript.language) for transcript in transcripts})
    for kind in kinds:
        alike = sorted(
            (transcript for transcript in transcripts if (transcript.game, transcript.language) == kind),
            key=lambda transcript: transcript.id,
        )
        people = [
            transcript for transcript in alike if {member.holder for member in transcript.cast} == {"person"}
        ]
        models = [
            transcript for transcript in alike if {member.holder for member in transcript.cast} == {"model"}
        ]
        for person_game, model_game in zip(people, models, strict=False):
            table = _together(person_game, model_game)
            if table is not None:
                yield table


def _together(people: GameTranscript, models: GameTranscript) -> GameTranscript | None:
    talkers = [_talkative(game) for game in (people, models)]
    count = min(MOST_OF_EACH, *map(len, talkers))
    if not count:
        return None
    name = f"{SHUFFLED}{people.id}.{models.id}"
    rng = chance(0, "shuffled", name)
    both = zip((people, models), talkers, strict=True)
    picked = [(game, member) for game, able in both for member in rng.sample(able, count)]
    rng.shuffle(picked)
    names = {(game.id, member.player): f"Player {at}" for at, (game, member) in enumerate(picked, 1)}
    lines = sorted(
        (line for game in (people, models) for line in _lines(game, names)), key=lambda pair: pair[0]
    )
    return GameTranscript(
        id=name[:200],
        corpus=people.corpus,
        game=people.game,
        language=people.language,
        title=f"{people.id} + {models.id}",
        rules="put together from two games",
        source=people.source,
        cast=tuple(
            CastMember(player=names[game.id, member.player], holder=member.holder) for game, member in picked
        ),
        events=number_events([line for _, line in lines]),
        outcome=TranscriptOutcome(winners=None, basis="unknown"),
    )


def _talkative(game: GameTranscript) -> list[CastMember]:
    word_counts = {member.player: 0 for member in game.cast}
    for happening in game.events:
        if happening.is_public_speech and happening.speaker:
            word_counts[happening.speaker] += count_words(happening.text)
    return [member for member in game.cast if word_counts[member.player] >= FEWEST_WORDS]


def _lines(game: GameTranscript, seats: Mapping[tuple[str, str], str]) -> Iterator[tuple[float, Happening]]:
    """Yields the speeches of those taken over from a game, each with the elapsed share of their talk."""
    names = {player: name for (taken_from, player), name in seats.items() if taken_from == game.id}
    talk = [
        happening for happening in game.events if happening.is_public_speech and happening.speaker in names
    ]
    pattern = re.compile("|".join(sorted(map(re.escape, game.players), key=len, reverse=True)))
    somebody = _SOMEBODY.get(game.language[:2], _SOMEBODY["en"])
    for number, speech in enumerate(talk):
        text = pattern.sub(lambda match: names.get(match[0], somebody), speech.text)
        line = Happening(number=0, kind="speech", phase="day", speaker=names[speech.speaker or ""], text=text)
        yield number / len(talk), line
