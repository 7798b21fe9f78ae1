"""docs/glossary: one word for one thing in each language, wherever the English term is used."""

import csv
import re
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from companion.core.language import HOLE
from tests.test_catalogues import COMPLETE, DOMAINS, rules_of, translations
from tools import messages

pytestmark = pytest.mark.slow
FOLDER = messages.ROOT / "docs" / "glossary"
NEVER = "never: "
OTHERWISE = {
    "To move": ("To move back",),
    "box": ("It has {name}: write a Boxes", "Its boxes must be an instance"),
    "fight": ("Before the first card, the partner's player decides",),
    "path": ("That's straight against the wind", "If a ship has no path off", "Wrong page numbers"),
    "phone": ("Disconnect phones", "Start and invite phones", "joined, phone away"),
    "round": ("Challenge round",),
}
"""Beginnings of sentences that some language says without the word."""
each_language = pytest.mark.parametrize("spoken", COMPLETE)


class Term(NamedTuple):
    """A row: the English term, the beginnings of its words, and those that mean something else."""

    source: str
    allowed: tuple[str, ...]
    game: str
    never: tuple[str, ...]

    def used(self, english: str) -> int:
        """How often a sentence has the term; a name with a capital letter is only itself."""
        if self.source.lower() not in english.lower():
            return 0  # nearly every sentence, and much faster than the pattern
        exact = re.NOFLAG if self.source[0].isupper() else re.IGNORECASE
        ending = "" if self.source.endswith("?") else r"(?:es|s|'s)?\b"
        return len(re.findall(rf"\b{re.escape(self.source)}{ending}", HOLE.sub("_", english), exact))


def terms(spoken: str) -> list[Term]:
    with (FOLDER / f"{spoken}.csv").open(encoding="utf-8", newline="") as file:
        return [Term(row["source"], tuple(row["target"].split(" / ")), row["context"],
                     tuple(row["translator_comments"].removeprefix(NEVER).split(" / "))
                     if row["translator_comments"] else ()) for row in csv.DictReader(file)]


def texts(spoken: str) -> Iterator[tuple[str, str, str]]:
    """Catalogue, English and translation of every sentence and rule."""
    for domain, _, english, words in translations(spoken):
        yield from ((domain, english[min(at, len(english) - 1)], word) for at, word in enumerate(words))
    for domain in DOMAINS:
        yield from ((domain, *pair) for pair in rules_of(spoken, domain))


def strays(term: Term, english: str, word: str) -> bool:
    """The translation lacks the term's word, or has one that is not for it."""
    lacking = not any(one.lower() in word.lower() for one in term.allowed)
    return lacking or any(re.search(rf"\b{re.escape(one)}", word) for one in term.never)


@each_language
def test_a_term_has_one_word(spoken: str) -> None:
    said = list(texts(spoken))
    wrong = [f"{term.source}: {english!r} as {word!r}"
             for term in terms(spoken) for domain, english, word in said
             if term.game in ("", domain) and term.used(english) and strays(term, english, word)
             and not english.startswith(OTHERWISE.get(term.source, ()))]
    assert wrong == []


def test_every_language_has_the_same_terms() -> None:
    listed = [[(term.source, term.game) for term in terms(spoken)] for spoken in COMPLETE]
    assert len(listed[0]) >= 20 and all(one == listed[0] for one in listed)
    assert len(set(listed[0])) == len(listed[0]), "Weblate knows a term by its text and its context"


@each_language
def test_every_term_is_in_use(spoken: str) -> None:
    said = list(texts(spoken))
    assert [term.source for term in terms(spoken)
            if not any(term.used(english) for domain, english, _ in said if term.game in ("", domain))] == []


@pytest.mark.parametrize(("english", "word", "stray"), [
    ("A tie", "Gleichstand", False), ("A tie", "Ein Patt", True), ("A tie", "Patt, also Gleichstand", True),
    ("Tied again", "Noch einmal", False), ("Ties count", "Sie zählen", True)])
def test_a_stray_word_is_noticed(english: str, word: str, stray: bool) -> None:
    tie = next(term for term in terms("de") if term.source == "tie")
    assert bool(tie.used(english) and strays(tie, english, word)) == stray
