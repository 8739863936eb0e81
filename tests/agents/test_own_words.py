"""A speech is its speaker's own words, whole and as it forms."""

from hypothesis import given
from hypothesis import strategies as st

from parlour.agents.own_words import OwnWords, OwnWordsStream

TABLE = OwnWords(player="Player 1", others=("Player 2", "Player 3", "Player 11"))


def clean(text: str, player: str, addressee: str | None = None) -> str:
    return OwnWords(player=player, addressee=addressee).of(text)[0]


def heard(text: str, words: OwnWords = TABLE, sizes: tuple[int, ...] = (1,)) -> tuple[str, str]:
    """What a listener was told of a text that came in pieces of these sizes, and the speech itself."""
    pieces: list[str] = []
    stream = OwnWordsStream(words, pieces.append)
    at, turn = 0, 0
    while at < len(text):
        size = sizes[turn % len(sizes)]
        stream.feed(text[at : at + size])
        at, turn = at + size, turn + 1
    speech = words.of(text)[0]
    stream.end(speech)
    return "".join(pieces), speech


def test_a_speech_is_freed_of_what_models_put_around_it():
    for said, speech in (
        ("I was in the mill.", "I was in the mill."),
        ("  I was\n\n in the\tmill. ", "I was in the mill."),
        ('"I was in the mill."', "I was in the mill."),
        ("“I was in the mill.”", "I was in the mill."),
        ("「我在磨坊。」", "我在磨坊。"),
        ("Anna: I was in the mill.", "I was in the mill."),
        ("**Anna**: I was in the mill.", "I was in the mill."),
        ("**Anna:** I was in the mill.", "I was in the mill."),
        ('Anna: "I was in the mill."', "I was in the mill."),
        ('"I"', "I"),
        ("Anna：我在磨坊。", "我在磨坊。"),
        ("我：我在磨坊。", "我在磨坊。"),
        ("Me: I was in the mill.", "I was in the mill."),
    ):
        assert clean(said, "Anna") == speech


def test_what_belongs_to_a_speech_stays():
    for said in (
        "Annabel: she was in the mill.",
        "Ben: I was in the mill.",
        "Measure: twice.",
        "I told Anna: no.",
        '"No," he said. I heard "yes"',
        '"Never," said Ben, and Carl said "always"',
        '""No, said Ben."',
        '"Ben said no.""',
        "“No,” said Ben. I heard yes”",
        "“I heard “yes”",
        "'",
    ):
        assert clean(said, "Anna") == said


def test_a_name_with_signs_of_its_own_is_only_a_name():
    assert clean("Dr. X (the 1st): Good evening.", "Dr. X (the 1st)") == "Good evening."


def test_a_question_does_not_begin_with_its_addressee_as_in_a_play():
    assert clean("Ben: Where were you?", "Anna", "Ben") == "Where were you?"
    assert clean("Ben, where were you?", "Anna", "Ben") == "Ben, where were you?"


WRAPPED = (
    "**Player 1:** I was in the mill.",
    "**Player 1**: I was in the mill.",
    "Player 1: Player 1: I was in the mill.",
    "Player 1 (thinking): I was in the mill.",
    "[Player 1] I was in the mill.",
    "[Player 1]: I was in the mill.",
    "player_1: I was in the mill.",
    "Player1: I was in the mill.",
    "**Player 1**\nI was in the mill.",
    "### Player 1:\nI was in the mill.",
    "### Player 1\nI was in the mill.",
    "<Player 1> I was in the mill.",
    "Player 1 says: I was in the mill.",
    "Player 1's response: I was in the mill.",
    "**Player 1’s statement:** I was in the mill.",
    "Player 1的发言：I was in the mill.",
    "Player 1 -> Player 2: I was in the mill.",
    "Here's what I would say as Player 1:\n\nI was in the mill.",
    "> Player 1: I was in the mill.",
    '"Player 1: I was in the mill."',
    "Player 1: I was\nPlayer 1: in the mill.",
    "```\nI was in the mill.\n```",
    "```text\nPlayer 1: I was in the mill.\n```",
    '{"speech": "I was in the mill."}',
    '```json\n{"reason": "x", "speech": "I was in the mill."}\n```',
    '{"speech": "I was in the mill.',
    '{"my words": "I was in the mill."}',
    "I was in the mill.<|im_end|>",
    "I was in the mill.</s>",
    "<|im_start|>assistant\nI was in the mill.<|im_end|>\n<|im_start|>user\nAnd then?",
    "<|start_header_id|>assistant<|end_header_id|>\n\nI was in the mill.<|eot_id|>",
    "<s>I was in the mill.<｜end▁of▁sentence｜>",
    "Sure! Here is my speech:\n\nI was in the mill.",
    "Here's a possible response for Player 1:\nI was in the mill.",
    '**Certainly, here\'s what I would say:**\n\n"I was in the mill."',
    "好的，以下是我的发言：\nI was in the mill.",
)


