"""A play's photo: show it, add it, remove it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kivy.clock import mainthread
from kivy.core.image import Image
from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Rotate
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.engine.boundary import logged
from companion.core.text import say
from companion.services import when
from companion.services.file_exchange import photos_here
from companion.services.play_details import LARGEST_PHOTO, photo_of, remove_photo, save_photo
from companion.ui.theme import Look
from companion.ui.widgets.base.part import Words
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet, tried

if TYPE_CHECKING:
    from companion.ui.app.tableside import TablesideApp

HIGHEST = 360.0
TURNS = {3: 180, 6: -90, 8: 90}


class Photo(Widget):
    """As wide as its column, at most `highest` high."""

    def __init__(self, path: Path, highest: float = HIGHEST) -> None:
        super().__init__(size_hint=(None, None))
        self.highest = highest
        content = path.read_bytes()
        self.texture = Image(BytesIO(content), ext="png" if content.startswith(b"\x89PNG") else "jpg").texture
        self.angle = TURNS.get(orientation(content), 0)
        with self.canvas:
            PushMatrix()
            self.turn = Rotate(angle=self.angle)
            Color(1, 1, 1, 1)
            self.box = Rectangle(texture=self.texture)
            PopMatrix()
        self.bind(pos=self._place, size=self._place)

    def fit(self, width: float) -> float:
        wide, high = self.texture.size if self.angle % 180 == 0 else self.texture.size[::-1]
        self.size = (width, round(min(dp(self.highest), width * high / wide)))
        return float(self.height)

    def _place(self, *_: object) -> None:
        wide, high = self.texture.size
        across, up = self.size if self.angle % 180 == 0 else self.size[::-1]
        scale = min(across / wide, up / high)
        self.turn.origin = self.center
        self.box.size = (wide * scale, high * scale)
        self.box.pos = (self.center_x - wide * scale / 2, self.center_y - high * scale / 2)


def orientation(content: bytes) -> int:
    """How to rotate a JPEG, from its EXIF data; 1 if it doesn't say."""
    at = content.find(b"Exif\0\0", 0, 4096)
    if at < 0:
        return 1
    tiff = content[at + 6:at + 4096]
    order = "little" if tiff[:2] == b"II" else "big"

    def number(offset: int, size: int) -> int:
        return int.from_bytes(tiff[offset:offset + size], order)  # type: ignore[arg-type]

    table = number(4, 4)
    for entry in range(number(table, 2)):
        place = table + 2 + 12 * entry
        if number(place, 2) == 0x0112:
            return number(place + 8, 2)
    return 1


def photo_parts(app: TablesideApp, play: int, highest: float = HIGHEST) -> list[Any]:
    path = photo_of(app.library, play)
    with logged("a photo could not be read"):  # Kivy's loaders raise anything for a damaged one
        return [] if path is None else [Photo(path, highest)]
    return []


def photo_row(app: TablesideApp, look: Look, play: int, done: Callable[[], object]) -> ListRow:
    """In a sheet: add a photo, or remove it."""
    if photo_of(app.library, play) is None:
        return ListRow(look, say("Add a photo"), say("It stays on this device and is not exported"), "camera-outline",
                       lambda: app.close_sheet(lambda: add_photo(app, look, play, done)))

    def remove() -> None:
        remove_photo(app.library, play)
        done()
    return ListRow(look, say("Remove the photo"), "", "camera-off-outline", lambda: app.close_sheet(remove))


def add_photo(app: TablesideApp, look: Look, play: int, done: Callable[[], object], *, camera: bool = False) -> None:
    def take(content: bytes | None) -> None:
        if tried(app, lambda: save_photo(app.library, play, content or b"")):
            done()

    def take_file(path: Path) -> None:
        try:
            with path.open("rb") as file:
                take(file.read(LARGEST_PHOTO + 1))
        except OSError:
            take(None)

    if app.machine.documents.choose_photo(mainthread(take), camera=camera):
        return
    rows = [ListRow(look, found.name, when.day(found.changed), "image-outline",
                    partial(app.close_sheet, partial(take_file, found.path)), more="") for found in photos_here()]
    lead = (say("Photos in Pictures and Downloads:") if rows
            else say("No photo found. Put it into Pictures or Downloads."))
    app.open_sheet(Sheet(look, say("Add a photo"), [Words(look, lead, "support", "text2"), *rows]))
