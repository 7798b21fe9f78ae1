"""Collect every sentence for translators: `make messages`, or `make messages LANG=pt_BR` to begin a language.

The app and each game have a catalogue: `locale/<language>/LC_MESSAGES/<domain>.po`. This writes the
templates, merges them into the catalogues, begins a language's rules as a copy of the English ones, and
prints what is missing.
`--compile` only makes the `.mo` files that the app reads.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from pathlib import Path

from babel.messages.catalog import Catalog

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from companion.core.messages import Message, said_in  # noqa: E402
from companion.services.packs import catalogues as plugins  # noqa: E402
from companion.services.packs.catalogues import (  # noqa: E402, F401
    MUTE,
    TRANSLATED,
    compile_words,
    language_of,
    merge,
    missing,
    prepare_rules,
    read,
    write,
)

SOURCES = ROOT / "companion"
APP = "tableside"
NOTES = dict(line.split(" | ")
             for line in Path(__file__).with_name("notes.txt").read_text(encoding="utf-8").splitlines())
"""What a short sentence means, for translators; `context^sentence | note`."""


def domains(sources: Path = SOURCES) -> dict[str, Path]:
    """The name of each catalogue, and the folder whose sentences it translates."""
    games = {path.parent.name: path.parent for path in sorted((sources / "games").glob("*/__init__.py"))}
    return {APP: sources, **games}


def messages(domain: str, folder: Path) -> Iterator[Message]:
    """The sentences of one catalogue; those of the games are not the app's."""
    return said_in(folder, but=folder / "games" if domain == APP else None)


def template(found: Iterable[Message], known: Container[str] = ()) -> Catalog:
    return plugins.template(found, known, ROOT, NOTES)


def sentences() -> dict[str, list[Message]]:
    return {domain: list(messages(domain, folder)) for domain, folder in domains().items()}


def templates(found: Mapping[str, Iterable[Message]] | None = None) -> dict[str, Catalog]:
    """One for the app and one for each game, which leaves out what the app says, too."""
    found = sentences() if found is None else found
    shared = {one.one for one in found[APP]}
    return {domain: template(many, () if domain == APP else shared) for domain, many in found.items()}


def catalogues(folder: Path) -> Iterator[Path]:
    return iter(sorted(folder.glob("locale/*/LC_MESSAGES/*.po")))


def update(language: str | None) -> int:
    """Write the templates and merge them into every catalogue, or one language's.
    Returns how many are missing."""
    todo, of_all = Counter[str](), Counter[str]()
    for domain, fresh in templates().items():
        folder = domains()[domain]
        write(folder / "locale" / f"{domain}.pot", fresh)
        begun = folder / "locale" / str(language) / "LC_MESSAGES" / f"{domain}.po"
        for path in [begun] if language else catalogues(folder):
            done, all_ = merge(path, fresh)
            spoken = language_of(path)
            todo[spoken] += all_ - done
            of_all[spoken] += all_
            rules, all_rules = prepare_rules(folder, spoken)
            print(f"{spoken} {domain}: {done} of {all_}" + (f", rules {rules} of {all_rules}"
                                                            if all_rules else ""))
    for spoken, all_ in of_all.items():
        note_share(spoken, 100 - -(-100 * todo[spoken] // all_))
    return todo.total()


def note_share(language: str, share: int) -> None:
    path = SOURCES / "locale" / language / "LC_MESSAGES" / f"{APP}.po"
    catalog = read(path)
    catalog.project, catalog.version = (TRANSLATED, f"{share}%") if share < 100 else (APP, "")
    write(path, catalog)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", help="begin or merge only this language, such as pt_BR")
    parser.add_argument("--compile", action="store_true", help="only make the .mo files")
    words = parser.parse_args()
    if not words.compile:
        todo = update(words.language)
        print(f"{todo} sentences are not translated yet." if todo else "Everything is translated.")
    compile_words(SOURCES)


if __name__ == "__main__":
    main()
