"""Names of people for the seats of a table, as for the people of a story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parlour.core.dealing import chance
from parlour.core.language import Language

WOMEN_NAMES: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "Agatha", "Beatrice", "Clara", "Dorothy", "Edith", "Flora", "Greta", "Harriet",
        "Imogen", "Josephine", "Kitty", "Lydia", "Maud", "Nora", "Olive", "Prudence",
        "Rosamund", "Sylvia", "Tabitha", "Ursula", "Violet", "Winifred",
    ),
    "zh": (
        "沈月娥", "陆佩兰", "顾婉清", "叶秋棠", "白素琴", "程慧贞", "江如萍", "韩雪梅",
        "苏锦绣", "林巧云", "谢玉茹", "秦翠屏", "罗静姝", "唐凤仪", "孟春桃", "周文秀",
        "魏红绫", "许念慈", "方晓荷", "吴淑仪", "贺芳菲", "曹碧君",
    ),
}  # fmt: skip
MEN_NAMES: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "Arthur", "Barnaby", "Conrad", "Desmond", "Edmund", "Felix", "Godfrey", "Hugo",
        "Ivor", "Jasper", "Kenneth", "Leopold", "Magnus", "Nigel", "Oscar", "Percival",
        "Roland", "Simon", "Tobias", "Ulric", "Victor", "Walter",
    ),
    "zh": (
        "沈崇山", "陆启明", "顾维安", "叶伯庸", "白景行", "程志远", "江一舟", "韩振邦",
        "苏敬亭", "林少谦", "谢承安", "秦怀瑾", "罗大川", "唐世昌", "孟广德", "周子敬",
        "魏长庚", "许国栋", "方鸿业", "吴立群", "贺天佑", "曹正声",
    ),
}  # fmt: skip

WOMEN = frozenset(name for names in WOMEN_NAMES.values() for name in names)
"""Every name that is a woman's, in all languages."""
MEN = frozenset(name for names in MEN_NAMES.values() for name in names)
"""Every name that is a man's."""


_LONGEST = 7
"""The most letters of a drawn name, with which it fits under a face on a telephone."""


def draw_names(count: int, language: Language, seed: int, words: Sequence[str]) -> tuple[str, ...]:
    """Draws short names of women and men in turn, as unlike each other at the beginning as can be.

    Args:
        count: the number of seats.
        language: the table's.
        seed: of the draw.
        words: words of the table, or names at it, like which no name begins while others are left.
    """
    rng = chance(seed, "names")
    women, men = (list(names[language]) for names in (WOMEN_NAMES, MEN_NAMES))
    rng.shuffle(women)
    rng.shuffle(men)
    mixed = [name for pair in zip(women, men, strict=True) for name in pair]
    used = {_beginning(word, language) for word in words}
    first, later = list[str](), list[str]()
    for name in mixed:
        if len(name) > _LONGEST or _beginning(name, language) in used:
            later.append(name)
        else:
            first.append(name)
            used.add(_beginning(name, language))
    drawn = [*first, *later][:count]
    rng.shuffle(drawn)
    return tuple(drawn)


def _beginning(name: str, language: Language) -> str:
    """Returns the first two letters, or the Chinese family name."""
    return name[:1] if language == "zh" else name[:2].casefold()
