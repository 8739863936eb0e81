"""Werewolf on the command line: dealt, watched, sat at, told to a program, replayed and audited."""

from __future__ import annotations

import pytest

from parlour.games.werewolf import Role, RoleTable, WerewolfSetup, seat_names
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


def test_a_game_whose_days_run_out_is_a_draw(parlour: Parlour):
    told = parlour(*PLAY, "--players", "18", "--days", "1", "--json").json
    assert told["outcome"]["winner"] == "draw"
    assert told["outcome"]["winners"] == {"werewolves": None}


def test_a_seed_that_is_given_is_obeyed(parlour: Parlour):
    runs = [parlour(*PLAY, "--seed", seed, "--json").json for seed in ("5", "5", "6")]
    first, again, other = ({key: run[key] for key in ("outcome", "votes")} for run in runs)
    assert first == again
    assert first != other


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


def test_roles_are_dealt_as_they_are_asked_for(parlour: Parlour):
    told = parlour(*PLAY, "--roles", "werewolf=1,seer=1,villager=3", "--json").json
    assert len(told["methods"]) == 5
    assert len(told["outcome"]["truth"]["werewolves"]) == 1


def test_sides_can_be_told_to_play_otherwise(parlour: Parlour):
    with Loopback(varied) as server:
        told = parlour(*PLAY, "--team", f"werewolf=plain@{server.model}", "--players", "5", "--json").json
    plain = [player for player, method in told["methods"].items() if method.startswith("plain")]
    assert plain == told["outcome"]["truth"]["werewolves"]


@cases(
    ("words", "problem"),
    [
        (("werewolf", "--rounds", "2"), "--rounds is an option of mystery and onenight, not of werewolf"),
        (("werewolf", "--no-answers"), "--answers is an option of mystery"),
        (("--roles", "werewolf=1"), "--roles is an option of onenight and werewolf, not of mystery"),
        (("mystery", "--no-self-save"), "--self-save is an option of werewolf"),
        (("werewolf", "--roles", "wolf=2"), "the roles are werewolf, seer"),
        (("werewolf", "--roles", "werewolf=2,werewolf=1"), "--roles"),
        (("werewolf", "--roles", "seer=1,villager=4"), "werewolves"),
        (("werewolf", "--roles", "werewolf=2,seer=2,villager=4"), "one seer at most"),
        (("werewolf", "--roles", "werewolf=1,villager=4", "--players", "7"), "5 roles for 7 players"),
        (("werewolf", "--roles", "werewolf=1,sister=1,villager=4"), "there are two or none"),
        (("werewolf", "--roles", "werewolf=1,cupid=2,villager=4"), "one cupid at most"),
        (("werewolf", "--roles", "werewolf=1,lovers=2,villager=4"), "the roles are werewolf, seer"),
        (("werewolf", "--roles", "werewolf=1,white_wolf_king=2,villager=3"), "one white_wolf_king at most"),
        (("werewolf", "--players", "4"), "5 to 18 players"),
        (("werewolf", "--words", "3"), "--words"),
        (("werewolf", "--discussions", "9"), "--discussions"),
        (("werewolf", "--team", "murderer=random"), "the teams are good, werewolf"),
        (("werewolf", "--seat", "Anna=random"), "Player 1"),
    ],
)
def test_what_cannot_be_dealt_is_refused_with_its_reason(
    parlour: Parlour, words: tuple[str, ...], problem: str
):
    told = parlour("play", *words, "--method", "random")
    assert told.code == 2
    assert problem in told.err
    assert parlour("matches", "--json").json == []


def test_the_reader_plays_where_no_model_is_named(parlour: Parlour):
    told = parlour("play", "werewolf", "--seed", "4", "--fast", "--json").json
    assert told["outcome"]["winner"] in ("good", "werewolf")
    assert told["usage"]["calls"] > 0


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


def test_a_person_may_be_cupid_and_joins_two(parlour: Parlour):
    roles = "werewolf=1,cupid=1,idiot=1,elder=1,villager=2"
    dealt = RoleTable(werewolf=1, cupid=1, idiot=1, elder=1, villager=2)
    setup = WerewolfSetup(players=seat_names(6, "en"), roles=dealt)
    seat = setup.players[setup.dealt(3).index(Role.CUPID)]
    typed = "1, 2\n" + "\n" * 60
    told = parlour(*PLAY, "--roles", roles, "--seed", "3", "--human", seat, typed=typed)
    assert told.code == 0
    shown = told.out.replace("\n", " ")
    assert "The idiot who is voted out shows the card and stays" in shown
    assert "On night 1 you make Player 1 and Player 2 fall in love." in shown
    assert parlour("replay", "2", "--json").json["identical"] is True
