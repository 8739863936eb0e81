"""A person questions the reader in its own words; what is heard in them; tables fitted to people."""

from __future__ import annotations

import io
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from rich.console import Console

from parlour.arena import HUMAN, Record, Setup, listener
from parlour.cli.person import Person
from parlour.core import Event, event_kinds
from parlour.evaluation import verdicts
from parlour.games.mystery import MysterySetup, Team, generate
from parlour.language.facts import Accusation, DeathTime, Fact, Presence, Suspicion, read
from parlour.language.hearing import split_reading
from parlour.language.wording import GamePhrases, words
from parlour.llm import Language
from tests.arena.mysteries import laid
from tests.arena.people import Watcher
from tests.arena.playing import play, played_again, recorded
from tests.cli.runs import Parlour
from tests.cli.test_likeness import write_tables

SEED = 7
LANGUAGES: tuple[Language, ...] = ("en", "zh")
HELLO = {"en": "Good evening, I am {me}.", "zh": "大家好，我是{me}。"}
QUESTIONS = {
    "en": (
        "where were you when {victim} died?",
        "tell me what you know about {other}",
        "who do you think did it?",
    ),
    "zh": ("{victim}死的时候你在哪儿？", "你对{other}了解多少？", "你觉得是谁干的？"),
}


@dataclass
class Typist(io.StringIO):
    """Standard input of somebody who reads the screen and types what it asks for."""

    setup: Setup
    shown: io.StringIO
    talk: Watcher
    questions: list[str]
    chosen: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        super().__init__()

    def readline(self, size: int | None = -1, /) -> str:
        return f"{self._line()}\n"

    def _line(self) -> str:
        lines = self.shown.getvalue().removesuffix("> ").splitlines()
        phrases = {**words(self.setup.language), **GamePhrases("mystery", self.setup.language).all}
        for key in ("your_introduce", "whom_ask", "your_ask", "your_vote", "readings"):
            if lines[-1].removeprefix("> ").startswith(phrases[key].split("{")[0].rstrip()):
                return self._answer(key, lines)
        return ""

    def _answer(self, key: str, lines: list[str]) -> str:
        match key:
            case "your_introduce":
                return HELLO[self.setup.language].format(me=self.me)
            case "whom_ask":
                return str(1 + len(self.questions) % 4)
            case "your_vote":
                return self.suspected
            case "readings":
                self.chosen.append(lines[-1])
                return "" if "[" in lines[-1] else "1"
            case _:
                return self.questions.pop(0)

    @property
    def me(self) -> str:
        return MysterySetup.of(self.setup.game).script.players[0]

    @property
    def names(self) -> tuple[str, ...]:
        script = MysterySetup.of(self.setup.game).script
        return (*script.players, *(victim.name for victim in script.victims))

    @property
    def public(self) -> tuple[Fact, ...]:
        return read(
            MysterySetup.of(self.setup.game).script.synopsis, self.setup.language, names=self.names
        ).facts

    @property
    def events(self) -> list[Event]:
        return [each for each in self.talk.items if isinstance(each, Event)]

    @property
    def replies(self) -> list[Event]:
        return [each for each in self.events if each.kind is event_kinds.REPLIED and each.to == self.me]

    @property
    def suspected(self) -> str:
        facts = [
            fact
            for each in self.replies
            for fact in read(each.text, self.setup.language, speaker=each.actor, reader=self.me).facts
        ]
        named = Counter(each.whom for each in facts if isinstance(each, Accusation | Suspicion))
        return named.most_common(1)[0][0]


def sat_down(language: Language, seed: int = SEED) -> Typist:
    """Somebody in the first seat of a generated mystery; all others are the reader's."""
    script = generate(seed, players=5, lang=language)
    setup = laid(MysterySetup(script=script, answers=False), model="reader", context=1_000_000)
    first, *others = setup.seats
    setup = setup.model_copy(
        update={"seats": (first.model_copy(update={"method": HUMAN, "model": ""}), *others)}
    )
    about = {"victim": script.victims[0].name, "other": script.players[1], "me": script.players[0]}
    asked = [each.format(**about) for each in QUESTIONS[language]]
    return Typist(setup=setup, shown=io.StringIO(), talk=Watcher(), questions=asked)


def played(typist: Typist, monkeypatch: pytest.MonkeyPatch) -> Record:
    setup = typist.setup
    monkeypatch.setattr("sys.stdin", typist)
    person = Person(
        console=Console(file=typist.shown, width=400),
        game="mystery",
        language=setup.language,
        listener=listener(setup, typist.me),
    )
    return recorded(setup, play(setup, people={typist.me: person}, observer=typist.talk))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_person_is_answered_and_wins_by_asking_in_its_own_words(
    language: Language, monkeypatch: pytest.MonkeyPatch
):
    typist = sat_down(language)
    wanted = [*typist.questions]
    record = played(typist, monkeypatch)
    assert [each.winner for each in verdicts(record)] == [Team.CIVILIAN]
    (victim,) = MysterySetup.of(record.setup.game).script.victims
    assert (typist.suspected,) == victim.murderers
    mine = [each.text for each in typist.events if each.kind is event_kinds.ASKED and each.actor == typist.me]
    assert [split_reading(text, language)[0] for text in mine] == wanted
    assert played_again(record).is_identical
    assert [each.to for each in typist.replies] == [typist.me] * 3
    where, about, who = (each.text for each in typist.replies)
    told = [
        read(each.text, language, speaker=each.actor, reader=typist.me, names=typist.names).facts
        for each in typist.replies
    ]
    assert all(told)
    slot = next(f.slot for f in typist.public if isinstance(f, DeathTime))
    assert isinstance(told[0][0], Presence), where
    assert told[0][0].slot == slot
    assert MysterySetup.of(typist.setup.game).script.players[1] in about
    assert isinstance(
        read(who, language, speaker="?", reader=typist.me, names=(*typist.names, "?")).facts[0],
        Accusation | Suspicion,
    )


