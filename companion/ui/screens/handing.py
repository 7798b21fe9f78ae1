"""Handing things out and taking them in: files of plays, copies and everything, chronicles, logs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from companion.core.files import COPY, PLAY
from companion.core.questions import Refused
from companion.core.text import Text, say
from companion.services import when
from companion.services.evening import Evening
from companion.services.ports.incoming import HEAD, Incoming, files_here, has_chooser, pick_file
from companion.ui.widgets.base.flow import Column
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import TonalButton
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

Take = Callable[[str], Text]


def safe_name(name: str) -> str:
    """A file name anywhere.

    >>> safe_name("Ana/Ben: 2.json")
    'Ana Ben 2.json'
    """
    kept = "".join(letter if letter.isalnum() or letter in " -_." else " " for letter in name)
    return " ".join(kept.split())[:80] or "tableside.json"


def hand_out_text(app: TablesideApp, name: str, text: str) -> None:
    """Give a file to whoever the machine shares with, and say where it went."""
    path = Path(mkdtemp(prefix="tableside-")) / safe_name(name)
    path.write_text(text, encoding="utf-8")
    app.tell(app.machine.share.share_file(path))


def hand_out(app: TablesideApp, name: str, make: Callable[[], str]) -> None:
    """The same for a text that may be refused."""
    try:
        hand_out_text(app, name, make())
    except Refused as error:
        app.tell(error.refusal.why)
    except OSError:
        app.tell(say("The file could not be written on this device."))


def take_in(app: TablesideApp, title: Text, take: Take, done: Callable[[], object]) -> None:
    """Choose where a file comes from. `take` gets its text, and answers with the sentence to say; it may refuse."""
    look = app.look

    def got(text: str | None) -> None:
        if text is None or not text.strip():
            app.tell(say("There was nothing in it to import."))
            return
        try:
            sentence = take(text)
        except Refused as error:
            app.tell(error.refusal.why)
            return
        app.close_sheet()
        app.tell(sentence)
        done()

    def read(found: Incoming) -> None:
        got(_read(found))

    rows: list[Any] = [ListRow(look, found.name, when.day(found.changed), "file-outline",
                               partial(read, found), more="") for found in files_here()]
    lead = say("Tableside files found on this device:") if rows else \
        say("There is no Tableside file in your folder or in Downloads. Put it there, or copy its text.")
    choose = [TonalButton(look, say("Choose a file"), "file-outline", lambda: _choose(app, got))]
    foot = Column([*(choose if has_chooser() else []),
                   TonalButton(look, say("Paste what was copied"), "content-paste", lambda: got(_pasted()))])
    app.open_sheet(Sheet(look, title, [Words(look, lead, "support", "text2"), *rows], foot))


def take_any(evening: Evening, text: str) -> Text:
    """A file of any kind: what it is says its head. Refuses what is none of ours."""
    if f'"{COPY}"' in text[:HEAD]:
        return say("The copy {name} is here now.", name=evening.import_copy(text).name)
    if f'"{PLAY}"' in text[:HEAD]:
        evening.import_play(text)
        return say("The play is here now, in the library or in the history.")
    found = evening.import_everything(text)
    return say("Imported: {plays} plays, {people} people, {copies} copies. What was here already stayed.",
               plays=found.plays, people=found.people, copies=found.copies)


def _choose(app: TablesideApp, got: Callable[[str | None], None]) -> None:
    from kivy.clock import mainthread
    if not pick_file(mainthread(got)):
        app.tell(say("The file chooser could not be opened. Put the file into Downloads, or paste its text."))


def _read(found: Incoming) -> str | None:
    try:
        return found.path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None


def _pasted() -> str | None:
    from kivy.core.clipboard import Clipboard
    return str(Clipboard.paste() or "")
