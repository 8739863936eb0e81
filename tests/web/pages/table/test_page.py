"""The page of a table shows everybody what is theirs, asks them, and takes what they answer."""

from __future__ import annotations

from functools import partial

from parlour.core import PASS, Action, Player
from parlour.games.mystery import MysterySetup, generate
from parlour.games.onenight import OneNightSetup, seat_names
from parlour.games.werewolf import Role, WerewolfSetup
from parlour.web.hosting import LiveMatch, TableServer
from parlour.web.pages.table.scene import MOST_TYPED
from parlour.web.sheets import read_notes
from tests.web.hosting.houses import game, obedient, setup, sit, until, wolves
from tests.web.pages.visiting import Come, Visitor, prop, token, visited

ME, OTHER = "Player 1", "Player 3"
SENT = "Sent. It counts once all have decided."


async def asks(visitor: Visitor, kind: str) -> None:
    await until(lambda: visitor.parts(f"asked is-{kind}"))


def sent(visitor: Visitor) -> list[str]:
    return visitor.words("is-sent").splitlines()


def answer(table: LiveMatch, player: Player, *, but: str = "vote") -> None:
    for form in table.forms(player):
        if form.kind != but:
            table.remote_seat(player).answer(form.id, obedient(form))


@visited
async def test_a_seat_shows_its_role_and_what_it_is_asked_and_spectators_neither(
    house: TableServer, come: Come
):
    table, passes = house.open(setup(0, of=wolves(), method="random"))
    player = await come(f"/seat/{token(passes, 'seat')}")
    crowd = await come(f"/watch/{token(passes, 'spectator')}")
    for each in (player, crowd):
        assert "The host has not begun the match yet." in each.words()
        assert each.words("phase-now") == "Before it begins"
        assert each.words("phase-mood") == "Not begun yet"
    assert "Your papers are dealt when the match begins." in player.words("panel is-card")

    table.start()
    await asks(player, "protect")
    assert "You are the guard" in player.words("panel is-card")
    assert player.title == "● Your turn"
    assert player.words("seat seat-0").splitlines() == [ME, "guard", "your turn"]
    assert player.words("seat seat-1") == "Player 2"
    await until(lambda: crowd.words("phase-now") == "Night 1")
    assert crowd.words("phase-mood").startswith("The table is asleep.")
    assert crowd.words("seat seat-0") == ME
    assert "You are watching" in crowd.words("head")
    assert not crowd.parts("asked")
    assert not crowd.parts("panel")
    assert "guard" not in crowd.words("middle")


@visited
async def test_a_murderers_card_says_whom_it_killed_and_what_its_alibi_risks(house: TableServer, come: Come):
    script = generate(2, players=4)
    (victim,) = script.victims
    seat = script.players.index(victim.murderers[0])
    table, passes = house.open(setup(seat, of=MysterySetup(script=script), method="random"))
    player = await come(f"/seat/{token(passes, 'seat')}")
    table.start()
    await asks(player, "introduce")
    card = player.words("panel is-card")
    assert f"You killed {victim.name} with" in card
    assert f"Somebody killed {victim.name}" not in card
    assert "You may tell it otherwise" in card


@visited
async def test_the_head_of_a_card_folds_it_and_unfolds_it(house: TableServer, come: Come):
    table, passes = house.open(setup(0, of=wolves(), method="random"))
    table.start()
    player = await come(f"/seat/{token(passes, 'seat', ME)}")
    await asks(player, "protect")
    for is_folded in (True, False):
        player.press("Whom do you protect?", "asked")
        assert bool(player.parts("asked is-folded")) == is_folded
        assert (
            prop(player.button("Whom do you protect?", "asked"), "aria-expanded")
            == str(not is_folded).lower()
        )


@visited
async def test_of_several_votes_at_once_the_second_is_folded_until_the_first_is_given(
    house: TableServer, come: Come
):
    mystery = MysterySetup(script=generate(5, players=6, victims=2), rounds=1, answers=False)
    first, *_ = mystery.players
    table, passes = house.open(setup(0, of=mystery, method="random"))
    table.start()
    ann = await come(f"/seat/{token(passes, 'seat', first)}")
    await asks(ann, "introduce")
    await until(lambda: (answer(table, first), len(ann.parts("asked is-vote")) == 2)[-1])
    open_card, folded = ann.parts("asked is-vote")
    assert "is-folded" not in open_card.classes
    assert "is-folded" in folded.classes
    form = table.forms(first)[0]
    table.remote_seat(first).answer(form.id, obedient(form))
    await until(lambda: "is-folded" not in folded.classes)


