"""A match to take along: the record as JSON, or one HTML page without scripts that loads nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup
from pydantic import TypeAdapter

from parlour.agents import BELIEFS
from parlour.arena import Record, Setup, items
from parlour.lab.watching import QUARTERS
from parlour.language.wording import GamePhrases, Phrases, title_of
from parlour.llm import Language
from parlour.views import Truth, recorded_game, truth
from parlour.web.hosting import Feed, FeedLine, Projection, Visibility
from parlour.web.insight import (
    NO_STRIPS,
    Grid,
    Knew,
    RecordedView,
    RecordedWords,
    SeatCost,
    SeatReading,
    Strip,
    ToldTable,
    heading,
    in_words,
    knew,
    measure_name,
    over_rounds,
    readings,
    readings_between,
    recorded_view,
    seat_costs,
    spell,
    standing,
    stop_name,
    stretch_name,
    strip_name,
    strips,
    tint,
)

_PACKAGE = "parlour.web.export"
PHRASES = Phrases(_PACKAGE)


@dataclass(frozen=True, kw_only=True)
class _Secrets:
    truth: Truth
    between: tuple[SeatReading, ...] = ()
    knew: tuple[Knew, ...] = ()
    costs: tuple[SeatCost, ...] = ()


@dataclass(frozen=True, kw_only=True)
class _Row:
    number: int
    style: str
    text: str
    more: str = ""
    strips: tuple[Strip, ...] = ()


@dataclass(frozen=True, kw_only=True)
class _Chapter:
    title: str
    rows: list[_Row] = field(default_factory=list[_Row])


def page_of(record: Record) -> str:
    """Renders a match with everything: transcript, votes, truth, thoughts and costs."""
    feed = Feed()
    feed.load(items(record))
    lines = Projection(feed.past, record.setup, Visibility(is_god=True)).lines()
    true = truth(record)
    secrets = _Secrets(
        truth=true,
        between=tuple(readings_between(feed.past, record)) if recorded_game(record.setup.game) else (),
        knew=tuple(knew(record, list(readings(lines)), true)),
        costs=tuple(seat_costs(record)),
    )
    return _page(record.match, record.started, record.setup, lines, secrets)


def page_seen(match: str, started: str, setup: Setup, lines: Iterable[FeedLine]) -> str:
    """Renders the lines of a match that a viewer may see, and nothing else."""
    return _page(match, started, setup, list(lines), None)


def _page(match: str, started: str, setup: Setup, lines: Sequence[FeedLine], secrets: _Secrets | None) -> str:
    language = setup.language
    environment = Environment(
        loader=PackageLoader(_PACKAGE, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    view = recorded_view(setup, lines) if secrets else None
    told = sorted([*readings(lines), *(secrets.between if secrets else ())], key=lambda each: each.number)
    beside = strips(lines, told) if view else NO_STRIPS
    style = (resources.files(_PACKAGE) / "page.css").read_text(encoding="utf-8")
    return environment.get_template(
        "page.html.j2"
    ).render(
        language={"en": "en", "zh": "zh-Hans"}[language],
        style=Markup(style),  # noqa: S704 - our own file
        words=PHRASES.all(language),
        title=title_of(setup.game),
        match=match,
        started=started[:16].replace("T", " "),
        setup=setup,
        chapters=_chapters(lines, setup, beside, is_watched=view is not None),
        secrets=secrets,
        recorded=_recorded_section(view, setup, told, secrets.between) if view and secrets else None,
        roles=_roles(secrets.truth, setup) if secrets else {},
        grids=[(measure_name(grid.measure, grid.case, language), grid) for grid in _grids(told, setup)],
        spelled=spell,
        tint=tint,
        strip_name=strip_name,
        table_language=language,
    )


@dataclass(frozen=True, kw_only=True)
class _RecordedSection:
    heading: str
    lines: tuple[str, ...]
    notes: tuple[str, ...]
    tables: tuple[ToldTable, ...]
    ways: tuple[tuple[str, Grid], ...]
    stops: Mapping[str, str]


def _recorded_section(
    view: RecordedView, setup: Setup, told: Sequence[SeatReading], between: Sequence[SeatReading]
) -> _RecordedSection:
    words, language = RecordedWords(view, setup.game), setup.language
    foretold = words.foretold()
    ways = over_rounds([each for each in told if each.measure == BELIEFS], setup.players, setup.players[0])
    return _RecordedSection(
        heading=words.heading,
        lines=tuple(words.lines()),
        notes=tuple(words.notes(between)),
        tables=(words.seats(), *([foretold] if foretold else [])),
        ways=tuple((measure_name(way.measure, way.case, language), way) for way in ways),
        stops={str(quarter): stop_name(quarter, language) for quarter in QUARTERS},
    )


def _grids(told: Sequence[SeatReading], setup: Setup) -> list[Grid]:
    return standing(told, setup.players)


def _roles(true: Truth, setup: Setup) -> Mapping[str, str]:
    phrases = GamePhrases(setup.game.name, setup.language)
    return {name: phrases.role(role) for name, role in true.roles.items()}


def _chapters(
    lines: Sequence[FeedLine], setup: Setup, beside: Mapping[int, tuple[Strip, ...]], *, is_watched: bool
) -> list[_Chapter]:
    chapters: list[_Chapter] = []
    now = -1
    for each in lines:
        begins = each.type == "event" and not each.is_dealt and each.round != now
        if begins or not chapters:
            now = each.round if begins else now
            title = stretch_name if is_watched and now > 0 else _round_name
            chapters.append(_Chapter(title=title(now, setup.language)))
        chapters[-1].rows.append(_row(each, setup.language, beside.get(each.number, ())))
    return chapters


def _round_name(number: int, language: Language) -> str:
    if number < 0:
        return PHRASES.say("dealt", language)
    return PHRASES.say("round" if number else "opening", language, round=number)


def _row(each: FeedLine, language: Language, beside: tuple[Strip, ...]) -> _Row:
    told = in_words(each, language)
    if each.type == "thought":
        return _Row(number=each.number, style="thought", text=heading(each, language), more=told)
    if each.is_dealt:
        first, _, _ = told.partition("\n")
        return _Row(number=each.number, style="dealt", text=f"{each.actor or ''} {first}"[:120], more=told)
    style = "fault" if each.type == "fault" else "private" if each.is_private else "said"
    return _Row(number=each.number, style=style, text=told, strips=beside)


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
