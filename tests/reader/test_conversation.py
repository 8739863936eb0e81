"""What the reader's players do with words at a table: they ask, answer, name what clashes, and vary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from parlour.arena import Record
from parlour.core import event_kinds
from parlour.evaluation import audit
from parlour.evaluation.richness import TableTalk, TableUtterance, table_talk
from parlour.games.onenight import OneNightSetup
from parlour.games.onenight import seat_names as onenight_names
from parlour.games.onenight.reader.speaking import Speaker
from parlour.games.werewolf import WerewolfSetup, seat_names
from parlour.games.werewolf.reader.seat import Speaker as WerewolfSpeaker
from parlour.language.facts import Check, Level, NeitherOfTwo, OneOfTwo, RoleClaim, Suspicion, Trust, read
from parlour.llm import Language, Talk
from parlour.reader import SpeechAct, TableNames, hear_acts
from tests.arena.mysteries import laid
from tests.arena.playing import play, recorded
from tests.games.onenight.reader.rounds import began, mind
from tests.games.werewolf.reader import nights
from tests.reader.eight import LANGUAGES, everybody, happened, said

GAMES = ("onenight", "werewolf")
SEEDS = {"onenight": range(1, 5), "werewolf": range(1, 12)}


@cache
def match(game: str, language: Language, seed: int) -> Record:
    table = (
        OneNightSetup(language=language, players=onenight_names(8, language))
        if game == "onenight"
        else WerewolfSetup(language=language, players=seat_names(8, language))
    )
    setup = laid(table, model="reader", method="plain", seed=seed, context=1_000_000)
    record = recorded(setup, play(setup))
    assert not list(record.faults)
    return record


def talks(game: str, language: Language) -> Iterator[TableTalk]:
    return (table_talk(match(game, language, seed)) for seed in SEEDS[game])


def acts(talk: TableTalk, speech: TableUtterance) -> tuple[SpeechAct, ...]:
    table = TableNames(talk.language, talk.players)
    package = f"parlour.games.{'onenight' if talk.players[0] in ('Alpha', '阿尔法') else 'werewolf'}.reader"
    return hear_acts(speech.text, speech.player, table, package)


def words(text: str, talk: TableTalk) -> list[str]:
    for name in sorted(talk.players, key=len, reverse=True):
        text = text.replace(name, " ")
    return re.findall(r"[a-z']+" if talk.language == "en" else "[\u4e00-\u9fff]", text.lower())


def test_whoever_is_asked_answers_when_their_turn_comes():
    for game in GAMES:
        for language in LANGUAGES:
            due, answered = 0, 0
            for talk in talks(game, language):
                waiting: dict[str, set[str]] = {}
                for speech in talk.utterances:
                    done = acts(talk, speech)
                    asked_by = waiting.pop(speech.player, set())
                    due += len(asked_by)
                    answered += len(asked_by & {act.to for act in done if act.is_answer})
                    for act in done:
                        if act.is_question:
                            waiting.setdefault(act.to, set()).add(speech.player)
            assert due > 20
            assert answered > 0.97 * due


def test_the_contradiction_of_two_seers_is_named():
    for language in LANGUAGES:
        named = told = 0
        for talk in talks("onenight", language):
            seers: set[str] = set()
            for round_ in talk.rounds:
                speeches = [each for each in talk.utterances if each.round == round_]
                was_told = len(seers) > 1
                told += was_told
                named += was_told and any(
                    act.kind.startswith("contradiction") and {act.about, act.second} - {""} <= seers
                    for speech in speeches
                    for act in acts(talk, speech)
                )
                seers |= {speech.player for speech in speeches if claims_seer(speech, talk)}
        assert told
        assert named == told


def claims_seer(speech: TableUtterance, talk: TableTalk) -> bool:
    facts = read(speech.text, talk.language, speaker=speech.player, names=talk.players).facts
    return any(
        (isinstance(fact, RoleClaim) and fact.role == "seer") or isinstance(fact, OneOfTwo) for fact in facts
    )


def test_minds_are_changed_aloud_and_claims_are_doubted():
    for game in GAMES:
        for language in LANGUAGES:
            kinds = Counter(
                act.kind
                for talk in talks(game, language)
                for speech in talk.utterances
                for act in acts(talk, speech)
            )
            assert {
                "answer",
                "changed",
                "defence",
                "doubt",
                "agrees",
                "stands_up",
                "ask_why",
                "ask_view",
            } <= set(kinds)


def test_a_claim_a_confession_and_a_new_story_are_remarked_on_by_the_next_speaker():
    package = "parlour.games.onenight.reader"
    for language in LANGUAGES:
        me, by, *_ = names = everybody(language)
        stories = {
            ("seer",): "claim",
            ("werewolf",): "confession",
            ("mason", "seer"): "new_story",
            ("villager",): "",
            ("villager", "seer"): "new_story",
            ("seer", "villager"): "new_story",
        }
        for roles, kind in stories.items():
            told = (said(2, language, RoleClaim(who=by, role=role)) for role in roles)
            rounds = [began(number, language) for number in range(1, len(roles) + 1)]
            events = [event for pair in zip(rounds, told, strict=True) for event in pair]
            speaker = Speaker(mind=mind(language, events), want=Talk(among="everybody"))
            text = " ".join(speaker.sentences())
            heard = hear_acts(text, me, TableNames(language, names), package)
            remarks = {act.kind for act in heard if act.kind in stories.values()}
            assert remarks == ({kind} if kind else set()), (roles, heard)


Seen = Check | NeitherOfTwo | OneOfTwo
WHY_TRUST = {"en": "{to}, why do you trust {about}?", "zh": "{to}，你为什么信任{about}？"}


def by_night(game: str, seer: str, whom: str, other: str) -> tuple[Seen, Seen]:
    """What a seer tells of a player whom it cleared, and of one whom it caught."""
    if game == "werewolf":
        return (
            Check(by=seer, whom=whom, role="good", night=1),
            Check(by=seer, whom=whom, role="werewolf", night=1),
        )
    return (
        NeitherOfTwo(by=seer, whom=whom, other=other, role="werewolf"),
        OneOfTwo(by=seer, whom=whom, other=other, role="werewolf"),
    )


def asked_why_it_trusts(game: str, language: Language, *before: Suspicion | Trust | Seen) -> str:
    """The speech of the first player after some talk and the second's question why it trusts the fourth."""
    me, asker, _, friend, *_ = names = everybody(language)
    by_seat = {seat: [fact for fact in before if fact.by == name] for seat, name in enumerate(names, 1)}
    talk = [said(seat, language, *facts) for seat, facts in by_seat.items() if facts]
    ask = WHY_TRUST[language].format(to=me, about=friend)
    talk.append(happened(event_kinds.SPOKE, language, actor=names.index(asker) + 1, text=ask))
    want = Talk(among="everybody")
    if game == "onenight":
        return " ".join(Speaker(mind=mind(language, [began(1, language), *talk]), want=want).sentences())
    beliefs = nights.mind(language, [*nights.day(1, language), *talk])
    return " ".join(WerewolfSpeaker(mind=beliefs, want=want).sentences())


