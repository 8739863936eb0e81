"""Werewolf Among Us in the open form: seats for names, the winner by the rules, and each oddity by name.

The collection is read from the copy in two tables, from the original set in JSON, or from both to complete
each other.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from parlour.errors import TranscriptError
from parlour.games.onenight.among_us.recording import (
    ROUNDS,
    TEXT,
    RecordedTable,
    SpokenRow,
    read_copy,
    read_original,
)
from parlour.games.onenight.verdict import DOPPELGANGER, KNOWN, table_verdict, team_of
from parlour.lab.transcripts import (
    VOTE_FOR_ONESELF,
    VOTE_MISSING,
    CastMember,
    Corpus,
    GameTranscript,
    Happening,
    SeatNames,
    TranscriptOutcome,
    TranscriptSource,
    digest_of,
    folder_of,
    number_events,
    seats_of,
    slug,
    small_words,
)

_WANTS = f"the folder with {ROUNDS} and {TEXT}, or the original set's folder of JSON files"


def read(path: Path) -> Iterator[GameTranscript]:
    """Yields the games of a folder.

    Raises:
        TranscriptError: naming file, line and field of what is not in either layout.
    """
    folder = folder_of(path, _WANTS)
    is_copy = (folder / ROUNDS).exists() or (folder / TEXT).exists()
    tables = read_copy(folder) if is_copy else {}
    for original in read_original(folder):
        if original.key in tables:
            _complete(tables[original.key], original)
        else:
            tables[original.key] = original
    if not tables:
        raise TranscriptError(f"there is no game in it; name {_WANTS}", file=str(path))
    files = [folder / ROUNDS, folder / TEXT] if is_copy else sorted(folder.rglob("*.json"))
    revision = digest_of(files)
    words = small_words(talk_of(list(tables.values())))
    names = frozenset(name.casefold() for table in tables.values() for name in table.end)
    licence = "MIT" if is_copy else "Apache-2.0"
    for table in tables.values():
        _check_cast(table)
        yield told_table(table, licence=licence, revision=revision, words=words, names=names)


def _check_cast(table: RecordedTable) -> None:
    if not table.end:
        line = table.said[0].at if table.said else None
        why = f"nobody sits in the game {table.game!r}: no file tells who does"
        raise TranscriptError(why, file=table.file, line=line, field="game_id")


def _complete(table: RecordedTable, other: RecordedTable) -> None:
    """Adds what another file says of a game; if both say something, the first counts."""
    spelled = {name.casefold(): name for name in table.end}
    for name, start in other.start.items():
        mine = spelled.get(name.casefold())
        if not spelled:
            _seat(table, other, name)
        elif mine is None:
            table.odd.add("seat-elsewhere", other.file, "this player is not in the cast", "playerNames")
        else:
            table.start.setdefault(mine, start)
            _agree(table, other, mine, name)
    table.centre.extend(other.centre if not table.centre else ())
    table.said.extend(other.said if not table.said else ())
    table.odd.found.extend(other.odd.found)


def _seat(table: RecordedTable, other: RecordedTable, name: str) -> None:
    table.start[name], table.end[name] = other.start[name], other.end[name]
    table.votes[name], table.rows[name] = other.votes[name], other.rows[name]


def _agree(table: RecordedTable, other: RecordedTable, mine: str, name: str) -> None:
    if table.end[mine] is None:
        table.end[mine] = other.end[name]
    elif other.end[name] not in (None, table.end[mine]):
        table.odd.add("end-role-differs", other.file, "another role at the end than before", "endRoles")
    if table.votes.get(mine) is None:
        table.votes[mine] = other.votes[name]


CORPUS = Corpus(
    title="One Night by people, with persuasion labels (Lai et al. 2023)", wants=_WANTS, read=read
)


CENTRE = "centre"
_SIDES = {"villagers": "village", "werewolves": "werewolf", "tanner": "tanner", "tanners": "tanner"}
"""The sides by their names in the copy."""
_LONGEST_NAME = 60
"""Characters of a game's name in its id."""
_RULES = "One Night as people play it: several werewolves, cards that change hands, all who are tied die"


def told_table(
    table: RecordedTable, *, licence: str, revision: str, words: frozenset[str], names: frozenset[str]
) -> GameTranscript:
    """Returns a game in the open form."""
    seats = seats_of(list(table.end))
    others = names - {name.casefold() for name in seats}
    veil = SeatNames(seats=seats, others=others, words=words)
    votes = _votes(table, veil)
    talk = _talk(table, veil)
    roles = {seat: table.end[name] for name, seat in seats.items()}
    outcome = _outcome(table, roles, votes, veil)
    _check_roles(table, seats)
    _check_names(table, veil)
    ballots = (_ballot(voter, target) for voter, target in votes.items())
    _check_votes(table, votes, veil, len(talk))
    return GameTranscript(
        id=f"wau-{slug(table.recording)[:120]}-{_in_short(slug(table.game))}",
        corpus="werewolf-among-us",
        game="onenight",
        title=veil.replace_names(f"{table.recording}, {table.game}"),
        rules=_RULES,
        source=TranscriptSource(
            name=f"Werewolf Among Us{f', {table.origin}' if table.origin else ''}",
            file=table.file,
            licence=licence,
            revision=revision,
            url="https://persuasion-deductiongame.socialai-data.org",
        ),
        cast=tuple(_member(table, name, seat) for name, seat in seats.items()),
        centre=tuple(table.centre),
        events=number_events((*talk, *ballots)),
        outcome=outcome,
        oddities=tuple(table.odd.found),
    )


def _member(table: RecordedTable, name: str, seat: str) -> CastMember:
    end = table.end[name]
    return CastMember(player=seat, holder="person", start=table.start.get(name), end=end, team=team_of(end))


