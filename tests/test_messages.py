"""Every sentence of the app is written out where it is said, and the templates compile."""

import os
from pathlib import Path

import pytest

from companion.core import language
from companion.core.language import read_mo, speaking
from companion.core.messages import Message, said_in
from companion.core.play import Play
from companion.core.registry import find_games
from companion.services.packs.catalogues import collect
from companion.testing.driving import Findings, look, played
from tests.sentences import sentences
from tests.ui.pseudo import Pseudo
from tools import messages

pytestmark = pytest.mark.slow


def test_every_sentence_can_be_read_by_a_translator() -> None:
    assert [f"{one.path}:{one.line}" for many in sentences().values() for one in many if not one.one] == []


def test_one_sentence_with_and_without_a_plural_is_one_entry() -> None:
    here = messages.ROOT / "a.py"
    made = messages.template([Message(here, 1, "{n} card"), Message(here, 2, "{n} card", "{n} cards"),
                              Message(here, 3, "theme\x04Light"), Message(here, 4, "Light")])
    assert [(one.id, one.context) for one in made if one.id] == \
        [(("{n} card", "{n} cards"), None), ("Light", "theme"), ("Light", None)]


def test_a_note_for_translators_stands_beside_its_sentence(tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text('say("Set")  # Translators: a button\n# Translators: a noun\nsay("Look")\n'
                                      'say("Undo")\nsaid("Save", context="rescue")\nterm("The Spy")\n',
                                      encoding="utf-8")
    assert [(one.one, one.note) for one in said_in(tmp_path)] == [
        ("Set", "a button"), ("Look", "a noun"), ("Undo", ""), ("rescue\x04Save", ""), ("box\x04The Spy", "")]


def test_a_game_leaves_what_the_app_says_and_bare_holes_to_others() -> None:
    here = messages.ROOT / "a.py"
    made = messages.template([Message(here, 1, "Undo"), Message(here, 2, "{name}"), Message(here, 3, "3"),
                              Message(here, 4, "{a}: {b}")], {"Undo"})
    assert [one.id for one in made if one.id] == ["{a}: {b}"]


def test_a_language_is_begun_filled_in_and_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = tmp_path / "companion"
    (home / "games").mkdir(parents=True)
    (home / "page.py").write_text('say("Undo")\ncount("{n} card", "{n} cards", 2)\n', encoding="utf-8")
    monkeypatch.setattr(messages, "ROOT", tmp_path)
    monkeypatch.setattr(messages, "SOURCES", home)
    monkeypatch.setattr(messages, "domains", lambda: {"tableside": home})
    (home / "rules.md").write_text("# A game\n\n## Play\n\n**PB-1** One. First.\n", encoding="utf-8")
    assert messages.update("pt_BR") == 2
    assert (home / "rules.pt_BR.md").read_text(encoding="utf-8").endswith("**PB-1** One. First.\n")
    path = home / "locale" / "pt_BR" / "LC_MESSAGES" / "tableside.po"
    text = path.read_text(encoding="utf-8")
    undo = text.replace('msgid "Undo"\nmsgstr ""', 'msgid "Undo"\nmsgstr "Desfazer"')
    path.write_text(undo, encoding="utf-8")
    assert messages.update(None) == 1, "the plural is still missing"
    messages.compile_words(home)
    assert read_mo(path.with_suffix(".mo").read_bytes())["Undo"] == ("Desfazer",)
    monkeypatch.setattr(language, "sources", {"tableside": language.Source("tableside", path.parents[2])})
    assert language.share("pt_BR") == 50 and language.offered() == ["en", "pt_BR"]
    fewer = path.read_text(encoding="utf-8").replace("translated 50%", "translated 49%")
    path.write_text(fewer, encoding="utf-8")
    os.utime(path.with_suffix(".mo"), (0, 0))
    messages.compile_words(home)
    assert language.offered() == ["en"], "less than half is not offered"


def test_rules_of_one_sentence_count_and_a_finished_language_says_so(tmp_path: Path) -> None:
    """Of eleven rules, one without a second sentence wasn't counted."""
    home = tmp_path / "src" / "magpies"
    home.mkdir(parents=True)
    english = "**MX-1** Take a card.\n\n**MX-2** Coins. Each is worth five.\n"
    (home / "rules.md").write_text(english, encoding="utf-8")
    (home / "game.py").write_text('say("Magpies of the old oak")\n', encoding="utf-8")
    begun = [str(one) for one in collect(home, "magpies", ["de"])]
    assert begun[0].startswith("de: sentences 0/1, rules 0/2. Translate ")
    german = "**MX-1** Nimm eine Karte.\n\n**MX-2** Münzen. Jede zählt fünf.\n"
    (home / "rules.de.md").write_text(german, encoding="utf-8")
    page = home / "locale" / "de" / "LC_MESSAGES" / "magpies.po"
    begun_page = page.read_text(encoding="utf-8")
    page.write_text(begun_page.replace('oak"\nmsgstr ""', 'oak"\nmsgstr "Elstern"'), encoding="utf-8")
    assert [str(one) for one in collect(home, "magpies", [])] == ["de: everything is translated."]


@pytest.mark.parametrize("game", sorted(find_games().games))
def test_the_same_log_makes_the_same_table_in_another_language(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(language.loaded, "qps", Pseudo("qps"))
    for seed in range(3):
        play = played(find_games().games[game], seed, Findings("language"), limit=120)
        assert play is not None
        with speaking("qps"):
            again = Play(play.game, play.setup, list(play.log))
            assert again.misfit is None
        assert look(again) == look(play)
        assert again.chronicle() == play.chronicle()
