"""A stage without a screen, for tests of positions and movement."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from kivy.clock import Clock
from kivy.graphics import ClearBuffers, ClearColor, Fbo
from kivy.metrics import dp
from PIL import Image

from companion.core.game import Game
from companion.core.play import Play
from companion.core.setup import Setup, people
from companion.ui.drawing.stage import Room
from companion.ui.theme import Look, fonts

NAMES = ("Ana", "Ben", "Cleo", "Dev", "Eva", "Finn", "Gus", "Hana")
# Width and height, and what bar and panel cover above and below: phone, small phone, strip at 200 %, tablet,
# landscape phone, a picture in the library.
SHAPES = ((412, 470, 56, 72), (360, 250, 56, 28), (412, 180, 56, 28), (790, 800, 56, 0), (430, 360, 56, 24),
          (380, 190, 8, 8))
# No screen is like that, but a window dragged small must not end the evening
TINY = ((60, 40, 0, 0), (200, 50, 0, 0), (300, 30, 28, 0), (3, 3, 0, 0), (2000, 60, 0, 0), (60, 2000, 0, 0))
FRAME = 1 / 60


def start(game: Game[Any], seats: int, **options: Any) -> Play[Any]:
    return Play(game, Setup(people(*NAMES[:seats]), options))


class Host:
    """Gives a stage its place, a clock and a viewer."""

    def __init__(self, game: Game[Any], *, live: bool = True, motion: bool = True) -> None:
        fonts.register()
        module, _, name = game.stage.partition(":")
        made = getattr(import_module(module), name)
        self.stage: Any = made(Look.of("dark", game.facts, motion=motion), game, live=live)
        self.now = max(Clock.time(), Clock._last_tick)
        self.stand(*SHAPES[0])

    def stand(self, width: float, height: float, above: float, below: float) -> None:
        room = Room(0, dp(below), dp(width), dp(height - above - below))
        self.stage.stand((0, 0), (dp(width), dp(height)), room)

    def show(self, play: Play[Any], question: int | None = 0) -> None:
        self.stage.show(play, None if question is None else play.open()[question])

    def advance(self, seconds: float) -> None:
        for _ in range(round(seconds / FRAME)):
            self.now += FRAME
            Clock.tick()

    def picture(self) -> Image.Image:
        wide, high = (int(side) for side in self.stage.size)
        fbo = Fbo(size=(wide, high), with_stencilbuffer=True)
        with fbo:
            ClearColor(0, 0, 0, 1)
            ClearBuffers()
        fbo.add(self.stage.canvas)
        fbo.draw()
        data = fbo.pixels
        fbo.remove(self.stage.canvas)
        image = Image.frombytes("RGBA", (wide, high), data)
        return image.transpose(Image.Transpose.FLIP_TOP_BOTTOM).convert("RGB")


@contextmanager
def hosted(game: Game[Any], **wishes: Any) -> Iterator[Host]:
    """A host on a virtual clock."""
    real = (Clock.time, Clock._max_fps)
    host = Host(game, **wishes)
    Clock.time, Clock._max_fps = (lambda: host.now), 0
    Clock.tick()  # from here on a frame is a frame, however long the set-up took
    try:
        yield host
    finally:
        host.stage.live = False
        Clock.time, Clock._max_fps = real