def test_no_dressing_is_part_of_a_speech_or_heard_as_it_forms():
    for text in WRAPPED:
        assert TABLE.of(text) == ("I was in the mill.", None), text
        assert heard(text) == ("I was in the mill.",) * 2, text
        assert heard(text, sizes=(3, 7)) == ("I was in the mill.",) * 2, text


def test_what_only_looks_like_dressing_stays():
    for text in (
        "*smiles* I was in the mill. [nods] (laughs)",
        "Here is what I know of the evening: I was in the mill.",
        "Sure, Player 2: you said so.",
        "Player 1 is my name.",
        "I told Player 2: no.",
        "I was there. Player 2 says: he saw me.",
        "My reads: Player 2: calm. Player 3: loud.",
        "- Player 2: calm.\n- Player 3: loud.",
        "1. Player 2: calm. 2. Player 3: loud.",
        "Player 2 is the wolf. Player 3 saw it.",
        "At 10: the mill. I < you, and 3 > 2.",
        "我：我在磨坊。"[2:],
    ):
        speech = " ".join(text.split())
        assert TABLE.of(text) == (speech, None), text
        assert heard(text) == (speech, speech), text


def test_a_speech_ends_where_another_player_speaks():
    for text, other in (
        ("I was in the mill. Player 2: I am the seer. Player 3: No!", "Player 2"),
        ("I was in the mill.\n\n**Player 3:** You lie.\nPlayer 1: No.", "Player 3"),
        ("I was in the mill.\n[Player 11] You lie.", "Player 11"),
        ("Player 1: I was in the mill.\nplayer_2 (angry): You lie.", "Player 2"),
        ("I was in the mill. Player 2： 我是预言家。", "Player 2"),
    ):
        assert TABLE.of(text) == ("I was in the mill.", other), text
        assert heard(text) == ("I was in the mill.",) * 2, text
    chinese = OwnWords(player="玩家1", others=("玩家2",))
    assert chinese.of("我在磨坊。玩家2：我是预言家。") == ("我在磨坊。", "玩家2")
    assert heard("玩家1：我在磨坊。玩家2：我是预言家。", chinese) == ("我在磨坊。",) * 2
    assert TABLE.of("Player 2: I am the seer.") == ("", "Player 2")


def test_a_speakers_own_name_is_left_out_wherever_it_introduces_its_words():
    text = "I was in the mill. Player 1: You know it.\n**Player 1:** All of you."
    assert TABLE.of(text) == ("I was in the mill. You know it. All of you.", None)
    assert heard(text) == ("I was in the mill. You know it. All of you.",) * 2


PIECES = ("Player 1", "Player 2", ":", "**", " ", "\n", "I", "mill")
MARKS = (". ", '"', "<|im_end|>", "[", "]", "(x)", "`", "{")


@given(
    st.lists(st.sampled_from(PIECES + MARKS), max_size=14),
    st.lists(st.integers(1, 6), min_size=1, max_size=4),
)
def test_a_listener_is_never_told_more_than_the_speech(parts: list[str], sizes: list[int]):
    told, speech = heard("".join(parts), sizes=tuple(sizes))
    assert told == speech.lstrip("\"'“‘「『 ")


def test_what_exceeds_any_speech_is_told_at_its_end():
    told, speech = heard("blood " * 20_000, sizes=(6,))
    assert told == speech == ("blood " * 20_000).strip()
