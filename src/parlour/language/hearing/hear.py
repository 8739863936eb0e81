"""Hears a remark by rules and fitted weights."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from parlour.language.facts import Fact, Language, Question, Slot, read
from parlour.language.hearing.act import (
    ANYBODY,
    HeardAct,
    HeardRemark,
    SpokenAct,
    TalkTable,
    lacks,
    meaning,
)
from parlour.language.hearing.addressing import Bystanders
from parlour.language.hearing.chips import load, say_act, word_acts
from parlour.language.hearing.clauses import comma_parts, sentences, wordlist
from parlour.language.hearing.negation import Negation
from parlour.language.hearing.readings import (
    MOST_FREE,
    FittedWeights,
    RemarkEvidence,
    load_weights,
    unsaid,
    weigh,
)
from parlour.language.hearing.ruled import by_rules, drop_thanks, keep_apart, point_at_two
from parlour.language.hearing.spoken import SpokenTokens, words_of

_STOPS = re.compile(r"[,.;:!?，。；：！？、…~\n]+|(?<=[\u4e00-\u9fff]) ")
_JOINTS = re.compile(r" (?:and|but|so|because|cause|cuz|then) ")


def as_typed(clause: str, text: str) -> str:
    """Returns the part of a text that is most like a clause of it, between two stops or conjunctions."""
    from rapidfuzz.fuzz import ratio  # only where somebody types

    wholes = [text, *_STOPS.split(text)]
    parts = [*wholes, *(part for whole in wholes for part in _JOINTS.split(whole))]
    best = max(parts, key=lambda part: ratio(clause.lower(), part.lower()))
    return best.strip(" \t\n,.;:!?，。；：！？、…~") or text


MOST_OFFERED = 4
_OF_LISTS = {"means": {"thing"}, "no_means": {"thing"}, "was": {"where", "when"}, "not_there": {"when"}}
"""The acts that are said of several things or half hours at once, by the slots that these fill."""


@cache
def whole_sentences(language: Language, scope: str) -> frozenset[str]:
    """Returns the sentences without a gap: tapped, they are sent as they stand."""
    rows = (row for section in ("says", "asks") for row in load("offers", language)[scope].get(section, ()))
    return frozenset(row["say"] for row in rows if "{" not in row["say"])


_SENT_ANEW = frozenset({"ask_view", "ask_why_trust", "ask_wolf", "doubt", "either", "call", "retract"})
"""Acts whose sentence is no sentence of the grammar, nor always the likeliest reading of itself."""
_WITHHELD = frozenset({"deny", "refuse", "unknown", "unsure"})
_DENIALS = _WITHHELD | {"no", "not_there", "saw_nobody", "no_motive", "no_means", "no_vote", "disagree"}
"""The acts that say themselves that something is not so, or is not told."""
_LEAST_OF_SENTENCES, _LEAST_OF_COMMAS, _FEWEST_PARTS = 0.35, 0.25, 2
"""The least likelihood of a whole remark for its sentences, or the parts between commas, to be
heard together; and the number of them that must say something by themselves, not to be."""


def hear(text: str, table: TalkTable) -> HeardRemark:
    """Hears a typed text: one remark or several.

    The weights were fitted to remarks that say one thing or two. A longer one, which as a whole is likely to
    mean nothing that is read in it, or in which more is read than could be weighed together, is heard part by
    part, if several parts say something. Otherwise what the parts say together is offered beside the whole.
    """
    whole, chance, evidence = _hear_whole(text, table)
    if len(whole.heard) > MOST_FREE:
        chance = 0.0
    parts, least = sentences(text, table.language), _LEAST_OF_SENTENCES
    if len(parts) == 1:
        parts, least = comma_parts(text, table.language), _LEAST_OF_COMMAS
    remark = _hear_parts(parts, table, whole)
    if evidence and evidence.is_hedged and least == _LEAST_OF_COMMAS:
        remark = replace(remark, heard=_guard(remark.heard, text, table, _WITHHELD))
    if chance >= least:
        is_more = {heard_act.act.key for heard_act in remark.heard} >= {
            heard_act.act.key for heard_act in whole.heard
        }
        at = 1 if is_more else 2
        remark = replace(whole, offered=(*whole.offered[:at], remark.heard, *whole.offered[at:]))
    remark = drop_thanks(remark, text, table)
    if evidence:
        remark = point_at_two(remark, text, evidence.spoken.people_named, table)
        remark = replace(remark, offered=tuple(_sensible(remark.offered, evidence.spoken)))
    return replace(remark, offered=_offer(remark, table))


def _sensible(readings: Iterable[Reading], spoken: SpokenTokens) -> Iterator[Reading]:
    """Yields the readings without contraries; of long ones those of people and roles that are mentioned."""
    roles_said = spoken.values("role")
    for reading in readings:
        acts = [heard_act.act for heard_act in reading]
        slots = [pair for act in acts for pair in act.slots if not (act.is_question and pair[0] == "whom")]
        people = {value for _, value in slots if value in spoken.table.names} - {spoken.table.speaker}
        is_said = all(value in roles_said for slot, value in slots if slot == "role")
        stands = {
            (pair, act.kind, act["who"] or act["whom"])
            for act in acts
            for pair in _CONTRARY
            if act.kind in pair
        }
        is_one = len(stands) == len({(pair, name) for pair, _, name in stands})
        if is_one and (len(acts) < MOST_OFFERED or (is_said and people <= spoken.people_mentioned)):
            yield reading


_CONTRARY = (("suspect", "trust"), ("vote", "no_vote"), ("motive", "no_motive"))
"""Kinds of acts that nobody says of one player in one breath."""


def _offer(remark: HeardRemark, table: TalkTable) -> tuple[tuple[HeardAct, ...], ...]:
    """Returns the likeliest readings, each once: first the acts sent without a tap, many of them as one."""
    lit = {
        _key(heard_act, table): _as_sent(heard_act, table)
        for heard_act in remark.certain
        if _is_sayable(heard_act.act, table)
    }
    readings: dict[frozenset[object], tuple[HeardAct, ...]] = {frozenset([key]): (lit[key],) for key in lit}
    if len(lit) >= MOST_OFFERED:
        readings = {frozenset(lit): tuple(lit.values())}
    for reading in remark.offered:
        acts = {
            _key(heard_act, table): heard_act
            for heard_act in (_unlit(heard_act, table) for heard_act in reading)
        }
        rest = {
            key: heard_act
            for key, heard_act in acts.items()
            if key not in lit and _is_sayable(heard_act.act, table)
        }
        if rest and (len(rest) == 1 or not any(lacks(heard_act.act, table) for heard_act in rest.values())):
            readings.setdefault(frozenset(rest), tuple(rest.values()))
        if {heard_act.act.kind for heard_act in rest.values()} == {"suspect", "claim"}:
            first, *others = sorted(rest.items(), key=lambda row: row[1].act.kind == "claim")
            if [row.act["who"] for _, row in others] == [first[1].act["who"]]:  # the claim is only told
                readings.setdefault(frozenset([first[0]]), (first[1],))
    by_words: dict[str, tuple[HeardAct, ...]] = {}
    for reading in readings.values():
        by_words.setdefault(word_acts([heard_act.act for heard_act in reading], table), reading)
    return tuple(by_words.values())[:MOST_OFFERED]


def _is_sayable(act: SpokenAct, table: TalkTable) -> bool:
    """Returns true unless an act lacks what it is about, or is a question to oneself."""
    if act.is_question and act["whom"] == table.speaker:
        return False
    return load("said", table.language)["nothing"] not in word_acts([act], table)


def _key(heard_act: HeardAct, table: TalkTable) -> object:
    """Returns what an act says: its meaning, or its words if the grammar cannot say it.

    A question to everybody counts as one to the addressee of the talk: one of the two is enough.
    """
    act = heard_act.act
    if table.to and table.is_of_roles and act.is_question and act["whom"] == ANYBODY:
        act = act.with_slots(whom=table.to)
    return meaning(act, table) or heard_act.means or word_acts([heard_act.act], table)


def _unlit(heard_act: HeardAct, table: TalkTable) -> HeardAct:
    """Returns an act as it is offered, at the hour of the death if it lacks one."""
    act, died = heard_act.act, next(iter(table.deaths.values()), None)
    if died and lacks(act, table) == "slot":
        act = act.with_slots(when=died)
    return _as_sent(replace(heard_act, act=act, means=meaning(act, table), is_sure=False), table)


def _as_sent(heard_act: HeardAct, table: TalkTable) -> HeardAct:
    """Returns a question without a person that its sentence leaves out."""
    about = heard_act.act["about"]
    is_lost = isinstance(about, str) and about in table.names and about != table.speaker
    if is_lost and str(about) not in say_act(heard_act, table):
        slots = tuple((slot, value) for slot, value in heard_act.act.slots if slot != "about")
        return replace(heard_act, act=replace(heard_act.act, slots=slots))
    return heard_act


def _hear_parts(parts: Sequence[str], table: TalkTable, whole: HeardRemark) -> HeardRemark:
    """Hears each part, and beside them what only the whole says; the whole if only one part says anything.

    People and addressee carry over from a part to the next; an answered question does not.
    """
    remarks: list[HeardRemark] = []
    for part in parts:
        remark, _, evidence = _hear_whole(part, table)
        remarks.append(remark)
        table = _after(remark, evidence, table)
    if sum(bool(remark.heard) for remark in remarks) < _FEWEST_PARTS:
        return whole
    acts = keep_apart(act for remark in remarks for act in remark.heard)
    return HeardRemark(
        heard=acts,
        unheard=tuple(clause for remark in remarks for clause in remark.unheard),
        guesses=tuple(dict.fromkeys(guess for remark in remarks for guess in remark.guesses)),
        offered=(
            acts,
            *(reading for reading in whole.offered if len(reading) == 1),
            *((act,) for act in acts),
        ),
    )


_IDLE = frozenset({"unknown", "yes", "no", "agree", "disagree"})
"""Acts after which one in a story still answers the open question: "How should I know? I was in the barn"."""


def follow(sentence: str, table: TalkTable) -> TalkTable:
    """Returns the context of a sentence that follows another one in a speech."""
    remark, _, evidence = _hear_whole(sentence, table)
    return _after(remark, evidence, table)


def _after(remark: HeardRemark, evidence: RemarkEvidence | None, table: TalkTable) -> TalkTable:
    if evidence:
        spoken = evidence.spoken
        named = tuple(spoken.people_named) or table.named
        last = spoken.people_named[-1] if spoken.people_named else table.spoken_of
        table = replace(table, to=spoken.you or table.to, spoken_of=last, named=named)
    idle = frozenset[str]() if table.is_of_roles else _IDLE
    is_answered = any(heard_act.act.kind not in idle for heard_act in remark.heard)
    return replace(table, asked="", asker=None) if is_answered else table


def _hear_whole(text: str, table: TalkTable) -> tuple[HeardRemark, float, RemarkEvidence | None]:
    """Returns what is heard in words as a whole, how likely that is, and the evidence."""
    remark, evidence = by_rules(text, table)
    if evidence is None:
        return remark, 1.0, None
    chance = 1.0
    if text.strip() not in whole_sentences(table.language, table.scope):
        negation = Negation.of(evidence.text, table, typed=text, you=evidence.spoken.you or table.to)
        bystanders = Bystanders.of(evidence.text, evidence.spoken, typed=text)
        remark, chance = _weigh(remark, evidence, load_weights(table.language), negation, bystanders)
    if _is_by_ear(text, evidence, table):
        remark = _by_ear(remark)
    acts = tuple(_as_typed(act, text, table) for act in remark.heard)
    acts = _as_said_anew(text, remark.offered, table) or acts
    if evidence.is_hedged or evidence.is_doubted:
        acts = _guard(acts, text, table, _WITHHELD if evidence.is_hedged else _DENIALS)
    if evidence.spoken.question.is_plainly_answered(evidence.text, text.lower(), table.language):
        acts = tuple(replace(act, is_sure=act.is_sure or _is_among(act.act, evidence.ruled)) for act in acts)
    remark = replace(
        remark,
        heard=acts,
        unheard=tuple(as_typed(clause, text) for clause in remark.unheard),
        offered=remark.offered or (acts, *((act,) for act in acts)),
    )
    return remark, chance, evidence


def _as_said_anew(text: str, offered: Sequence[Sequence[HeardAct]], table: TalkTable) -> tuple[HeardAct, ...]:
    """Returns the act that a text says word for word as a chip has it sent, if it is one of these."""
    asked = [act for (act, *rest) in offered if not rest and act.act.as_sent(table.scope).kind in _SENT_ANEW]
    for heard_act in sorted(asked, key=lambda heard_act: heard_act.act["whom"] == ANYBODY):
        if text.strip() in (say_act(heard_act, table), say_act(heard_act, replace(table, to=None))):
            return (replace(heard_act, means=meaning(heard_act.act, table), is_sure=True),)
    return ()


def _as_typed(heard_act: HeardAct, text: str, table: TalkTable) -> HeardAct:
    """Returns an act in the typed words; sure, too, if the grammar says the same with these words.

    It is sure as well if these words are its plain sentence.
    """
    clause, means = as_typed(heard_act.clause, text), meaning(heard_act.act, table)
    sentence = f"{clause}?" if heard_act.act.is_question else clause
    is_sure = heard_act.is_sure or (means is not None and _grammar_meanings(sentence, table) == (means,))
    heard_act = replace(heard_act, clause=clause, means=means)
    return replace(heard_act, is_sure=is_sure or text.strip() == say_act(heard_act, table))


def _is_by_ear(text: str, evidence: RemarkEvidence, table: TalkTable) -> bool:
    """Returns true if a remark is about who was heard, not about who was seen."""
    words = wordlist(table.language)
    if re.search(words["by_eye"], text.lower()):
        return False
    return evidence.spoken.question.kind == "ask_heard" or bool(re.search(words["by_ear"], text.lower()))


def _by_ear(remark: HeardRemark) -> HeardRemark:
    """Returns a remark with its "saw no one" as "heard no one"."""

    def tell_how(heard_act: HeardAct) -> HeardAct:
        return (
            replace(heard_act, act=heard_act.act.with_slots(how="heard"))
            if heard_act.act.kind == "saw_nobody"
            else heard_act
        )

    offered = tuple(tuple(map(tell_how, reading)) for reading in remark.offered)
    return replace(remark, heard=tuple(map(tell_how, remark.heard)), offered=offered)


def _guard(
    acts: Sequence[HeardAct], text: str, table: TalkTable, kinds: frozenset[str]
) -> tuple[HeardAct, ...]:
    """Returns the acts of a remark that hedges or turns; only some kinds and grammatical acts are sure."""
    stated = _grammar_meanings(text, table)
    return tuple(
        replace(
            heard_act,
            is_sure=heard_act.is_sure and (heard_act.act.kind in kinds or heard_act.means in stated),
        )
        for heard_act in acts
    )


def _grammar_meanings(text: str, table: TalkTable) -> tuple[Fact | Question, ...]:
    reading = read(text, table.language, speaker=table.speaker, reader=table.to, names=table.names)
    return (*reading.facts, *reading.questions)


def _weigh(
    remark: HeardRemark,
    evidence: RemarkEvidence,
    weights: FittedWeights,
    negation: Negation,
    bystanders: Bystanders,
) -> tuple[HeardRemark, float]:
    if not (remark.heard or negation.stated) and weights.words.keys().isdisjoint(words_of(evidence.text)):
        return remark, 1.0  # a guess would rest on the question alone
    acts, certainty, chance, ranked = weigh(evidence, weights)
    is_sure = certainty >= weights.least_certainty
    if is_sure:  # also with nothing left out, as the threshold was chosen
        wide_acts, wide_certainty, *_ = weigh(replace(evidence, is_narrow=False), weights)
        is_sure = {*wide_acts} == {*acts} and wide_certainty >= weights.least_certainty
    ruled = {heard_act.act: heard_act for heard_act in remark.heard}
    ordered = sorted(acts, key=evidence.end_of)
    explicit = [act for act in ruled if act.kind == "ask_why_trust" or _is_bare(act, evidence)]
    turned = map(bystanders.turn, map(negation.turn, filter(negation.allows, ordered)))
    meant = [act for act in turned if bystanders.allows(act) and not _is_turned_round(act, ruled, evidence)]
    heard_acts = tuple(
        replace(
            heard_act,
            is_sure=is_sure
            and _is_among(act, acts)
            and negation.is_clear(act)
            and (act.kind != "motive" or heard_act.act == act),  # the kind of a motive is a guess
        )
        for act in _ask_of_trust(meant, explicit)
        for heard_act in [(act.kind != "motive" and ruled.get(act)) or _guess(act, evidence)]
    )
    is_more = any(act not in ruled for act in acts)
    readings = [tuple(sorted(reading, key=evidence.end_of)) for reading in ranked[: 3 * MOST_OFFERED]]
    first = filter(None, (tuple(explicit), _in_one_breath(ruled)))
    offered = tuple(
        tuple(_guess(act, evidence) for act in _ask_of_trust(reading, explicit))
        for reading in (*first, *bystanders.apply(negation.apply(readings)))
        if not any(_is_turned_round(act, ruled, evidence) for act in reading)
    )
    offered = _throughout(offered, evidence.spoken.entities.span)
    unheard = () if is_more else remark.unheard
    return replace(remark, heard=heard_acts, unheard=unheard, offered=offered), chance


def _is_among(act: SpokenAct, acts: Iterable[SpokenAct]) -> bool:
    """Returns true for one of several acts, with or without what the words say besides."""
    return any(act.kind == other.kind and {*act.slots} >= {*other.slots} for other in acts)


def _is_bare(act: SpokenAct, evidence: RemarkEvidence) -> bool:
    """Returns true for "why?", or "who could get it?", that names nothing and is all that a remark says."""
    is_open = (act.kind, act["about"], act["thing"]) in (("ask_why", None, None), ("ask_means", None, None))
    return is_open and not (evidence.ruled[1:] or unsaid((act,), evidence))


def _in_one_breath(acts: Iterable[SpokenAct]) -> tuple[SpokenAct, ...]:
    """Returns the acts that differ by the things or the stays of a list alone; none if there is one."""
    groups: dict[object, list[SpokenAct]] = {}
    for act in acts:
        if act.kind in _OF_LISTS and (act["when"] or act["thing"]):
            kept = frozenset(pair for pair in act.slots if pair[0] not in _OF_LISTS[act.kind])
            groups.setdefault((act.kind, kept), []).append(act)
    lists = (group for group in groups.values() if len(group) > 1)
    return next(
        (tuple(group) for group in lists if len({act["when"] for act in group}) in (1, len(group))), ()
    )


def _is_turned_round(act: SpokenAct, ruled: Iterable[SpokenAct], evidence: RemarkEvidence) -> bool:
    """Returns true for the converse of a relation that rules read between two people who are mentioned."""
    people = (act["to"], act["of"])
    is_explicit = all(name is not None and evidence.spoken.places(name) for name in people)
    return (
        act.kind == "relation"
        and is_explicit
        and any(other.kind == "relation" and (other["of"], other["to"]) == people for other in ruled)
    )


Reading = tuple[HeardAct, ...]
_LASTING = frozenset({"was", "not_there", "saw_nobody"})


def _throughout(readings: Sequence[Reading], span: Sequence[Slot]) -> tuple[Reading, ...]:
    """Returns the readings, before them the likeliest one with what it says of each half hour of a span."""
    for reading in readings if span else ():
        lasting = [
            heard_act
            for heard_act in reading
            if heard_act.act.kind in _LASTING and heard_act.act["when"] in span
        ]
        if lasting:
            whole = (replace(lasting[0], act=lasting[0].act.with_slots(when=slot)) for slot in span)
            return ((*whole, *(heard_act for heard_act in reading if heard_act not in lasting)), *readings)
    return tuple(readings)


def _ask_of_trust(reading: Sequence[SpokenAct], explicit: Sequence[SpokenAct]) -> tuple[SpokenAct, ...]:
    """Returns a reading with its questions why as the explicit ones that the rules hear."""
    by_whom = {act["whom"]: act for act in explicit if act.kind != "ask_means"}
    return tuple(
        dict.fromkeys(by_whom.get(act["whom"], act) if act.kind == "ask_why" else act for act in reading)
    )


def _guess(act: SpokenAct, evidence: RemarkEvidence) -> HeardAct:
    return HeardAct(act=evidence.fill_kind(act), clause=evidence.clause_of(act), is_sure=False)