def test_one_asked_why_it_trusts_another_says_so_with_its_reason_or_that_it_does_not():
    for game in GAMES:
        package = f"parlour.games.{game}.reader"
        for language in LANGUAGES:
            me, asker, seer, friend, *rest = names = everybody(language)
            table = TableNames(language, names)
            cleared, caught = by_night(game, seer, friend, rest[0])
            text = asked_why_it_trusts(game, language, cleared)
            facts = read(text, language, speaker=me, names=names).facts
            assert friend in [fact.whom for fact in facts if isinstance(fact, Trust)], text
            assert any(asker in part and friend in part for part in re.split("[.。]", text)), text
            kinds = {act.kind for act in hear_acts(text, me, table, package)}
            assert "because" in kinds or seer in text, text
            blamed = (Suspicion(by=name, whom=friend, level=Level.STRONG) for name in (seer, *rest))
            talk, own = [caught, *blamed], Trust(by=me, whom=friend, level=Level.SOME)
            for kind, more in (("never_trusted", []), ("trust_lost", [own])):
                text = asked_why_it_trusts(game, language, *talk, *more)
                replies = [act for act in hear_acts(text, me, table, package) if act.is_answer and act.about]
                assert [(act.kind, act.to, act.about) for act in replies] == [(kind, asker, friend)], text


def test_every_sentence_is_understood():
    """Nothing is said that no grammar reads: facts, acts, reasons; nothing else is left."""
    for game in GAMES:
        for language in LANGUAGES:
            for talk in talks(game, language):
                for speech in talk.utterances:
                    told = read(speech.text, language, speaker=speech.player, names=talk.players)
                    done = [act for act in acts(talk, speech) if act.kind != "answer"]
                    assert len(done) == len(told.ignored), (told.ignored, done)


def test_nobody_shows_what_is_not_theirs():
    for game in GAMES:
        for language in LANGUAGES:
            for seed in list(SEEDS[game])[:3]:
                assert not audit(match(game, language, seed))
