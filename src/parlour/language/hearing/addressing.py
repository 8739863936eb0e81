"""The addressee of a remark, the people that it has mentioned so far, and its bystanders."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from parlour.language.facts import Language, Name
from parlour.language.hearing.act import ANYBODY, DOERS, SpokenAct, TalkTable, Value
from parlour.language.hearing.answers import OpenQuestion
from parlour.language.hearing.clauses import ME, PEOPLE, PLACE, REF, TIME, YOU, Clause, sought_role, wordlist
from parlour.language.hearing.entities import Entities
from parlour.language.hearing.spoken import SpokenTokens

PERSON = re.compile(f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xFF)}]")
_NAME = f"[{chr(PEOPLE)}-{chr(PEOPLE + 0xEF)}]"
NAME = re.compile(_NAME)
"""The stand-ins of anybody, and of those who are called by name."""


@dataclass(kw_only=True)
class RemarkContext:
    """The context of a remark while its clauses are heard.

    Attributes:
        to: the stand-in of the person called by name; empty for none.
    """

    table: TalkTable
    entities: Entities
    question: OpenQuestion
    pieces: Sequence[Clause] = ()
    to: str = ""
    subject: str = ME
    named: str = ""
    waiting: dict[str, Value] = field(default_factory=dict[str, Value])

    def of_clause(self, clause: Clause) -> dict[str, Value]:
        """Returns the place and time of a clause, as far as it states them."""
        slots: dict[str, Value] = {}
        if clause.places:
            slots["where"] = self.entities.found[clause.places[0]]
        if clause.times:
            slots["when"] = self.entities.found[clause.times[0]]
        return slots

    def you(self) -> Value | None:
        """Returns the addressee; None if there is no particular one."""
        if self.to:
            return self.entities.found[self.to]
        return self.table.to or self.table.asker

    def person(self, mark: str, start: int, clause: Clause) -> Value | None:
        """Returns the person that a stand-in means; None if unknown."""
        if mark == ME:
            return self.table.speaker
        if mark == YOU:
            return self.you()
        if mark != REF:
            return self.entities.found.get(mark)
        before = [self.named, *NAME.findall(clause.text[:start])]
        named = [self.entities.found[name] for name in reversed(before) if name and name != self.to]
        if meant := next(filter(None, (*named, self.table.spoken_of, self.question.about)), None):
            return meant
        names = set(NAME.findall("".join(piece.text for piece in self.pieces)))
        return self.entities.found[names.pop()] if len(names) == 1 else None


_FIRST = {
    "en": re.compile(
        f"({_NAME}) (?={YOU}|where |what |who |why |how |"
        f"(?:did|do|can|could|have|was|is|will|would) {YOU}|"
        r"(?:any|got|give|tell|claim|answer|explain|speak)\b)"
    ),
    "zh": re.compile(f"({_NAME})(?={YOU})"),
}


def is_asking(clause: Clause, language: Language) -> bool:
    """Returns true if a clause has the words of a question."""
    return re.search(wordlist(language)["asks"], clause.text) is not None


def split_addressee(
    pieces: Sequence[Clause], language: Language, question: OpenQuestion
) -> tuple[tuple[Clause, ...], str]:
    """Returns the clauses without the name of the addressee, and the addressee; empty for none."""
    asks = any(clause.asks or is_asking(clause, language) for clause in pieces)
    speaks_to = asks or any(YOU in clause.text for clause in pieces)
    remaining: list[Clause] = []
    called = ""
    for clause in pieces:
        name = re.fullmatch(_NAME, clause.text)
        is_bare = name and not clause.times and not clause.places and len(pieces) > 1
        if is_bare and speaks_to and name and not question.takes_name(has_more=asks):
            called = name[0]
        else:
            remaining.append(clause)
    if called:
        return tuple(remaining), called
    for n, clause in enumerate(remaining):
        first = _FIRST[language].match(clause.text)
        if language == "en" and not first and not n and any(YOU in piece.text for piece in pieces):
            first = re.match(f"({_NAME}) (?={ME} )", clause.text)
        if first:
            remaining[n] = replace(clause, text=clause.text[first.end() :])
            return tuple(remaining), first[1]
        last = _called_last(clause, language)
        if last:
            remaining[n] = replace(clause, text=clause.text[: last.start()].strip())
            return tuple(remaining), last[1]
    return tuple(remaining), ""


def _called_last(clause: Clause, language: Language) -> re.Match[str] | None:
    """Matches the person called at the end of a question, without a comma: `did you hear anything violet`."""
    if language != "en" or not (clause.asks or is_asking(clause, language)):
        return None
    last = re.search(f" ({_NAME})$", clause.text)
    before = clause.text[: last.start()] if last else ""
    if last is None or YOU not in before or re.match(wordlist("en")["takes_name"], before.rsplit(" ", 1)[-1]):
        return None
    return last


SUBJECT = {
    **dict.fromkeys((*DOERS, "alone"), "by"),
    **dict.fromkeys(
        ("was", "not_there", "motive", "no_motive", "means", "no_means", "quarrel", "secret", "claim"), "who"
    ),
    "relation": "of",
}
"""The slot that is the subject, which may be left out."""
_AS_QUESTION = {
    "saw": "ask_saw",
    "was": "ask_where",
    "heard": "ask_heard",
    "claim": "ask_role",
    "quarrel": "ask_quarrel",
    "means": "ask_means",
    "relation": "ask_relation",
    "motive": "ask_motive",
    "secret": "ask_secret",
    "check": "ask_check",
    "suspect": "ask_opinion",
    "trust": "ask_trust",
    "vote": "ask_vote",
    "saw_nobody": "ask_company",
    "confess": "ask_killed",
    "unsure": "ask_opinion",
    "fellow": "ask_role",
    "robbed": "ask_check",
    "swapped": "ask_check",
    "centre": "ask_check",
    "drank": "ask_check",
    "woke": "ask_role",
    "no_vote": "ask_vote",
    "changed": "ask_why",
    "no_means": "ask_means",
    "no_motive": "ask_motive",
}
"""The questions of statements that end in a question mark."""
_OF_OTHERS = frozenset({"ask_motive", "ask_quarrel", "ask_opinion", "ask_trust"})
"""Questions to the addressee about another person."""
_OF_ANOTHER = frozenset({"saw", "fellow", "check", "robbed", "quarrel"})
_OF_AN_OPINION = frozenset({"suspect", "trust", "vote", "no_vote"})
"""Statements that as questions are about another, and those that are about the person they name."""


def turn_to_question(
    kind: str, slots: dict[str, list[Value]], context: RemarkContext
) -> tuple[str, dict[str, list[Value]]]:
    """Returns the question in the words of a statement."""
    asks = _AS_QUESTION.get(kind)
    if asks is None:
        return kind, slots
    me, you = context.table.speaker, context.you()
    subject = slots.get(SUBJECT.get(kind, ""), [])
    other = [subject[0]] if kind == "quarrel" else subject
    addressees: list[Value] = other if subject and subject[0] != me else [you] if you else [ANYBODY]
    about: list[Value] = []
    if kind == "relation":
        return asks, {"whom": subject, "to": slots.get("to", [])}
    if kind == "claim" and slots.get("role") == [sought_role()]:
        return "ask_killed", {"whom": subject}
    if kind in _OF_ANOTHER:
        about = slots.get("whom", [])
    elif kind in _OF_AN_OPINION:
        about = slots.get("who", slots.get("whom", []))
    question_slots: dict[str, list[Value]] = {"whom": addressees}
    if about and about[0] != addressees[0]:
        question_slots["about"] = about
    if kind in ("means", "no_means") and "thing" in slots:
        question_slots["thing"] = slots["thing"]
    return asks, question_slots


def redirect(kind: str, slots: dict[str, list[Value]], context: RemarkContext) -> None:
    """Redirects a question about another person to the addressee."""
    you, person = context.you(), slots["whom"][0]
    if kind == "ask_company" and person == ANYBODY and you is not None:
        slots["whom"] = [you]
    if kind in _OF_OTHERS and person not in (you, ANYBODY, context.table.speaker):
        slots["about"] = [person]
        slots["whom"] = [you or ANYBODY]


_ABOUT_OBJECTS = frozenset(
    {"suspect", "trust", "vote", "no_vote", "claim", "unsure", "contradict", "disagree", "changed"}
)
"""Acts that are not about a player who is named only for what another one does: "Ann accuses Bo"."""
_SCENES = frozenset({"was", "not_there"})
_OF_ROLES = frozenset({"", "ask_opinion", "ask_killed", "ask_trust", "ask_vote"})
_OF_SENSES = frozenset({"ask_company", "ask_saw", "ask_heard"})
_PLACE_MARK = f"[{chr(PLACE)}-{chr(PLACE + 0xFF)}]"
_NOTHING: Mapping[str, str] = {"about": "", "turned": ""}
_JOINED: Mapping[str, str] = {"against": "suspect", "voting": "vote", "behind": "trust", **_NOTHING}
_PARTED: Mapping[str, str] = {"against": "trust", "voting": "no_vote", "behind": "suspect", **_NOTHING}
"""By another's deed: what one says who does the same, and who does not; nothing of other deeds."""


