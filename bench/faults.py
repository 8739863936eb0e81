"""Matches of all games on a server that misbehaves by a seeded plan, its own log beside what is on record.

A fault of the server is on record where its request counts among the attempts of a recorded call, or where
its reply is that of one; what then became of the reply is a repair, a fault, or a word that stands.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice, product
from pathlib import Path
from types import MappingProxyType

from rich.console import Console
from rich.table import Table

from bench.figure import Figure
from parlour.agents.memory import BM25, LazyRanking
from parlour.arena import GameSetup, NullObserver, Record, RecordedCall, Setup, Status, open_match, replay
from parlour.errors import ModelUnavailable
from parlour.evaluation import MatchScore, estimate, score_match
from parlour.games.mystery import MysterySetup, generate
from parlour.games.watched import WatchedSetup
from parlour.games.werewolf import Role, WerewolfSetup, seat_names
from parlour.llm import Call, Language, MatchModels, ModelPool, OnChunk, Provider
from parlour.llm.chat_server import ChatServer
from parlour.llm.hosted import Hosted
from parlour.llm.profile import ServerProfile
from parlour.llm.responses import Reply
from parlour.store import MemoryLog, Store
from tests.arena.mysteries import laid
from tests.arena.onenights import one_night
from tests.arena.werewolves import werewolves
from tests.lab.watching.recorded import elsewhere, night
from tests.lab.watching.recorded import seated as held
from tests.llm.misbehaving import GOOD, HANG, KINDS, SAID, UNSENT, Misbehaving, Sent, digest

MATCHES, RATE = 1000, 0.2
AT_ONCE = 32
HANGING = 15.0
"""Seconds that a hung request is left alone; two thirds of it are the client's patience."""
FIRST_WAIT = 0.1
AGAIN = 5
"""How often a match is gone on with whose server gave nothing, however often it was asked."""
RARER = (Role.BLACK_WOLF_KING, Role.CUPID, Role.GRAVEKEEPER, Role.ELDER, Role.IDIOT)
GAMES = (
    "mystery",
    "werewolf",
    "onenight",
    "rarer roles",
    "werewolf, open talk",
    "onenight, bidding",
    "watched-onenight",
    "watched-werewolf",
    "watched-avalon",
    "watched-machines",
)
METHODS = ("plain", "player-star", "gratr", "humanized", "o-cot", "think-thrice", "werewolf")
LANGUAGES: tuple[Language, ...] = ("en", "zh")
FATES = ("asked again", "repaired", "a fault", "as it was said")


@dataclass(frozen=True, kw_only=True)
class Played:
    """A match that was played on such a server.

    Attributes:
        is_identical: whether a replay of the record repeats it byte for byte.
    """

    record: Record
    stops: int
    is_identical: bool


@dataclass(kw_only=True)
class Kept:
    """What the records hold of a server's misbehaviour."""

    fates: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    unrecorded: int = 0
    changed: int = 0
    matches: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))


class _Waiting(ChatServer):
    """Counts the waits that came to no end: on a busy machine one can be over before its request is sent."""

    def __init__(self, url: str, model: str, key: str, given_up: Counter[str]) -> None:
        super().__init__(url, model, key)
        self._given_up = given_up

    async def ask(
        self, call: Call, profile: ServerProfile, room: int, on_text: OnChunk | None = None
    ) -> Reply:
        try:
            return await super().ask(call, profile, room, on_text)
        except asyncio.CancelledError:
            prompt = call.prompt
            repairs = [(each.reply, each.feedback) for each in prompt.repairs]
            self._given_up[_digest(prompt.system_text, prompt.user_text, repairs)] += 1
            raise


class _Listening(NullObserver):
    """Has speech streamed."""

    listens = True


def fault_figures(
    folder: Path, matches: int = MATCHES, hanging: float = HANGING, at_once: int = AT_ONCE
) -> Iterator[Figure]:
    """What was sent, what is on record of it, and whether every match came to its end.

    Matches at once wait for each other in this process, and the client's patience must outlast that.
    """
    given_up = Counter[str]()
    with Misbehaving(RATE, "faults", hanging=hanging) as server:
        played = asyncio.run(_play_all(str(folder / "faults.db"), server, matches, at_once, given_up))
        kept = compared(server.log, [each.record for each in played], given_up)
    _print(server.log, kept, played)
    yield from _ended(played)
    sent = sum(each.kind != GOOD for each in server.log)
    share = sent / len(server.log)
    name = f"{len(server.log)} requests, {sent} of them ({share:.1%}) with a fault of {len(KINDS)} kinds"
    yield _none(f"{name}: requests that no record counts", kept.unrecorded)
    yield _none(f"{name}: replies that are not on record as they were sent", kept.changed)
    yield from _scores([each.record for each in played])


