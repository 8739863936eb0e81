"""Whoever watches a recorded game follows it as its table did, and knows nothing else."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from parlour.agents import BELIEFS, ElicitedBeliefs
from parlour.arena import Note, Record, items
from parlour.errors import SetupError
from parlour.evaluation import score_match
from parlour.games.watched import WatchedSetup, chairs
from parlour.lab.transcripts import Happening
from tests.games.watched.watching import controlled_talk, prompts, watched
from tests.lab.watching.recorded import followed, night, said, talk, voted

METHODS = ("plain", "gratr", "humanized", "player-star", "random", "native-rag")
WHISPERED = "the card in the middle on the left was the tanner"
DREAMT = "player four dreams of being a werewolf all night"


def secret(*seats: str, text: str = WHISPERED) -> Happening:
    return Happening(number=0, kind="news", phase="night", text=text, visible_to=seats)


def beliefs(record: Record) -> list[ElicitedBeliefs]:
    notes = (each for each in items(record) if isinstance(each, Note) and each.thought.kind == BELIEFS)
    return [ElicitedBeliefs.model_validate(each.thought.body) for each in notes]


def test_every_method_watches_as_spectator_and_is_asked_at_five_stops():
    for method in METHODS:
        for language in ("en", "zh"):
            record = watched(night(), method, language=language)
            held = beliefs(record)
            assert [each.round for each in held] == [1, 2, 3, 4, 5]
            for each in held:
                assert set(each.probabilities) == {"Player 1", "Player 2", "Player 3", "Player 4"}
                assert set(each.forecasts) == {"vote", "win"}
                assert sum(each.forecasts["win"].values()) == pytest.approx(1, abs=1e-4)


def test_a_spectator_is_told_nothing_private_and_a_chair_only_what_its_player_knew():
    for method in METHODS:
        transcript = night(
            events=[secret("Player 1"), secret("Player 4", text=DREAMT), *talk("n", "Player 2")]
        )
        beside, seated = watched(transcript, method), watched(transcript, method, chair="Player 1")
        for record in (beside, seated):
            assert not [text for text in prompts(record) if DREAMT in text]
        assert not [text for text in prompts(beside) if WHISPERED in text or "was dealt" in text]
        own = [text for call, text in zip(seated.calls, prompts(seated), strict=True) if call.key.player]
        assert all(WHISPERED in text and "was dealt: robber" in text for text in own if method == "plain")


def test_what_others_were_dealt_and_what_comes_later_changes_no_prompt():
    for method in METHODS:
        events = talk("n", "Player 2")
        one = watched(night(wolf="Player 2", events=[secret("Player 4"), *events]), method, chair="Player 1")
        changed = [secret("Player 4", text=DREAMT), *events[:-4], voted("Player 1", "Player 3")]
        other = watched(
            night(wolf="Player 3", events=changed, winners=("werewolf",)), method, chair="Player 1"
        )
        assert prompts(one) == prompts(other)


def test_thoughts_of_players_are_told_to_nobody_and_labels_only_where_that_is_asked():
    thought = Happening(number=0, kind="thought", speaker="Player 1", text=DREAMT, visible_to=())
    transcript = night(events=[thought, *talk("n", "Player 2")])
    assert not [text for text in prompts(watched(transcript)) if DREAMT in text or "[Accusation]" in text]
    assert [text for text in prompts(watched(transcript, labels=True)) if "[Accusation]" in text]


def test_the_reader_reads_a_table_that_speaks_its_language():
    record = watched(night(events=controlled_talk()))
    held = beliefs(record)
    assert [each.by for each in held] == ["aside", "model", "model", "model", "model"]
    last = held[-1].probabilities
    assert max(last, key=lambda name: last[name]) == "Player 2"


@pytest.mark.parametrize(("method", "least"), [("plain", 0.8), ("gratr", 0.8), ("humanized", 0.78)])
def test_prompts_after_the_first_quarter_reuse_what_was_sent_before(method: str, least: float):
    """Humanized Agents call fifteen remarks to mind, each time others: what they share is within a stop."""
    transcript = night(events=controlled_talk(80))
    [reused] = [
        amount
        for name, amount in score_match(watched(transcript, method)).amounts.items()
        if name == "watch.reused"
    ]
    assert reused.reached / reused.possible >= least


def test_whoever_is_out_is_asked_about_no_more_and_a_chair_that_is_out_is_not_asked():
    out = Happening(number=0, kind="news", deed="out", target=("Player 1",), text="Player 1 is dead.")
    said_first = [said("Player 1", "morning"), said("Player 3", "hm")]
    later = [out, said("Player 2", "so?"), said("Player 4", "well")]
    transcript = night(events=[*said_first, *later])
    assert "Player 1" not in beliefs(watched(transcript))[-1].probabilities
    assert [each.round for each in beliefs(watched(transcript, chair="Player 1"))] == [1, 2, 3]


def test_nobody_sits_in_a_chair_of_somebody_who_is_sought_or_of_whom_it_is_not_known_what_they_were_dealt():
    assert chairs(followed(night())) == ("Player 1", "Player 3", "Player 4")
    assert chairs(followed(night(starts=False))) == ()
    with pytest.raises((SetupError, ValidationError), match="nobody can sit in Player 2's chair"):
        WatchedSetup(name="watched-onenight", transcript=night(), chair="Player 2")


def test_which_roles_are_in_play_is_told_only_where_the_centre_is_on_record():
    assert WatchedSetup(name="watched-onenight", transcript=night()).dealt_roles == {}
    whole = night(centre=("werewolf", "seer", "tanner"))
    dealt = WatchedSetup(name="watched-onenight", transcript=whole).dealt_roles
    assert dealt == {"robber": 1, "werewolf": 2, "villager": 2, "seer": 1, "tanner": 1}


def test_a_game_that_nobody_can_be_asked_about_is_refused_with_the_reason():
    for transcript, why in (
        (night(events=[voted("Player 1", "Player 2")]), "nothing that was said aloud"),
        (night().model_copy(update={"game": "chess"}), "a game of chess"),
    ):
        with pytest.raises((SetupError, ValidationError), match=why):
            WatchedSetup(name="watched-onenight", transcript=transcript)
