"""Translation catalogues, and filling translated sentences.

A translated noun may carry forms: `der Weiße|acc=den Weißen`. A translated sentence asks for one:
`{who.acc}`.
`{who.capital}` begins with a capital. People's names follow a rule of the language: `{name.gen}` is *Anas* in
German. The default is the plain word.

Reading a catalogue drops entries with wrong placeholders or excessive length, so none can break the app.
"""

import gettext
import re
import struct
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from unicodedata import normalize

DOMAIN = "tableside"
LOCALES = Path(__file__).resolve().parent.parent / "locale"
ENGLISH = "en"
CONTEXT = "\x04"
"""gettext's separator between a context and its message."""
BOX = "box"
"""The context of a term printed in the box: it follows the language of the box, not of the app."""

HOLE = re.compile(r"\{(\w+)(?:\.(\w+))?\}")
LARGEST_FILE = 4_000_000
HALF = 50
SHARE = re.compile(r"translated (\d+)%")
MOST_GROWTH, ALWAYS_ALLOWED = 6, 200
"""A translation may be six times as long as the English, plus 200 letters."""


class Noun(str):
    __slots__ = ("forms",)
    forms: Mapping[str, str]


@lru_cache(maxsize=4096)
def noun(words: str) -> str:
    """
    >>> noun("der Weiße|acc=den Weißen").forms["acc"]
    'den Weißen'
    """
    if "|" not in words:
        return words
    plain, *forms = words.split("|")
    made = Noun(plain)
    made.forms = dict(form.split("=", 1) for form in forms if "=" in form)
    return made


@lru_cache(maxsize=8192)
def parts_of(message: str) -> tuple[str, ...]:
    """Split into literal, key, form, literal, key, form, ..., literal."""
    return tuple(HOLE.split(message))


@lru_cache(maxsize=8192)
def has_words(message: str) -> bool:
    """Is there a letter beside the placeholders?"""
    return any(map(str.isalpha, "".join(parts_of(message)[::3])))


def filled(message: str, words: Mapping[str, str], of_names: "NameForms") -> str:
    """Fill the placeholders; format specs, indices and attributes are ignored.

    >>> filled("{name} hat {who.acc} besiegt.", {"name": "Ana", "who": noun("der Weiße|acc=den Weißen")}, {})
    'Ana hat den Weißen besiegt.'
    """
    if isinstance(message, Noun):
        return _filled_forms(message, words, of_names)
    parts = parts_of(message)
    out = [parts[0]]
    for at in range(1, len(parts), 3):
        key, form = parts[at], parts[at + 1]
        word = words.get(key, "{" + key + "}")
        if form == "capital":
            word = word[:1].upper() + word[1:]
        elif form is not None:
            word = word.forms.get(form, word) if isinstance(word, Noun) else name_in(word, of_names.get(form))
        out += (word, parts[at + 2])
    whole = "".join(out)
    # it begins with a noun, so it has the noun's forms
    if len(out) > 1 and not out[0] and isinstance(out[1], Noun):
        forms, whole = out[1].forms, Noun(whole)
        whole.forms = {form: "".join((word, *out[2:])) for form, word in forms.items()}
    return whole


def _filled_forms(message: Noun, words: Mapping[str, str], of_names: "NameForms") -> Noun:
    """
    >>> _filled_forms(noun("Feld {n}|dat=dem Feld {n}"), {"n": "3"}, {}).forms
    {'dat': 'dem Feld 3'}
    """
    plain = filled(str(message), words, of_names)
    inherited = plain.forms if isinstance(plain, Noun) else {}
    made = Noun(plain)
    made.forms = {**inherited, **{form: filled(one, words, of_names) for form, one in message.forms.items()}}
    return made


# How each language inflects a name

@dataclass(frozen=True)
class NameForm:
    """One form of names that match a pattern, and another of all others.

    Browsers use it too: `page/guest/state.js`.
    `{}` stands for the name. The pattern must mean the same in JavaScript; upper and lower case are equal.
    """

    pattern: str
    fits: str
    other: str


NameForms = Mapping[str, NameForm]


def name_in(name: str, form: NameForm | None) -> str:
    """
    >>> [name_in(name, NAME_FORMS["de"]["gen"]) for name in ("Ana", "Max", "Alice")]
    ['Anas', 'Max’', 'Alice’']
    >>> [name_in(name, NAME_FORMS["fr"]["de"]) for name in ("Ana", "Yann", "Hélène")]
    ['d’Ana', 'de Yann', 'd’Hélène']
    """
    if form is None:
        return name
    found = form.fits if re.search(form.pattern, name, re.IGNORECASE) else form.other
    return found.replace("{}", name)


def accented(letter: str) -> str:
    """The letter and all its accented forms, as a class of a pattern."""
    latin = map(chr, (*range(0xC0, 0x250), *range(0x1E00, 0x1F00)))
    return f"[{letter}{''.join(one for one in latin if normalize('NFD', one)[0] == letter)}]"


