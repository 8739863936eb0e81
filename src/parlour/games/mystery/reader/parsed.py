"""A prompt of a mystery parsed: own script, public facts, questions and statements."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import dropwhile, islice, takewhile
from typing import Any

from parlour.errors import UsageError
from parlour.language.facts import (
    Claim,
    DeathPlace,
    DeathTime,
    Language,
    Name,
    Presence,
    Sighting,
    Slot,
    StatedFact,
    read,
)
from parlour.language.wording.rulebook import sentences
from parlour.llm import Part, Prompt
from parlour.reader import (
    UNBOUNDED,
    Bounds,
    SentenceFrame,
    TableNames,
    compile_frame,
    dealt,
    excerpts,
    lines,
    sent,
    words,
)

_OF_A_MYSTERY = Presence | Sighting | DeathPlace | DeathTime


@dataclass(frozen=True)
class MysteryPrompt:
    """A parsed prompt without its task: the same for all requests to a player at one moment.

    Attributes:
        has_people: whether a person plays in the match.
        own_victims: the victims whom the reader's own player killed.
        pretended: the facts of a guise in the place of the own script's; None without a guise.
        whole: the complete prompt, if the reader has taken in only a part.
    """

    table: TableNames
    me: Name
    own_victims: tuple[Name, ...]
    own: tuple[str, ...]
    hidden: tuple[str, ...]
    public: tuple[str, ...]
    opened: tuple[tuple[Name, str], ...]
    speeches: tuple[str, ...]
    has_people: bool = False
    pretended: tuple[StatedFact, ...] | None = None
    whole: MysteryPrompt | None = None
    bounds: Bounds = UNBOUNDED

    @property
    def language(self) -> Language:
        return self.table.language

    @cached_property
    def facts(self) -> tuple[StatedFact, ...]:
        """The facts of the reader's own script, or of its guise."""
        return self._read(self.own) if self.pretended is None else self.pretended

    @cached_property
    def secrets(self) -> tuple[StatedFact, ...]:
        """The facts that it must hide."""
        return self._read(self.hidden)

    @cached_property
    def common(self) -> tuple[StatedFact, ...]:
        """The facts beyond doubt: public ones, and those of others' scripts, if open.

        A murderer's script also contains its cover story, which is left out.
        """
        of_others = (
            statement for owner, text in self.opened for statement in self._read((text,), reader=owner)
        )
        return (
            *self.public_facts,
            *(statement for statement in of_others if not isinstance(statement.fact, Claim)),
        )

    @cached_property
    def public_facts(self) -> tuple[StatedFact, ...]:
        """The public facts, which are never misread."""
        return self._read(self.public)

    @cached_property
    def talk(self) -> tuple[SentenceFrame, ...]:
        """The lines of the talk, in order."""
        return tuple(frame for text in self.speeches for frame in talk(text, self.table))

    @cached_property
    def hours(self) -> frozenset[int]:
        """The half hours of the story, by number, which settle the meaning of a typed 8:30."""
        facts = (self.whole or self).facts
        return frozenset(
            statement.fact.slot.number for statement in facts if isinstance(statement.fact, Presence)
        )

    @cached_property
    def deaths(self) -> tuple[tuple[Name, Slot], ...]:
        """The publicly known times of death; they settle the meaning of a typed `when Ann died`."""
        facts = (statement.fact for statement in self.common)
        return tuple((fact.victim, fact.slot) for fact in facts if isinstance(fact, DeathTime))

    @cached_property
    def is_of_two_hands(self) -> frozenset[Name]:
        """The victims that are known to have two killers."""
        mark = frames(self.language)["two_hands"]
        lines = [line for text in self.public for line in text.splitlines() if mark in line]
        return frozenset(name for name in self.table.victims for line in lines if name in line)

    def taken(self, left: Mapping[str, tuple[str, ...]]) -> MysteryPrompt:
        """Returns the prompt as far as the reader has taken it in."""

        def of(text: str) -> str:
            return "".join(left.get(text, (text,)))

        return replace(
            self,
            own=tuple(piece.strip() for text in self.own for piece in left.get(text, (text,))),
            opened=tuple((owner, of(text)) for owner, text in self.opened),
            speeches=tuple(map(of, self.speeches)),
            whole=self,
        )

    def _read(self, texts: tuple[str, ...], reader: Name = "") -> tuple[StatedFact, ...]:
        readings = (_reading(text, self.table, reader or self.me) for text in texts)
        return tuple(dict.fromkeys(statement for reading in readings for statement in reading))


def parse_prompt(prompt: Prompt) -> tuple[MysteryPrompt, str]:
    """Parses a prompt into what is known and the current request.

    Raises:
        UsageError: if it is no prompt of a mystery, or one that is told in free prose.
    """
    system = tuple(map(sent, prompt.system))
    table = find_table("\n\n".join(system), prompt.language)
    if table is None:
        raise UsageError(
            "the reader cannot find in its prompt who plays the mystery and who was killed: name a "
            "real model with --model, such as gguf:PATH"
        )
    speeches, passages, rest = _sort_texts(prompt.user, table)
    parsed = _build_prompt(system, speeches, passages, table, has_people=prompt.has_people)
    if not any(isinstance(statement.fact, _OF_A_MYSTERY) for statement in (*parsed.facts, *parsed.common)):
        raise UsageError(
            "the reader understands generated mysteries only (parlour scripts generate), and this script is "
            "told in free prose: name a real model with --model, such as gguf:PATH or openai:NAME"
        )
    left = excerpts(prompt)
    return parsed.taken(left) if left else parsed, "\n\n".join(rest)


