"""Sentences are data, put into words when somebody looks: a language can change live."""

import doctest
import json
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.core import language, log, text
from companion.core.language import DOMAIN, Source, speak
from companion.core.setup import Person, Seat, Setup, people
from companion.core.text import Text, as_json, count, from_json, listing, say, spelled


@pytest.fixture
def german(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A language of a few sentences; English again afterwards."""
    monkeypatch.setitem(language.sources, DOMAIN, Source(DOMAIN, tmp_path))
    language.loaded.clear()
    head = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
    write_mo(tmp_path / "de" / "LC_MESSAGES" / "tableside.mo", {
        "": head,
        "{name} wins.": "{name} gewinnt.",
        "{first} and {last}": "{first} und {last}",
        "{n} card left\0{n} cards left": "noch {n} Karte\0noch {n} Karten",
        "two": "zwei",
        "Lap {n}": "Runde {m}",
        "Over": "Vorbei",
    })
    yield
    language.loaded.clear()
    speak(None)


def write_mo(path: Path, messages: dict[str, str]) -> None:
    """A compiled catalogue, as msgfmt writes it: sorted originals, then translations."""
    pairs = sorted((key.encode(), value.encode()) for key, value in messages.items())
    start = 28
    text_at = start + 16 * len(pairs)
    originals, translations, body = [], [], b""
    for table, which in ((originals, 0), (translations, 1)):
        for pair in pairs:
            table.append((len(pair[which]), text_at + len(body)))
            body += pair[which] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), start, start + 8 * len(pairs), 0, 0)
    index = b"".join(struct.pack("<2I", *entry) for entry in [*originals, *translations])
    path.parent.mkdir(parents=True)
    path.write_bytes(head + index + body)


def test_a_sentence_made_before_changes_its_language_afterwards(german: None) -> None:
    sentence = say("{name} wins.", name="Ana")
    cards = [count("{n} card left", "{n} cards left", n) for n in (1, 3)]
    names = listing(["Ana", "Ben"])
    assert [str(one) for one in (sentence, *cards, names)] == \
        ["Ana wins.", "1 card left", "3 cards left", "Ana and Ben"]
    speak("de")
    assert [str(one) for one in (sentence, *cards, names)] == \
        ["Ana gewinnt.", "noch 1 Karte", "noch 3 Karten", "Ana und Ben"]
    speak(None)
    assert str(sentence) == "Ana wins."


def test_sentences_in_sentences_change_too(german: None) -> None:
    outer = say("{name} wins.", name=say("{first} and {last}", first="Ana", last=spelled(2)))
    speak("de")
    assert str(outer) == "Ana und zwei gewinnt."


def test_a_chronicle_told_in_english_is_read_in_german(german: None) -> None:
    from tests.toys.scripted import Ask, Slate, start, told

    async def script(table: Slate) -> None:
        table.tell(say("{name} wins.", name=table.seats[0]))
        await table.ask(Ask(None))

    play = start(script)
    speak("de")
    assert told(play) == ["Ana gewinnt."]


def test_a_translation_with_a_slip_falls_back_to_english(german: None) -> None:
    speak("de")
    assert str(say("Lap {n}", n=2)) == "Lap 2"


def test_an_unknown_language_is_english(german: None) -> None:
    speak("tlh")
    assert str(say("{name} wins.", name="Ana")) == "Ana wins."


def test_the_empty_sentence_is_empty_in_every_language(german: None) -> None:
    speak("de")
    assert str(say("")) == "", "gettext would answer with its own head"


def test_names_may_hold_anything() -> None:
    for name in ("{points}", "{", "%s", "{0.__class__}", "O'Brien", "Zoë 🐝", ""):
        assert str(say("{name} wins.", name=name)) == f"{name} wins."
        assert str(say("{a}", a=say("{name}", name=name))) == name


def test_things_with_a_name_stand_for_their_name_and_nothing_else_fits() -> None:
    seat = Seat(0, Person("Ana", 0))
    assert say("{name}", name=seat) == say("{name}", name="Ana")
    for wrong in (None, 1.5, ["Ana"], object()):
        with pytest.raises(TypeError, match="a sentence can't hold"):
            say("{name}", name=wrong)


def test_equal_sentences_are_equal_and_hashable() -> None:
    assert {say("{n}", n=1), say("{n}", n=1), say("{n}", n=2)} == {say("{n}", n=2), say("{n}", n=1)}


@pytest.mark.parametrize(("things", "words"), [
    ([], "nobody"), (["Ana"], "Ana"), (["Ana", "Ben"], "Ana and Ben"),
    (["Ana", "Ben", "Cleo", "Dan"], "Ana, Ben, Cleo and Dan"),
])
def test_listing(things: list[str], words: str) -> None:
    assert str(listing(things)) == words


@pytest.mark.parametrize(("n", "word"), [(0, "no"), (1, "one"), (20, "twenty"), (21, "21"), (-1, "-1")])
def test_small_numbers_are_spelled(n: int, word: str) -> None:
    assert str(spelled(n)) == word


def test_sentences_round_trip_through_json() -> None:
    for sentence in (say("Over"), say("{name} wins.", name="Ana"), count("{n} card", "{n} cards", 3),
                     say("{a}", a=listing(["Ana", "Ben", "Cleo"]))):
        again = from_json(json.loads(json.dumps(as_json(sentence))))
        assert again == sentence
        assert isinstance(again, Text)


@pytest.mark.parametrize("module", [text, language, log])
def test_the_examples_in_the_pages_are_true(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


def test_people_in_the_usual_colours() -> None:
    assert [(person.name, person.colour) for person in Setup(people("Ana", "Ben")).people] == [("Ana", 0), ("Ben", 1)]
