"""A German and a French guest at an English host's table, each in their own language."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from companion import cli
from companion.core import language
from companion.core.language import DOMAIN, Source, current
from companion.services.packs.making import make_pack
from companion.services.packs.pack import PackFolder
from companion.services.phones import server
from tests.services.packs.changed import EXAMPLES
from tests.services.phones.room import Guest, Room, request

GERMAN = {"Who are you?": "Wer bist du?", "Everybody answers in secret.": "Alle antworten geheim.",
          "Whose story fits the picture best?": "Wessen Geschichte passt am besten?",
          "Only the host can do that.": "Das darf nur der Gastgeber.", "{name}'s table": "{name.gen} Tisch",
          "This phone has no seat here. Join again.": "Dieses Handy hat hier keinen Platz."}
FRENCH = {"Who are you?": "Qui es-tu ?", "This page needs JavaScript": "Cette page a besoin de JavaScript",
          "Everybody answers in secret.": "Tout le monde vote en secret.",
          "Whose story fits the picture best?": "Quelle histoire va le mieux ?",
          "Only the host can do that.": "Seul l’hôte peut faire cela.", "{name}'s table": "La table {name.de}"}


@pytest.fixture
def catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name, messages in {"de": GERMAN, "fr": FRENCH}.items():
        path = tmp_path / "locale" / name / "LC_MESSAGES" / f"{DOMAIN}.mo"
        path.parent.mkdir(parents=True)
        catalogue = Catalog(name)
        for message, words in messages.items():
            catalogue.add(message, words)
        with path.open("wb") as file:
            write_mo(file, catalogue)
    monkeypatch.setitem(language.sources, DOMAIN, Source(DOMAIN, tmp_path / "locale"))
    for cache in (language.loaded.clear, server.words_file.cache_clear, server.first_page.cache_clear):
        cache()
    yield
    for cache in (language.loaded.clear, server.words_file.cache_clear, server.first_page.cache_clear):
        cache()


def test_each_guest_in_the_language_of_their_own_phone(tmp_path: Path, catalogues: None) -> None:
    with Room(tmp_path, "story") as room:
        room.play_until("ballots")
        wanted = ("de-AT,de;q=0.9,en;q=0.5", "en;q=0.3,fr-FR", "nl,en;q=0.5")
        guests = [Guest(room.port, room.guest(seat).token, one) for seat, one in zip((1, 2, 0), wanted, strict=True)]
        german = guests[0]
        states = [one.state() for one in guests]
        assert [(state["table"]["where"], state["table"]["headline"], state["mine"]["ask"]["sentence"],
                 one.do("undo")["refused"]) for one, state in zip(guests, states, strict=True)] == [
            ("Anas Tisch", GERMAN["Everybody answers in secret."], GERMAN["Whose story fits the picture best?"],
             GERMAN["Only the host can do that."]),
            ("La table d’Ana", FRENCH["Everybody answers in secret."], FRENCH["Whose story fits the picture best?"],
             FRENCH["Only the host can do that."]),
            ("Ana's table", "Everybody answers in secret.", "Whose story fits the picture best?",
             "Only the host can do that.")]
        assert german.do("why", german.state()["mine"]["ask"]["key"])["why"]["rules"], "the rules are English yet"
        assert room.call(lambda: current().language) == "en", "the table itself stays English"


def test_the_pages_own_sentences_and_its_refusals(tmp_path: Path, catalogues: None) -> None:
    with Room(tmp_path, "story") as room:
        for wanted, tongue, who in (("de-CH", "de", "Wer bist du?"), ("fr", "fr", "Qui es-tu ?"),
                                    ("tlh;q=x", "en", "Who are you?"), ("", "en", "Who are you?")):
            _, reply = request(room.port, "GET", "/words", headers={"Accept-Language": wanted})
            assert (reply["language"], reply["words"]["who"]) == (tongue, who)
        _, page = request(room.port, "GET", "/", headers={"Accept-Language": "fr-CA"})
        assert b'<html lang="fr">' in page and b"<h1>Cette page a besoin de JavaScript" in page
        status, reply = request(room.port, "GET", "/events", headers={"X-Tableside": "x", "Accept-Language": "de"})
        assert (status, reply["why"]) == (401, "Dieses Handy hat hier keinen Platz.")


@pytest.mark.slow
def test_a_plugin_is_translated_packed_and_read_by_a_german_guest(tmp_path: Path,
                                                                  capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "tableside-pebbles"
    shutil.copytree(EXAMPLES / folder.name, folder)
    facts = folder / "tableside_pebbles" / "game.py"
    source = facts.read_text(encoding="utf-8")
    renamed = source.replace('"pebbles", "Pebbles",', '"pebbles", say("Pebble race"),')
    facts.write_text(renamed, encoding="utf-8")
    assert cli.main(["messages", str(folder), "klingon"]) == 1
    assert capsys.readouterr().err == "klingon is not a language. Name it as de or pt_BR.\n"
    assert cli.main(["messages", str(folder), "de"]) == 0
    begun = capsys.readouterr().out
    assert begun.startswith("de: sentences 0/19, rules 0/7. Translate tableside_pebbles/locale")
    assert "de: the app already has Three (Drei), nobody (niemand). If you mean" in begun
    words = folder / "tableside_pebbles" / "locale" / "de" / "LC_MESSAGES" / "pebbles.po"
    page = words.read_text(encoding="utf-8")
    assert 'msgid "Three"' not in page, "the app's word comes first, so a translation would do nothing"
    for english, german in {"{seat}, how many pebbles do you take?": "{seat}, wie viele Steine nimmst du?",
                            "Pebbles": "Steine", "Pebble race": "Steinrennen", "Heaps": "{heaps}"}.items():
        page = page.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{german}"')
    words.write_text(page, encoding="utf-8")
    rules = folder / "tableside_pebbles" / "rules.de.md"
    rules.write_text(rules.read_text(encoding="utf-8").replace("On your turn, take", "Nimm"), encoding="utf-8")
    assert cli.main(["messages", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "de: sentences 4/19, rules 1/7." in told and "shows this in English: Heaps\n" in told
    assert "de: the app already has Three (Drei), nobody (niemand)." in told
    words.with_suffix(".mo").unlink()
    game = PackFolder(tmp_path).take_in(make_pack(folder)[1], lambda game, seed: None, set(), 1).finish()
    with Room(tmp_path, game, ("Ana", "Ben")) as room:
        state = Guest(room.port, room.guest(0).token, "de-AT").state()
        assert state["mine"]["ask"]["sentence"] == "Ana, wie viele Steine nimmst du?"
        assert state["table"]["title"] == "Steinrennen"
        english = Guest(room.port, room.guest(1).token, "en").state()
        assert english["table"]["headline"] == "Ana, how many pebbles do you take?"
        with language.speaking("de"):
            assert game.rulebook()["PB-3"].text.startswith("Nimm")