def _ended(played: Sequence[Played]) -> Iterator[Figure]:
    name = f"{len(played)} matches of {len(GAMES)} games on a server with {RATE:.0%} faults"
    yield _none(f"{name}: without an end", sum(each.record.status != Status.FINISHED for each in played))
    yield _none(f"{name}: with an event lost or doubled", sum(not is_whole(each) for each in played))
    stops = sum(each.stops for each in played)
    yield Figure(name=f"{name}: stops, gone on with", bar="", measured=str(stops), is_met=None)


def _scores(records: Sequence[Record]) -> Iterator[Figure]:
    """Every score carries its match's faults, so that matches with faults can be told from those without."""
    scores = [score_match(record) for record in records]
    wrong = sum(
        sum(score.faults.values()) != len(record.faults)
        for score, record in zip(scores, records, strict=True)
    )
    yield _none("scores that do not tell the faults of their match", wrong)
    faulted = [score for score in scores if score.faults]
    yield Figure(
        name="matches with a fault on record, and faults per call in them",
        bar="",
        measured=f"{len(faulted) / len(scores):.1%}, {_rate(faulted):.2%}",
        is_met=None,
    )


def _rate(scores: Sequence[MatchScore]) -> float:
    return estimate(scores, "fault_rate").value or 0.0 if scores else 0.0


def _none(name: str, measured: int) -> Figure:
    return Figure(name=name, bar="0", measured=str(measured), is_met=not measured)


def is_whole(played: Played) -> bool:
    """Whether nothing of a match is missing or there twice: it repeats itself, numbered throughout."""
    record = played.record
    entries = [each.number for each in record.entries]
    told = [each.number for each in record.events]
    return played.is_identical and entries == [*range(len(entries))] and told == [*range(len(told))]


def tables(model: str, count: int) -> Iterator[Setup]:
    """So many tables: every game in both languages, with each method in turn."""
    kinds = islice(cycle(product(METHODS, LANGUAGES, GAMES)), count)
    for seed, (method, language, game) in enumerate(kinds):
        yield laid(_game(game, language, seed), model=model, method=method, seed=seed)


def _game(name: str, language: Language, seed: int) -> GameSetup:
    match name:
        case "mystery":
            script = generate(seed, players=4, lang=language)
            return MysterySetup(script=script, questions=1, rounds=1)
        case "werewolf":
            return werewolves("vwsvx", language)
        case "onenight":
            return one_night("swvvt", language)
        case "rarer roles":
            return WerewolfSetup(
                language=language, players=seat_names(len(RARER), language), deal=RARER, badge="half", days=1
            )
        case "werewolf, open talk":
            return werewolves("vwsvx", language, talk="open")
        case "onenight, bidding":
            return one_night("swvvt", language, talk="bidding")
        case "watched-onenight":
            return WatchedSetup(name=name, language=language, transcript=night(f"night-{seed}"))
        case "watched-machines":
            told = held("pppm", night(f"night-{seed}"))
            return WatchedSetup(name=name, language=language, transcript=told)
        case "watched-werewolf" | "watched-avalon":
            told = elsewhere(name.removeprefix("watched-"), f"day-{seed}")
            return WatchedSetup(name=name, language=language, transcript=told)
        case _:
            raise ValueError(name)


async def _play_all(
    db: str, server: Misbehaving, count: int, at_once: int, given_up: Counter[str]
) -> list[Played]:
    def opener(model: str) -> Provider:
        endpoint = _Waiting(server.url, "fixed", "none", given_up)
        return Hosted(endpoint, name=model, context=32768, patience=server.hanging * 2 / 3)

    waiting = tables(server.model, count)
    with Store.open(db) as store:
        async with ModelPool(concurrency=at_once, first_wait=FIRST_WAIT, opener=opener) as models:

            async def play_on() -> list[tuple[Record, int]]:
                return [await _play(store, models, setup) for setup in waiting]

            played = await asyncio.gather(*(play_on() for _ in range(min(at_once, count))))
    return [
        Played(record=record, stops=stops, is_identical=await _is_identical(record))
        for some in played
        for record, stops in some
    ]