ELIDED = "^([aeiouœàâäéèêëîïôöùûü]|h[eiouyéèêîôû]|y[^aeiouyœàâäéèêëîïôöùûü])"
"""How names that take d’ in French begin: d’Yves and d’Hélène, but de Yann and de Hans."""
SOUNDS_LIKE_I = "^(h?[ií](?![aeo])|y[^aeiouáéíóú])"

NAME_FORMS: Mapping[str, NameForms] = {
    "de": {"gen": NameForm("([sßxz]|ce)$", "{}’", "{}s")},
    "fr": {"de": NameForm(ELIDED, "d’{}", "de {}"), "que": NameForm(ELIDED, "qu’{}", "que {}")},
    "es": {"y": NameForm(SOUNDS_LIKE_I, "e {}", "y {}")},  # the last of a list: y Ana, e Inés, e Yves
    "it": {"e": NameForm(f"^{accented('e')}", "ed {}", "e {}"),  # the last of a list: e Ana, ed Eva
           "a": NameForm(f"^{accented('a')}", "ad {}", "a {}")},  # to somebody: a Eva, ad Ana
}


# Catalogues


@dataclass(frozen=True)
class Catalogue:
    """All sentences of one language. English if empty."""

    language: str = ENGLISH
    messages: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    plural: Callable[[int], int] = lambda n: int(n != 1)
    forms: NameForms = field(default_factory=dict)

    def one(self, message: str) -> str:
        found = self.messages.get(message)
        return noun(found[0]) if found else message.rpartition(CONTEXT)[2]

    def counted(self, one: str, many: str, n: int) -> str:
        found = self.messages.get(one)
        if not found:
            return one if n == 1 else many
        return noun(found[min(self._form(n), len(found) - 1)])

    def _form(self, n: int) -> int:
        try:
            return max(0, self.plural(n))
        except (ArithmeticError, ValueError):  # a catalogue's plural rule may divide by zero
            return int(n != 1)


@dataclass(frozen=True)
class Source:
    """The translations of the app or of one game."""

    domain: str
    folder: Path
    own: Callable[[], Collection[str]] | None = None
    """The sentences it may translate; None for the app and its built-in games."""

    def read(self, language: str) -> dict[str, tuple[str, ...]]:
        path = self.folder / language / "LC_MESSAGES" / f"{self.domain}.mo"
        try:
            found = read_mo(path.read_bytes()) if path.stat().st_size <= LARGEST_FILE else {}
        except (OSError, ValueError, struct.error):  # missing or damaged: stay English
            return {}
        own = self.own() if self.own and found else found
        return {message: words for message, words in found.items() if message in own}


