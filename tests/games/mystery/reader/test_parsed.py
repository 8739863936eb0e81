"""Scripts that lie open are read as their owners', and what their owners pretend is not believed."""

import pytest

from parlour.games.mystery.reader.mind import mind_of
from parlour.games.mystery.reader.parsed import parse_prompt
from parlour.language.facts import Claim, Fact, Killing, Presence
from parlour.llm import Language, Part
from tests.games.mystery.reader.tables import EIGHT, LANGUAGES, PLAYERS, VICTIM, prompt, said

TITLE = {"en": 'The script of {}, who is "you" in it:', "zh": "{}的剧本（其中的“你”指{}）："}
each_language = pytest.mark.parametrize("language", LANGUAGES)


def opened(language: Language, owner: str, *facts: Fact):
    """The first player's prompt at a table where it reads another's script as well."""
    sent = prompt(language, own=())
    title = TITLE[language].replace("{}", owner)
    script = " ".join(said(fact, language, to=owner) for fact in facts)
    shown = type(sent)(
        player=sent.player,
        request=sent.request,
        purpose=sent.purpose,
        language=language,
        system=(*sent.system, Part(text=title), Part(text=script)),
        user=sent.user,
    )
    return parse_prompt(shown)[0]


def test_you_in_anothers_script_is_its_owner():
    for language in LANGUAGES:
        dora = PLAYERS[language][3]
        deed = Killing(who=dora, victim=VICTIM[language])
        papers = opened(language, dora, deed)
        assert deed in {found.fact for found in papers.common}
        assert papers.facts == ()
        assert mind_of(papers).ranked(VICTIM[language])[0] == dora


def test_a_cover_story_in_an_open_script_is_no_truth():
    for language in LANGUAGES:
        dora = PLAYERS[language][3]
        alibi = Presence(who=dora, place="kitchen", slot=EIGHT)
        papers = opened(language, dora, Claim(by=dora, fact=alibi))
        told = {found.fact for found in papers.common}
        assert alibi not in told
        assert not any(isinstance(fact, Claim) for fact in told)
