"""Whose card is a werewolf's at a table of people: held against every deal, and by what is said."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import factorial
from random import Random

import numpy as np
import pytest

from parlour.games.onenight.reader.clues import MINION, NEVER, TANNER, VILLAGE, WOLF, Clue
from parlour.games.onenight.reader.parsed import PeoplePrompt
from parlour.games.onenight.reader.people_beliefs import PeopleBeliefs
from parlour.games.onenight.reader.people_clues import CardClue, score_card_clue
from parlour.games.onenight.reader.people_deals import NOBODY, every_deal
from parlour.games.onenight.reader.people_seat import PeopleMind
from parlour.language.facts import CardSeen, CentreSeen, Drank, Fact, Robbed, RoleClaim, Swapped, Woke, render
from parlour.reader import Bounds, SentenceFrame, TableNames

NAMES = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay")
W, S, R, K, D, V = "werewolf", "seer", "robber", "troublemaker", "drunk", "villager"


def parsed(
    me: str,
    start: str,
    cards: Sequence[str],
    *,
    night: Sequence[Fact] = (),
    fellows: Sequence[str] = (),
    talk: Sequence[tuple[str, Fact]] = (),
    players: Sequence[str] = NAMES,
) -> PeoplePrompt:
    spoken = (
        SentenceFrame(kind="spoke", fields={"actor": by, "text": render(fact, "en", Random(1), speaker=by)})
        for by, fact in talk
    )
    now = next((fact.role for fact in night if isinstance(fact, Robbed | Woke)), start)
    return PeoplePrompt(
        table=TableNames("en", tuple(players)),
        has_minion=True,
        has_tanner=True,
        me=me,
        role=now,
        mason=None,
        wolf=None,
        lines=(SentenceFrame(kind="round", fields={"number": "1"}), *spoken),
        task="",
        start=start,
        night=tuple(night),
        fellows=tuple(fellows),
        cards=Counter(cards),
    )


def nights(players: Sequence[str], cards: Sequence[str]) -> Iterator[tuple[tuple[str, ...], str, list[str]]]:
    for deal in permutations(cards):
        held = list(deal)
        robber = next((seat for seat in range(len(players)) if deal[seat] == R), None)
        if robber is None:
            yield deal, "", held
            continue
        for victim in range(len(players)):
            if victim != robber:
                after = held.copy()
                after[robber], after[victim] = after[victim], after[robber]
                yield deal, players[victim], after


CASES: Mapping[str, tuple[str, tuple[Fact, ...], tuple[str, ...]]] = {
    "a villager": (V, (), ()),
    "a seer who saw a werewolf": (S, (CardSeen(by="Ann", whom="Bo", role=W),), ()),
    "a seer who saw the robber": (S, (CardSeen(by="Ann", whom="Bo", role=R),), ()),
    "a seer who looked into the centre": (
        S,
        (CentreSeen(by="Ann", card="left", role=W), CentreSeen(by="Ann", card="right", role=V)),
        (),
    ),
    "a robber who took a villager": (R, (Robbed(by="Ann", whom="Cy", role=V),), ()),
    "a robber who took a werewolf": (R, (Robbed(by="Ann", whom="Cy", role=W),), ()),
    "a werewolf with a fellow": (W, (), ("Cy",)),
    "a werewolf alone": (W, (CentreSeen(by="Ann", card="middle", role=W),), ()),
    "a drunk": (D, (Drank(by="Ann", card="left"),), ()),
    "a troublemaker": (K, (Swapped(by="Ann", whom="Bo", other="Cy"),), ()),
}


def is_so(
    deal: Sequence[str],
    victim: str,
    start: str,
    night: Sequence[Fact],
    fellows: Sequence[str],
    names: Sequence[str],
) -> bool:
    places = {"left": len(names), "middle": len(names) + 1, "right": len(names) + 2}
    if deal[0] != start:
        return False
    if start == W and [name for name in names[1:] if deal[names.index(name)] == W] != list(fellows):
        return False
    for fact in night:
        match fact:
            case CardSeen(whom=whom, role=role) if deal[names.index(whom)] != role:
                return False
            case CentreSeen(card=card, role=role) if deal[places[card]] != role:
                return False
            case Robbed(whom=whom, role=role) if (victim, deal[names.index(whom)]) != (whom, role):
                return False
            case _:
                pass
    return True


def test_what_the_night_showed_is_reckoned_as_if_every_deal_were_counted():
    for case in CASES:
        start, night, fellows = CASES[case]
        names = list(NAMES[:4])
        cards = [W, W, S, R, V, "hunter", {D: D, K: K}.get(start, "insomniac")]
        counted: dict[str, Fraction] = defaultdict(Fraction)
        total = Fraction(0)
        for deal, victim, held in nights(names, cards):
            weight = Fraction(1, len(names) - 1) if victim else Fraction(1)
            if not is_so(deal, victim, start, night, fellows, names):
                continue
            after = list(held)
            for fact in night:
                if isinstance(fact, Swapped):
                    after[1], after[2] = after[2], after[1]
                if isinstance(fact, Drank):
                    after[0], after[4] = after[4], after[0]
            total += weight
            for name, card in zip(names, after, strict=False):
                counted[name] += weight * (card == W)
        told = parsed("Ann", start, cards, night=night, fellows=fellows, players=names)
        chances = PeopleBeliefs(prompt=told).chances
        assert chances == pytest.approx({name: float(counted[name] / total) for name in names}, abs=1e-9)


def test_a_theft_that_counts_is_as_likely_as_if_every_deal_were_counted():
    names, cards, sides = NAMES[:3], (W, "minion", "tanner", R, V, "hunter"), (W, "minion", "tanner")
    counted = Counter[tuple[int, str, str]]()
    for deal, victim, _ in nights(names, cards):
        if victim and deal[names.index(victim)] in sides:
            counted[deal.index(R), victim, deal[names.index(victim)]] += 1
    total = 2 * factorial(len(cards))
    deals = every_deal(len(names), 1, 1, 1, 1)
    weights = np.exp(deals.odds + deals.theft)
    weights = weights / weights.sum()
    found = defaultdict[tuple[int, str, str], float](float)
    for row in np.flatnonzero(deals.thief != NOBODY):
        victim = int(deals.victim[row])
        found[int(deals.thief[row]), names[victim], sides[deals.start[row, victim] - 1]] += weights[row]
    assert found == pytest.approx({key: count / total for key, count in counted.items()})


CARDS = [W, W, S, R, K, D, "insomniac", V, "hunter"]


def test_who_tells_of_an_exchange_moves_suspicion_with_the_cards():
    seen = ("Bo", CardSeen(by="Bo", whom="Cy", role=W))
    still = PeopleBeliefs(prompt=parsed("Ann", V, CARDS, talk=[seen])).chances
    exchange = ("Di", Swapped(by="Di", whom="Cy", other="Eve"))
    moved = PeopleBeliefs(prompt=parsed("Ann", V, CARDS, talk=[seen, exchange])).chances
    assert max(still, key=lambda name: still[name]) == "Cy"
    assert max(moved, key=lambda name: moved[name]) == "Eve"


def test_the_ground_for_a_suspicion_is_what_was_said_of_somebody_or_by_them():
    talk = [
        ("Bo", RoleClaim(who="Bo", role=W)),
        ("Cy", CardSeen(by="Cy", whom="Di", role=W)),
        ("Eve", RoleClaim(who="Eve", role="insomniac")),
    ]
    beliefs = PeopleBeliefs(prompt=parsed("Ann", V, CARDS, talk=talk))
    told = {name: beliefs.grounds(name) for name in NAMES}
    found = {name: (clue.kind, clue.by) for name, clue in told.items() if clue}
    assert found == {"Bo": ("claims_wolf", "Bo"), "Di": ("found_card", "Cy")}
    heedless = replace(parsed("Ann", V, CARDS, talk=talk), bounds=Bounds(steps=0))
    assert PeopleBeliefs(prompt=heedless).grounds("Di") is None
    assert PeopleBeliefs(prompt=parsed("Ann", V, CARDS)).grounds("Bo") is None


def test_what_a_werewolf_retells_of_others_is_no_story_of_its_own():
    mine, theirs = Drank(by="Ann", card="left"), Drank(by="Di", card="right")
    talk = [("Ann", mine), ("Di", theirs), ("Ann", theirs)]
    assert PeopleMind(prompt=parsed("Ann", W, CARDS, talk=talk)).story == (D, (mine,))


def test_a_tanner_whose_own_words_are_left_out_tells_its_second_story_again():
    rounds = [
        SentenceFrame(kind="left_out", fields={"listed": "Ann and Bo", "number": n}) for n in ("6", "12")
    ]
    stories: set[str] = set()
    for lot in map(str, range(20)):
        second, third = (
            PeopleMind(prompt=replace(parsed("Ann", "tanner", CARDS), draw_seed=lot, lines=(line,)))
            for line in rounds
        )
        assert (second.prompt.round, third.prompt.round) == (2, 3)
        assert second.story == third.story
        stories.add(second.story[0])
    assert {S} < stories


def test_a_minion_says_that_it_is_the_seer_only_where_it_can_name_somebody_who_is_no_werewolf():
    for fellows, stories in ((("Bo",), {S, V}), (("Bo", "Cy"), {V})):
        cards = ["minion", W, V, S, V, V] if len(fellows) == 1 else ["minion", W, W, S, V, V]
        told = parsed("Ann", "minion", cards, fellows=fellows, players=NAMES[:3])
        found = [PeopleMind(prompt=replace(told, draw_seed=str(lot))).story for lot in range(20)]
        assert {card for card, _ in found} == stories
        assert all(fact.whom == "Cy" for _, night in found for fact in night if isinstance(fact, CardSeen))


SIX = ("Ann", "Bo", "Cy", "Di")
DEALS = every_deal(len(SIX), 1, 1, 1, 0)


def likely(clue: Clue) -> Mapping[int, set[float]]:
    told = np.exp(score_card_clue(clue, DEALS, SIX)).round(9)
    return {side: {*told[DEALS.known[:, 0] == side].tolist()} for side in (VILLAGE, WOLF, MINION, TANNER)}


def test_whoever_need_not_have_seen_a_card_tells_of_it_seldom_and_the_village_never_wrongly():
    for kind in ("found_card", "clear_card", "robbed_card", "vouches"):
        side = WOLF if kind == "found_card" else VILLAGE
        told = likely(CardClue(kind=kind, by="Ann", about=("Bo",), sides=(side,)))
        assert told[VILLAGE] == {1.0, NEVER}
        assert all(len(told[side]) == 1 and NEVER < max(told[side]) <= 0.3 for side in (WOLF, MINION, TANNER))


def test_of_those_who_claim_the_same_card_not_all_are_of_the_village():
    told = likely(CardClue(kind="rivals", by="Ann", about=("Bo",), sides=(VILLAGE,)))
    assert told == {VILLAGE: {1.0, NEVER}, WOLF: {1.0}, MINION: {1.0}, TANNER: {1.0}}
