"""Who accuses and who trusts whom in free talk."""

from __future__ import annotations

from parlour.lab.transcripts import (
    claimed_roles,
    named_in,
    public_speeches,
    sought_seats,
    stances,
    without_names,
)
from tests.cases import cases
from tests.experiments.likeness.tables import table


@cases(
    ("said", "found"),
    [
        ("Ada: I think Ben is definitely the werewolf.", [("Ada", "accuses", "Ben")]),
        ("Ada: ok lets vote out ben", [("Ada", "accuses", "Ben")]),
        ("Ada: I trust Cy. Ben is lying!", [("Ada", "accuses", "Ben"), ("Ada", "trusts", "Cy")]),
        ("Ada: Ben is not a werewolf.", [("Ada", "trusts", "Ben")]),
        ("Ada: Cy isn't lying, Ben's the werewolf", [("Ada", "accuses", "Ben"), ("Ada", "trusts", "Cy")]),
        ("Ada: Is Ben the werewolf?", []),
        ("Ada: If Ben is the werewolf, we win.", []),
        ("Ada: I don't trust Ben.", []),
        ("Ada: He's going to vote for Ben.", []),
        ("Ada: Ada is the werewolf.", []),
        ("Ada: Benny is the werewolf.", []),
    ],
)
def test_the_lexicon_finds_a_stance_and_leaves_what_is_asked_or_doubted(
    said: str, found: list[tuple[str, str, str]]
):
    game = table([said])
    told = stances(game, sought_seats(game).roles)
    assert sorted((each.by, each.kind, each.about) for each in told) == found


def test_you_is_whoever_else_spoke_last():
    game = table(["Ben: Hello.", "Ada: Hm.", "Ada: You are lying!"])
    [told] = stances(game, ("werewolf",))
    assert (told.by, told.about, told.number, told.is_labelled) == ("Ada", "Ben", 2, False)


def test_an_annotators_label_tells_of_the_only_seat_that_is_named():
    said = ["Ada: So it would be Ben, the way he looks.", "Ada: Ben or Cy, one of them.", "Cy: Shady, you."]
    game = table(said, labels={each: ["Accusation"] for each in range(3)})
    told = [(each.by, each.about, each.is_labelled) for each in stances(game, ("werewolf",))]
    assert told == [("Ada", "Ben", True), ("Cy", "Ada", True)]
    assert stances(table(said), ("werewolf",)) == ()


def test_chinese_talk_has_a_lexicon_and_other_languages_none():
    game = table(["Ada: 我怀疑Ben。", "Ada: 我相信Cy。", "Ada: 如果Ben在说谎。"])
    chinese = game.model_copy(update={"language": "zh"})
    assert [(each.kind, each.about) for each in stances(chinese, ())] == [
        ("accuses", "Ben"),
        ("trusts", "Cy"),
    ]
    assert stances(game.model_copy(update={"language": "fr"}), ()) == ()


def test_names_are_found_whole_and_can_be_left_out():
    players = ("Player 1", "Player 11")
    assert named_in("player 11, not Player 1!", players) == ("Player 11", "Player 1")
    assert without_names("Player 11 is Player 111", players, "@") == "@ is Player 111"


def test_who_is_sought_is_told_by_roles_or_by_the_smaller_side():
    assert sought_seats(table([])).seats == {"Ben"}
    minion = sought_seats(table([], roles={"Ada": "minion", "Ben": "werewolf", "Cy": "villager"}))
    assert (minion.seats, minion.teams) == ({"Ben"}, {"werewolf"})
    assert not sought_seats(table([], roles={"Ada": "seer", "Cy": "villager"})).seats
    others = {"Ada": "werewolf", "Ben": "villager", "Cy": "villager"}
    found = sought_seats(table([], game="mafia", roles=others))
    assert (found.seats, found.roles) == ({"Ada"}, ("werewolf",))
    assert not sought_seats(table([], game="mafia", roles={"Ada": "werewolf", "Ben": "villager"})).seats


@cases(
    ("said", "labels", "found"),
    [
        ("I was actually the seer.", (), ("seer",)),
        ("No, I'm a villager. I started out as the village idiot!", (), ("villager", "village idiot")),
        ("I'm not the seer.", (), ()),
        ("Am I the seer?", (), ()),
        ("If I am the seer, Ben lies.", (), ()),
        ("Seer.", ("Identity Declaration",), ("seer",)),
        ("Seer.", (), ()),
        ("The seer was Ben.", ("Identity Declaration",), ()),
    ],
)
def test_a_claim_is_of_oneself_in_so_many_words(said: str, labels: tuple[str, ...], found: tuple[str, ...]):
    [speech] = public_speeches(table([f"Ada: {said}"], labels={0: labels}))
    assert claimed_roles(speech, "en", ("seer", "villager", "village idiot")) == found