@visited
async def test_a_vote_is_marked_as_unread_where_others_have_spoken_since_ones_own_act(
    house: TableServer, come: Come
):
    players = wolves().players
    for seat, is_unread in ((0, True), (len(players) - 1, False)):  # the first and the last to speak
        deal = [Role.WEREWOLF if number == seat else Role.VILLAGER for number in range(len(players))]
        dealt = WerewolfSetup(language="en", players=players, deal=tuple(deal))
        table, passes = house.open(setup(seat, of=dealt, method="random"))
        table.start()
        page = await come(f"/seat/{token(passes, 'seat', players[seat])}")
        await until(partial(_asks_vote, table, players[seat], page))
        assert bool(page.parts("asked is-unread")) == is_unread
        if is_unread:
            page.press("Whom do you vote out?\nTap once you have read the talk")
        assert not page.parts("asked is-unread")


def _asks_vote(table: LiveMatch, player: Player, page: Visitor) -> bool:
    answer(table, player)
    return bool(page.parts("asked is-vote"))


@visited
async def test_what_a_seer_has_learnt_stays_on_the_seat_and_on_the_options_of_its_own_page(
    house: TableServer, come: Come
):
    deal = (Role.SEER, Role.WEREWOLF, *[Role.VILLAGER] * 4)
    dealt = WerewolfSetup(language="en", players=wolves().players, deal=deal)
    table, passes = house.open(setup(0, of=dealt, method="random"))
    table.start()
    seer = await come(f"/seat/{token(passes, 'seat', ME)}")
    crowd = await come(f"/watch/{token(passes, 'spectator')}")
    await asks(seer, "check")
    [form] = table.forms(ME)
    table.remote_seat(ME).answer(form.id, Action(chosen=("Player 2",)))
    await until(lambda: "werewolf" in seer.words("seat seat-1"))
    await until(lambda: (answer(table, ME), seer.parts("asked is-vote"))[-1])
    if "dead" not in seer.words("seat seat-1"):
        assert "Player 2\nwerewolf" in seer.words("options", "asked")
    assert "werewolf" not in crowd.words("seat seat-1") or "dead" in crowd.words("seat seat-1")


@visited
async def test_whoever_is_killed_by_night_reads_so_until_they_close_it(house: TableServer, come: Come):
    deal = (Role.VILLAGER, Role.WEREWOLF, *[Role.VILLAGER] * 4)
    dealt = WerewolfSetup(language="en", players=wolves().players, deal=deal)
    table, passes = house.open(setup(*range(len(deal)), of=dealt))
    table.start()
    victim = await come(f"/seat/{token(passes, 'seat', ME)}")
    other = await come(f"/seat/{token(passes, 'seat', OTHER)}")
    await asks(await come(f"/seat/{token(passes, 'seat', 'Player 2')}"), "kill")
    assert not victim.parts("out-notice")
    answer(table, "Player 2")
    victim.scripts.clear()
    await until(lambda: victim.parts("out-notice"))
    await until(lambda: any("scrollTo(0, 0)" in script for script in victim.scripts))
    assert victim.words("out-notice").startswith("You did not live through the night.")
    assert not other.parts("out-notice")
    victim.press("Close")
    assert not victim.parts("out-notice")


@visited
async def test_a_choice_is_asked_twice_then_waits_for_the_others(house: TableServer, come: Come):
    everybody = range(len(wolves().players))
    table, passes = house.open(setup(*everybody, of=wolves(), method="random"))
    table.start()
    player = await come(f"/seat/{token(passes, 'seat', ME)}")
    await asks(player, "protect")
    options = player.part("options", "asked")

    for numbers in ([], [9], [-1], ["first"], "2", None):
        player.send(options, "change", numbers)
        player.press("Decide")
        assert player.words("asked-trouble") == "Choose somebody first."
    player.send(options, "change", [2])
    assert not player.words("asked-trouble")
    player.press("Decide")
    assert player.words("asked-trouble") == f"Whom do you protect? – {OTHER}. Are you sure?"
    player.press("Not yet")
    player.press("Decide")
    assert table.forms(ME)
    player.send(options, "change", [1])
    assert not player.words("asked-trouble")
    assert "Yes" not in player.buttons("asked")
    player.send(options, "change", [2])
    player.press("Decide")
    player.press("Yes")
    assert not table.forms(ME)
    await until(lambda: player.parts("is-sent"))
    assert sent(player) == [f"Your choice: {OTHER}", SENT]
    assert not player.parts("asked")
    assert player.title == "Werewolf"
    assert player.words("waits") == "The table waits for those who have something to do in secret."


