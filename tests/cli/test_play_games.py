"""Werewolf and One Night on the command line: dealt, watched, played by a person, replayed and audited."""

from __future__ import annotations

import pytest

from tests.arena.replies import varied
from tests.cases import cases
from tests.cli.runs import Parlour
from tests.cli.test_play import PLAY_KEYS
from tests.llm.loopback import Loopback

FAST = ("--method", "random", "--fast")
WEREWOLF, ONE_NIGHT = ("play", "werewolf", *FAST), ("play", "onenight", *FAST)


# What a program reads


def test_a_game_of_werewolf_is_one_json_object_of_the_documented_keys(parlour: Parlour):
    told = parlour(*WEREWOLF, "--seed", "7", "--json")
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


def test_a_game_of_one_night_says_who_won_and_on_whom_the_votes_fell(parlour: Parlour):
    told = parlour(*ONE_NIGHT, "--seed", "7", "--json")
    assert (told.code, told.err) == (0, "")
    assert set(told.json) == PLAY_KEYS
    assert (told.json["game"], told.json["script"], told.json["seed"]) == ("onenight", "", 7)
    outcome, scores, sides = told.json["outcome"], told.json["scores"], ("village", "werewolf", "tanner")
    assert outcome["winner"] in sides
    assert outcome["winners"] == {"werewolf": outcome["winner"]}
    assert len(told.json["methods"]) == 8
    won = {side: scores[f"wins.{side}"]["value"] for side in sides}
    assert won == {side: float(side == outcome["winner"]) for side in sides}
    assert sum(scores[f"votes.for.{side}"]["value"] for side in sides) == pytest.approx(1)
    [wolf] = outcome["truth"]["werewolf"]
    votes = [vote["choice"] == wolf for vote in told.json["votes"]]
    assert scores["votes.werewolf"] == {"value": pytest.approx(sum(votes) / 24), "n": 24}
    assert scores["werewolf_votes"] == {"value": pytest.approx(sum(votes[16:]) / 8), "n": 8}


