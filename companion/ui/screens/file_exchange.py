"""Import and export of plays, boxes and packs, with progress; rescue of damaged plays."""

from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any, TypeVar

from kivy.clock import Clock, mainthread

from companion.core.boxes.code import SCHEME
from companion.core.engine.boundary import logged
from companion.core.files import BOX, PLAY
from companion.core.game import Game
from companion.core.registry import BUILT_IN, BrokenPlugin
from companion.core.text import Text, count, listing, say
from companion.services import when
from companion.services.elsewhere.table import as_csv
from companion.services.file_exchange import Contents, files_here, read_file
from companion.services.jobs import Job
from companion.services.packs import ZIP, try_again
from companion.services.packs.pack import PLAYS, SUFFIX, PackFolder, read_pack
from companion.services.play_details import photos_to_send
from companion.ui.app.tableside import TablesideApp
from companion.ui.widgets import Column, Do, OutlineButton, PrimaryButton, TonalButton, Words
from companion.ui.widgets.controls.rows import IconLine, ListRow, Progress
from companion.ui.widgets.controls.sheet import Sheet, open_menu, tried
from companion.ui.widgets.displays.covers import cover_game

R = TypeVar("R")
AT_ONCE = 0.05  # seconds; faster jobs show no sheet
SLICE = 0.008  # seconds per frame


def _show_work(app: TablesideApp, title: Text, job: Job[Any], done: Callable[[Any], object]) -> None:
    look = app.look
    line, words = Progress(look, 8.0), Words(look, say("This may take a moment."), "body", "text2")

    def step(_: float) -> bool:
        if not tried(app, partial(job.run, SLICE), lambda why: end(partial(app.tell, why))):
            return False
        line.show(job.progress)
        if job.total:
            words.say(say("{n} of {all}", n=job.done, all=job.total))
        if job.over:
            end(lambda: done(job.result))
        return not job.over

    def end(then: Do) -> None:
        if app.sheets and app.sheets[-1] is sheet:
            app.close_sheet(then)
        else:
            then()

    def closed() -> None:
        """Cancel the job, unless it has ended and closed the sheet itself."""
        if not job.over:
            job.cancel()
            Clock.unschedule(step)
            app.tell(say("Cancelled. Everything finished so far is kept."))

    sheet = Sheet(look, title, [words, line], OutlineButton(look, say("Cancel"), "close", app.close_sheet),
                  on_close=closed)
    app.open_sheet(sheet)
    Clock.schedule_interval(step, 0)


def work(app: TablesideApp, title: Text, make: Callable[[], Job[R]], done: Callable[[R], object]) -> None:
    """Run a job and pass its result to `done`; the app shows a refusal."""
    def begin() -> None:
        job = make()
        if job.run(AT_ONCE):
            done(job.result)
        else:
            _show_work(app, title, job, done)

    tried(app, begin)


def take_pack(app: TablesideApp, raw: bytes, done: Callable[[], object]) -> None:
    """Show what was checked before any code runs; the owner decides. Raises `Refused`."""
    look, pack = app.look, read_pack(raw)

    def take() -> None:
        from companion.simulate import trial

        work(app, say("Trying out {title}", title=pack.title),
             lambda: PackFolder(app.home).take_in(raw, trial, set(app.found.games)),
             lambda game: _taken(app, game, done))

    old = next((one.version for one in PackFolder(app.home).packs() if one.id == pack.id), None)
    if old is None:
        here = say("Version {version}, new here.", version=pack.version)
    else:
        here = say("Version {version} replaces {old}.", version=pack.version, old=old)
    parts = [Words(look,
                   say("A pack is a program. Add only what you trust: it can do whatever this app can."),
                   "body"),
             IconLine(look, say("Checked: its files, its licence, its imports. Not checked: what it does."),
                      "check-circle-outline"),
             IconLine(look, say("Next: up to {n} trial plays. If one fails, the pack isn't added.", n=PLAYS),
                      "progress-check"),
             IconLine(look, here, "puzzle-outline")]
    _offer_import(app, pack.title, parts, say("Try it and add it"), take)


def _offer_import(app: TablesideApp, title: Text | str, parts: Iterable[Any], words: Text, take: Do) -> None:
    look = app.look
    app.open_sheet(Sheet(look, title, parts, Column([
        PrimaryButton(look, words, "import", lambda: app.close_sheet(take)),
        OutlineButton(look, say("Leave it"), "close", app.close_sheet)])))


def load_again(app: TablesideApp, broken: BrokenPlugin) -> None:
    """Load a game that was set aside."""
    game = try_again(app.found, broken, app.home)
    if game is not None:
        _taken(app, game, lambda: None)
        return
    app.go("library")
    app.tell(say("{name} can't be loaded. {error}", name=broken.name,
                 error=next((one.error for one in app.found.broken if one.name == broken.name), "")))


def _taken(app: TablesideApp, game: Game[Any], done: Callable[[], object]) -> None:
    app.found.games[game.facts.id] = game
    app.found.broken[:] = [one for one in app.found.broken if one.id != game.facts.id]
    cover_game(game)
    done()
    app.go("library")
    app.tell(say("{title} is in your library now.", title=game.facts.title))