@dataclass(frozen=True, kw_only=True)
class Bystanders:
    """The players named in a remark that is not about them, and what it says of another's deeds.

    Attributes:
        called: the players who are only spoken to: "Nobody, Ann".
        objects: the players who are named only for what another one does.
        referred: the player who is meant by he or she; None if there is none.
        is_asked: whether the words ask, or ask why.
        placed: the player, he, she or you, who is said to be somewhere where the speaker is not mentioned.
        is_roleless: whether he or she is said not to be of some role.
        stated: the acts that the words state.
    """

    called: frozenset[Name] = frozenset()
    objects: frozenset[Name] = frozenset()
    referred: Name | None = None
    is_asked: bool = True
    placed: Name | None = None
    is_roleless: bool = False
    stated: tuple[SpokenAct, ...] = ()

    @classmethod
    def of(cls, text: str, spoken: SpokenTokens, *, typed: str) -> Bystanders:
        """Returns the bystanders of a marked text."""
        rows = _bystander_rows(spoken.table.language)
        names: Mapping[str, Value] = spoken.entities.found
        deeds = [(deed, match) for deed in _JOINED for match in rows[deed].finditer(text)]
        calls = _calls(text, rows, typed, str(spoken.table.asker), names)
        acted_on = {at for _, match in deeds for at in range(*match.span("objects"))}
        is_joined = bool(rows["joined"].search(text))
        referred = _referent(text, spoken, {text[at] for at in calls | acted_on})
        people: dict[str, set[int]] = {}
        for match in NAME.finditer(text):
            people.setdefault(match[0], set()).add(match.start())
        called = {mark for mark, places in people.items() if places <= calls}
        objects = {mark for mark, places in people.items() if places <= calls | acted_on} - called
        by_mark = {mark: str(names[mark]) for mark in people} | {REF: referred, YOU: spoken.you}
        said = _JOINED if is_joined else _PARTED if rows["parted"].search(text) else None
        is_meant = said or rows["pair"].search(text)
        is_asked = bool(rows["asking"].search(text))
        stated: list[tuple[str, Name | None]] = [
            (said[deed], by_mark[mark[0]])
            for deed, match in deeds
            if said
            for mark in NAME.finditer(match["objects"])
        ]
        if not is_asked and not is_joined:
            accusations = _accusations(text, rows, spoken.question.kind)
            stated += [(kind, by_mark.get(mark)) for kind, mark in accusations]
        scene = rows["scene"].search(text)
        is_of_another = ME not in rows["aside"].sub("", text) and len(re.findall(_PLACE_MARK, text)) == 1
        acts = [_opinion(kind, name, spoken.table) for kind, name in stated if kind and name]
        if not is_asked and spoken.question.kind in _OF_ROLES and (role := rows["role"].search(text)):
            acts += _as_role(str(names[role["role"]]), text, by_mark)
        return cls(
            called=frozenset(str(names[mark]) for mark in called),
            objects=frozenset(str(names[mark]) for mark in objects if not is_meant),
            referred=referred,
            is_asked=is_asked,
            placed=by_mark.get(scene["who"][0]) if scene and is_of_another else None,
            is_roleless=rows["no_role"].search(text) is not None,
            stated=tuple(dict.fromkeys([*acts, *_absent(text, by_mark, spoken)])),
        )

    def apply(self, readings: Sequence[Sequence[SpokenAct]]) -> list[tuple[SpokenAct, ...]]:
        """Returns what the words state, and the readings without the acts about bystanders."""
        fitting = [
            tuple(dict.fromkeys(act for act in map(self.turn, reading) if self.allows(act)))
            for reading in readings
        ]
        kinds = frozenset(act.kind for act in self.stated)
        together = self.stated if kinds == _SCENES else ()
        return [*filter(None, (together, *((act,) for act in self.stated), *fitting))]

    def allows(self, act: SpokenAct) -> bool:
        """Returns false for an act about a bystander, or the contrary of a stated one."""
        people = {value for slot, value in act.slots if slot != "with"}
        if not act.is_question and not people.isdisjoint(self.called):
            return False
        is_about_objects = act.kind in _ABOUT_OBJECTS or (act.kind == "ask_why" and not self.is_asked)
        if is_about_objects and act["with"] != ANYBODY and not people.isdisjoint(self.objects):
            return False
        if self.is_roleless and act.kind == "claim" and act["who"] == self.referred:
            return False
        is_opinion = act.kind in ("suspect", "trust") and any(stated.kind == "was" for stated in self.stated)
        return is_opinion or not any(_is_contrary(act, stated) for stated in self.stated)

    def turn(self, act: SpokenAct) -> SpokenAct:
        """Returns an act with the one meant by he, she or you, if that one is said to be somewhere."""
        if self.placed and act.kind in _SCENES:
            return act.with_slots(who=self.placed)
        return act


