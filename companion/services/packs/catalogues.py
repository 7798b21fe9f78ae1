"""Collect the sentences of a folder for translators, and compile what they wrote. Needs Babel."""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Iterable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.language import BOX, CONTEXT, DOMAIN, LOCALES, Source
from companion.core.messages import Message, said_in
from companion.core.rulebook import Rulebook
from companion.core.text import Refused, Text, say

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

MUTE = re.compile(r"[\d?]*(\{\w+\})?\.?")
"""Nothing to translate: a hole, a number."""
AMBIGUOUS = re.compile(r"[^{}.?!]+")
"""A word or two, not a sentence."""
LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
TRANSLATED = "translated"
"""Which share of an incomplete language is translated; a header of the app's catalogue."""
NO_NOTES: Mapping[str, str] = {}
NOISE = ("#\n", '"Project-Id-', '"Report-Msgid-', '"POT-Creation-', '"PO-Revision-', '"Last-Translator',
         '"Language-Team', '"Generated-By')


def collect(home: Path, domain: str, languages: Iterable[str]) -> Iterator[Text]:
    """Write a game's template, begin these languages and update the others. Yields what is done in each.

    Raises `Refused`."""
    for language in languages:
        if not LANGUAGE.fullmatch(language):
            raise Refused(say("{name} is not a language. Name it as de or pt_BR.", name=language[:20]))
        _page(home, domain, language).parent.mkdir(parents=True, exist_ok=True)
    said = list(said_in(home))
    write(home / "locale" / f"{domain}.pot", template(said, _of_the_app("de"), home.parent))
    begun = sorted(path.name for path in (home / "locale").iterdir() if path.is_dir())
    if not begun:
        yield say("To begin a language, name it: {command}", command="tableside messages . de")
    for language in begun:
        left = template(said, _of_the_app(language), home.parent)
        done, all_ = merge(_page(home, domain, language), left)
        rules, all_rules = prepare_rules(home, language)
        if (done, rules) == (all_, all_rules):
            yield say("{language}: everything is translated.", language=language)
            continue
        yield say("{language}: sentences {done}/{all}, rules {rules}/{all_rules}. Translate {file} and "
                  "{page}.", language=language, done=done, all=all_, rules=rules, all_rules=all_rules,
                  file=_page(home, domain, language).relative_to(home.parent).as_posix(),
                  page=f"{home.name}/rules.{language}.md")
    compile_words(home)
    for language in begun:
        usable = Source(domain, home / "locale").read(language)
        taken = [f"{word} ({words})" for word, words in _taken(said, language, usable)]
        if taken:
            yield say("{language}: the app already has {words}. If you mean something else, write say_in.",
                      language=language, words=", ".join(taken))
        for key in done_in(read(_page(home, domain, language))):
            if key not in usable:
                yield say("{language}: other placeholders than in English, so the app shows this in English: "
                          "{sentence}", language=language, sentence=key.rpartition(CONTEXT)[2])


def _of_the_app(language: str) -> dict[str, tuple[str, ...]]:
    """What the app and its games translate. It takes precedence over a plugin's translations."""
    folders = {DOMAIN: LOCALES, **{path.parent.name: path for path in LOCALES.parent.glob("games/*/locale")}}
    app: dict[str, tuple[str, ...]] = {}
    for domain, folder in folders.items():
        app = {**Source(domain, folder).read(language), **app}
    return app


