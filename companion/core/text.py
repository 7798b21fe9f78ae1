"""Sentences as data: a message and its named arguments, rendered only when shown.

>>> str(say("{name} has {points} points", name="Ana", points=3))
'Ana has 3 points'
>>> str(count("{n} card left", "{n} cards left", 1))
'1 card left'
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Union
from unicodedata import combining, normalize

from companion.core.language import (
    BOX,
    CONTEXT,
    ENGLISH,
    current,
    filled,
    has_words,
    holes,
    one_sentence,
    share,
    speaking,
)
from companion.core.values import value

Word = Union[str, int, "Text"]


@value
class Text:
    """A message in English with its arguments; `str()` renders it in the current language."""

    message: str
    args: dict[str, Word] | None = field(default=None, hash=False)
    many: str = ""
    n: int = 0

    def __str__(self) -> str:
        language = current()
        many = self.many
        message = language.counted(self.message, many, self.n) if many else language.one(self.message)
        if not self.args:
            return message
        if language.messages and language.language != ENGLISH and self.message not in language.messages \
                and has_words(self.message):
            return in_english(self)  # not half of it in another language
        words = {key: minus(word) if type(word) is int else str(word) for key, word in self.args.items()}
        return filled(message, words, language.forms)

    def __reduce__(self) -> tuple[object, ...]:
        """Snapshots pickle many sentences; the dataclass default is ten times slower."""
        return Text, (self.message, self.args, self.many, self.n)


_WORDS = frozenset({str, int, Text})  # fast path: most arguments need no conversion
_NAMED: set[type] = set()


def word_of(value: object) -> Word:
    if isinstance(value, (str, int, Text)):
        return value
    name = getattr(value, "name", None)  # things with a name: a seat, a character, a ship
    if isinstance(name, (str, Text)):
        _NAMED.add(type(value))
        return name
    raise TypeError(f"a sentence can't hold {value!r}")


def say(message: str, /, **args: Any) -> Text:
    """A sentence. Arguments are words, numbers, other sentences, or things with a name."""
    return Text(message, _words(args) or None)


def _words(args: dict[str, Any]) -> dict[str, Word]:
    for key, word in args.items():
        kind = type(word)
        if kind not in _WORDS:
            args[key] = word.name if kind in _NAMED else word_of(word)
    return args


def say_in(context: str, message: str, /, **args: Any) -> Text:
    """A sentence with an ambiguous English text; the context tells translators which meaning.

    >>> str(say_in("theme", "Light"))
    'Light'
    """
    return Text(f"{context}{CONTEXT}{message}", _words(args) or None)


def term(message: str, /) -> Text:
    """A name printed on a card or piece: it follows the language of the owner's box.

    >>> str(term("The Safe House"))
    'The Safe House'
    """
    return Text(f"{BOX}{CONTEXT}{message}")


def count(one: str, many: str, n: int, /, **args: Any) -> Text:
    """A sentence with a plural; `{n}` is the number."""
    return Text(one, {**_words(args), "n": n}, many, n)


# Other words for things in a sentence

def parts_of(text: Text) -> Iterator[Text]:
    """The sentence, then every sentence within it."""
    yield text
    for word in (text.args or {}).values():
        if isinstance(word, Text):
            yield from parts_of(word)


def renamed(text: Text, names: Mapping[Text, str]) -> Text:
    """The sentence with other names for what it mentions.

    >>> str(renamed(say("Ana flew to {where}.", where=say("the corner")), {say("the corner"): "A"}))
    'Ana flew to A.'
    """
    def new(word: Any) -> Any:
        if not isinstance(word, Text):
            return word
        return names.get(word) or renamed(word, names)

    words = {key: new(word) for key, word in (text.args or {}).items()}
    return replace(text, args=words or None)


# Sentences of a question

def said(message: str, context: str = "") -> Callable[..., Text]:
    """A method that returns this sentence: `sentence = said("{seat}, how many?")`."""
    names = sorted(holes(message))
    full = f"{context}{CONTEXT}{message}" if context else message

    def method(self: Any, *_: Any) -> Text:
        return Text(full, {name: word_of(getattr(self, name)) for name in names} or None)

    return method


def here(words: Callable[..., Text]) -> Callable[..., Text]:
    """Show the headline while its seat is at the table, then that they have left."""
    def method(self: Any, *args: Any) -> Text:
        if self.seat.gone:
            return say("{name} has left; the table goes on.", name=self.seat)
        return words(self, *args)

    return method


def or_go_on(words: Callable[..., Text]) -> Callable[..., Text]:
    """Show the button while its seat is at the table, then a button to continue without them."""
    def method(self: Any, *args: Any) -> Text:
        return say("Go on without {name}", name=self.seat) if self.seat.gone else words(self, *args)

    return method


# Refusals

@dataclass(frozen=True)
class Refusal:
    """Why an answer is rejected: one sentence and its rule."""

    why: Text
    rule: str = ""


class Refused(Exception):
    """The answer was rejected and changed nothing. Carries the `Refusal`."""

    def __init__(self, why: Text, rule: str = "") -> None:
        super().__init__(why)
        self.refusal = Refusal(why, rule)


# Formatting

def listing(things: Sequence[object]) -> Text | str:
    """Join words: "Ana, Ben and Cleo"."""
    words = [minus(word) if isinstance(word, int) else word for word in map(word_of, things)]
    if not words:
        return say("nobody")
    if len(words) == 1:
        return words[0]
    first = words[0]
    for word in words[1:-1]:
        first = say("{first}, {next}", first=first, next=word)
    return say("{first} and {last}", first=first, last=words[-1])


def in_a_row(*things: object) -> Text | str:
    """Join what isn't empty: "Windmill, 3 May"."""
    row: Text | str = ""
    for thing in things:
        if words := str(thing):
            word = thing if isinstance(thing, Text) else words
            row = say("{first}, {next}", first=row, next=word) if row else word
    return row