def _accusations(text: str, rows: Mapping[str, re.Pattern[str]], asked: str) -> Iterator[tuple[str, str]]:
    """Yields the stand-ins of the accused, each with the act that accuses them."""
    for row, kind in (("flips", "contradict"), ("accused", "suspect"), ("named", "suspect")):
        if row == "named" and asked in _OF_SENSES:  # "I think it was Ann" says who was heard
            continue
        yield from ((kind, next(filter(None, match.groups()))) for match in rows[row].finditer(text))


def _calls(
    text: str, rows: Mapping[str, re.Pattern[str]], typed: str, asker: Name, names: Mapping[str, Value]
) -> set[int]:
    """Returns the places of the people who are only spoken to; none in a text that says "you"."""
    answers = [*rows["answering"].finditer(text)]
    if text.count(YOU) > sum(match[0].count(YOU) for match in answers):
        return set()
    calls = {at for match in (*answers, *rows["called"].finditer(text)) for at in _people_at(match)}
    ends = [*re.finditer(f"(?:^|, ?)({_NAME})(?=[,.!:]| -|$)", text)] if len(text) > 2 else []
    ends += (match for row, listed in _LISTED if listed.match(typed) for match in row.finditer(text))
    calls |= {match.start(1) for match in ends if names[match[1]] == asker}
    if rows["lead"].match(text) and rows["lead_typed"].match(typed.lower()):
        calls.add(0)
    return calls


