"""Catalogues: forms of nouns, whose sentences they may translate, and files that are damaged or hostile."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion.core import language
from companion.core.kinds.number import Row, by_key
from companion.core.language import (
    DOMAIN,
    Source,
    choose,
    editions,
    forget,
    hold_boxes,
    learn,
    offered,
    one_sentence,
    speak,
    speaking,
)
from companion.core.rulebook import Rulebook
from companion.core.text import capital, count, decimal, folded, listing, say, say_in, spelled, term
from companion.services.phones.page_words import words_json
from companion.services.when import from_iso_day, weekday
from tests.core.test_text import write_mo

HEAD = "Content-Type: text/plain; charset=UTF-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"


@pytest.fixture
def locales(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder of catalogues; English again afterwards."""
    monkeypatch.setattr(language, "sources", {DOMAIN: Source(DOMAIN, tmp_path / "app")})
    language.loaded.clear()
    yield tmp_path / "app"
    forget("pack")
    language.loaded.clear()
    speak(None)


def translate(folder: Path, code: str, words: dict[str, str], domain: str = DOMAIN, head: str = HEAD) -> None:
    write_mo(folder / code / "LC_MESSAGES" / f"{domain}.mo", {"": head, **words})


def test_a_sentence_asks_for_a_form_of_its_noun(locales: Path) -> None:
    translate(locales, "de", {"{name} beats {who}.": "{name} hat {who.acc} besiegt.",
                              "the White": "der Weiße|acc=den Weißen", "It is {who}.": "Es ist {who}."})
    speak("de")
    assert str(say("{name} beats {who}.", name="Ana", who=say("the White"))) == "Ana hat den Weißen besiegt."
    assert str(say("It is {who}.", who=say("the White"))) == "Es ist der Weiße."
    assert str(say("{name} beats {who}.", name="Ana", who="Ben")) == "Ana hat Ben besiegt.", "no form: the plain word"
    translate(locales, "it", {"{what} of territory {n}": "{what} del territorio {n}", "It is near {where}.":
                              "È vicino {where.a}.", "{who} waits.": "{who.capital} aspetta.",
                              "the Drift": "il Drift|a=al Drift"})
    language.loaded.clear()
    speak("it")
    where = say("{what} of territory {n}", what=say("the Drift"), n=3)
    assert str(say("It is near {where}.", where=where)) == "È vicino al Drift del territorio 3."
    assert str(say("{who} waits.", who=say("the Drift"))) == "Il Drift aspetta."


def test_a_noun_with_numbers_and_names_in_it_has_forms_too(locales: Path) -> None:
    translate(locales, "de", {
        "space {n}": "Feld {n}|wo=auf Feld {n}|wohin=auf das Feld {n}",
        "It stands on {space}.": "Steht {space.wo}.",
        "{name}'s turtle": "{name.gen} Schildkröte|acc=die Schildkröte von {name}",
        "It bites {what}.": "Sie beißt {what.acc}.", "It goes to {space}.": "Sie geht {space.wohin}.",
        "{what} of {n}": "{what} von {n}|wo=bei {what}, {n}", "the White": "der Weiße|acc=den Weißen",
        "one egg\0{n} eggs": "ein Ei|acc=einem Ei\0{n} Eier|acc={n} Eiern"})
    speak("de")
    assert str(say("It stands on {space}.", space=say("space {n}", n=3))) == "Steht auf Feld 3."
    assert str(say("It goes to {space}.", space=say("space {n}", n=3))) == "Sie geht auf das Feld 3."
    assert str(say("space {n}", n=3)) == "Feld 3"
    assert str(say("It bites {what}.", what=say("{name}'s turtle", name="Ana"))) == \
        "Sie beißt die Schildkröte von Ana."
    both = say("{what} of {n}", what=say("the White"), n=2)
    assert str(say("It bites {what}.", what=both)) == "Sie beißt den Weißen von 2.", "the form of its noun"
    assert str(say("It stands on {space}.", space=both)) == "Steht bei der Weiße, 2.", "and its own"
    for n, eggs in ((1, "einem Ei"), (3, "3 Eiern")):
        assert str(say("It bites {what}.", what=count("one egg", "{n} eggs", n))) == f"Sie beißt {eggs}."


@pytest.mark.parametrize(("code", "translated", "names", "expected"), [
    ("de", "{first.gen} Schiff", ["Ana", "Max", "Alice"], ["Anas Schiff", "Max’ Schiff", "Alice’ Schiff"]),
    ("fr", "le navire {first.de}", ["Ana", "Ben", "Hana", "Émile", "œnone", "Yves", "Yann", "Yoko", "Y", "Hélène"],
     ["le navire d’Ana", "le navire de Ben", "le navire de Hana", "le navire d’Émile", "le navire d’œnone",
      "le navire d’Yves", "le navire de Yann", "le navire de Yoko", "le navire de Y", "le navire d’Hélène"]),
    ("es", "Ana {first.y}", ["Ben", "Inés", "Hiena", "Yves", "Yago"],
     ["Ana y Ben", "Ana e Inés", "Ana y Hiena", "Ana e Yves", "Ana y Yago"]),
    ("it", "Ana {first.e}", ["Ben", "Élodie"], ["Ana e Ben", "Ana ed Élodie"]),
    ("it", "Tocca {first.a}", ["Ben", "Ana"], ["Tocca a Ben", "Tocca ad Ana"]),
])
def test_names_bend_by_the_rule_of_the_language(locales: Path, code: str, translated: str, names: list[str],
                                               expected: list[str]) -> None:
    translate(locales, code, {"{first}'s ship": translated})
    speak(code)
    assert [str(say("{first}'s ship", first=name)) for name in names] == expected


