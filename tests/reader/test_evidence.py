"""Evidence that the reader finds in a statement, without knowing who reads it."""

from __future__ import annotations

from random import Random

from parlour.language.facts import (
    Accusation,
    Check,
    Fact,
    Fellow,
    Level,
    Motive,
    NeitherOfTwo,
    NoMotive,
    OneOfTwo,
    RoleClaim,
    Suspicion,
    Trust,
    VoteFor,
    render,
)
from parlour.language.wording import rules
from parlour.llm import Language, Part, Prompt
from parlour.methods.gratr.reader import NamedRoles, Observed
from parlour.reader import game_reader
from tests.arena.mysteries import mystery

NAMES: dict[Language, tuple[str, str, str, str]] = {
    "en": ("Anna", "Ben", "Carl", "Vera"),
    "zh": ("安娜", "本恩", "卡尔", "薇拉"),
}
FRAMES: dict[Language, str] = {"en": "{0} introduces themselves: {1}", "zh": "{0}自我介绍：{1}"}
SPOKE: dict[Language, str] = {"en": "{0} says: {1}", "zh": "{0}说：{1}"}


def spoken(language: Language, *facts: Fact, frame: str, system: str = "-", to: int = 1) -> Prompt:
    """The first player's words as another one is asked for the evidence in them."""
    one = NAMES[language][0]
    said = " ".join(render(fact, language, Random(1), speaker=one) for fact in facts)
    return Prompt(
        player=NAMES[language][to],
        request="1",
        purpose="evidence",
        language=language,
        system=(Part(text=system),),
        user=(Part(text=frame.format(one, said)),),
    )


def found(language: Language, *facts: Fact) -> list[tuple[object, ...]]:
    one, two, three, victim = NAMES[language]
    game = mystery(language, names=(one, two, three), dead=(victim,), rounds=1)
    prompt = spoken(language, *facts, frame=FRAMES[language], system=rules(game))
    want = Observed(by=one, targets=(two, three))
    return [
        (each["target"], each["type"], each["score"]) for each in want.read(prompt, game_reader("mystery"))
    ]


def test_judgements_weigh_more_than_circumstances():
    for language in ("en", "zh"):
        one, two, three, victim = NAMES[language]
        assert found(language, Accusation(by=one, whom=two, victim=victim)) == [(two, "attack", 10)]
        assert found(language, Suspicion(by=one, whom=three, level=Level.STRONG)) == [(three, "attack", 9)]
        assert found(language, VoteFor(by=one, whom=three)) == [(three, "attack", 8)]
        assert found(language, Trust(by=one, whom=two, level=Level.SOME)) == [(two, "defend", 6)]
        assert found(language, Motive(who=two, victim=victim, kind="debt")) == [(two, "attack", 5)]
        assert found(language, NoMotive(who=three, victim=victim)) == [(three, "defend", 5)]


def test_a_statement_that_gives_itself_the_lie_deceives():
    for language in ("en", "zh"):
        one, two, _, victim = NAMES[language]
        drive, none = Motive(who=two, victim=victim, kind="debt"), NoMotive(who=two, victim=victim)
        assert found(language, drive, none) == [(two, "deceive", 5), (two, "deceive", 5)]
        trust = Trust(by=one, whom=two, level=Level.STRONG)
        doubt = Suspicion(by=one, whom=two, level=Level.SOME)
        assert [each[1] for each in found(language, trust, doubt)] == ["deceive", "deceive"]


def test_only_a_seer_checks_and_one_player_a_night():
    for language in ("en", "zh"):
        one, two, three, _ = NAMES[language]
        first = Check(by=one, whom=two, role="werewolf", night=1)
        second, later = (Check(by=one, whom=three, role="good", night=night) for night in (1, 2))
        seer, villager = (RoleClaim(who=one, role=role) for role in ("seer", "villager"))
        assert found(language, seer, first, later) == [(two, "attack", 9), (three, "defend", 9)]
        assert found(language, first, second) == [(two, "deceive", 9), (three, "deceive", 9)]
        assert found(language, villager, first) == [(two, "deceive", 9)]


def test_what_is_retold_is_no_word_of_the_speaker():
    for language in ("en", "zh"):
        one, two, three, _ = NAMES[language]
        doubt = Suspicion(by=three, whom=two, level=Level.STRONG)
        trust = Trust(by=one, whom=two, level=Level.STRONG)
        assert found(language, doubt, trust) == [(two, "defend", 9)]


def test_an_accusation_in_werewolf_is_read_without_the_rules_of_a_mystery():
    for language in ("en", "zh"):
        one, two, three, _ = NAMES[language]
        check = Check(by=one, whom=two, role="werewolf", night=1)
        checked = render(check, language, Random(1), speaker=one)
        prompt = spoken(language, check, frame=SPOKE[language], to=2)
        [item] = Observed(by=one, targets=(two, three)).read(prompt, game_reader("werewolf"))
        assert (item["target"], item["type"], item["relation"]) == (two, "attack", "adversary")
        assert item["reason"] == checked


def test_what_a_seer_says_of_two_at_once_counts_for_or_against_both():
    for language in ("en", "zh"):
        one, two, three, _ = NAMES[language]
        among = found(language, OneOfTwo(by=one, whom=two, other=three, role="werewolf"))
        neither = found(language, NeitherOfTwo(by=one, whom=two, other=three, role="werewolf"))
        assert among == [(two, "attack", 5), (three, "attack", 5)]
        assert neither == [(two, "defend", 9), (three, "defend", 9)]
        assert found(language, Fellow(by=one, whom=two, role="mason")) == [(two, "defend", 9)]


def named(language: Language, *facts: Fact) -> list[tuple[object, ...]]:
    one, two, three, _ = NAMES[language]
    prompt = spoken(language, *facts, frame=SPOKE[language])
    want = NamedRoles(
        by=one, players=(one, two, three), roles=("villager", "werewolf", "seer", "guard", "mason")
    )
    return [(each["player"], each["role"]) for each in want.read(prompt, game_reader("werewolf"))]


def test_a_role_is_claimed_outright_or_by_telling_what_only_it_learns():
    for language in ("en", "zh"):
        one, two, three, _ = NAMES[language]
        check = Check(by=one, whom=two, role="werewolf", night=1)
        assert named(language, RoleClaim(who=one, role="guard")) == [(one, "guard")]
        assert named(language, check) == [(one, "seer"), (two, "werewolf")]
        assert named(language, Check(by=one, whom=two, role="good", night=1)) == [(one, "seer")]
        assert named(language, OneOfTwo(by=one, whom=two, other=three, role="werewolf")) == [(one, "seer")]
        assert named(language, Fellow(by=one, whom=two, role="mason")) == [(one, "mason"), (two, "mason")]
        assert named(language, RoleClaim(who=one, role="guard"), check) == [(one, "guard"), (two, "werewolf")]


def test_what_is_retold_or_suspected_gives_nobody_a_role():
    for language in ("en", "zh"):
        one, two, three, _ = NAMES[language]
        assert named(language, RoleClaim(who=two, role="seer")) == []
        assert named(language, Check(by=three, whom=two, role="werewolf", night=1)) == []
        assert named(language, Suspicion(by=one, whom=two, level=Level.STRONG)) == []
