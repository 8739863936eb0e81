"""The game of watchers: its machines, and whoever watches them."""

from __future__ import annotations

from functools import cache

import pytest
from pydantic import ValidationError

from parlour.agents import BELIEFS, ElicitedBeliefs
from parlour.arena import Act, Note, Record
from parlour.core import request_kinds
from parlour.errors import SetupError
from parlour.evaluation import estimate, score_match
from parlour.games.watched import WatchedSetup, chairs
from parlour.games.watched.machines import is_mixed, shuffled_tables, unmask
from parlour.lab.transcripts import GameTranscript, Happening
from parlour.llm import Language
from tests.games.watched.watching import controlled_talk, prompts, watched
from tests.lab.watching.recorded import SEATS, followed, night, said, talk, voted

METHODS = ("plain", "gratr", "humanized", "player-star", "random", "native-rag")
WHISPERED = "the card in the middle on the left was the tanner"
DREAMT = "player four dreams of being a werewolf all night"


def secret(*seats: str, text: str = WHISPERED) -> Happening:
    return Happening(number=0, kind="news", phase="night", text=text, visible_to=seats)


def beliefs(record: Record) -> list[ElicitedBeliefs]:
    notes = (each for each in record.items if isinstance(each, Note) and each.thought.kind == BELIEFS)
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


NAME = "watched-machines"
WATCHERS = ("plain", "gratr", "humanized")


def mixed(machine: str = "Player 4", *, wolf: str = "Player 2", controlled: bool = False) -> GameTranscript:
    told = night(wolf=wolf, events=controlled_talk() if controlled else talk("n", "Player 2"))
    cast = (
        each.model_copy(update={"holder": "model" if each.player == machine else "person"})
        for each in told.cast
    )
    return told.model_copy(update={"cast": tuple(cast)})


@cache
def watch(method: str, machine: str = "Player 4", language: Language = "en") -> Record:
    return watched(mixed(machine), method, language=language, name=NAME)


def test_the_reader_stands_aside_even_where_it_understands_what_is_said():
    """Its language says who is suspected, and nothing of how machines talk."""
    for method in WATCHERS:
        for language in ("en", "zh"):
            record = watched(mixed(controlled=True), method, language=language, name=NAME)
            assert {each.by for each in beliefs(record)} == {"aside"}
            score = score_match(record)
            assert estimate([score], "watch.auc.at100").value == 0.5
            assert estimate([score], "watch.aside").value == 1
            if method == "plain":
                first = next(
                    each
                    for each in record.items
                    if isinstance(each, Act) and request_kinds.SPEAK.name in each.request
                )
                assert ("stand aside" if language == "en" else "不作判断") in first.speech


@pytest.mark.parametrize("method", WATCHERS)
def test_who_is_a_machine_and_who_was_what_changes_no_prompt(method: str):
    one = prompts(watch(method, "Player 4"))
    assert one == prompts(watch(method, "Player 1"))
    other = watched(mixed(wolf="Player 3"), method, name=NAME)
    assert one == prompts(other)


def test_a_vote_is_told_and_answers_nothing_and_whoever_is_out_is_asked_about_all_the_same():
    out = Happening(number=0, kind="news", deed="out", target=("Player 1",), text="Player 1 is dead.")
    spoken = [said("Player 1", "morning"), said("Player 3", "hm"), out, said("Player 2", "so?")]
    table = mixed().model_copy(update={"events": night(events=[*spoken, *talk("n", "Player 2")]).events})
    record = watched(table, name=NAME)
    kinds = {each.kind.name for each in record.events}
    assert "voted" not in kinds
    assert "out" not in kinds
    assert any(each.text == "vote: Player 2" for each in record.events)
    assert any(each.text == "Player 1 is dead." for each in record.events)
    assert set(beliefs(record)[-1].probabilities) == set(SEATS)


def test_a_table_of_people_alone_and_a_chair_are_refused():
    with pytest.raises((SetupError, ValidationError), match="no game in which people and machines sat"):
        WatchedSetup(name=NAME, transcript=night())
    with pytest.raises((SetupError, ValidationError), match="nobody can sit in Player 1's chair"):
        WatchedSetup(name=NAME, transcript=mixed(), chair="Player 1")
    assert not is_mixed(night())
    assert unmask(mixed()).cast[3].end == "machine"


def held_by(holder: str, transcript: GameTranscript) -> GameTranscript:
    cast = (each.model_copy(update={"holder": holder}) for each in transcript.cast)
    return transcript.model_copy(update={"cast": tuple(cast)})


def test_tables_are_put_together_from_games_of_either_kind_and_name_nobody_of_another_table():
    people = [held_by("person", night(f"people-{n}")) for n in range(3)]
    models = [held_by("model", night(f"models-{n}")) for n in range(2)]
    tables = list(shuffled_tables([*people, *models]))
    assert [each.id for each in tables] == [f"shuffled.people-{n}.models-{n}" for n in range(2)]
    assert tables == list(shuffled_tables([*models, *people]))
    for table, own in zip(tables, zip(people, models, strict=False), strict=True):
        assert is_mixed(table)
        holders = [each.holder for each in table.cast]
        assert holders.count("person") == holders.count("model") == 3
        assert not any(each.kind == "vote" for each in table.events)
        named = [each.text for each in table.events if "Player" in each.text or "somebody" in each.text]
        assert named
        assert len(table.events) < sum(len(game.events) for game in own)


def test_who_says_little_is_given_no_seat():
    quiet = night("quiet", events=[said("Player 1", "hm"), said("Player 2", "yes")])
    assert not list(shuffled_tables([held_by("person", quiet), held_by("model", night("m"))]))
