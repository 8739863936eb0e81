"""What is heard in some remarks of the corpus; `python -m tests.language.hearing.as_heard` writes it anew.

Every eighth remark of the working half, right or wrong. How much is understood, `test_corpus` says; this says
that nothing is heard otherwise than before unless a commit shows what.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from parlour.language.facts import Language
from parlour.language.hearing import HeardAct, HeardRemark, hear
from tests.language.hearing.scoring import GAMES, LANGUAGES, corpus, table

HEARD = Path(__file__).with_name("as_heard.json")
EVERY = 8


def as_heard(game: str, language: Language) -> Mapping[str, Sequence[str]]:
    """What is heard in each of those remarks, with `?` where it is not lit, and what else is offered."""
    told: dict[str, Sequence[str]] = {}
    for line in corpus("dev", game, language)[::EVERY]:
        remark = hear(line.text, table(line, game, language))
        told[" ← ".join(filter(None, (line.text, line.asked)))] = tuple(_told(remark))
    return told


def _told(remark: HeardRemark) -> Iterator[str]:
    yield from (_act(each) for each in remark.heard)
    yield from (
        f"or {' + '.join(map(_act, reading))}" for reading in remark.offered if not reading[0].is_sure
    )
    yield from (f"unheard {each}" for each in remark.unheard)
    yield from (f"{each.typed} for {each.meant}" for each in remark.guesses)


def _act(heard: HeardAct) -> str:
    slots = " ".join(f"{name}={value}" for name, value in heard.act.slots)
    return f"{heard.act.kind}{'' if heard.is_sure else '?'} {slots}".rstrip()


if __name__ == "__main__":
    told = {f"{game}-{language}": as_heard(game, language) for game in GAMES for language in LANGUAGES}
    HEARD.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