def can_put_away(app: TablesideApp, game: Game[Any]) -> bool:
    return game.facts.id not in BUILT_IN and any(one.id == game.facts.id
                                                 for one in PackFolder(app.home).packs())


def put_away(app: TablesideApp, id: str, title: str) -> None:
    PackFolder(app.home).put_away(id)
    app.found.games.pop(id, None)
    app.found.broken[:] = [one for one in app.found.broken if one.id != id]
    app.go("library")
    app.tell(say("{title} was removed. Its plays are kept.", title=title))


LONGEST = 80
MOST_NAMED = 5


def safe_name(name: str) -> str:
    """A valid file name on any system; long names keep their extension.

    >>> safe_name("Ana/Ben: 2.json"), safe_name("Ana " * 40 + ".json")[-8:]
    ('Ana Ben 2.json', 'Ana.json')
    """
    safe = "".join(letter if letter.isalnum() or letter in " -_." else " " for letter in name)
    stem, dot, kind = " ".join(safe.split()).rpartition(".")
    if not dot:
        stem, kind = kind, ""
    stem = stem.strip(" .").encode()[:LONGEST].decode(errors="ignore").strip()  # file systems count bytes
    return f"{stem or 'tableside'}.{kind[:8] or 'json'}"


@cache
def _shared() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="tableside-", ignore_cleanup_errors=True)


def _place(name: str) -> Path:
    """A temporary path. Raises `OSError` if the folder is missing or full."""
    return Path(mkdtemp(dir=_shared().name)) / safe_name(name)


def _give(app: TablesideApp, path: Path) -> None:
    if not app.machine.documents.can_choose():
        app.tell(app.machine.share.share_file(path))
        return
    ways = Column([
        TonalButton(app.look, say("Share it"), "share-variant",
                    lambda: app.close_sheet(lambda: app.tell(app.machine.share.share_file(path)))),
        TonalButton(app.look, say("Save it as a file"), "content-save-outline", lambda: _save(app, path))])
    app.open_sheet(Sheet(app.look, say("Where to?"), [Words(app.look, path.name, "support", "text2")], ways))


def _save(app: TablesideApp, path: Path) -> None:
    def saved(done: bool) -> None:
        app.tell(say("Saved.") if done else say("It could not be saved there. Choose another place."))
    app.close_sheet()
    if not app.machine.documents.save(path, mainthread(saved)):
        app.tell(say("This phone can't choose a place for it. Share it instead."))


def _with_file(app: TablesideApp, name: str, then: Callable[[Path], object]) -> None:
    try:
        tried(app, lambda: then(_place(name)))
    except OSError:
        app.tell(say("The file couldn't be written. Free some space and try again."))


def hand_out(app: TablesideApp, name: str, make: Callable[[], str]) -> None:
    hand_out_file(app, name, lambda path: path.write_text(make(), encoding="utf-8", errors="replace"))


def hand_out_file(app: TablesideApp, name: str, write: Callable[[Path], object]) -> None:
    def make(path: Path) -> None:
        write(path)
        _give(app, path)
    _with_file(app, name, make)


