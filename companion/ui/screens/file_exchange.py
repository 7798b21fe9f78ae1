"""Handing things out and taking them in: files of plays, copies and everything, chronicles, logs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

from companion.core.files.reading import COPY, PLAY
from companion.core.questions import Refused
from companion.core.text import Text, count, say
from companion.services import when
from companion.services.import_summary import Imported, Preview
from companion.services.incoming import Incoming, files_here
from companion.services.packs.as_text import from_text, is_pack
from companion.services.packs.pack import SUFFIX
from companion.ui.screens.long_work import work
from companion.ui.screens.packs import take_pack, take_path
from companion.ui.widgets.base.flow import Column
from companion.ui.widgets.base.words import Words
from companion.ui.widgets.controls.buttons import OutlineButton, PrimaryButton, TonalButton
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

LONGEST = 80
MOST_NAMED = 5
NOT_WRITTEN = say("The file could not be written on this device. Free some space and try again.")
NOTHING = say("There was nothing in it to import.")


def safe_name(name: str) -> str:
    """A file name anywhere; what it ends in says what it is, however long the rest.

    >>> safe_name("Ana/Ben: 2.json"), safe_name("Ana " * 40 + ".json")[-8:]
    ('Ana Ben 2.json', 'Ana.json')
    """
    safe = "".join(letter if letter.isalnum() or letter in " -_." else " " for letter in name)
    stem, dot, kind = " ".join(safe.split()).rpartition(".")
    if not dot:
        stem, kind = kind, ""
    stem = stem.strip(" .").encode()[:LONGEST].decode(errors="ignore").strip()  # a file system counts bytes
    return f"{stem or 'tableside'}.{kind[:8] or 'json'}"


def _place(name: str) -> Path:
    """Where a file lies until it is shared. Raises `OSError`: the folder for such files may be gone, or full."""
    return Path(mkdtemp(prefix="tableside-")) / safe_name(name)


def _give(app: TablesideApp, path: Path) -> None:
    """Share a file; where the machine has a chooser it may be saved instead."""
    if not app.machine.documents.can_choose():
        app.tell(app.machine.share.share_file(path))
        return
    app.open_sheet(Sheet(app.look, say("Where to?"), [Words(app.look, path.name, "support", "text2")], Column([
        TonalButton(app.look, say("Share it"), "share-variant",
                    lambda: app.close_sheet(lambda: app.tell(app.machine.share.share_file(path)))),
        TonalButton(app.look, say("Save it as a file"), "content-save-outline", lambda: _save(app, path))])))


def _save(app: TablesideApp, path: Path) -> None:
    from kivy.clock import mainthread

    def saved(done: bool) -> None:
        app.tell(say("Saved.") if done else say("It could not be saved there. Choose another place."))
    app.close_sheet()
    if not app.machine.documents.save(path, mainthread(saved)):
        app.tell(say("This phone can't choose a place for it. Share it instead."))


def hand_out(app: TablesideApp, name: str, make: Callable[[], str]) -> None:
    """Give a file to whoever the machine shares with, and say where it went; or why not."""
    try:
        text, path = make(), _place(name)
        path.write_text(text, encoding="utf-8", errors="replace")
        _give(app, path)
    except Refused as error:
        app.tell(error.refusal.why)
    except OSError:
        app.tell(NOT_WRITTEN)


def hand_out_file(app: TablesideApp, name: str, write: Callable[[Path], object]) -> None:
    """The same for what is no text: `write` puts it where it is told."""
    try:
        path = _place(name)
        write(path)
        _give(app, path)
    except Refused as error:
        app.tell(error.refusal.why)
    except OSError:
        app.tell(NOT_WRITTEN)


def hand_out_text(app: TablesideApp, name: str, text: str) -> None:
    """The same for a text that is there already."""
    hand_out(app, name, lambda: text)


def hand_out_everything(app: TablesideApp) -> None:
    """Beside the screen: an evening a week is hundreds of plays."""
    try:
        path = _place("tableside.json")
    except OSError:
        app.tell(NOT_WRITTEN)
        return
    work(app, say("Exporting everything"), lambda: app.evening.export_to(path),
         lambda done: _give(app, done))


def take_file(app: TablesideApp, title: Text, done: Callable[[], object]) -> None:
    """Choose a file of any kind; a preview says what it brings, then it comes in beside the screen."""
    def taken() -> None:
        app.close_sheet()  # the list of files
        done()

    _open_chooser(app, title, lambda found: _look_at(app, found.path, taken),
                  lambda text: take_text(app, text, taken))


def take_text(app: TablesideApp, text: str | None, done: Callable[[], object]) -> None:
    """The same for a text that came from elsewhere."""
    if text is None or not text.strip():
        app.tell(NOTHING)
        return
    if is_pack(text):
        try:
            take_pack(app, from_text(text), done)
        except Refused as error:
            app.tell(error.refusal.why)
        return
    try:
        path = _place("taken.json")
        path.write_text(text, encoding="utf-8", errors="replace")
    except OSError:
        app.tell(NOT_WRITTEN)
        return
    _look_at(app, path, done)


def _look_at(app: TablesideApp, path: Path, done: Callable[[], object]) -> None:
    if path.suffix == SUFFIX:
        take_path(app, path, done)
        return
    work(app, say("Checking the file"), lambda: app.evening.preview_file(path),
         lambda found: _preview(app, path, found, done))


def _preview(app: TablesideApp, path: Path, found: Preview, done: Callable[[], object]) -> None:
    if not (found.plays or found.people or found.copies or found.settings):
        app.tell(found.left_out[0] if found.left_out else found.sentence)
        return
    look = app.look
    lines = [found.sentence, *found.named[:MOST_NAMED], *found.left_out]
    if found.here:
        lines.append(count("One play is here already.", "{n} plays are here already.", found.here))
    if found.second:
        lines.append(count("One play went on differently here: it is added beside that one.",
                           "{n} plays went on differently here: they are added beside those.", found.second))
    if found.strangers:
        lines.append(count("The game of one play is not installed; the play waits until it is.",
                           "The games of {n} plays are not installed; the plays wait until they are.", found.strangers))

    def taken(came: Imported) -> None:
        done()
        app.tell(came_in(found.kind, came))

    def take() -> None:
        app.close_sheet(lambda: work(app, say("Importing"), lambda: app.evening.import_file(path), taken))
    foot = Column([PrimaryButton(look, say("Import it"), "import", take),
                   OutlineButton(look, say("Leave it"), "close", app.close_sheet)])
    app.open_sheet(Sheet(look, say("What this file brings"), [Words(look, one, "body", "text2") for one in lines],
                         foot))


def came_in(kind: str, came: Imported) -> Text:
    if kind == PLAY and came.plays:
        return say("The play is here now, in the library or in the history.")
    if kind == COPY and came.copies:
        return say("The copy is here now.")
    return say("Imported: {plays} plays, {people} people, {copies} copies. What was here already stayed.",
               plays=came.plays, people=came.people, copies=came.copies)


def _open_chooser(app: TablesideApp, title: Text, take: Callable[[Incoming], object],
                  got: Callable[[str | None], None]) -> None:
    """`take` gets a file that lies here, `got` the text of one that was chosen or pasted."""
    look, chooses = app.look, app.machine.documents.can_choose()
    rows: list[Any] = [ListRow(look, found.name, when.day(found.changed), "file-outline", partial(take, found), more="")
                       for found in ([] if chooses else files_here())]
    if chooses:
        lead = say("Choose a Tableside file, or paste its text.")
    elif rows:
        lead = say("Tableside files found on this device:")
    else:
        lead = say("There is no Tableside file in your folder or in Downloads. Put it there, drop it on this "
                   "window, or copy its text.")
    choose = [TonalButton(look, say("Choose a file"), "file-outline", lambda: _choose(app, got))]
    foot = Column([*(choose if chooses else []),
                   TonalButton(look, say("Paste what was copied"), "content-paste", lambda: got(_pasted()))])
    app.open_sheet(Sheet(look, title, [Words(look, lead, "support", "text2"), *rows], foot))


def _choose(app: TablesideApp, got: Callable[[str | None], None]) -> None:
    from kivy.clock import mainthread
    if not app.machine.documents.choose(mainthread(got)):
        app.tell(say("The file chooser could not be opened. Copy the file's text and paste it here."))


def _pasted() -> str | None:
    from kivy.core.clipboard import Clipboard
    return str(Clipboard.paste() or "")
