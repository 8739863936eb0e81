"""The authors' running texts cleaned, their goals split, and the people that they name, however spelt."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

_LITERAL = re.compile(r"[ \t]*\\+[ \t]*(?:n|N(?![a-z]))?[ \t]*|(?<=\s)n(?=[ \t]*(?:[\d\[A-Z]|n\s))")
_CHINESE = re.compile(r"[\u3400-\u9fff]")
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"
_BRACKETED = r"【[^】]+】|\[[^\]]+\]|『[^』]+』|'[^']+'|\"[^\"]+\""
_HEADING = re.compile(rf"^(?:{_BRACKETED}|[^\d{_CIRCLED}].{{0,60}}(?=[:：]$))[:：]?$")
_HIDDEN = re.compile(
    r"cannot|can't|may not|(?:do|must|should)(?: not|n't)|hide|secret(?!.*(?:task|mission))"
    r"|need to know|\btips?\b|\bhints?\b"
    r"|不能|不可|隐瞒|秘密(?!任务)|需要知道|提示",
    re.IGNORECASE,
)
_MISSION = re.compile(r"task|mission|goal|objective|任务|目标|目的", re.IGNORECASE)
_SIGN = r"[、．。，)）]|[.,:：](?!\d)|\.(?=\d+[\u3400-\u9fff])"
_NUMBER = re.compile(rf"(?:[{_CIRCLED}]|(?<!\d)\d{{1,2}}(?:\s*(?:{_SIGN})|(?=[^\d\s])))\s*")
_MARK = re.compile(r"\s*[.、．。，,:：)）]\s*$")


def clean(text: str) -> str:
    """Returns a text with real line breaks, where the files spell them out in places."""
    lines = (line.strip() for line in _LITERAL.sub("\n", text).replace("\r", "").split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def is_chinese(text: str) -> bool:
    """Returns true if a text is in Chinese rather than in English: more than a fifth of its characters."""
    return len(_CHINESE.findall(text)) * 5 > len(text)


def split_goals(text: str) -> tuple[list[str], list[str]]:
    """Returns the secrets and the objectives of a character: numbered goals of one string, by their headings.

    Under a heading that forbids or warns stand secrets. Under any other stand objectives; where that
    heading is not simply "your task", it goes with them ("[must be made public] …").
    """
    secrets, objectives, heading = list[str](), list[str](), ""
    for line in clean(text).split("\n"):
        if _HEADING.match(line):
            heading = line.strip("【】[]『』'\":： ")
            continue
        for item in _items(line):
            if _HIDDEN.search(heading):
                secrets.append(item)
            elif not heading or _MISSION.search(heading):
                objectives.append(item)
            else:
                objectives.append(f"[{heading}] {item}")
    return secrets, objectives


def _items(line: str) -> Iterator[str]:
    """Yields a line cut before each number that begins it or goes on counting."""
    cuts, last = [0], 0
    for match in _NUMBER.finditer(line):
        number = _value(match[0])
        is_marked = match[0][0] in _CIRCLED or bool(_MARK.search(match[0]))
        if (match.start() == 0 and (is_marked or number == 1)) or (is_marked and number == last + 1 > 1):
            cuts.append(match.start())
            last = number
    for start, end in zip(cuts, [*cuts[1:], len(line)], strict=True):
        item = line[start:end].strip()
        if last and (match := _NUMBER.match(item)):
            item = item[match.end() :]
        if item := _without_stray_quote(item):
            yield item


def _value(number: str) -> int:
    if number[0] in _CIRCLED:
        return _CIRCLED.index(number[0]) + 1
    return int(re.sub(r"\D", "", number))


def _without_stray_quote(item: str) -> str:
    quotes = re.findall(r"[\"“”]", item)
    return re.sub(r"\s*[\"“”]+$", "", item) if len(quotes) % 2 else item


CLOSE = 0.82
"""The least similarity of two spellings of one name; 0.83 is one letter of six."""
_BRACKETS = re.compile(r"\s*[(（【\[]([^()（）【】\[\]]+)[)）】\]]\s*")
_NAMED = re.compile(r"[【\[]([^【】\[\]]{2,30})[】\]]")
_CAPITALS = re.compile(r"[A-Z][a-z']+(?: [A-Z][a-z']+){1,3}")


def bare(name: str) -> str:
    """Returns a name without what stands in brackets behind it."""
    return _BRACKETS.sub(" ", name).strip() or name.strip()


def bracket_names(name: str) -> tuple[str, ...]:
    """Returns the names in brackets behind a name; `or` between two of them parts them."""
    parts = (part for inner in _BRACKETS.findall(name) for part in re.split(r"\s+or\s+|[/、]|或", inner))
    return tuple(part.strip() for part in parts if part.strip())


def mentions(texts: Iterable[str]) -> Iterator[str]:
    """Yields whatever looks like a name in running text: bracketed, or several words with capitals."""
    for text in texts:
        yield from (name.strip() for name in _NAMED.findall(text))
        yield from (name.removesuffix("'s") for name in _CAPITALS.findall(text))


def likeness(spelling: str, other: str) -> float:
    """Returns the similarity of two spellings, from 0 to 1; case, spaces and signs do not count."""
    matcher = difflib.SequenceMatcher(None, _letters(spelling), _letters(other))
    return matcher.ratio() if matcher.real_quick_ratio() >= CLOSE else 0.0


def _letters(name: str) -> str:
    return re.sub(r"[\W_]+", "", name).lower()


@dataclass(kw_only=True)
class Register:
    """The people of a story under all names that the files give them.

    Attributes:
        respelt: the names that were only recognised by likeness, with their person.
    """

    names: dict[str, str] = field(default_factory=dict[str, str])
    respelt: dict[str, str] = field(default_factory=dict[str, str])

    def enter(self, person: str, names: Sequence[str]) -> None:
        """Adds a person's names; the first to bear a name keeps it."""
        for name in (person, *names):
            self.names.setdefault(name, person)

    def aliases(self, person: str) -> tuple[str, ...]:
        """Returns the other names of a person."""
        names = {**self.names, **self.respelt}
        return tuple(sorted(name for name, whose in names.items() if whose == person != name))

    def recognise(self, mention: str) -> str | None:
        """Returns the person of a mention: by name or by likeness, which is recorded as uncertain."""
        for name in (mention, bare(mention), *bracket_names(mention)):
            if name in self.names:
                return self.names[name]
        person = self.respelt.get(mention) or self.within(mention) or self._written_alike(mention)
        if not person and (person := self._like(mention)):
            self.respelt[mention] = person
        return person

    def _written_alike(self, mention: str) -> str | None:
        letters = _letters(mention)
        return next((whose for name, whose in self.names.items() if _letters(name) == letters), None)

    def _like(self, mention: str) -> str | None:
        scores = {name: likeness(name, mention) for name in self.names}
        people = {self.names[name] for name, score in scores.items() if score >= CLOSE}
        return people.pop() if len(people) == 1 else None

    def doubt(self, mention: str) -> str | None:
        """Returns the only person whose name begins as an unknown one does; it may be a relative."""
        first = mention.split()[0] if " " in mention else mention[0]
        people = {whose for name, whose in self.names.items() if name != first and name.startswith(first)}
        return people.pop() if len(people) == 1 else None

    def within(self, text: str) -> str | None:
        """Returns the person with the longest name in a text."""
        names = [name for name in self.names if name in text]
        return self.names[max(names, key=len)] if names else None