def _talk(table: RecordedTable, veil: SeatNames) -> list[Happening]:
    strangers: dict[str, int] = {}
    rows = sorted(table.said, key=lambda row: row.number)
    _check_numbers(table, rows)
    return [_happening(table, row, veil, strangers) for row in rows]


def _happening(table: RecordedTable, row: SpokenRow, veil: SeatNames, strangers: dict[str, int]) -> Happening:
    seat, labels = veil.seat(row.speaker), row.labels
    where = f"{table.file}:{row.at}"
    if seat is None:
        number = strangers.setdefault(row.speaker, len(strangers) + 1)
        labels = (*labels, f"unknown speaker {number}")
        table.odd.add("speaker-unknown", where, "the speaker is not in the cast; its words stay", "speaker")
    elif row.speaker.casefold() not in {name.casefold() for name in veil.seats}:
        table.odd.add("speaker-misspelt", where, f"the speaker is taken for {seat}", "speaker")
    return Happening(
        number=0,
        kind="speech",
        phase="day",
        time=row.time,
        speaker=seat,
        text=veil.replace_names(row.text),
        labels=labels,
        row=row.at,
    )


def _in_short(name: str) -> str:
    if len(name) <= _LONGEST_NAME:
        return name
    return f"{name[:40]}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


def _votes(table: RecordedTable, veil: SeatNames) -> dict[str, str | None]:
    targets: dict[str, str | None] = {}
    for name, voted in table.votes.items():
        seat = veil.seats[name]
        target = None if voted is None else veil.seat(voted)
        if voted is not None and target is None:
            target = CENTRE if "center" in voted.casefold() or "centre" in voted.casefold() else None
            note = f"{seat} voted for what is no seat" + ("" if target else "; the vote counts as missing")
            table.odd.add("vote-for-no-seat", table.rows[name], note, "voted_for")
        targets[seat] = target
    return targets


def _ballot(voter: str, target: str | None) -> Happening:
    return Happening(number=0, kind="vote", phase="day", speaker=voter, target=(target,) if target else ())


def _outcome(
    table: RecordedTable, roles: Mapping[str, str | None], votes: Mapping[str, str | None], veil: SeatNames
) -> TranscriptOutcome:
    verdict = table_verdict(roles, votes)
    stated = None if table.stated is None else _SIDES.get(table.stated.casefold(), table.stated.casefold())
    if not verdict.is_certain:
        note = "missing votes or unknown roles may have made another side win"
        table.odd.add("winner-uncertain", table.file, note, "winner")
    if stated is not None and verdict.winners is not None and (stated,) != verdict.winners:
        note = f"the source has {stated}; by the rules it is {', '.join(verdict.winners) or 'nobody'}"
        table.odd.add("winner-differs", table.file, note, "winner")
    _check_most(table, votes, veil)
    return TranscriptOutcome(
        winners=verdict.winners,
        basis="rules" if verdict.winners is not None else "unknown",
        stated=table.stated,
        out=verdict.out,
    )


def _check_votes(table: RecordedTable, votes: Mapping[str, str | None], veil: SeatNames, first: int) -> None:
    for number, name in enumerate(table.votes, first):
        seat, at = veil.seats[name], f"events[{number}].target"
        if votes[seat] is None:
            table.odd.add(VOTE_MISSING, table.rows[name], f"no vote of {seat} is on record", at)
        elif votes[seat] == seat:
            table.odd.add(VOTE_FOR_ONESELF, table.rows[name], f"{seat} voted for itself", at)


def _check_most(table: RecordedTable, votes: Mapping[str, str | None], veil: SeatNames) -> None:
    counted = Counter(filter(None, votes.values())).most_common(2)
    alone = counted[0][0] if counted and (len(counted) < 2 or counted[0][1] > counted[1][1]) else None
    most_voted = None if table.voted is None else veil.seat(table.voted)
    if table.stated is not None and most_voted != alone:
        note = f"the source has {most_voted or 'nobody'}; by its votes it is {alone or 'nobody alone'}"
        table.odd.add("most-voted-differs", table.file, note, "votes_target")


def _check_numbers(table: RecordedTable, rows: Sequence[SpokenRow]) -> None:
    """Records gaps in the numbers of a game's talk, which count from 1."""
    if not rows:
        table.odd.add("no-talk", table.file, "nothing that was said is on record", "Dialogue")
    due = 1
    for row in rows:
        if row.number > due:
            span = f"number {due}" if row.number == due + 1 else f"numbers {due} to {row.number - 1}"
            where = f"{table.file}:{row.at}"
            table.odd.add("numbers-left-out", where, f"{span} before it", "Rec_Id", row.number - due)
        elif row.number < due:
            table.odd.add("number-twice", f"{table.file}:{row.at}", f"{row.number} stood before", "Rec_Id")
        due = row.number + 1


def _check_roles(table: RecordedTable, seats: Mapping[str, str]) -> None:
    for name, seat in seats.items():
        for when, role in (("start", table.start.get(name)), ("end", table.end[name])):
            if role is not None and role not in KNOWN:
                note = f"the role {role!r} of {seat} at the {when} is none that the rules know"
                table.odd.add("role-unknown", table.file, note, f"{when} role")
        if table.end[name] == DOPPELGANGER:
            note = f"{seat} is the doppelganger, and whom it copied is not on record"
            table.odd.add("copied-role-unknown", table.file, note, "role")


def _check_names(table: RecordedTable, veil: SeatNames) -> None:
    if veil.left:
        note = "places where a name of the table, which is a word as well, was left as the word"
        table.odd.add("name-or-word", table.file, note, "text", veil.left)


def talk_of(tables: Sequence[RecordedTable]) -> Iterator[str]:
    """Yields every text of some tables."""
    return (row.text for table in tables for row in table.said)