def in_english(words: object) -> str:
    """The words as a key that is the same in every language."""
    with speaking(ENGLISH):
        return str(words)


def folded(words: str) -> str:
    """Strip capitals and accents, for searching.

    >>> folded("Règle")
    'regle'
    """
    return "".join(letter for letter in normalize("NFD", words.casefold()) if not combining(letter))


def minus(number: int) -> str:
    """Format a number with a real minus sign.

    >>> minus(-160), minus(12)
    ('−160', '12')
    """
    return f"−{-number}" if number < 0 else str(number)


def decimal(number: float) -> str:
    """One decimal place, with the language's decimal sign.

    >>> decimal(4.5), decimal(-2.0)
    ('4.5', '−2')
    """
    # Translators: the sign before the decimals, as in 4.5
    sign = str(say_in("decimal sign", "."))
    return f"{number:.1f}".removesuffix(".0").replace("-", "−").replace(".", sign)


def percent(share: object) -> Text:
    return say("{n}%", n=share)


_NUMBERS = (
    say_in("zero of something", "no"), say("one"), say("two"), say("three"), say("four"), say("five"),
    say("six"),
    say("seven"), say("eight"), say("nine"), say("ten"), say("eleven"), say("twelve"), say("thirteen"),
    say("fourteen"),
    say("fifteen"), say("sixteen"), say("seventeen"), say("eighteen"), say("nineteen"), say("twenty"),
)


def language_name(language: str) -> Text | str:
    """The language's own name, as each catalogue translates *English*, and how much of it is translated."""
    name = one_sentence(say("English").message, language)
    done = share(language)
    if done == 100:
        return name
    return say("{language}, {percent} translated", language=name, percent=percent(done))


def spelled(number: int) -> Word:
    """A small number as a word, because digits of the headline font differ in height.

    >>> str(spelled(3)), str(spelled(21))
    ('three', '21')
    """
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else number


def capital(words: Word) -> Text:
    """Capitalize the first letter, in any language.

    >>> str(capital("town hall"))
    'Town hall'
    """
    return Text("{words.capital}", {"words": words})


def without_stop(text: Text | str) -> str:
    """Drop the full stop of a sentence shown alone, but not one that a player typed.

    >>> without_stop(say("Ana won.")), without_stop(say("{words}", words="Then it snowed."))
    ('Ana won', 'Then it snowed.')
    """
    ours = text if isinstance(text, str) else text.many or text.message
    return str(text).rstrip(".") if ours.endswith(".") else str(text)


def as_json(text: Text | str) -> object:
    """The sentence as plain data, for export files."""
    if isinstance(text, str):
        return text
    data: dict[str, object] = {"says": str(text), "message": text.message}
    if text.args:
        data["args"] = {key: as_json(word) if isinstance(word, Text) else word
                        for key, word in text.args.items()}
    if text.many:
        data["many"], data["n"] = text.many, text.n
    return data


def from_json(raw: Any) -> Text | str:
    """Rebuild the sentence that `as_json` wrote.

    >>> from_json(as_json(say("Round {n}", n=spelled(2)))) == say("Round {n}", n=spelled(2))
    True
    """
    if not isinstance(raw, dict):
        return str(raw)
    words = {key: from_json(word) if isinstance(word, dict) else word
             for key, word in raw.get("args", {}).items()}
    return Text(raw["message"], words or None, raw.get("many", ""), raw.get("n", 0))