def test_a_list_follows_the_language(locales: Path) -> None:
    translate(locales, "es", {"{first} and {last}": "{first} {last.y}"})
    speak("es")
    assert str(listing(["Ana", "Ben", "Inés"])) == "Ana, Ben e Inés"


def test_homonyms_have_a_context(locales: Path) -> None:
    translate(locales, "de", {"theme\x04Light": "Hell", "depth\x04Light": "Leicht"})
    speak("de")
    assert [str(say_in(context, "Light")) for context in ("theme", "depth", "weight")] == ["Hell", "Leicht", "Light"]


def test_printed_names_follow_the_box_and_sentences_the_app(locales: Path, tmp_path: Path) -> None:
    sentence, name = "{name} is caught.", "box\x04The Spy"
    translate(locales, "de", {"Undo": "Zurück"})
    translate(tmp_path / "pack", "de", {sentence: "{name} ist gefangen."}, "pack")
    translate(tmp_path / "pack", "it", {sentence: "{name} è catturata.", name: "La Spia"}, "pack")
    translate(locales, "it", {"Undo": "Annulla"})
    learn("pack", tmp_path / "pack")
    caught = say(sentence, name=term("The Spy"))
    assert editions("pack") == ["en", "it"]
    said = []
    for app, box in (("de", {}), ("it", {}), ("de", {"pack": "it"}), ("it", {"pack": "en"}), ("en", {"pack": "it"})):
        hold_boxes(box)
        speak(app)
        said.append(str(caught))
    hold_boxes({})
    assert said == ["The Spy ist gefangen.", "La Spia è catturata.", "La Spia ist gefangen.", "The Spy è catturata.",
                    "La Spia is caught."]


def test_decimals_have_the_sign_of_the_language(locales: Path) -> None:
    translate(locales, "de", {"decimal sign\x04.": ","})
    speak("de")
    assert [decimal(4.5), decimal(-2.0)] == ["4,5", "−2"]


def test_plurals_as_the_catalogue_counts_them(locales: Path) -> None:
    polish = "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\n"
    translate(locales, "pl", {"{n} card\0{n} cards": "{n} karta\0{n} karty\0{n} kart"}, head=polish)
    speak("pl")
    said = [str(count("{n} card", "{n} cards", n)) for n in (1, 3, 5, 22)]
    assert said == ["1 karta", "3 karty", "5 kart", "22 karty"]


def test_a_guest_reads_another_language_than_the_table(locales: Path) -> None:
    translate(locales, "de", {"Undo": "Zurück"})
    translate(locales, "fr", {"Undo": "Annuler"})
    speak("de")
    with speaking("fr"):
        assert str(say("Undo")) == "Annuler"
    assert str(say("Undo")) == "Zurück"
    assert offered() == ["en", "de", "fr"]


def test_a_sentence_without_a_translation_is_english_as_a_whole(locales: Path) -> None:
    translate(locales, "de", {"one": "eins", "{first} and {last}": "{first} und {last}"})
    speak("de")
    assert str(say("Leg {n}", n=spelled(1))) == "Leg one"
    assert str(say("In the bag: {what}", what=listing(["Red", "Blue"]))) == "In the bag: Red and Blue"
    assert str(capital(spelled(1))) == "Eins", "nothing of its own to translate"


def test_a_pack_translates_only_its_own_sentences(locales: Path, tmp_path: Path) -> None:
    for code in ("de", "en"):
        translate(tmp_path / "pack", code, {"Delete it": "Behalten", "Pebble": "Stein"}, "pack")
    learn("pack", tmp_path / "pack", own=lambda: {"Pebble"})
    speak("de")
    assert [str(say("Delete it")), str(say("Pebble"))] == ["Delete it", "Stein"]
    speak("en")
    assert [str(say("Delete it")), str(say("Pebble"))] == ["Delete it", "Pebble"]


@pytest.mark.parametrize(("words", "expected"), [
    ("{name[x]} gewinnt.", "Ana wins."), ("{name:>300000000}", "Ana wins."), ("{name.__class__}", "Ana"),
    ("{who} gewinnt.", "Ana wins."), ("{name", "Ana wins."), ("gewinnt " * 1000, "Ana wins."), ("", "Ana wins."),
])
def test_a_slip_in_a_translation_is_english(locales: Path, words: str, expected: str) -> None:
    translate(locales, "de", {"{name} wins.": words})
    speak("de")
    assert str(say("{name} wins.", name="Ana")) == expected


