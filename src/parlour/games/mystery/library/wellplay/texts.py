"""The authors' running texts cleaned, and their one string of goals taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    """A text whose line breaks are line breaks, where the files spell them out in places."""
    lines = (line.strip() for line in _LITERAL.sub("\n", text).replace("\r", "").split("\n"))
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def is_chinese(text: str) -> bool:
    """Whether a text is in Chinese rather than in English: more than a fifth of its characters."""
    return len(_CHINESE.findall(text)) * 5 > len(text)


@dataclass(kw_only=True)
class CharacterGoals:
    """What a character must hide and what it wants, as far as the headings tell them apart."""

    secrets: list[str] = field(default_factory=list[str])
    objectives: list[str] = field(default_factory=list[str])


def split_goals(text: str) -> CharacterGoals:
    """The numbered goals of one string.

    Under a heading that forbids or warns stand secrets. Under any other stand objectives; where that
    heading is not simply "your task", it goes with them ("[must be made public] …").
    """
    goals, heading = CharacterGoals(), ""
    for line in clean(text).split("\n"):
        if _HEADING.match(line):
            heading = line.strip("【】[]『』'\":： ")
            continue
        for item in _items(line):
            if _HIDDEN.search(heading):
                goals.secrets.append(item)
            elif not heading or _MISSION.search(heading):
                goals.objectives.append(item)
            else:
                goals.objectives.append(f"[{heading}] {item}")
    return goals


def _items(line: str) -> Iterator[str]:
    """A line cut before each number that begins it or goes on counting."""
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