@visited
async def test_words_are_typed_to_whom_they_are_put_and_silence_is_asked_twice(
    house: TableServer, come: Come
):
    first, second, *_ = game().players
    table, passes = house.open(setup(0, 1, method="random"))
    table.start()
    ann = await come(f"/seat/{token(passes, 'seat', first)}")
    await asks(ann, "introduce")
    assert ann.words("phase-now") == "Introductions"
    assert ann.words("field-label") == "What you tell the table about yourself"
    assert ann.words("field-count") == "0 of 120 words, 120 left"
    ann.send(ann.part("field", "asked"), "input", "Good evening.")
    assert ann.words("field-count") == "2 of 120 words, 118 left"
    ann.send(ann.button("Say it"), "click", "  ")
    assert ann.words("asked-trouble") == "Say something, or let it pass."
    ann.send(ann.button("Say it"), "click", "Good evening, all.")
    await until(lambda: ann.parts("is-sent"))
    assert sent(ann) == ["Good evening, all.", SENT]
    assert ann.words("waits") == f"The table waits for {second}."

    answer(table, second)
    await asks(ann, "ask")
    assert ann.words("phase-now") == "Round 1 of 1"
    assert ann.words("field-label") == "Your question"
    ann.send(ann.part("options", "asked"), "change", [1])
    assert ann.words("field-label") == f"Your question to {table.forms(first)[0].options[1]}"
    ann.press("Ask nobody")
    assert ann.words("asked-trouble") == "Ask nobody: are you sure?"
    ann.press("Yes")
    assert not table.forms(first)
    await until(lambda: (answer(table, first), answer(table, second), ann.parts("asked is-vote"))[-1])
    assert ann.words("phase-now") == "The vote"
    ann.press("Abstain")
    ann.press("Yes")
    await until(lambda: ann.parts("is-sent"))
    assert sent(ann) == ["You let it pass.", SENT]


@visited
async def test_questions_about_the_story_are_announced_come_one_by_one_and_can_be_skipped(
    house: TableServer, come: Come
):
    mystery = MysterySetup(script=generate(5, players=4), rounds=1)
    first, *_ = mystery.players
    table, passes = house.open(setup(0, of=mystery, method="random"))
    table.start()
    ann = await come(f"/seat/{token(passes, 'seat', first)}")
    await asks(ann, "introduce")
    assert "answers multiple-choice questions about the story" in ann.words("panel is-rules")
    await until(lambda: (answer(table, first, but="answer"), ann.parts("asked is-answer"))[-1])
    assert "who wins" in ann.words("asked is-answer")
    count = len(table.forms(first))
    assert count > 2
    assert ann.words("asked-count") == f"1 of {count}"
    ann.press("Leave it open")
    await until(lambda: ann.parts("asked-count") and ann.words("asked-count") == f"2 of {count}")
    assert len(ann.parts("asked is-answer")) == 1

    ann.press("Skip the rest")
    assert len(table.forms(first)) == count - 1
    ann.press("Not yet")
    ann.press("Skip the rest")
    ann.press("Yes")
    assert not table.forms(first)
    await until(lambda: table.is_over)
    await until(lambda: not ann.parts("asked is-answer"))


@visited
async def test_a_notebook_keeps_marks_within_its_scale_and_text_within_its_size_for_its_owner(
    house: TableServer, come: Come
):
    table, passes = house.open(setup(0, of=wolves(), method="random"))
    seat = f"/seat/{token(passes, 'seat')}"
    player = await come(seat)
    about = "note seat-2"
    scale = player.part("scale", about)
    marks = {(): 0, (3,): 3, (0,): 0, (1,): 1, (5,): 5, (9,): 5, (-4,): 0, (4, 2): 2}
    for levels, mark in marks.items():
        player.send(scale, "change", [*levels])
        assert read_notes(house.store.hosting, table.match, ME).suspicions == {OTHER: mark}
        shown = f"{OTHER}\n{'●' * mark}" if mark else OTHER
        assert player.words("seat seat-2") == shown
    player.send(player.part("field", about), "input", "Too friendly.")
    [*_, everything] = player.parts("field", "panel is-notes")
    for told, kept in (("Hm.", "Hm."), (None, ""), (7, ""), ("a" * 30_000, "a" * MOST_TYPED), ("", "")):
        player.send(everything, "input", told)
        notes = read_notes(house.store.hosting, table.match, ME)
        assert (notes.text, notes.marks[OTHER].text) == (kept, "Too friendly.")

    again = await come(seat)
    assert again.words("field", about) == "Too friendly."
    ticked = [prop(each, "checked") == "True" for each in again.parts("", "scale") if each.tag == "input"]
    assert [number for number, is_one in enumerate(ticked[6:12]) if is_one] == [2]