def test_a_plural_rule_that_divides_by_zero_harms_nothing(locales: Path) -> None:
    head = "Plural-Forms: nplurals=2; plural=n/(n-1);\n"
    translate(locales, "de", {"{n} card\0{n} cards": "{n} Karte\0{n} Karten"}, head=head)
    speak("de")
    assert str(count("{n} card", "{n} cards", 1)) == "1 Karte"


def test_hundreds_of_hostile_catalogues(locales: Path) -> None:
    translate(locales, "de", {"{name} wins.": "{name} gewinnt.", "{n} card\0{n} cards": "{n} Karte\0{n} Karten"})
    path = locales / "de" / "LC_MESSAGES" / f"{DOMAIN}.mo"
    good, rng = path.read_bytes(), Random(1)
    for _ in range(300):
        bad = bytearray(good[:rng.randrange(len(good) + 1)])
        for _ in range(rng.randrange(6) if bad else 0):
            bad[rng.randrange(len(bad))] = rng.randrange(256)
        path.write_bytes(bad)
        language.loaded.clear()
        speak("de")
        for sentence in (say("{name} wins.", name="Ana"), *(count("{n} card", "{n} cards", n) for n in (0, 1, 2))):
            assert len(str(sentence)) < 10_000


@pytest.mark.parametrize(("wanted", "chosen"), [
    (["de-AT"], "de"), (["de_DE.UTF-8"], "de"), (["pt-BR"], "pt_BR"), (["pt"], "pt_BR"), (["nl", "fr-CA"], "fr"),
    (["C.UTF-8"], "en"), ([""], "en"), (["en-GB", "de"], "en"), (["zh-Hant-TW"], "en"),
])
def test_the_nearest_language_is_chosen(wanted: list[str], chosen: str) -> None:
    assert choose(wanted, ["en", "de", "fr", "pt_BR"]) == chosen


def test_rules_are_read_in_the_language_of_the_moment(locales: Path, tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("## Play\n\n**XX-1** Draw. Draw one.\n\n**XX-2** Win. Most points.\n",
                                       encoding="utf-8")
    german = "## Ablauf\n\n**XX-1** Ziehen. Ziehe eine Karte über.\n"
    (tmp_path / "rules.de.md").write_text(german, encoding="utf-8")
    translate(locales, "de", {"Undo": "Zurück"})
    speak("de")
    book = Rulebook.of(tmp_path / "rules.md")
    found = [(rule.id, rule.section, rule.title) for rule in book]
    assert found == [("XX-1", "Ablauf", "Ziehen"), ("XX-2", "Play", "Win")]
    assert [rule.id for rule in book.search("uber")] == ["XX-1"], "accents don't matter"
    speak(None)
    assert Rulebook.of(tmp_path / "rules.md")["XX-1"].title == "Draw"
    assert folded("Ürßé") == "ursse"


def test_a_row_keeps_its_key_when_the_language_changes(locales: Path) -> None:
    translate(locales, "de", {"Farms": "Höfe"})
    rows = [Row(say("Farms"), 0, 5), Row("Hearts", 0, 5)]
    english = list(by_key(rows))
    speak("de")
    assert list(by_key(rows)) == english == ["Farms", "Hearts"]


def test_a_list_of_languages_reads_none_of_them() -> None:
    """It read all sentences in all languages, most of Python's work in a tab's second start."""
    language.loaded.clear()
    assert words_json()["languages"] == [["en", "English"], ["de", "Deutsch"], ["es", "Español"],
                                         ["fr", "Français"], ["it", "Italiano"]]
    assert language.loaded.keys() <= {"en"}


def test_a_language_whose_name_is_missing_or_damaged_is_called_english(locales: Path) -> None:
    translate(locales, "de", {"Undo": "Zurück"})
    translate(locales, "fr", {"English": "{name}"})
    spanish = {"Another sentence": "Otra", "English": "Español|acc=el español", "Undo": "Deshacer"}
    translate(locales, "es", spanish)
    (locales / "it" / "LC_MESSAGES").mkdir(parents=True)
    (locales / "it" / "LC_MESSAGES" / f"{DOMAIN}.mo").write_bytes(b"\xde\x12\x04\x95" + b"\xff" * 50)
    found = {one: one_sentence("English", one) for one in ("de", "fr", "es", "it")}
    assert found == {"de": "English", "fr": "English", "es": "Español", "it": "English"}


def test_dates_are_said_in_the_language(locales: Path) -> None:
    translate(locales, "de", {"{day} {month} {year}": "{day}. {month} {year}", "November": "November",
                              "Monday": "Montag", "{weekday}, {date}": "{weekday}, den {date}"})
    speak("de")
    assert str(weekday(from_iso_day("2026-11-16"))) == "Montag, den 16. November 2026"
