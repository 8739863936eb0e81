"""Processes that write are real here: they are killed, and they write at the same time."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import textwrap

from parlour.arena import Entry, Setup
from parlour.llm import Completion
from parlour.store import Store

from .conftest import Ask

WRITER = textwrap.dedent(
    """
    import asyncio
    import sys
    from parlour.arena import Entry
    from parlour.llm import Call, CallKey, Completion, Part, Prompt
    from parlour.store import Store

    url, match, turns = sys.argv[1], sys.argv[2], int(sys.argv[3])
    log = Store.open(url).journal(match)
    for turn in range(turns):
        part = Part(text=f"turn {turn} " * 500)
        prompt = Prompt(
            player="Anna", request=f"r{turn}", purpose="vote", language="en", system=(part,), user=()
        )
        call = Call(prompt=prompt, max_tokens=9, temperature=0.0)
        key = CallKey(
            player="Anna", request=f"r{turn}", purpose="vote", digest=call.digest, occurrence=0
        )
        asyncio.run(log.keep(key, call, Completion(text=f"reply {turn}")))
        asyncio.run(log.append([Entry(number=turn, kind="event", json=str(turn))]))
        print(turn, flush=True)
    """
)


def write(url: str, match: str, turns: int) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, url, match, str(turns)], stdout=subprocess.PIPE, text=True
    )


def test_what_was_appended_outlives_a_killed_process(url: str, setup: Setup, ask: Ask) -> None:
    with Store.open(url) as store:
        match = store.create(setup)
        with write(url, match, 100_000) as writer:
            assert writer.stdout
            told = [int(next(writer.stdout)) for _ in range(40)]
            writer.kill()
            told += [int(line) for line in writer.stdout]
        record = store.record(match)
        assert told == list(range(len(told)))
        assert len(record.entries) >= len(told)
        assert len(record.calls) in {len(record.entries), len(record.entries) + 1}
        assert [entry.json for entry in record.entries] == [str(n) for n in range(len(record.entries))]
        assert [call.completion.text for call in record.calls] == [
            f"reply {n}" for n in range(len(record.calls))
        ]
        log = store.journal(match)
        asyncio.run(log.append([*record.entries, Entry(number=len(record.entries), kind="event", json="on")]))
        asyncio.run(log.keep(*ask("Vote."), Completion(text="Ben")))


def test_processes_write_to_one_database_at_the_same_time(url: str, setup: Setup) -> None:
    with Store.open(url) as store:
        matches = [store.create(setup) for _ in range(3)]
        writers = [write(url, match, 100) for match in matches]
        for writer in writers:
            writer.communicate()
        assert [writer.returncode for writer in writers] == [0, 0, 0]
        for match in matches:
            record = store.record(match)
            assert (len(record.entries), len(record.calls)) == (100, 100)