@visited
async def test_two_windows_of_a_seat_write_into_one_notebook(house: TableServer, come: Come):
    table, passes = house.open(setup(0, of=wolves(), method="random"))
    seat, about = f"/seat/{token(passes, 'seat')}", "note seat-2"
    here, there = await come(seat), await come(seat)
    here.send(here.part("scale", about), "change", [4])
    there.send(there.part("field", about), "input", "Too friendly.")
    there.send(there.parts("field", "panel is-notes")[-1], "input", "It rained.")
    notes = read_notes(house.store.hosting, table.match, ME)
    assert (notes.text, notes.suspicions, notes.marks[OTHER].text) == (
        "It rained.",
        {OTHER: 4},
        "Too friendly.",
    )


@visited
async def test_the_end_is_told_to_all_and_its_outcome_to_whoever_played(house: TableServer, come: Come):
    table, passes = house.open(setup(0, of=wolves(), method="random"))
    table.start()
    seat = token(passes, "seat")
    player = await come(f"/seat/{seat}")
    crowd = await come(f"/watch/{token(passes, 'spectator')}")
    await sit(table, ME)
    await until(lambda: player.parts("plate is-won") and crowd.parts("plate is-won"))
    assert len(player.parts("plate is-won")) == 1
    assert all("won" not in text.lower() for text in player.words("plate is-role").splitlines())
    await until(lambda: player.words("phase-now") == crowd.words("phase-now") == "It is over")
    assert not player.words("phase-mood")
    await until(lambda: "You have" in player.words("notice"))
    assert "The match is over." not in player.words("notice")
    assert "You have" not in crowd.words("notice")
    assert "The match is over." in crowd.words("notice")
    assert prop(player.button("See the truth, the votes and the scores"), "href") == f"/after/{seat}"
    assert not player.parts("asked")


@visited
async def test_a_link_that_was_renewed_opens_its_page_no_more(house: TableServer, come: Come):
    table, passes = house.open(setup(0, of=wolves(), method="random"))
    table.start()
    player = await come(f"/seat/{token(passes, 'seat')}")
    crowd = await come(f"/watch/{token(passes, 'spectator')}")
    await asks(player, "protect")
    house.renew(token(passes, "seat"))
    await until(lambda: f"{ME} is played by somebody else now" in player.words())
    assert not player.parts("asked")
    assert not player.parts("panel")
    assert "You are watching" in crowd.words()
    house.renew(token(passes, "spectator"))
    await until(lambda: "This link no longer opens the table" in crowd.words())


GAME = OneNightSetup(language="en", players=seat_names(5, "en"), talk="bidding", speeches=12, rounds=1)
BIDDER, OTHER_BIDDER, *_ = GAME.players


async def until_both_may_speak(table: LiveMatch) -> None:
    def both_bid() -> bool:
        for player in (BIDDER, OTHER_BIDDER):
            for form in table.forms(player):
                if form.kind != "bid":
                    table.remote_seat(player).answer(form.id, obedient(form))
        return all(bids(table, player) for player in (BIDDER, OTHER_BIDDER))

    await until(both_bid)


def bids(table: LiveMatch, player: Player) -> list[str]:
    return [form.id for form in table.forms(player) if form.kind == "bid"]


def cards(visitor: Visitor) -> list[str]:
    return [prop(card, "data-request") for card in visitor.parts("asked is-bid")]


@visited
async def test_after_a_pass_the_form_is_gone_until_a_new_bid_is_asked(house: TableServer, come: Come):
    table, passes = house.open(setup(0, 1, of=GAME, method="random"))
    table.start()
    await until_both_may_speak(table)
    page = await come(f"/seat/{token(passes, 'seat', BIDDER)}")
    other = await come(f"/seat/{token(passes, 'seat', OTHER_BIDDER)}")
    await until(lambda: cards(page) == ["floor.0"] == cards(other))
    [mine], [theirs] = bids(table, BIDDER), bids(table, OTHER_BIDDER)

    page.press("Pass")
    await until(lambda: not cards(page))
    assert bids(table, OTHER_BIDDER) == [theirs], "the others are still asked"
    assert cards(other) == ["floor.0"]

    table.remote_seat(OTHER_BIDDER).answer(theirs, PASS)
    await until(lambda: bids(table, BIDDER) not in ([], [mine]))
    await until(lambda: cards(page) == ["floor.1"])
