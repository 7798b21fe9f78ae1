"""Every sentence of the app is written out where it is said, so that it can be translated."""

from __future__ import annotations

import pytest

from tools.messages import Message, Unreadable, collect, page

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def sentences() -> list[Message | Unreadable]:
    """Every file is read once for all of these."""
    return list(collect())


def test_every_sentence_can_be_read_by_a_translator(sentences: list[Message | Unreadable]) -> None:
    assert [message.place for message in sentences if isinstance(message, Unreadable)] == []


def test_the_template_holds_each_sentence_once_with_its_places() -> None:
    text = page(iter([Message("{n} card", "{n} cards", ["a.py:1"]), Message("Undo", places=["a.py:2"]),
                      Message("Undo", places=["b.py:3"])]))
    assert text.count('msgid "Undo"') == 1
    assert "#: a.py:2\n#: b.py:3\nmsgid \"Undo\"" in text
    assert 'msgid_plural "{n} cards"' in text


def test_the_sentences_of_every_game_are_found(sentences: list[Message | Unreadable]) -> None:
    places = " ".join(place for message in sentences if isinstance(message, Message) for place in message.places)
    for game in ("windmill", "story", "keywords", "windward", "winter_tales", "any_box"):
        assert f"companion/games/{game}/" in places
