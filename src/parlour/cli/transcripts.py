"""`parlour transcripts`: games that were played elsewhere, imported, listed, read and exported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from parlour.errors import UsageError
from parlour.lab.transcripts import (
    CORPORA,
    GameTranscript,
    Happening,
    Recount,
    RecountPairing,
    RecountRow,
    SeatShare,
    TranscriptSummary,
    find_transcript,
    format_transcript,
    import_corpus,
    read_corpus,
    summaries,
    transcript_schema_text,
)
from parlour.store import Store
from parlour.views.terminal import (
    AsJson,
    Db,
    ListColumn,
    check_file,
    columns,
    print_json,
    print_list,
    tell_broken,
)

app = typer.Typer(no_args_is_help=True, help="Import and read games that people played elsewhere.")

GameId = Annotated[str, typer.Argument(help="A game's id, or the beginning of it.", metavar="GAME")]
CorpusName = Annotated[
    str, typer.Option("--corpus", help="Only the games of this corpus.", metavar="KIND", show_default=False)
]


def _print_schema(is_asked: bool) -> None:
    if is_asked:
        typer.echo(transcript_schema_text(), nl=False)
        raise typer.Exit


@app.callback()
def transcripts(
    schema: Annotated[
        bool,
        typer.Option(
            "--schema", callback=_print_schema, is_eager=True, help="Print the form's JSON Schema and leave."
        ),
    ] = False,
) -> None:
    """Import and read games that people, or others' agents, played elsewhere.

    They are kept in one open form, and can be read and measured; they cannot be replayed.
    """
    del schema


@app.command("import")
def import_games(
    kind: Annotated[str, typer.Argument(help="The corpus: parlour transcripts corpora lists them.")],
    folder: Annotated[Path, typer.Argument(help="Where it lies.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Put games in the place of others with their ids.")
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Import recorded games: all of them, or none if one cannot be read.

    First names become seats, in the talk too. What is odd in the source is kept, and told on standard error
    with file, row and field. A game that is here already, letter by letter, is left as it is.
    """
    counts: Counter[bool] = Counter()

    def tell(game: GameTranscript, is_new: bool) -> None:
        counts[is_new] += 1
        for oddity in game.oddities:
            name = f" {oddity.field}:" if oddity.field else ""
            typer.echo(f"{game.id}: {oddity.where}:{name} {oddity.told} ({oddity.flag})", err=True)

    CORPORA.find(kind)
    with Store.open(db) as store:
        lines = import_corpus(store, kind, folder, is_replacing=replace, on_game=tell)
        place = store.location
    _print(lines, as_json=as_json)
    for line in _totals(lines, new=counts[True], present=counts[False]):
        typer.echo(line, err=True)
    typer.echo(f"kept in {place}", err=True)


@app.command("list")
def show_list(corpus: CorpusName = "", db: Db = None, as_json: AsJson = False) -> None:
    """List the recorded games that were imported."""
    if corpus:
        CORPORA.find(corpus)
    with Store.reading(db) as store:
        lines = summaries(store, corpus)
    if not lines and not as_json:
        typer.echo("no recorded game yet: parlour transcripts import KIND FOLDER", err=True)
    _print(lines, as_json=as_json)


@app.command()
def corpora(as_json: AsJson = False) -> None:
    """List the kinds of collections that can be imported."""
    tell_broken(CORPORA.broken())
    all_corpora = CORPORA.load_all()
    if as_json:
        print_json(
            [
                {"kind": name, "title": corpus.title, "wants": corpus.wants}
                for name, corpus in all_corpora.items()
            ]
        )
        return
    print_list(
        columns("kind!", "what it is", "wants"),
        [(name, corpus.title, corpus.wants) for name, corpus in all_corpora.items()],
    )


@app.command()
def show(game: GameId, db: Db = None, as_json: AsJson = False) -> None:
    """Show a recorded game: its seats and roles, what was said and done, how it ended, and what is odd."""
    with Store.reading(db) as store:
        transcript = find_transcript(store, game)
    if as_json:
        print_json(transcript.model_dump(mode="json"))
        return
    for line in _describe(transcript):
        typer.echo(line)