@pytest.mark.parametrize("other", ["random", "fixed"])
def test_words_go_as_they_are_where_others_than_the_reader_listen(other: str):
    typist = sat_down("en")
    seats = typist.setup.seats
    model = "" if other == "random" else other
    mixed = (*seats[:-1], seats[-1].model_copy(update={"model": model}))
    assert listener(typist.setup, typist.me)
    assert listener(typist.setup.model_copy(update={"seats": mixed}), typist.me) is None


TABLE = ("--names", "Sylvia,Desmond,Conrad", "--dead", "Nora")


def test_each_text_comes_back_with_what_is_heard_in_it_and_what_is_not(parlour: Parlour):
    told = parlour(
        "hear", "i saw conrd in the lobby at 7", "the colourless Nora sleeps", *TABLE, "--json"
    ).json
    assert [line["text"] for line in told] == ["i saw conrd in the lobby at 7", "the colourless Nora sleeps"]
    assert told[0]["heard"] == []
    assert "Conrad" in told[0]["offered"][0]["text"]
    assert "lobby" in told[0]["offered"][0]["text"]
    assert told[0]["slips"] == ["conrd → Conrad"]
    assert told[0]["unheard"] == []
    assert told[1]["heard"] == []
    assert told[1]["unheard"] == ["the colourless Nora sleeps"]


def test_a_game_that_is_not_there_is_asked_wrongly(parlour: Parlour):
    assert parlour("hear", "hello", *TABLE, "--game", "croquet").code == 2


def test_the_question_that_is_open_says_what_a_short_answer_means(parlour: Parlour):
    [told] = parlour(
        "hear", "Nobody.", *TABLE, "--asked", "Whom did you see at 7:00?", "--to", "Conrad", "--json"
    ).json
    assert told["offered"][0]["acts"][0]["act"] == "saw_nobody"


def test_four_readings_are_offered_and_what_is_lit_is_heard(parlour: Parlour):
    names = ("--names", ",".join(f"Player {n}" for n in (3, 1, 2, 4, 5, 6, 7, 8)), "--game", "werewolf")
    texts = ("never mind 6, look at 4", "rather 4 than 6", "4 or 6", "I trust 6")
    told = parlour("hear", *texts, *names, "--json").json
    assert all(1 <= len(line["offered"]) <= 4 for line in told)
    assert all(len(line["heard"]) == sum(each["lit"] for each in line["offered"]) for line in told)
    assert told[-1]["offered"][0]["lit"]
    assert not any(each["lit"] for line in told[:-1] for each in line["offered"])
    shown = parlour("hear", *texts, *names).out
    assert "lit: trust Player 6" in shown
    assert f"off: {told[0]['offered'][0]['text']}" in shown


def test_tables_are_fitted_to_one_half_and_tested_on_the_other(parlour: Parlour, db: str, tmp_path: Path):
    parlour("transcripts", "import", "jsonl", write_tables(tmp_path / "games.jsonl", 12), "--db", db)
    done = parlour("fit", "onenight", "--db", db, "--json", "--seed", "1")
    assert done.code == 0, done.err
    told = done.json
    assert (len(told["fitted_to"]), len(told["held_out"])) == (6, 6)
    assert {*told["fitted_to"]}.isdisjoint(told["held_out"])
    cases = {each["kind"]: each["cases"] for each in told["clues"]}
    judged = [each["fitted"] == each["judged"] for each in cases["claims_seer"]]
    assert all(judged)  # nobody claimed it
    accused = {each["case"]: each["times"] for each in cases["suspects"]}
    assert accused["by one of the village, of a werewolf"] == 6  # Cy accuses Ben, once a game
    side, sought = told["log_loss"]
    assert (side["of"], sought["of"], sought["games"]) == ("side", "sought", 6)
    assert sought["fitted"] < sought["deck"]  # all games are alike: what was learned holds
    assert parlour("fit", "onenight", "--db", db, "--json", "--seed", "1").json == told
    printed = parlour("fit", "onenight", "--db", db).out
    assert "On the other 6 games (less is better):" in printed
    assert "nobody did these, which stay as judged: " in printed


def test_too_few_games_and_a_game_without_tables_are_said(parlour: Parlour, db: str, tmp_path: Path):
    parlour("transcripts", "import", "jsonl", write_tables(tmp_path / "games.jsonl", 4), "--db", db)
    assert "too few games to tell: 2" in parlour("fit", "onenight", "--db", db).out
    for asked, told in (
        (("werewolf",), "two recorded games of people at least are wanted, and there is none"),
        (("mystery",), "mystery has no tables to be fitted"),
        (("chess",), "no game 'chess'"),
    ):
        done = parlour("fit", *asked, "--db", db)
        assert done.code == 2
        assert told in done.err
