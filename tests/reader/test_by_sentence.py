"""A typed speech, heard sentence by sentence."""

from __future__ import annotations

from dataclasses import replace

from parlour.language.hearing import OfferedReadings, TalkTable
from parlour.reader import PersonListener

NAMES = ("Arthur", "Conrad", "Desmond", "Edith", "Flora", "Greta", "Harriet", "Nora")
TABLE = TalkTable(language="en", names=NAMES, speaker="Desmond", scope="cards")


def heard(text: str) -> OfferedReadings:
    return PersonListener(table=TABLE).hears(text, most=200)


def texts(readings: OfferedReadings, *, lit: bool = False) -> list[str]:
    return [chip.text for chip in readings.chips if chip.is_lit or not lit]


def test_a_further_sentence_puts_out_nothing_that_was_lit():
    asked = texts(heard("so conrad, who do u think it is?"), lit=True)
    both = heard("so conrad, who do u think it is? My vote is on Flora today.")
    assert asked
    assert {*asked} <= {*texts(both, lit=True)}


def test_a_sentence_of_which_nothing_is_lit_keeps_its_likeliest_chip():
    first = heard("greta is voting edith way too fast if you ask me")
    assert texts(first, lit=True) == []
    both = heard("greta is voting edith way too fast if you ask me. Arthur's fine by me.")
    assert first.chips[0].text == "suspect Greta"
    assert first.chips[0].text in texts(both)
    assert texts(both)[0] == "trust Arthur"


def test_of_an_earlier_sentence_what_adds_nothing_makes_room_for_what_does():
    speech = "I'm not the wolf, I'm the villager I said I was."
    denied, bare, claimed = texts(heard(speech))[:3]
    assert (bare, claimed) == ("I am not a werewolf", "I am a villager")
    assert denied.startswith(bare)
    both = texts(heard(f"{speech} Arthur's fine by me."))
    assert claimed in both
    assert bare not in both


def test_what_two_sentences_may_say_belongs_to_the_last_one():
    last = "im the wolf, there, happy?"
    said = heard(f"ok ok i lied before, im not a villager. {last}")
    assert {chip.source for chip in said.chips if chip.text == "I am a werewolf"} == {last}


def test_suspicion_of_one_who_claims_a_role_is_offered_without_the_claim():
    for speech, name in {
        "it's Arthur for me, he only came out as seer after Greta did.": "Arthur",
        "I don't like Conrad, he said he's the seer right after Nora": "Conrad",
        "I suspect Flora, she claimed the mason only when pressed": "Flora",
    }.items():
        assert f"suspect {name}" in texts(heard(speech)), speech
    chinese = replace(TABLE, language="zh", names=("江如萍", "魏红绫", "沈崇山"), speaker="江如萍")
    for speech in ("我怀疑魏红绫，他是等沈崇山跳了才跳的预言家", "怀疑魏红绫，他昨天才跳失眠者"):
        chips = PersonListener(table=chinese).hears(speech, most=200).chips
        assert "怀疑魏红绫" in [chip.text for chip in chips], speech


def test_a_bundle_of_four_acts_names_nobody_whom_its_sentence_does_not():
    before = "Harriet you literally claimed villager yourself, so how is mine the lie lol."
    said = heard(f"{before} Nora and Conrad being the masons, that i buy, they vouched for each other.")
    assert "trust Nora" in texts(said)
    assert not [text for text in texts(said) if text.count(", ") > 2 and "Harriet" in text]


def test_a_question_to_everybody_is_not_put_to_the_last_one_addressed():
    speech = "Greta, did you see anything last night? whoever is the seer should speak up before we vote."
    [asked] = [chip for chip in heard(speech).chips if chip.text == "ask anybody: which role?"]
    assert asked.sentences == ("What are you?",)


def test_an_idle_first_sentence_leaves_the_question_open():
    story = TalkTable(
        language="en",
        names=(*NAMES, "Roland"),
        speaker="Desmond",
        victims=("Roland",),
        scope="story",
        to="Greta",
        asker="Greta",
        asked="Where were you at 7:30?",
    )
    for speech in ("How should I know? I was in the barn.", "No. I was in the barn."):
        chips = PersonListener(table=story).hears(speech, most=100).chips
        assert chips[0].text == "I was in the barn at 7:30"


def test_the_last_sentence_has_its_own_chips_and_no_bundle_of_all():
    speech = "Greta bothers me. Arthur seems fine. Nora, what are you? voting edith again"
    assert "vote for Edith" in texts(heard(speech))
    assert all(len(chip.sentences) < 4 for chip in heard(speech).chips)


def test_whoever_is_addressed_in_one_sentence_is_meant_by_the_next():
    said = heard("Edith, you are awfully quiet. Who do you suspect?")
    assert any("Edith" in sentence and "?" in sentence for chip in said.chips for sentence in chip.sentences)


def test_what_is_lit_in_all_sentences_is_sent_with_all_of_the_words():
    said = heard("hi all, im a villager. so conrad, who do u think it is?")
    speech = said.speech(said.lit)
    assert speech.startswith(said.typed)
    villager, conrad = (speech.partition("that is:")[2].find(word) for word in ("villager", "Conrad, "))
    assert 0 < villager < conrad


def test_what_are_you_asks_for_a_role_where_roles_are_dealt():
    for text in ("Edith, what are you?", "Arthur's fine by me. Edith, what are you?"):
        assert "ask Edith: which role?" in texts(heard(text), lit=True)


def test_of_two_victims_the_one_is_meant_who_is_named_or_else_of_whom_is_spoken():
    names = ("Clara", "Maud", "Ulric", "Simon", "Roland")
    table = TalkTable(language="en", names=names, speaker="Maud", victims=names[3:], case="Roland")
    for text, victim in (
        ("Ulric, did you have a motive?", "Roland"),
        ("What motive did you have to kill Simon, Ulric?", "Simon"),
    ):
        first = PersonListener(table=table).hears(text, most=100).chips[0]
        assert victim in first.sentences[0], text