_LISTED = (
    (re.compile(f"^({_NAME})&"), re.compile(r"\W*\w+[,，]")),
    (re.compile(f"&({_NAME})[.!。]?$"), re.compile(r".*[,，]\s*\w+\W*$")),
)
"""The first and the last name of a list, with the typed commas that may part them from it."""


def _people_at(match: re.Match[str]) -> Iterator[int]:
    """Yields the places of the people in the groups of a match."""
    for group in range(1, match.re.groups + 1):
        yield from range(*match.span(group))


def _referent(text: str, spoken: SpokenTokens, bystanders: set[str]) -> Name | None:
    """Returns the player meant by he or she: the last one named before who is no bystander."""
    found, at = spoken.entities.found, text.find(REF)
    if at < 0:
        return None
    before = [mark for mark in reversed(NAME.findall(text[:at])) if mark not in bystanders]
    named = [str(found[mark]) for mark in before]
    question = spoken.question
    asked = [question.about, question.slot("whom"), question.slot("who"), *question.people]
    candidates = [*named, spoken.table.spoken_of, *asked]
    after_you = re.search(f"{YOU},? ({_NAME})", text)
    barred = (None, ANYBODY, spoken.you, spoken.table.speaker, after_you and found[after_you[1]])
    return next((str(name) for name in candidates if name not in barred), None)