def _taken(said: Iterable[Message], language: str, own: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Words that the app or one of its games translates, perhaps in another sense."""
    app = _of_the_app(language)
    for word in sorted({one.one for one in said if not one.context and AMBIGUOUS.fullmatch(one.one)}):
        if word in app and own.get(word) != app[word]:
            yield word, " / ".join(app[word])


def _page(home: Path, domain: str, language: str) -> Path:
    return home / "locale" / language / "LC_MESSAGES" / f"{domain}.po"


def template(found: Iterable[Message], known: Container[str], root: Path,
             notes: Mapping[str, str] = NO_NOTES) -> Catalog:
    """Each sentence once, with the places that say it. A plural wins over the same sentence without one.

    A `known` one is translated by the app.
    """
    _needs_babel()
    from babel.messages.catalog import Catalog

    made = Catalog(project="Tableside", charset="utf-8", fuzzy=False)
    said = (one for one in found if not MUTE.fullmatch(one.one) and one.one not in known)
    for message in sorted(said, key=lambda one: not one.many):
        words = message.one.rpartition(CONTEXT)[2]
        before = made.get(words, context=message.context or None)
        many = before.id if before else words
        if message.many:
            many = (words, message.many)
        place = (str(message.path.relative_to(root)), message.line)
        note = [found for found in (notes.get(message.one.replace(CONTEXT, "^")) or message.note,) if found]
        made.add(many, locations=[place], context=message.context or None, auto_comments=note)
    return made


def _needs_babel() -> None:
    try:
        import babel  # noqa: F401
    except ImportError:
        raise Refused(say("Translations need Babel: {command}",
                          command=f"{sys.executable} -m pip install babel")) \
            from None


def language_of(path: Path) -> str:
    return path.parent.parent.name


def read(path: Path) -> Catalog:
    """Raises `Refused` if a translator's file is damaged."""
    from babel import UnknownLocaleError
    from babel.messages.pofile import PoFileError, read_po

    try:
        with path.open("rb") as file:
            return read_po(file, locale=language_of(path), abort_invalid=True)
    except (PoFileError, UnknownLocaleError, ValueError) as error:
        raise Refused(say("{file} can't be read: {why}.", file=path.name,
                          why=" ".join(str(error).split()).rstrip(".")[:120])) from None


def write(path: Path, catalog: Catalog) -> None:
    """Write without dates and names in the header, so that only changed sentences change the file."""
    from babel.messages.pofile import write_po

    path.parent.mkdir(parents=True, exist_ok=True)
    page = BytesIO()
    catalog.header_comment = ""
    write_po(page, catalog, width=110, sort_output=True, include_lineno=False, ignore_obsolete=True)
    lines = page.getvalue().decode().splitlines(keepends=True)
    kept = "".join(line for line in lines if not line.startswith(NOISE) or TRANSLATED in line)
    path.write_text(kept.lstrip(), encoding="utf-8")


def merge(path: Path, fresh: Catalog) -> tuple[int, int]:
    """Update or begin a catalogue. Returns how many sentences are translated, of how many."""
    from babel.messages.catalog import Catalog

    merged = read(path) if path.exists() else Catalog(locale=language_of(path), charset="utf-8", fuzzy=False)
    merged.update(fresh, no_fuzzy_matching=True)
    write(path, merged)
    all_ = sum(one.context != BOX for one in fresh if one.id)
    return all_ - len(missing(merged)), all_


def missing(catalog: Catalog) -> list[str]:
    """The English of every sentence without a translation. A printed term may stay English."""
    return [str(one.id) for one in catalog if one.id and one.context != BOX and not _is_done(one)]


def done_in(catalog: Catalog) -> list[str]:
    """The keys of what is translated, as in the compiled catalogue."""
    ids = ((one.id[0] if isinstance(one.id, (tuple, list)) else one.id, one) for one in catalog if one.id)
    return [f"{one.context}{CONTEXT}{id}" if one.context else id for id, one in ids if _is_done(one)]


def _is_done(message: Any) -> bool:
    words = message.string
    return not message.fuzzy and (all(words) if isinstance(words, (tuple, list)) else bool(words))


def prepare_rules(home: Path, language: str) -> tuple[int, int]:
    """Copy the English rules as a start. Returns how many are translated, of how many."""
    english, theirs = home / "rules.md", home / f"rules.{language}.md"
    if not english.is_file():
        return 0, 0
    if not theirs.exists():
        theirs.write_bytes(english.read_bytes())
    pages = (Rulebook.parse(path.read_text(encoding="utf-8")) for path in (english, theirs))
    ours, translated = ({rule.id: rule.text or rule.title for rule in page} for page in pages)
    return sum(translated.get(id, text) != text for id, text in ours.items()), len(ours)


def compile_words(home: Path) -> None:
    """Make the .mo beside each .po that is newer. Raises `Refused`."""
    for path in sorted(home.rglob("locale/*/LC_MESSAGES/*.po")):
        made = path.with_suffix(".mo")
        if not made.exists() or made.stat().st_mtime < path.stat().st_mtime:
            _needs_babel()
            from babel.messages.mofile import write_mo

            page = BytesIO()
            write_mo(page, read(path))
            made.write_bytes(page.getvalue())
