"""Collect every sentence for translators: `make messages`, or `make messages LANG=pt_BR` to begin a language.

The app and each game have a catalogue: `locale/<language>/LC_MESSAGES/<domain>.po`. This writes the templates, merges
them into the catalogues, begins a language's rules as a copy of the English ones, and prints what is missing.
`--compile` only makes the `.mo` files that the app reads.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from companion.core.language import BOX, CONTEXT  # noqa: E402
from companion.core.messages import Message, said_in  # noqa: E402
from companion.core.rulebook import Rulebook  # noqa: E402

SOURCES = ROOT / "companion"
APP = "tableside"
MUTE = re.compile(r"[\d?]*(\{\w+\})?\.?")
"""Nothing to translate: a hole, a number."""
NOISE = ("#\n", '"Project-Id-', '"Report-Msgid-', '"POT-Creation-', '"PO-Revision-', '"Last-Translator',
         '"Language-Team', '"Generated-By')


TRANSLATED = "translated"
"""In the head of the app's catalogue: which share of a language that is not complete yet, for the settings."""
NOTES = dict(line.split(" | ") for line in (ROOT / "tools" / "notes.txt").read_text(encoding="utf-8").splitlines())
"""What a short sentence means, for translators; `context^sentence | note`."""


def domains(sources: Path = SOURCES) -> dict[str, Path]:
    """The name of each catalogue, and the folder whose sentences it translates."""
    games = {path.parent.name: path.parent for path in sorted((sources / "games").glob("*/__init__.py"))}
    return {APP: sources, **games}


def messages(domain: str, folder: Path) -> Iterator[Message]:
    """The sentences of one catalogue; those of the games are not the app's."""
    games = folder / "games"
    return (one for one in said_in(folder) if domain != APP or games not in one.path.parents)


def template(found: Iterable[Message], known: Container[str] = ()) -> Catalog:
    """Each sentence once, with the places that say it. A plural wins over the same sentence without one.

    A `known` one is translated by the app.
    """
    made = Catalog(project="Tableside", charset="utf-8", fuzzy=False)
    said = (one for one in found if not MUTE.fullmatch(one.one) and one.one not in known)
    for message in sorted(said, key=lambda one: not one.many):
        words = message.one.rpartition(CONTEXT)[2]
        before = made.get(words, context=message.context or None)
        many = (words, message.many) if message.many else before.id if before else words
        place = (str(message.path.relative_to(ROOT)), message.line)
        note = [found for found in (NOTES.get(message.one.replace(CONTEXT, "^")) or message.note,) if found]
        made.add(many, locations=[place], context=message.context or None, auto_comments=note)
    return made


def templates() -> dict[str, Catalog]:
    """One for the app and one for each game, which leaves out what the app says, too."""
    found = {domain: list(messages(domain, folder)) for domain, folder in domains().items()}
    shared = {one.one for one in found[APP]}
    return {domain: template(many, () if domain == APP else shared) for domain, many in found.items()}


def catalogues(folder: Path) -> Iterator[Path]:
    return iter(sorted(folder.glob("locale/*/LC_MESSAGES/*.po")))


def language_of(path: Path) -> str:
    return path.parent.parent.name


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language_of(path))


def write(path: Path, catalog: Catalog) -> None:
    """Write without dates and names in the header, so that only changed sentences change the file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    page = BytesIO()
    catalog.header_comment = ""
    write_po(page, catalog, width=110, sort_output=True, include_lineno=False, ignore_obsolete=True)
    lines = page.getvalue().decode().splitlines(keepends=True)
    kept = "".join(line for line in lines if not line.startswith(NOISE) or TRANSLATED in line)
    path.write_text(kept.lstrip(), encoding="utf-8")


def missing(catalog: Catalog) -> list[str]:
    """The English of every sentence without a translation. A printed term may stay English."""
    def is_done(words: object) -> bool:
        return all(words) if isinstance(words, (tuple, list)) else bool(words)

    return [str(one.id) for one in catalog if one.id and one.context != BOX and (one.fuzzy or not is_done(one.string))]


def update(language: str | None) -> int:
    """Write the templates and merge them into every catalogue, or one language's. Returns how many are missing."""
    todo, of_all = Counter[str](), Counter[str]()
    for domain, fresh in templates().items():
        folder = domains()[domain]
        write(folder / "locale" / f"{domain}.pot", fresh)
        begun = folder / "locale" / str(language) / "LC_MESSAGES" / f"{domain}.po"
        for path in [begun] if language else catalogues(folder):
            merged = read(path) if path.exists() else Catalog(locale=language, charset="utf-8", fuzzy=False)
            merged.update(fresh, no_fuzzy_matching=True)
            write(path, merged)
            spoken, all_, left = language_of(path), sum(one.context != BOX for one in fresh if one.id), missing(merged)
            todo[spoken] += len(left)
            of_all[spoken] += all_
            print(f"{spoken} {domain}: {all_ - len(left)} of {all_}{prepare_rules(folder, spoken)}")
    for spoken, all_ in of_all.items():
        note_share(spoken, 100 - -(-100 * todo[spoken] // all_))
    return todo.total()


def prepare_rules(folder: Path, language: str) -> str:
    """Begin a translation of a game's rules with the English ones; returns how many are translated."""
    english, theirs = folder / "rules.md", folder / f"rules.{language}.md"
    if not english.is_file():
        return ""
    if not theirs.exists():
        theirs.write_bytes(english.read_bytes())
    texts = [{rule.id: rule.text for rule in Rulebook.parse(path.read_text(encoding="utf-8"))}
             for path in (english, theirs)]
    done = sum(texts[1].get(id, text) != text for id, text in texts[0].items() if text)
    return f", rules {done} of {sum(map(bool, texts[0].values()))}"


def note_share(language: str, share: int) -> None:
    path = SOURCES / "locale" / language / "LC_MESSAGES" / f"{APP}.po"
    catalog = read(path)
    catalog.project, catalog.version = (TRANSLATED, f"{share}%") if share < 100 else (APP, "")
    write(path, catalog)


def compile_all(sources: Path = SOURCES) -> None:
    """Make the .mo beside each .po that is newer."""
    for path in sources.rglob("locale/*/LC_MESSAGES/*.po"):
        made = path.with_suffix(".mo")
        if not made.exists() or made.stat().st_mtime < path.stat().st_mtime:
            with made.open("wb") as file:
                write_mo(file, read(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", help="begin or merge only this language, such as pt_BR")
    parser.add_argument("--compile", action="store_true", help="only make the .mo files")
    words = parser.parse_args()
    if not words.compile:
        todo = update(words.language)
        print(f"{todo} sentences are not translated yet." if todo else "Everything is translated.")
    compile_all()


if __name__ == "__main__":
    main()
