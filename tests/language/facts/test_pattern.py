from __future__ import annotations

import re
from importlib import resources

from parlour.language.facts import Language
from parlour.language.facts.pattern import patterns
from tests.cases import cases
from tests.language.facts.stories import LANGUAGES


@cases("file", ["sentences", "paraphrases"])
@cases("language", LANGUAGES)
def test_a_sentence_speaks_only_of_what_its_fact_has(language: Language, file: str):
    for pattern in patterns(language, file):
        fields = {gap.field for gap in pattern.gaps} - {"speech"} | {field for field, _ in pattern.fixed}
        assert fields <= set(pattern.type.__dataclass_fields__), pattern.text


@cases("file", ["sentences", "paraphrases", "typing"])
@cases("language", LANGUAGES)
def test_no_section_of_a_file_hides_another(language: Language, file: str):
    text = (resources.files("parlour.language.facts") / f"{file}.{language}.yaml").read_text(encoding="utf-8")
    keys = re.findall(r"^\s*([^\s#\-\[][^:\n]*):(?:\s|$)", text, re.MULTILINE)
    assert sorted({key for key in keys if keys.count(key) > 1}) == []
