from __future__ import annotations

import re
from importlib import resources

from parlour.language.facts import Language
from parlour.language.facts.pattern import Gap, patterns
from tests.cases import cases
from tests.language.facts.stories import LANGUAGES


@cases("file", ["sentences", "paraphrases"])
@cases("language", LANGUAGES)
def test_a_sentence_speaks_only_of_what_its_fact_has(language: Language, file: str):
    for pattern in patterns(language, file):
        fields = {gap.field for gap in pattern.gaps} - {"speech"} | {field for field, _ in pattern.fixed}
        assert fields <= set(pattern.type.__dataclass_fields__), pattern.text


@cases("language", LANGUAGES)
def test_a_sentence_that_can_be_rendered_leaves_nothing_out(language: Language):
    for pattern in patterns(language):
        fields = {"fact" if gap.field == "speech" else gap.field for gap in pattern.gaps}
        assert fields | {field for field, _ in pattern.fixed} == set(pattern.type.__dataclass_fields__), (
            pattern.text
        )


@cases("language", LANGUAGES)
def test_no_sentence_stands_twice(language: Language):
    texts = [pattern.text for file in ("sentences", "paraphrases") for pattern in patterns(language, file)]
    assert sorted({text for text in texts if texts.count(text) > 2}) == []


def test_the_notation_tells_person_verb_and_form():
    by_text = {pattern.text: pattern for pattern in patterns("en")}
    assert by_text["{who was} {place} {slot}"].gaps[0] == Gap(field="who", form="subject", verb="was")
    assert by_text["where {was who} {slot}"].gaps[0] == Gap(
        field="who", form="subject", verb="was", inverted=True
    )
    assert by_text["{victim was} {thing.killed}"].gaps[1] == Gap(field="thing", form="killed")
    assert by_text["{who=I} am {role}"].gaps[0] == Gap(field="who", form="subject", only="I")


@cases("file", ["sentences", "paraphrases", "typing"])
@cases("language", LANGUAGES)
def test_no_section_of_a_file_hides_another(language: Language, file: str):
    text = (resources.files("parlour.language.facts") / f"{file}.{language}.yaml").read_text(encoding="utf-8")
    keys = re.findall(r"^\s*([^\s#\-\[][^:\n]*):(?:\s|$)", text, re.MULTILINE)
    assert sorted({key for key in keys if keys.count(key) > 1}) == []