def read_mo(data: bytes) -> dict[str, tuple[str, ...]]:
    """Read a compiled catalogue's valid entries; `""` is the header."""
    magic, _, number, originals, translations = struct.unpack_from("<5I", data)
    if magic != 0x950412DE:
        raise ValueError("not a catalogue")
    found = {}
    for at in range(min(number, LARGEST_FILE // 16)):
        message = _text(data, originals + 8 * at)
        words = _text(data, translations + 8 * at).split("\0")
        one, _, many = message.partition("\0")
        if not one or all(fits(one + many, word) for word in words):
            found[one] = tuple(words)
    return found


def _text(data: bytes, at: int) -> str:
    length, start = struct.unpack_from("<2I", data, at)
    return data[start:start + length].decode()


def fits(english: str, words: str) -> bool:
    """Does the translation use only the English placeholders, at a reasonable length?

    >>> fits("{name} wins.", "{name.gen} Sieg"), fits("{name} wins.", "{who} gewinnt"), fits("Undo", "")
    (True, False, False)
    """
    rest = HOLE.sub("", words)
    return bool(words) and "{" not in rest and "}" not in rest and holes(words) <= holes(english) | {"n"} \
        and len(words) <= len(english) * MOST_GROWTH + ALWAYS_ALLOWED


def holes(message: str) -> set[str]:
    return {key for key, _ in HOLE.findall(message)}


def plural_rule(head: str) -> Callable[[int], int]:
    found = re.search(r"plural=([^;\n]+)", head)
    try:
        return gettext.c2py(found[1]) if found else Catalogue.plural
    except (ValueError, RecursionError):
        return Catalogue.plural


# The current language

sources: dict[str, Source] = {DOMAIN: Source(DOMAIN, LOCALES)}
loaded: dict[str, Catalogue] = {}
_boxes: dict[str, str] = {}
_spoken: list[Catalogue] = [Catalogue()]
_aside: ContextVar[Catalogue | None] = ContextVar("language", default=None)


def current() -> Catalogue:
    return _aside.get() or _spoken[0]


def catalogue(language: str) -> Catalogue:
    """Everything the app and its games have in a language; the app's sentences take precedence."""
    if language not in loaded:
        messages: dict[str, tuple[str, ...]] = {}
        for source in sources.values():
            messages = {**_in_the_box(source, language), **messages}
        forms = NAME_FORMS.get(language.partition("_")[0], {})
        head = messages.pop("", ("",))[0]
        loaded[language] = Catalogue(language, messages, plural_rule(head), forms)
    return loaded[language]


def _in_the_box(source: Source, language: str) -> dict[str, tuple[str, ...]]:
    """A source's sentences in a language, its printed terms in the language of the box."""
    box = _boxes.get(source.domain, language)
    found = source.read(language) if language != ENGLISH else {}
    if box == language:
        return found
    printed = source.read(box) if box != ENGLISH else {}
    return {message: words for message, words in found.items() if not is_printed(message)} \
        | {message: words for message, words in printed.items() if is_printed(message)}


def is_printed(message: str) -> bool:
    return message.startswith(BOX + CONTEXT)


def hold_boxes(boxes: Mapping[str, str]) -> None:
    """Set the language of each game's box; a game that isn't listed follows the app."""
    if boxes != _boxes:
        _boxes.clear()
        _boxes.update(boxes)
        loaded.clear()
        speak(_spoken[0].language)


def editions(domain: str) -> list[str]:
    """The languages in which the printed terms of a game are known, English first."""
    source = sources.get(domain)
    known = offered() if source else [ENGLISH]
    return [one for one in known if one == ENGLISH or (source and any(map(is_printed, source.read(one))))]


def speak(language: str | None) -> None:
    """Switch the language everywhere, including sentences already on screen."""
    _spoken[0] = catalogue(language or ENGLISH)


@contextmanager
def speaking(language: str | Catalogue) -> Iterator[None]:
    """Use another language inside the block, for a guest."""
    token = _aside.set(language if isinstance(language, Catalogue) else catalogue(language))
    try:
        yield
    finally:
        _aside.reset(token)


def learn(domain: str, folder: Path, own: Callable[[], Collection[str]] | None = None) -> None:
    """Add a game's catalogues: `locale/de/LC_MESSAGES/<id>.mo`."""
    known = sources.get(domain)
    if folder.is_dir() and (known is None or known.folder != folder):
        sources[domain] = Source(domain, folder, own)
        loaded.clear()
        speak(_spoken[0].language)


def forget(domain: str) -> Source | None:
    """Returns the game's catalogues, to `recall` them if its new files can't be loaded."""
    known = sources.pop(domain, None)
    if known is not None:
        loaded.clear()
        speak(_spoken[0].language)
    return known


def settle(domain: str) -> None:
    """Read now which sentences a game may translate: its files may be half written later."""
    known = sources.get(domain)
    if known is not None and known.own is not None:
        words = known.own()
        sources[domain] = replace(known, own=lambda: words)


def recall(known: Source) -> None:
    sources[known.domain] = known
    loaded.clear()
    speak(_spoken[0].language)


def offered() -> list[str]:
    """Every language of which at least half is translated, English first."""
    found = (path.parent.parent.name for path in sources[DOMAIN].folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    return [ENGLISH, *(one for one in sorted(found) if share(one) >= HALF)]


def share(language: str) -> int:
    """How many percent of the sentences are translated, as `make messages` noted in the catalogue's head."""
    try:
        data = _of_the_app(language)
        found = SHARE.search(_text(data, struct.unpack_from("<5I", data)[4]))
    except (OSError, ValueError, struct.error):
        return 100 if language == ENGLISH else 0
    return int(found[1]) if found else 100


def one_sentence(english: str, language: str) -> str:
    """A sentence of the app in a language, without reading the thousands of others.

    >>> one_sentence("English", "de"), one_sentence("English", "en"), one_sentence("No such sentence", "de")
    ('Deutsch', 'English', 'No such sentence')
    """
    try:
        data = _of_the_app(language)
        _, _, number, originals, translations = struct.unpack_from("<5I", data)
        places = struct.iter_unpack("<2I", data[originals:originals + 8 * number])
        at = [data[start:start + length] for length, start in places].index(english.encode())
        words = _text(data, translations + 8 * at)
    except (OSError, ValueError, struct.error):
        return english
    return noun(words) if fits(english, words) else english


def _of_the_app(language: str) -> bytes:
    return (sources[DOMAIN].folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo").read_bytes()


def choose(wanted: Iterable[str], among: Sequence[str] | None = None) -> str:
    """The first wanted language that is available: *de-AT* gets German.

    >>> choose(["nl-NL", "de-AT"], ["en", "de"]), choose(["pt"], ["en", "pt_BR"]), choose([], ["en"])
    ('de', 'pt_BR', 'en')
    """
    have = offered() if among is None else among
    for tag in wanted:
        parts = re.split(r"[-_.@]", tag.strip())
        base = parts[0].lower()
        exact = f"{base}_{parts[1].upper()}" if len(parts) > 1 else base
        for fit in (exact, base, *(one for one in have if one.startswith(f"{base}_"))):
            if fit in have:
                return fit
    return ENGLISH