def _opinion(kind: str, name: Name, table: TalkTable) -> SpokenAct:
    kind = kind if table.is_of_roles else {"vote": "suspect", "no_vote": "trust"}.get(kind, kind)
    return SpokenAct(kind=kind).with_slots(**{"whom" if "vote" in kind else "who": name})


def _as_role(role: str, text: str, by_mark: Mapping[str, Name | None]) -> Iterator[SpokenAct]:
    """Yields what "he is the seer" says of the player who is meant by he or she."""
    doing = _bystander_rows("en")["doing"].search(text)
    is_power = role not in (sought_role(), "good", "villager")
    who = by_mark[doing["who"]] if doing and is_power else by_mark[REF]
    if who and role == sought_role() and not re.search("vot|check", text):
        yield SpokenAct(kind="suspect").with_slots(who=who)
    elif who and is_power:
        yield SpokenAct(kind="claim").with_slots(who=who, role=role)


def _absent(text: str, by_mark: Mapping[str, Name | None], spoken: SpokenTokens) -> Iterator[SpokenAct]:
    """Yields who was not at a place: "if Ann had been there, I would have seen her".

    One who was there and did not see another is said to have been there, too.
    """
    if spoken.table.is_of_roles:
        return
    found = spoken.entities.found
    for match in _bystander_rows(spoken.table.language)["absent"].finditer(text):
        places = [mark for mark in text[match.start() :] if PLACE <= ord(mark) <= PLACE + 0xFF]
        times = [mark for mark in text if TIME <= ord(mark) <= TIME + 0xFF]
        setting = {
            "where": found[places[0]] if places else spoken.question.slot("where"),
            "when": found[times[0]] if times else spoken.question.slot("when"),
        }
        known = {slot: value for slot, value in setting.items() if value is not None}
        who = by_mark.get(match["who"] or match["whom"] or match["unseen"])
        if who and "where" in known:
            if match["unseen"]:
                yield SpokenAct(kind="was").with_slots(who=spoken.table.speaker, **known)
            yield SpokenAct(kind="not_there").with_slots(who=who, **known)


def _is_contrary(act: SpokenAct, stated: SpokenAct) -> bool:
    contraries = {
        "not_there": ("was", "saw", "suspect", "trust"),
        "was": ("not_there",),
        "suspect": ("trust",),
        "trust": ("suspect",),
        "no_vote": ("vote",),
        "contradict": ("changed",),
    }
    subjects = {act["who"], act["whom"]}
    if act.kind not in contraries.get(stated.kind, ()):
        return False
    return act.kind == "changed" or (stated["who"] or stated["whom"]) in subjects


@cache
def _bystander_rows(language: Language) -> Mapping[str, re.Pattern[str]]:
    rows: Mapping[str, str] = wordlist(language)["bystanders"]
    return {name: re.compile(_fill_gaps(rows.get(name, "(?!)"), rows)) for name in _PATTERNS}


_PATTERNS = frozenset(
    {
        *_JOINED,
        *("called", "answering", "asking", "pair", "joined", "parted", "accused", "flips", "named", "scene"),
        *("absent", "aside", "role", "no_role", "doing", "lead", "lead_typed"),
    }
)
"""The rows that are patterns of their own, some of one language alone; the others fill their gaps."""


def _fill_gaps(row: str, rows: Mapping[str, str]) -> str:
    """Returns a pattern with other rows in its gaps."""
    return re.sub(r"\{([a-z_]+)\}", lambda gap: _fill_gaps(rows[gap[1]], rows), row)