def hand_out_everything(app: TablesideApp) -> None:
    """As a job: there may be hundreds of plays."""
    def hand_out_with(photos: list[Path]) -> None:
        name = f"tableside-{when.iso_day(app.library.clock.wall())}.json"
        _with_file(app, name, lambda path: work(app, say("Exporting everything"), lambda: (
            app.library.files.export_to(path, photos)), lambda done: _give(app, done)))

    (sent, every), left = photos_to_send(app.library), app.library.files.left_behind()
    if not sent and not left:
        hand_out_with([])
        return
    size = -(-sum(photo.stat().st_size for photo in sent) // 1_000_000)
    ways = [(say("Without photos"), say("A small file"), "export-variant", partial(hand_out_with, [])),
            (say("With photos"), say("Photos {n}/{all}, {mb} MB", n=len(sent), all=every, mb=size),
             "camera-outline", partial(hand_out_with, sent))]
    if not sent:
        ways = [(say("Export"), say("One file, to keep or to send"), "export-variant",
                 partial(hand_out_with, []))]
    above = [Words(app.look, left, "body", "text2")] if left else []
    open_menu(app, app.look, say("Export everything"), ways, above)


def hand_out_history(app: TablesideApp) -> None:
    """As a table."""
    def write(text: str) -> None:
        name = f"tableside-history-{when.iso_day(app.library.clock.wall())}.csv"
        hand_out_file(app, name, lambda path: path.write_text(text, encoding="utf-8", newline=""))

    work(app, say("Exporting History"), lambda: as_csv(app.library), write)


def take_file(app: TablesideApp, title: Text, done: Callable[[], object]) -> None:
    def taken() -> None:
        app.close_sheet()
        done()

    def paste() -> None:
        from kivy.core.clipboard import Clipboard
        got(str(Clipboard.paste() or "").encode("utf-8", "replace"))

    def choose() -> None:
        if not documents.choose(mainthread(got)):
            app.tell(say("The file chooser couldn't be opened. Copy the file's text and paste it here."))

    look, documents, got = app.look, app.machine.documents, partial(take_content, app, done=taken)
    chooses = documents.can_choose()
    rows = [ListRow(look, found.name, when.day(found.changed), "file-outline",
                    partial(_look_at, app, found.path, taken), more="")
            for found in ([] if chooses else files_here())]
    foot = [TonalButton(look, say("Paste the copied text"), "content-paste", paste)]
    if chooses:
        lead = say("Choose a file of Tableside or BG Stats, or a CSV table, or paste its text.")
        foot.insert(0, TonalButton(look, say("Choose a file"), "file-outline", choose))
    elif rows:
        lead = say("Tableside files found on this device:")
    else:
        lead = say("No Tableside file found in Downloads. Drop one on this window, or copy its text.")
    app.open_sheet(Sheet(look, title, [Words(look, lead, "support", "text2"), *rows], Column(foot)))


def take_content(app: TablesideApp, raw: bytes | None, done: Callable[[], object]) -> None:
    def write(path: Path) -> None:
        path.write_bytes(raw or b"")
        _look_at(app, path, done)

    if raw is None:
        app.tell(say("That file could not be read. Choose it again, or another."))
    elif not raw.strip():
        app.tell(say("There was nothing in it to import."))
    elif raw.startswith(SCHEME.encode()):
        tried(app, lambda: take_link(app, raw.decode(errors="replace"), done))
    elif raw.startswith(ZIP):
        tried(app, lambda: take_pack(app, raw, done))
    else:
        _with_file(app, "taken.json", write)


def take_link(app: TablesideApp, link: str, done: Callable[[], object]) -> None:
    """Save the box of a friend's QR code. Raises `Refused`."""
    row = app.library.box_by_code(link)
    app.tell(say("{name} is in My boxes.", name=row.name))
    done()


def _look_at(app: TablesideApp, path: Path, done: Callable[[], object]) -> None:
    if path.suffix == SUFFIX:
        tried(app, lambda: take_pack(app, read_file(path), done))
    else:
        work(app, say("Checking the file"), lambda: app.library.files.preview_file(path),
             lambda found: _preview(app, path, found, done))


def _preview(app: TablesideApp, path: Path, found: Contents, done: Callable[[], object]) -> None:
    if not found.parts:
        app.tell(found.left_out[0] if found.left_out else found.sentence)
        return
    lines = [found.sentence, *found.named[:MOST_NAMED], *found.left_out]
    if found.here:
        lines.append(count("You already have one play.", "You already have {n} plays.", found.here))
    if found.second:
        lines.append(count("One play went on differently here. Both are kept, and counted once.",
                           "{n} plays went on differently here. Both versions are kept, and counted once.",
                           found.second))
    if found.strangers:
        lines.append(count("One play's game isn't installed. The play is kept.",
                           "The games of {n} plays aren't installed. The plays are kept.", found.strangers))

    def taken(came: Contents) -> None:
        done()
        if found.kind == PLAY and came.plays:
            app.tell(say("Imported. The play is in the library or in History."))
        elif found.kind == BOX and came.boxes:
            app.tell(say("The box is imported."))
        elif came.parts:
            app.tell(say("Imported: {parts}.", parts=listing(came.parts)))
        else:
            app.tell(say("You already had everything in this file."))

    _offer_import(app, say("What is in this file"), [Words(app.look, one, "body", "text2") for one in lines],
                  say("Import it"),
                  lambda: work(app, say("Importing"), lambda: app.library.files.import_file(path), taken))


def open_damaged(app: TablesideApp, play: int, title: str) -> None:
    look = app.look

    def export() -> None:
        app.close_sheet(lambda: hand_out(app, f"{title}.json", lambda: app.library.files.export_play(play)))

    def go_on() -> None:
        with logged("the rest of a damaged play could not be opened"):
            opened = app.library.go_on_before_damage(play)
            app.close_sheet(lambda: app.go("table", opened=opened))
            return
        app.tell(say("Too little can be read to continue. Export it; nothing is deleted."))

    def again() -> None:
        with logged("a play that was set aside could not be opened"):
            opened = app.library.try_again(play)
            page = "table" if opened.play.misfit is None else "chronicle"
            app.close_sheet(lambda: app.go(page, opened=opened))
            return
        app.tell(say("The game can't open this play."))

    aside = app.library.aside(app.library.store.play(play))
    what = Words(look, aside or app.library.damage(play) or say("The game can't open this play."), "body")
    ways = say("Everything before that answer is saved.")
    if aside is None:
        ways = say("Export the whole play, or continue in a copy from just before the damage. The original "
                   "is kept.")
    foot = Column([TonalButton(look, say("Export the whole play"), "export-variant", export),
                   OutlineButton(look, say("Continue before the damage"), "play-outline", go_on)
                   if aside is None else OutlineButton(look, say("Try again"), "play-outline", again)])
    parts = [what, Words(look, ways, "body", "text2")]
    app.open_sheet(Sheet(look, say("{title} could not be opened", title=title), parts, foot))