@app.command()
def recount(
    kind: Annotated[str, typer.Argument(help="The corpus, of those that bring such a count.")],
    folder: Annotated[
        Path | None,
        typer.Argument(help="Its folder; the games that were imported if left out.", show_default=False),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="Also write the page into this file, as Markdown.", metavar="FILE.md")
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Count anew what a collection's authors published of it: wins, action scores, labels, head to head.

    Shares come with 95 % intervals over games; a score is the mean of a seat's. With FOLDER nothing is
    imported or kept.
    """
    counting = CORPORA.find(kind).recount
    if counting is None:
        names = ", ".join(name for name, corpus in CORPORA.load_all().items() if corpus.recount)
        raise UsageError(f"nothing is counted anew of {kind}, but of {names}")
    if out:
        check_file(out)
    games = list(read_corpus(kind, folder)) if folder else _read_imported(kind, db)
    counts = counting(games)
    tables = _tables(counts)
    if out:
        page = "\n\n".join([f"# {CORPORA.find(kind).title}", *map(_markdown, tables), *counts.notes])
        out.write_text(f"{page}\n", encoding="utf-8")
        typer.echo(f"wrote {out}", err=True)
    if as_json:
        print_json(counts.model_dump(mode="json"))
        return
    for title, heads, rows in tables:
        typer.echo(f"\n{title}")
        print_list(heads, rows)
    for note in counts.notes:
        typer.echo(f"\n{note}")


@app.command()
def export(
    games: Annotated[
        list[str] | None,
        typer.Argument(help="Their ids; all games if left out.", metavar="[GAME]...", show_default=False),
    ] = None,
    corpus: CorpusName = "",
    out: Annotated[Path | None, typer.Option(help="The file to write; printed if left out.")] = None,
    db: Db = None,
) -> None:
    """Write recorded games as JSON lines in the open form, a game per line.

    What is written comes back with: parlour transcripts import jsonl FILE.
    """
    if games and corpus:
        raise UsageError("name games or a corpus, not both")
    if corpus:
        CORPORA.find(corpus)
    with Store.reading(db) as store:
        ids = [store.recorded_games.find_id(game) for game in games or ()] or store.recorded_games.ids(corpus)
        if out is None:
            for game_id in ids:
                typer.echo(format_transcript(find_transcript(store, game_id)))
            return
        try:
            with out.open("x", encoding="utf-8", newline="\n") as opened:
                opened.writelines(
                    f"{format_transcript(find_transcript(store, game_id))}\n" for game_id in ids
                )
        except FileExistsError as error:
            raise UsageError(f"{out} is there already; name another file") from error
        except OSError as error:
            raise UsageError(f"{out} cannot be written: {error.strerror or error}") from error
    typer.echo(f"{out}: {len(ids)} games", err=True)


@app.command()
def delete(
    games: Annotated[
        list[str], typer.Argument(help="Their ids, or the beginnings of them.", metavar="GAME...")
    ],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    db: Db = None,
) -> None:
    """Delete recorded games from the store."""
    with Store.reading(db) as store:
        ids = [store.recorded_games.find_id(game) for game in games]
        if not yes:
            raise UsageError(f"this deletes {', '.join(ids)}; say --yes to do it")
        store.recorded_games.delete(ids)
    typer.echo(f"{len(ids)} deleted", err=True)


def _totals(lines: Sequence[TranscriptSummary], *, new: int, present: int) -> Iterator[str]:
    flags: Counter[str] = Counter()
    for line in lines:
        flags.update(line.flags)
    utterances, votes = sum(line.utterances for line in lines), sum(line.votes for line in lines)
    players = sum(line.players for line in lines)
    yield f"{len(lines)} games, {players} seats, {utterances} utterances, {votes} votes"
    yield f"{new} taken in, {present} there already"
    flag_counts = ", ".join(f"{flag} {count}" for flag, count in sorted(flags.items()))
    yield f"{sum(flags.values())} oddities{': ' if flag_counts else ''}{flag_counts}"


_COLUMNS = columns("game!", "of!", "players#", "utterances#", "votes#", "winner", "flags")


def _print(lines: Sequence[TranscriptSummary], *, as_json: bool) -> None:
    if as_json:
        print_json([line.model_dump(mode="json") for line in lines])
    elif lines:
        print_list(_COLUMNS, [_row(line) for line in lines])


def _row(line: TranscriptSummary) -> tuple[str, ...]:
    flags = "\n".join(f"{flag} {count}" for flag, count in line.flags.items())
    counts = (str(line.players), str(line.utterances), str(line.votes))
    return line.id, line.game, *counts, line.winner or "unknown", flags


def _describe(game: GameTranscript) -> Iterator[str]:
    source = game.source
    yield f"{game.id} ({game.game}): {game.title}"
    yield f"from {source.name}, {source.file} ({source.licence}; {source.revision})"
    yield "imported: it was played elsewhere" + (f"; {game.rules}" if game.rules else "")
    for member in game.cast:
        roles = " -> ".join(role or "?" for role in (member.start, member.end))
        holder = ", ".join(filter(None, (member.holder, member.model, member.method)))
        yield f"  {member.player}: {roles} ({holder})"
    if game.centre:
        yield f"  in the middle: {', '.join(game.centre)}"
    yield from map(_line, game.events)
    outcome = game.outcome
    won = "unknown" if outcome.winners is None else ", ".join(outcome.winners) or "nobody"
    yield f"out: {', '.join(outcome.out) or 'nobody'}; won, by {outcome.basis}: {won}"
    if outcome.stated is not None:
        yield f"the source says: {outcome.stated}"
    for oddity in game.oddities:
        yield f"odd: {oddity.where}: {oddity.told} ({oddity.flag})"


def _line(event: Happening) -> str:
    clock = "" if event.time is None else f"[{int(event.time) // 60}:{int(event.time) % 60:02}] "
    who = event.speaker or "*"
    aside = "" if event.visible_to is None else f" (to {', '.join(event.visible_to) or 'nobody'})"
    chosen = f" -> {', '.join(event.target) or 'nobody'}" if event.target or event.kind == "vote" else ""
    deed = f" {event.deed or event.kind}" if event.kind != "speech" else ""
    labels = f" [{'; '.join(event.labels)}]" if event.labels else ""
    return f"{clock}{who}{deed}{chosen}{aside}: {event.text}{labels}".rstrip(": ")


def _read_imported(kind: str, db: str | None) -> list[GameTranscript]:
    with Store.reading(db) as store:
        games = [find_transcript(store, game_id) for game_id in store.recorded_games.ids(kind)]
    if not games:
        raise UsageError(
            f"no game of {kind} is here: parlour transcripts import {kind} FOLDER, or name the folder"
        )
    return games


_Table = tuple[str, tuple[ListColumn, ...], list[tuple[str, ...]]]
"""A title, columns and rows."""


def _tables(counts: Recount) -> list[_Table]:
    labels = sorted({label for row in counts.rows for label in row.labels})
    heads = ("games#", "seats#", "won#", "score#", *(f"{label}#" for label in labels))
    thought = [_thought(row, labels) for row in counts.rows if not row.role]
    tables = [
        (
            "Wins, action scores and labels of deeds, by method and role",
            columns("method", "role", *heads, "not thought#"),
            [_by_role(row, labels) for row in counts.rows],
        ),
        (
            "Labels of the deeds whose thought is on record, by method",
            columns("method", "deeds#", *heads[4:]),
            thought,
        ),
    ]
    if counts.pairings:
        sides = ("of one side#", "won#", "its seats won#", "other seats won#")
        rows = [_head_to_head(pairing) for pairing in counts.pairings]
        pairing_heads = columns("series", "method", "rival", "games#", *sides)
        tables.append(("Head to head, by series", pairing_heads, rows))
    return tables


def _by_role(row: RecountRow, labels: Sequence[str]) -> tuple[str, ...]:
    shares = (_share_of_deeds(row, label) for label in labels)
    won = f"{row.rate:.0%}{_ends(row.low, row.high)}"
    counts = (str(row.games), str(row.seats), won, f"{row.score:.2f}")
    return row.method, row.role or "all", *counts, *shares, str(row.unread)


def _share_of_deeds(row: RecountRow, label: str) -> str:
    deeds = sum(row.labels.values())
    if not deeds:
        return ""
    low, high = row.label_ends.get(label, (None, None))
    return f"{row.labels.get(label, 0) / deeds:.0%}{_ends(low, high)}"


def _thought(row: RecountRow, labels: Sequence[str]) -> tuple[str, ...]:
    deeds = sum(row.thought.values())
    shares = (f"{row.thought.get(label, 0) / deeds:.0%}" if deeds else "" for label in labels)
    return row.method, str(deeds), *shares


def _head_to_head(row: RecountPairing) -> tuple[str, ...]:
    sided = f"{row.sided.wins} of {row.sided.n}" if row.sided.n else ""
    names = (row.series, row.method, row.rival, str(row.games))
    return *names, sided, _rate(row.sided), _rate(row.seats), _rate(row.rival_seats)


def _rate(share: SeatShare) -> str:
    return f"{share.wins / share.n:.0%}{_ends(share.low, share.high)}" if share.n else ""


def _ends(low: float | None, high: float | None) -> str:
    return "" if low is None or high is None else f" ({low:.0%} to {high:.0%})"


def _markdown(table: _Table) -> str:
    title, heads, rows = table
    cells = ([column.head for column in heads], ["---"] * len(heads), *rows)
    lines = "\n".join(f"| {' | '.join(row)} |" for row in cells)
    return f"## {title}\n\n{lines}"