def _sort_texts(
    parts: Sequence[Part], table: TableNames
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Returns the talk, the excerpts from one's script, and the rest."""
    titles = frames(table.language)["titles"]
    speeches = tuple(text for text in map(sent, parts) if talk(text, table))
    others = [part for part in parts if sent(part) not in speeches]
    after = dropwhile(lambda part: part.text != titles["excerpts"], others)
    excerpts = tuple(
        sent(part) for part in takewhile(lambda part: part.source.events, islice(after, 1, None))
    )
    skipped = {titles["excerpts"], titles["talk"], titles["since"], *excerpts}
    return speeches, excerpts, tuple(text for text in map(sent, others) if text not in skipped)


@lru_cache(maxsize=512)
def _build_prompt(
    system: tuple[str, ...],
    speeches: tuple[str, ...],
    excerpts: tuple[str, ...],
    table: TableNames,
    *,
    has_people: bool,
) -> MysteryPrompt:
    titles = frames(table.language)["titles"]
    bodies = {
        kind: tuple(
            text.removeprefix(titles[kind]).strip() for text in system if text.startswith(titles[kind])
        )
        for kind in ("public", "secret")
    }
    roles = [(text, _role(text, table)) for text in system]
    me, own_victims = next((role for _, role in roles if role), ("", ()))
    if not me:
        raise UsageError("the reader cannot find in its prompt who it is")
    headings = tuple(titles[kind] for kind in ("public", "secret", "objective"))
    rules = next((n for n, text in enumerate(system) if find_table(text, table.language)), 0)
    scripts = [text for text, role in roles[rules + 1 :] if not role and not text.startswith(headings)]
    owner, owned = "", list[tuple[Name, str]]()  # the scripts of others follow, each after a title
    for text in scripts:
        if title := find("script_of", text, table):
            owner = title["actor"]
        else:
            owned.append((owner, text))
    return MysteryPrompt(
        table=table,
        me=me,
        own_victims=own_victims,
        own=(*(text for owner, text in owned if not owner), *excerpts),
        hidden=bodies["secret"],
        public=bodies["public"],
        opened=tuple(pair for pair in owned if pair[0]),
        speeches=speeches,
        has_people=has_people,
    )


@lru_cache(maxsize=256)
def _role(text: str, table: TableNames) -> tuple[Name, tuple[Name, ...]] | None:
    role = role_of(text, table)
    return role and (role["actor"], tuple(filter(None, role["chosen"].split(frames(table.language)["and"]))))


@lru_cache(maxsize=4096)
def _reading(text: str, table: TableNames, reader: Name) -> tuple[StatedFact, ...]:
    return read(text, table.language, reader=reader, names=table.names).found


PACKAGE = "parlour.games.mystery.reader"


@cache
def frames(language: Language) -> Mapping[str, Any]:
    """Returns the words around the facts, with the titles of dealt texts."""
    wording = words("frames", language, PACKAGE)
    titles = {
        line.name.partition(" ")[2] or line.kind: line.text.partition("\n")[0]
        for line in sentences("parlour.games.mystery", language, dealt=True)
        if line.text.partition("\n")[2]
    }
    return {**wording, "titles": {**wording["titles"], **titles}}


def role_of(text: str, table: TableNames) -> SentenceFrame | None:
    """Returns the line of a text that states its reader's role."""
    return dealt("role", text, table, PACKAGE)


def phrases(language: Language) -> Mapping[str, Any]:
    """Returns the reader's own phrases."""
    return words("phrases", language, PACKAGE)


@lru_cache(maxsize=256)
def find_table(text: str, language: Language) -> TableNames | None:
    """Returns the table of a text with the rules in it, if any."""
    players, victims = (_names(text, language, which) for which in ("players", "victims"))
    return TableNames(language, players, victims) if players and victims else None


def _names(text: str, language: Language, which: str) -> tuple[Name, ...]:
    wording = frames(language)
    pattern = re.escape(wording[which]).replace(r"\{names\}", "(.+)")
    match = re.search(f"^{pattern}$", text, re.MULTILINE)
    return tuple(match[1].split(wording["comma"])) if match else ()


@lru_cache(maxsize=4096)
def talk(text: str, table: TableNames) -> tuple[SentenceFrame, ...]:
    """Returns every line of a text about the events at the table."""
    return lines(text, table, PACKAGE)


def find(kind: str, text: str, table: TableNames) -> SentenceFrame | None:
    """Returns the last place in a text where a single frame stands."""
    matches = list(compile_frame(frames(table.language)[kind], table).finditer(text))
    return SentenceFrame(kind=kind, fields=matches[-1].groupdict()) if matches else None


def word_limit(task: str, table: TableNames) -> int | None:
    """Returns the limit of words of the answer to a request, if any."""
    frame = find("limit", task, table)
    return int(frame["number"]) if frame else None


def script_question(text: str, table: TableNames) -> SentenceFrame | None:
    """Returns the script's question in a text, if it is a known one."""
    return _match(frames(table.language)["questions"].items(), text, table)


def ties(text: str, table: TableNames) -> SentenceFrame | None:
    """Returns the relation in an option of a question, if any."""
    return _match((("tie", row) for row in frames(table.language)["ties"]), text, table)


def _match(rows: Iterable[tuple[str, str]], text: str, table: TableNames) -> SentenceFrame | None:
    for kind, row in rows:
        if match := compile_frame(row, table).fullmatch(text):
            return SentenceFrame(kind=kind, fields=match.groupdict())
    return None
