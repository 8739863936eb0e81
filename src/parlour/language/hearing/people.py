"""The people of a table as they are typed: by half a name, a nickname, a seat's number, with a slip."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache

from parlour.language.facts import Language, Name, NameGuess
from parlour.language.hearing.clauses import wordlist

_LIKENESS, _LEAD = 70.0, 8.0
"""The least similarity of a slip to a name, in 100, and its least lead over any other name."""
_SHORTEST = 4
_HAN = "零一二三四五六七八九"
_ORDINALS = (
    *("", "first", "second", "third", "fourth", "fifth"),
    *("sixth", "seventh", "eighth", "ninth", "tenth"),
)
_AS_ONE = (
    r"(?:(?<=^)|(?<=[.!?:;,] ))one(?=[,.!?]|$| (?:says|said|claims|claimed|gets) )"
    r"|(?<=vote )one|(?<=kill )one|(?<=lynch )one|(?<=blame )one|(?<=suspect )one|(?<=trust )one|(?<=its )one"
    r"|(?<=and )one(?=[.,!?]|$)|(?<=or )one(?=[.,!?]|$)|(?<=between )one(?= and )"
    r"|(?<!\w)(?<!no )one(?='s[ ,])"
    r"|(?<!\w)one(?= (?:and|&) (?:[2-9]|two|three|four|five|six|seven|eight|[\ue000-\ue0ef]))"
)
"""Words after which `one` may be the first seat."""
_WORDS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"]


@cache
def aliases(
    names: tuple[Name, ...], language: Language, words: frozenset[str], *, is_of_roles: bool
) -> tuple[tuple[re.Pattern[str], Name], ...]:
    """Returns the patterns that call each player, longer ones first; none begins a known word."""
    rows = [
        (pattern, name, weight)
        for name in names
        for pattern, weight in _ways_to_call(name, names, language, words, is_of_roles=is_of_roles)
    ]
    return tuple((re.compile(pattern), name) for pattern, name, _ in sorted(rows, key=lambda row: -row[2]))


def _ways_to_call(
    name: Name, names: tuple[Name, ...], language: Language, words: frozenset[str], *, is_of_roles: bool
) -> Iterator[tuple[str, int]]:
    number = _number(name)
    if is_of_roles and number is not None:
        yield from _seat(number, language)
        return
    if is_of_roles and (place := names.index(name) + 1) not in map(_number, names):
        yield from _seat(place, language, in_words=False)
    yield _in_bounds(re.escape(name.lower()), language), 100 + len(name)
    for part in _parts(name, language, words):
        if sum(part in _parts(other, language, words) for other in names) == 1 and part not in {
            n.lower() for n in names
        }:
            yield _in_bounds(part, language), 10 + len(part)


def _in_bounds(words: str, language: Language) -> str:
    if language == "zh" and not words.isascii():
        return f"{words}(?:先生|小姐|女士|太太|姐|哥|夫人)?(?P<s>(?!))?"
    bare = r"|s(?= \w)" if len(words) >= _SHORTEST else ""  # "petes card"
    return rf"(?<![\w']){words}(?P<s>'s{bare})?(?![\w'])"


def _parts(name: Name, language: Language, words: frozenset[str]) -> list[str]:
    if language == "en" or name.isascii():
        pieces = [piece.lower() for piece in name.split()]
        parts = [re.escape(piece) for piece in pieces] if len(pieces) > 1 else []
        return parts + _short_forms(pieces[-1], words)
    if not re.fullmatch("[\u4e00-\u9fff]{2,4}", name):
        return []
    family, given_name = name[0], name[1:]
    titles = "先生|小姐|女士|太太|夫人|阿姨|大[哥姐爷妈叔婶]|师傅|老板|医生|老师|[姐哥总叔姨老某]"
    forms = [given_name, f"[小老阿]{family}", f"{family}(?:{titles})"]
    if len(given_name) == 2:
        forms += [f"[小阿]{given_name[-1]}", f"{given_name[-1]}{given_name[-1]}", f"{given_name[-1]}[姐哥]"]
    return [
        form for form in forms if not any(re.fullmatch(form, word) for word in wordlist("zh")["no_nickname"])
    ]


def _short_forms(name: str, words: frozenset[str]) -> list[str]:
    """Returns the forms of a first name, `rosa`, `roz`; three letters only if these begin no known word."""
    cut = [name[:length] for length in (4, 5) if len(name) > length + 1 and name[:length] not in words]
    forms = [re.escape(beginning) for beginning in cut]
    if len(name) > _SHORTEST:
        first, third = re.escape(name[:2]), "[sz]" if name[2] == "s" else re.escape(name[2])
        forms.append(f"{first}{re.escape(name[1])}ie")
        if name[2] not in "aeiou":
            forms.append(f"{first}{third}{third}?(?:y|ie|zy)")
        if not any(word.startswith(name[:3]) for word in words):
            forms.append(f"{first}{third}")
    return forms + [re.escape(short) for short in _NICKNAMES.get(name, ())]


_NICKNAMES = {
    "agatha": ("aggie",),
    "beatrice": ("bea", "trixie"),
    "dorothy": ("dot", "dottie", "dolly"),
    "edith": ("edie",),
    "harriet": ("hattie",),
    "josephine": ("jo", "josie"),
    "prudence": ("pru",),
    "winifred": ("winnie", "freddie"),
    "arthur": ("artie",),
    "barnaby": ("barney",),
    "edmund": ("eddie", "ned", "ted"),
    "leopold": ("leo",),
    "percival": ("percy",),
    "walter": ("wally", "walt"),
    "margaret": ("maggie", "peggy"),
    "elizabeth": ("liz", "lizzie", "beth"),
    "william": ("bill", "billy"),
    "harold": ("harry",),
    "henry": ("harry",),
    "robert": ("bob", "bobby"),
    "catherine": ("kate", "cathy"),
    "katherine": ("kate", "kathy"),
    "richard": ("dick",),
    "charles": ("charlie",),
    "edward": ("ed", "eddie", "ted", "ned"),
    "james": ("jim", "jimmy"),
}
"""Short forms of first names that no rule makes of their letters."""


def beginnings(names: Sequence[Name], words: frozenset[str]) -> dict[str, Name]:
    """Returns first letters, two or three, that only one English name has and no word: never certain."""
    firsts = [name.split()[-1].lower() for name in names]
    pairs = [(first[:length], name) for length in (2, 3) for first, name in zip(firsts, names, strict=True)]
    cut = Counter(short for short, _ in pairs)
    return {short: name for short, name in pairs if cut[short] == 1 and short not in words}


def _number(name: Name) -> int | None:
    numbers = re.findall(r"\d+", name)
    return int(numbers[0]) if len(numbers) == 1 else None


def _seat(number: int, language: Language, *, in_words: bool = True) -> Iterator[tuple[str, int]]:
    """Yields patterns of a seat: `player 6`, `p6`, `#6`, `6号`, `六号`, the number; words if `in_words`.

    Where players have names, a number in words alone (`two`, `二`) counts things rather than calls a seat.
    """
    counted = wordlist(language)["counted"]
    if language == "en":
        word = _WORDS[number] if number < len(_WORDS) else str(number)
        yield (
            (
                r"(?<![\w#])(?:player|plyer|palyer|playr|seat|number|no\.|nr\.?|players|p|pl|#) ?#?"
                rf"(?:{number}|{word})(?P<s>'?s)?(?!\w)"
            ),
            100,
        )
        ordinal = _ORDINALS[number] if number < len(_ORDINALS) else f"{number}th"
        nth = {1: "1st", 2: "2nd", 3: "3rd"}.get(number, f"{number}th")
        yield (
            rf"(?<!\w)(?:in |on |at )?(?:the )?(?:{ordinal}|{nth}) (?:player|seat|chair)(?P<s>'s)?(?!\w)",
            110,
        )
        yield (
            (
                r"(?<![\w#:.])(?<!top )(?<!other )(?<!only )"
                rf"{number}(?P<s>'s|s(?=[ .,]+(?!\d)|$))?{counted}(?![\w%]|:\d)"
            ),
            50,
        )
        if not in_words:
            return
        if number not in (1,):
            before = r"(?<![\w])(?<!top )(?<!other )(?<!only )(?<!the )(?<!you )(?<!these )"
            yield rf"{before}{word}(?P<s>'s)?{counted}(?![\w'])", 40
        else:
            yield (
                rf"(?:{_AS_ONE})(?P<s>'s)?{counted}(?![\w']| (?:of|who|that|more|thing|person|night|time)\b)",
                40,
            )
        return
    han = _HAN[number] if number < 10 else "十" + (_HAN[number - 10] if number > 10 else "")
    yield rf"(?<!\d)(?:{number}|{han})[号號](?:玩家|位|牌|哥|姐)?(?P<s>(?!))?", 100
    yield rf"(?:玩家|[pP]|#){number}(?!\d)(?P<s>(?!))?", 90
    yield rf"(?<![\d第]){number}{counted}(?!\d)(?P<s>(?!))?", 50
    if number > 1:
        yield rf"(?:[老小]{han}(?![号點点样])|{han}[哥姐弟妹爷叔姨])(?P<s>(?!))?", 30
    if number > 1 and in_words:
        after = r"(?=[是查投出也说跟和先的带发狼不就都要吧嘛呗啊呀,。;!?]|$)(?![号点])(?P<s>(?!))?"
        yield rf"(?<![\u4e00-\u9fff第]|[二三四五六七八九十])(?:{han}){after}", 30
        yield rf"(?<=[投出查验推归票踩保站信刀跟和与]){han}(?![个票晚夜天轮张次点种人])(?P<s>(?!))?", 30


def mend(
    text: str, names: tuple[Name, ...], language: Language, words: frozenset[str]
) -> tuple[str, list[NameGuess]]:
    r"""Returns a text with `\uf8ff` for each likely slip in a name, and the guesses."""
    return _mend_english(text, names, words) if language == "en" else _mend_chinese(text, names)


def _mend_english(text: str, names: tuple[Name, ...], words: frozenset[str]) -> tuple[str, list[NameGuess]]:
    guesses: list[NameGuess] = []

    def replace_match(match: re.Match[str]) -> str:
        word = match["word"]
        name = None if word in words else _nearest(word, names)
        if name is None:
            return match[0]
        guesses.append(NameGuess(typed=word, meant=name))
        return "\uf8ff" + (match["s"] or "")

    return re.sub(r"(?<![\w'])(?P<word>[a-z]{4,})(?P<s>'s)?(?![\w'])", replace_match, text), guesses


def _nearest(word: str, names: tuple[Name, ...]) -> Name | None:
    from rapidfuzz.distance import OSA  # only where somebody has made a slip

    if len(word) < _SHORTEST:
        return None
    scored = sorted(
        (
            (100 * OSA.normalized_similarity(word, name.lower()), name)
            for name in names
            if name[0].lower() == word[0] or OSA.distance(word, name.lower()) == 1
        ),
        reverse=True,
    )
    if not scored or scored[0][0] < _LIKENESS:
        return None
    return scored[0][1] if len(scored) == 1 or scored[0][0] - scored[1][0] >= _LEAD else None


def _mend_chinese(text: str, names: tuple[Name, ...]) -> tuple[str, list[NameGuess]]:
    guesses: list[NameGuess] = []
    for name in names:
        if not re.fullmatch("[\u4e00-\u9fff]{3}", name):
            continue
        for slip in re.findall(
            f"{name[0]}[\u4e00-\u9fff]{name[2]}|{name[:2]}[\u4e00-\u9fff](?<![的是在说和跟了])", text
        ):
            guesses.append(NameGuess(typed=slip, meant=name))
            text = text.replace(slip, "\uf8ff", 1)
    return text, guesses
