"""Werewolf on the command line: dealt, watched, sat at, told to a program, replayed and audited."""

from __future__ import annotations

import pytest

from tests.arena.replies import varied
from tests.cases import cases
from tests.cli.runs import Parlour
from tests.cli.test_play import PLAY_KEYS
from tests.llm.loopback import Loopback

PLAY = ("play", "werewolf", "--method", "random", "--fast")


# What a program reads


def test_a_game_is_one_json_object_of_the_documented_keys(parlour: Parlour):
    told = parlour(*PLAY, "--seed", "7", "--json")
    assert (told.code, told.err) == (0, "")
    assert set(told.json) == PLAY_KEYS
    assert (told.json["game"], told.json["script"], told.json["seed"]) == ("werewolf", "", 7)
    outcome = told.json["outcome"]
    assert outcome["winner"] in ("good", "werewolf")
    assert outcome["winners"] == {"werewolves": outcome["winner"]}
    assert len(outcome["truth"]["werewolves"]) == 3
    assert len(told.json["methods"]) == 8
    assert [set(vote) for vote in told.json["votes"]][:1] == [{"voter", "day", "choice"}]
    assert set(told.json["scores"]) == {"werewolf_votes"}


def test_a_game_with_a_model_is_replayed_audited_and_listed(parlour: Parlour):
    with Loopback(varied) as server:
        told = parlour(
            "play", "werewolf", "--players", "6", "--model", server.model, "--method", "plain", "--json"
        )
        assert told.json["usage"]["calls"] == len(server.requests)
    match = told.json["match"]
    assert parlour("replay", match, "--json").json["identical"] is True
    assert parlour("audit", match, "--json").json["leaks"] == []
    [line] = parlour("matches", "--json").json
    assert (line["game"], line["script"], line["status"]) == ("werewolf", "", "finished")


# The table


@cases(
    ("words", "problem"),
    [
        (("werewolf", "--rounds", "2"), "--rounds is an option of mystery and onenight, not of werewolf"),
        (("werewolf", "--roles", "wolf=2"), "the roles are werewolf, seer"),
        (("werewolf", "--roles", "seer=1,villager=4"), "werewolves"),
        (("werewolf", "--roles", "werewolf=1,villager=4", "--players", "7"), "5 roles for 7 players"),
        (("werewolf", "--players", "4"), "5 to 18 players"),
        (("werewolf", "--team", "murderer=random"), "the teams are good, werewolf"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_its_reason(
    parlour: Parlour, words: tuple[str, ...], problem: str
):
    told = parlour("play", *words, "--method", "random")
    assert told.code == 2
    assert problem in told.err
    assert parlour("matches", "--json").json == []


# Before the screen


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        (
            "en",
            (
                "3 × werewolf",
                "Night 1",
                "names",
                "The werewolves attack",
                "Day 1",
                "The verdict",
                " was: seer",
            ),
        ),
        ("zh", ("狼人3名", "第1夜", "刀", "狼人袭击了", "第1天", "揭晓", "的身份：预言家")),
    ],
)
def test_whoever_watches_sees_the_nights_and_at_the_end_every_role(
    parlour: Parlour, lang: str, words: tuple[str, ...]
):
    told = parlour(*PLAY, "--seed", "3", "--lang", lang)
    assert told.code == 0
    assert [word for word in words if word not in told.out] == []


def test_a_person_sees_the_day_and_nothing_of_others_nights(parlour: Parlour):
    told = parlour(*PLAY, "--seed", "3", "--human", "Player 2", typed="\n" * 60)
    assert told.code == 0
    before = told.out[: told.out.index("The verdict")]
    assert "You play Player 2. You are a villager" in before.replace("\n", " ")
    assert "Found dead" in before
    secrets = ("→ the werewolves", "names Player", "The werewolves attack", "checks Player", ": werewolf")
    assert [secret for secret in secrets if secret in before] == []
    assert "Player 3 was: werewolf" in told.out


def test_a_person_among_the_werewolves_confers_and_chooses(parlour: Parlour):
    typed = "2\nShe is the seer.\n2\nI trust nobody.\n1\n" + "\n" * 40
    told = parlour(*PLAY, "--seed", "3", "--human", "Player 3", typed=typed)
    assert told.code == 0
    assert "The other werewolves are: Player 6, Player 8" in told.out.replace("\n", " ")
    assert "She is the seer." in told.out
    assert "On night 1 Player 3 chooses Player 2 to be attacked." in told.out
    assert "I trust nobody." in told.out
    assert parlour("replay", "2", "--json").json["identical"] is True
