"""A match to take along: the record as JSON, or one HTML page without scripts that loads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pydantic import TypeAdapter

from parlour.agents import BELIEFS
from parlour.arena import Record, Setup
from parlour.lab.watching import QUARTERS
from parlour.language.wording import GamePhrases, Phrases, title_of
from parlour.llm import Language
from parlour.views import truth
from parlour.web.gate import HTML_LANGUAGE
from parlour.web.hosting import Feed, FeedLine, Projection, Visibility
from parlour.web.insight.readings import SeatReading, over_rounds, readings, spell, standing, tint
from parlour.web.insight.review import knew, seat_costs
from parlour.web.insight.thoughts import (
    NO_STRIPS,
    RecordedWords,
    Strip,
    heading,
    in_words,
    measure_name,
    readings_between,
    recorded_words,
    stop_name,
    stretch_name,
    strip_name,
    strips,
)

_PACKAGE = "parlour.web.export"
PHRASES = Phrases(_PACKAGE)


def page_of(record: Record) -> str:
    """Renders a match with everything: transcript, votes, truth, thoughts and costs."""
    feed = Feed()
    feed.load(record.items)
    lines = Projection(feed.past, record.setup, Visibility(is_god=True)).lines()
    true, setup, own_readings = truth(record), record.setup, list(readings(lines))
    words = recorded_words(setup, lines)
    between = list(readings_between(feed.past, record)) if words else []
    seat_readings = sorted([*own_readings, *between], key=lambda reading: reading.number)
    phrases = GamePhrases(setup.game.name, setup.language)
    return _page(
        record.match,
        record.started,
        setup,
        lines,
        seat_readings,
        strips(lines, seat_readings) if words else NO_STRIPS,
        is_watched=words is not None,
        secrets={
            "truth": true,
            "knew": list(knew(record, own_readings, true)),
            "costs": list(seat_costs(record)),
        },
        recorded=_recorded_section(words, setup, seat_readings, between) if words else None,
        roles={name: phrases.role(role) for name, role in true.roles.items()},
    )


def page_seen(match: str, started: str, setup: Setup, lines: Iterable[FeedLine]) -> str:
    """Renders the lines of a match that a viewer may see, and nothing else."""
    visible = list(lines)
    empty: dict[str, None] = dict.fromkeys(("secrets", "recorded"))
    return _page(
        match,
        started,
        setup,
        visible,
        list(readings(visible)),
        NO_STRIPS,
        is_watched=False,
        roles={},
        **empty,
    )


def _page(
    match: str,
    started: str,
    setup: Setup,
    lines: Sequence[FeedLine],
    seat_readings: Sequence[SeatReading],
    beside: Mapping[int, tuple[Strip, ...]],
    *,
    is_watched: bool,
    **variables: object,
) -> str:
    language = setup.language
    environment = Environment(
        loader=PackageLoader(_PACKAGE, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style = (resources.files(_PACKAGE) / "page.css").read_text(encoding="utf-8")
    grids, case_name = standing(seat_readings, setup.players), GamePhrases(setup.game.name, language).case
    return environment.get_template(
        "page.html.j2"
    ).render(
        language=HTML_LANGUAGE[language],
        style=Markup(style),  # noqa: S704 - our own file
        words=PHRASES.all(language),
        title=title_of(setup.game),
        match=match,
        started=started[:16].replace("T", " "),
        setup=setup,
        chapters=_chapters(lines, setup, beside, is_watched=is_watched),
        grids=[(measure_name(grid.measure, case_name(grid.case), language), grid) for grid in grids],
        spelled=spell,
        tint=tint,
        strip_name=strip_name,
        table_language=language,
        **variables,
    )


def _recorded_section(
    words: RecordedWords, setup: Setup, seat_readings: Sequence[SeatReading], between: Sequence[SeatReading]
) -> Mapping[str, object]:
    language, foretold = setup.language, words.foretold()
    ways = over_rounds(
        [reading for reading in seat_readings if reading.measure == BELIEFS], setup.players, setup.players[0]
    )
    return {
        "heading": words.heading,
        "lines": tuple(words.lines()),
        "notes": tuple(words.notes(between)),
        "tables": (words.seats(), *([foretold] if foretold else [])),
        "ways": tuple((measure_name(way.measure, way.case, language), way) for way in ways),
        "stops": {str(quarter): stop_name(quarter, language) for quarter in QUARTERS},
    }


def _chapters(
    lines: Sequence[FeedLine], setup: Setup, beside: Mapping[int, tuple[Strip, ...]], *, is_watched: bool
) -> list[tuple[str, list[Mapping[str, object]]]]:
    """Returns the title and the rows of each round."""
    chapters: list[tuple[str, list[Mapping[str, object]]]] = []
    now = -1
    for line in lines:
        begins = line.type == "event" and not line.is_dealt and line.round != now
        if begins or not chapters:
            now = line.round if begins else now
            title = stretch_name if is_watched and now > 0 else _round_name
            chapters.append((title(now, setup.language), []))
        chapters[-1][1].append(_row(line, setup.language, beside.get(line.number, ())))
    return chapters


def _round_name(number: int, language: Language) -> str:
    if number < 0:
        return PHRASES.say("dealt", language)
    return PHRASES.say("round" if number else "opening", language, round=number)


def _row(line: FeedLine, language: Language, beside: tuple[Strip, ...]) -> Mapping[str, object]:
    """Returns a line as the page prints it; `more` is folded away, and strips are a watcher's readings."""
    words = in_words(line, language)
    if line.type == "thought":
        text = heading(line, language)
        return {"number": line.number, "style": "thought", "text": text, "more": words}
    if line.is_dealt:
        first, _, _ = words.partition("\n")
        text = f"{line.actor or ''} {first}"[:120]
        return {"number": line.number, "style": "dealt", "text": text, "more": words}
    style = "fault" if line.type == "fault" else "private" if line.is_private else "said"
    return {"number": line.number, "style": style, "text": words, "more": "", "strips": beside}


_RECORD = TypeAdapter(Record)


def record_json(record: Record) -> str:
    """Converts a record to JSON with nothing left out: setup, journal, and every call."""
    return _RECORD.dump_json(record, indent=1).decode()


def record_of(json: str) -> Record:
    """Reads a record from JSON.

    Raises:
        pydantic.ValidationError: if it holds none.
    """
    return _RECORD.validate_json(json)