async def _play(store: Store, models: ModelPool, setup: Setup) -> tuple[Record, int]:
    """One match to its end, and how often it stopped; every second one as somebody listens to it."""
    match, stops = store.create(setup), 0
    observer = _Listening() if setup.seed % 2 else None
    while stops <= AGAIN:
        log = store.journal(match)
        try:
            await open_match(
                setup, log, MatchModels(models, log=log), LazyRanking(BM25), observer=observer
            ).play()
            break
        except ModelUnavailable:
            stops += 1
    return store.record(match), stops


async def _is_identical(record: Record) -> bool:
    return (await replay(record, MemoryLog(record.calls))).is_identical


# What was sent, beside what is on record


def compared(
    log: Sequence[Sent], records: Sequence[Record], given_up: Mapping[str, int] = MappingProxyType({})
) -> Kept:
    """Finds every request of the server's log in the records, and what became of its fault.

    An attempt may be on record without a request in the log only if its client gave up waiting for it.
    """
    kept, sent = Kept(), defaultdict[str, list[Sent]](list)
    for each in log:
        sent[each.asked].append(each)
    calls = defaultdict[str, list[tuple[Record, RecordedCall]]](list)
    for record in records:
        for call in record.calls:
            if call.completion.usage.attempts:
                calls[_asked(call)].append((record, call))
    fates = {record.match: _Fates(record) for record in records}
    for asked in sent.keys() | calls.keys():
        _compare(kept, sent[asked], calls[asked], fates, given_up.get(asked, 0))
    return kept


def _compare(
    kept: Kept,
    sent: Sequence[Sent],
    calls: Sequence[tuple[Record, RecordedCall]],
    fates: Mapping[str, _Fates],
    given_up: int,
) -> None:
    """All requests of the same words, beside all recorded calls of these words."""
    attempts = sum(call.completion.usage.attempts for _, call in calls)
    surplus = attempts - len(sent)
    unsent = given_up - sum(each.kind == HANG for each in sent)
    kept.unrecorded += max(-surplus, surplus - max(unsent, 0), 0)
    replies = defaultdict[str, list[Sent]](list)
    for each in sent:
        if each.text is not None:
            replies[each.text.strip()].append(each)
    for record, call in calls:
        given = replies[call.completion.text.strip()]
        if not given:
            kept.changed += 1
            continue
        kind = given.pop().kind
        kept.matches[kind].add(record.match)
        kept.fates[kind][fates[record.match].of(call)] += 1
    again = [each for each in sent if each.text is None]
    for each in (*again, *(late for left in replies.values() for late in left)):
        kept.matches[each.kind].update(record.match for record, _ in calls)
        kept.fates[each.kind]["asked again"] += bool(calls)


class _Fates:
    """What became of the replies of one match."""

    def __init__(self, record: Record) -> None:
        self._repaired = {
            (call.key.player, call.key.request, reply) for call in record.calls for reply, _ in call.repairs
        }
        self._faulted = {(fault.player, fault.request) for fault in record.faults}

    def of(self, call: RecordedCall) -> str:
        """One of `FATES`."""
        key = call.key
        if (key.player, key.request, call.completion.text[:2000]) in self._repaired:
            return "repaired"
        return "a fault" if (key.player, key.request) in self._faulted else "as it was said"


def _asked(call: RecordedCall) -> str:
    """The digest of what was sent for a recorded call."""
    system, user = ("\n\n".join(part.text for part in parts) for parts in (call.system, call.user))
    return _digest(system, user, call.repairs)


def _digest(system: str, user: str, repairs: Sequence[tuple[str, str]]) -> str:
    turns = [("system", system)] if system else []
    turns.append(("user", user))
    for reply, feedback in repairs:
        if reply.strip():
            turns += [("assistant", reply), ("user", feedback)]
        else:  # an empty reply is no turn: its feedback ends the message before it
            turns[-1] = ("user", f"{turns[-1][1]}\n\n{feedback}")
    return digest([{"role": role, "content": content} for role, content in turns])


def _print(log: Sequence[Sent], kept: Kept, played: Sequence[Played]) -> None:
    """A row for each kind of fault."""
    counts = Counter(each.kind for each in log)
    ended = {each.record.match for each in played if each.record.status == Status.FINISHED}
    table = Table("the server", "sent", *(f"on record: {fate}" for fate in FATES), "matches", "ended")
    for kind in (*UNSENT, *SAID, GOOD):
        befallen = kept.matches[kind]
        fates = [str(kept.fates[kind][fate] or "") for fate in FATES]
        table.add_row(kind, str(counts[kind]), *fates, str(len(befallen)), str(len(befallen & ended)))
    Console(width=160).print(table)


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        for figure in fault_figures(Path(folder), *map(int, sys.argv[1:])):
            print(json.dumps(vars(figure)))