def test_a_game_with_a_model_is_replayed_audited_and_listed(parlour: Parlour):
    for game, short in (("werewolf", ("--players", "6")), ("onenight", ("--players", "4", "--rounds", "1"))):
        with Loopback(varied) as server:
            told = parlour("play", game, *short, "--model", server.model, "--method", "plain", "--json")
            assert told.json["usage"]["calls"] == len(server.requests)
            assert game == "werewolf" or len(server.requests) == 9
        match = told.json["match"]
        assert parlour("replay", match, "--json").json["identical"] is True
        assert parlour("audit", match, "--json").json["leaks"] == []
        newest = parlour("matches", "--json").json[0]
        listed = (newest["match"], newest["game"], newest["script"], newest["status"])
        assert listed == (match, game, "", "finished")


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
        (("onenight", "--days", "2"), "--days is an option of werewolf, not of onenight"),
        (("onenight", "--roles", "witch=1"), "the roles are seer, mason"),
        (("onenight", "--roles", "werewolf=1,mason=1,villager=2"), "two or none"),
        (("onenight", "--roles", "werewolf=1,villager=4", "--players", "7"), "5 roles for 7 players"),
        (("onenight", "--players", "4", "--minion-knows-wolf"), "no minion is dealt"),
        (("onenight", "--team", "good=random"), "the teams are village, werewolf, tanner"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_its_reason(
    parlour: Parlour, words: tuple[str, ...], problem: str
):
    told = parlour("play", *words, "--method", "random")
    assert told.code == 2
    assert problem in told.err.replace("\n", " ")
    assert parlour("matches", "--json").json == []


# Before the screen


@cases(
    ("play", "lang", "words"),
    [
        (
            WEREWOLF,
            "en",
            (
                *("3 × werewolf", "Night 1", "names", "The werewolves attack"),
                *("Day 1", "The verdict", " was: seer"),
            ),
        ),
        (WEREWOLF, "zh", ("狼人3名", "第1夜", "刀", "狼人袭击了", "第1天", "揭晓", "的身份：预言家")),
        (
            ONE_NIGHT,
            "en",
            ("2 × mason", "The night", "points at", "Round 3 of 3", "votes in secret for", " was: tanner"),
        ),
        (ONE_NIGHT, "zh", ("守夜人2名", "夜里", "指定", "秘密投票给", "揭晓", "的身份：皮匠")),
    ],
)
def test_a_spectator_sees_the_nights_the_votes_and_at_the_end_every_role(
    parlour: Parlour, play: tuple[str, ...], lang: str, words: tuple[str, ...]
):
    told = parlour(*play, "--seed", "3", "--lang", lang)
    assert told.code == 0
    assert [word for word in words if word not in told.out] == []


def test_a_villager_sees_the_day_and_nothing_of_others_nights(parlour: Parlour):
    told = parlour(*WEREWOLF, "--seed", "3", "--human", "Player 2", typed="\n" * 60)
    assert told.code == 0
    before = told.out[: told.out.index("The verdict")]
    assert "You play Player 2. You are a villager" in before.replace("\n", " ")
    assert "Found dead" in before
    secrets = ("→ the werewolves", "names Player", "The werewolves attack", "checks Player", ": werewolf")
    assert [secret for secret in secrets if secret in before] == []
    assert "Player 3 was: werewolf" in told.out


def test_a_person_among_the_werewolves_confers_and_chooses(parlour: Parlour):
    typed = "2\nShe is the seer.\n2\nI trust nobody.\n1\n" + "\n" * 40
    told = parlour(*WEREWOLF, "--seed", "3", "--human", "Player 3", typed=typed)
    assert told.code == 0
    assert "The other werewolves are: Player 6, Player 8" in told.out.replace("\n", " ")
    assert "She is the seer." in told.out
    assert "On night 1 Player 3 chooses Player 2 to be attacked." in told.out
    assert "I trust nobody." in told.out
    assert parlour("replay", "2", "--json").json["identical"] is True


def test_a_person_who_is_the_seer_points_at_two_and_sees_no_other_vote(parlour: Parlour):
    """The first entries name one player instead of two, and a third who does not exist."""
    typed = "1\n1, Omega\n1, 2\nI am the seer.\n1\n" + "\n" * 40
    told = parlour(*ONE_NIGHT, "--seed", "3", "--human", "Gamma", typed=typed)
    assert told.code == 0
    before = told.out[: told.out.index("The verdict")].replace("\n", " ")
    assert "You are the seer" in before
    assert "Choose 2 of them, or none." in before
    assert "1, Omega is not one of them." in before
    assert "By night you point at Alpha and Beta: neither of the two is the werewolf." in before
    assert "In the secret vote after round 1 Gamma votes for Alpha." in before
    others = ("votes in secret", "Beta votes for", ": werewolf")
    assert [secret for secret in others if secret in before] == []
    assert "Epsilon was: werewolf" in told.out


@cases(
    ("seat", "typed", "shown"),
    [
        ("Alpha", "2\n2, 3\n", "By night you exchange the cards of"),
        ("Gamma", "1\n", "By night you take the card of Alpha for your own and look at it"),
        (
            "Delta",
            "1\n",
            "By night you take a card of the centre for your own without looking at it: the left card",
        ),
        ("Epsilon", "7\n", "By night you look at one card, the right card:"),
        ("Beta", "", "At the end of the night you look at your own card"),
    ],
)
def test_a_person_does_by_night_what_their_card_says(parlour: Parlour, seat: str, typed: str, shown: str):
    """Seed 1 deals troublemaker, insomniac, robber, drunk, seer and minion."""
    told = parlour(
        *ONE_NIGHT,
        "--rules",
        "people",
        "--players",
        "6",
        "--seed",
        "1",
        "--human",
        seat,
        typed=typed + "\n" * 30,
    )
    assert told.code == 0
    before = " ".join(told.out[: told.out.index("The verdict")].split())
    assert shown in before
    assert " points at " in before
    others = (" takes the card of ", " exchanges the cards of ", "unseen.", " looks at their own ")
    assert [secret for secret in others if secret in before] == []
