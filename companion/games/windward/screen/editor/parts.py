"""Small things of the copy editor: letters, brushes, faces of a die, things that change places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kivy.graphics import InstructionGroup
from kivy.metrics import dp
from kivy.properties import StringProperty

from companion.core.text import Text, count, say
from companion.games.windward.board.planet import Terrain
from companion.games.windward.screen.stage.board import SIGNS
from companion.games.windward.screen.stage.camera import SIDE
from companion.games.windward.screen.stage.meshes import ART, Fields, Layer, Quads
from companion.ui.drawing.art import art
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Grid, Words
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Icon
from companion.ui.widgets.controls.dice import DieFace

BRUSHES: dict[Terrain, Text] = {
    Terrain.SKY: say("Open sky"), Terrain.DRIFT: say("Drift"), Terrain.ZEPHYR: say("Zephyr"),
    Terrain.GAS: say("Gas pocket"), Terrain.FEEDING: say("Feeding"), Terrain.RED: say("Red start"),
}
GROUND, QUIET, BRIGHT, ON_BRIGHT = "#5F4763", "#1D2740", "#7FD6E8", "#00303A"
MOST_HITS = 6


class LetterTab(Tap):
    """A tile's letter on the art, with a check once nothing about it looks odd."""

    def __init__(self, look: Look, letter: str, do: Callable[[str], None]) -> None:
        super().__init__(look)
        self.letter = self.text = letter
        self.box = Box(self, tokens.rgba(QUIET, 0.92), dp(16), look.colour("outline") if look.contrast else None,
                       look.line)
        self.label = Words(look, letter, "score big", tokens.ON_SCRIM, align="center", chrome=True)
        self.sign = Icon(look, "circle-outline", 18, tokens.ON_SCRIM)
        self.add_widget(self.label)
        self.add_widget(self.sign)
        self.bind(pos=self.moved, size=self.moved, on_tap=lambda _: do(letter))

    def show(self, chosen: bool, sign: str) -> None:
        self.box.fill(tokens.rgba(BRIGHT) if chosen else tokens.rgba(QUIET, 0.92))
        ink = ON_BRIGHT if chosen else tokens.ON_SCRIM
        self.label.tint(ink)
        self.sign.tint(ink)
        self.sign.name = sign

    def fit(self, width: float) -> float:
        self.label.hug()
        self.take_size(width, dp(48))
        return float(self.height)

    def arrange(self) -> None:
        wide = self.label.width + dp(6) + self.sign.width
        self.label.pos = (self.center_x - wide / 2, self.center_y - self.label.height / 2)
        self.sign.pos = (self.label.right + dp(6), self.center_y - self.sign.height / 2)


class ArtPill(Tap):
    """A button on the art with an icon and a word: Mirror tile, Size 5."""

    def __init__(self, look: Look, icon: str, do: Callable[[], object]) -> None:
        super().__init__(look)
        self.text = ""
        self.box = Box(self, look.scrim(), dp(24))
        self.icon = Icon(look, icon, 22, tokens.ON_SCRIM)
        self.label = Words(look, "", "kicker", tokens.ON_SCRIM, chrome=True)
        self.add_widget(self.icon)
        self.add_widget(self.label)
        self.bind(pos=self.moved, size=self.moved, on_tap=lambda _: do())

    def say(self, text: Text | str) -> None:
        self.text = str(text)
        self.label.say(text)
        self.label.hug()
        self.take_size(self.icon.width + self.label.width + dp(40), dp(48))

    def arrange(self) -> None:
        self.icon.pos = (self.x + dp(14), self.center_y - self.icon.height / 2)
        self.label.pos = (self.icon.right + dp(10), self.center_y - self.label.height / 2)


class Brush(Tap):
    """One terrain to paint with: its sign on a hex, its name below."""

    text = StringProperty("")

    def __init__(self, look: Look, terrain: Terrain, do: Callable[[Terrain], None]) -> None:
        super().__init__(look)
        self.terrain, self.text, self.chosen, self.low = terrain, str(BRUSHES[terrain]), False, False
        self.box = Box(self, look.colour("surface2"), dp(tokens.CORNER["answer"]),
                       look.colour("outline") if look.contrast else None, look.line)
        group = InstructionGroup()
        self.canvas.add(group)
        self._layer = Layer(group)
        self.label = Words(look, self.text, "kicker", align="center", chrome=True)
        self.add_widget(self.label)
        self.bind(pos=self.moved, size=self.moved, on_tap=lambda _: do(terrain))

    def choose(self, on: bool) -> None:
        self.chosen = on
        self.box.fill(self.look.colour("container" if on else "surface2"))
        edge = "primary" if on else "outline" if self.look.contrast else ""
        self.box.border(self.look.colour(edge) if edge else None, dp(2) if edge else 0)
        self.label.tint("on_container" if on else "text")

    def show_pressed(self, down: bool) -> None:
        self.box.fill(self.look.colour("surface3" if down else "container" if self.chosen else "surface2"))

    def fit(self, width: float) -> float:
        full = self.look.px("kicker", chrome=True)
        self.label.set_size_px(full if width > dp(64) else full * 12 / 14)
        self.label.fit(width - dp(2))
        self.take_size(width, max(dp(60 if self.low else 84), self.label.height + dp(38 if self.low else 54)))
        return float(self.height)

    def arrange(self) -> None:
        self.label.pos = (self.x + dp(1), self.y + dp(6 if self.low else 8))
        room = self.top - self.label.top
        side = min(dp(24), room * 0.48)
        middle = (self.center_x, self.label.top + room / 2 - dp(1))
        self._layer.clear()
        Fields(self._layer, GROUND, 1.0, side).put([middle])
        name = SIGNS.get(self.terrain)
        if name is not None:
            full = [part * 1.1 * side / dp(SIDE) for part in art(ART).size(f"terrain_{name}")]
            Quads(self._layer, art(ART).texture(f"terrain_{name}"), (full[0], full[1])).put([middle])


class FaceTile(Tap):
    """One face of the battle die. A tap gives it one hit more; after six it is blank."""

    def __init__(self, look: Look, hits: int, do: Callable[[int], None]) -> None:
        super().__init__(look)
        self.hits = hits
        self.text = str(count("{n} hit", "{n} hits", hits))
        self.box = Box(self, look.colour("surface2"), dp(tokens.CORNER["answer"]),
                       look.colour("outline") if look.contrast else None, look.line)
        self.face = DieFace(look, hits, 44, "star-four-points")
        self.add_widget(self.face)
        self.bind(pos=self.moved, size=self.moved, on_tap=lambda _: do((self.hits + 1) % (MOST_HITS + 1)))

    def fit(self, width: float) -> float:
        self.take_size(width, dp(60))
        return float(self.height)

    def arrange(self) -> None:
        self.face.center = self.center


class SwapTile(Tap):
    """Something that changes places with another one."""

    def __init__(self, look: Look, text: Text | str, do: Callable[[], object]) -> None:
        super().__init__(look)
        self.text = str(text)
        self.box = Box(self, look.colour("surface2"), dp(tokens.CORNER["answer"]),
                       look.colour("outline") if look.contrast else None, look.line)
        self.label = Words(look, text, "answer", align="center")
        self.add_widget(self.label)
        self.bind(pos=self.moved, size=self.moved, on_tap=lambda _: do())

    def choose(self, on: bool) -> None:
        self.box.fill(self.look.colour("container" if on else "surface2"))
        self.box.border(self.look.colour("primary") if on else None, dp(2) if on else 0)
        self.label.tint("on_container" if on else "text")

    def fit(self, width: float) -> float:
        self.take_size(width, max(dp(52), self.label.fit(width - dp(8)) + dp(20)))
        return float(self.height)

    def arrange(self) -> None:
        self.label.pos = (self.x + dp(4), self.center_y - self.label.height / 2)


class Swaps(Grid):
    """Things in an order: tap one, tap another, and they have changed places."""

    def __init__(self, look: Look, things: Sequence[Text | str], columns: int,
                 swap: Callable[[int, int], None]) -> None:
        self._held: int | None = None
        self._swap = swap
        self.tiles = [SwapTile(look, thing, partial(self._tap, at)) for at, thing in enumerate(things)]
        super().__init__(self.tiles, columns=columns)

    def _tap(self, at: int) -> None:
        if self._held is None:
            self._held = at
            self.tiles[at].choose(True)
            return
        held, self._held = self._held, None
        self.tiles[held].choose(False)
        if held != at:
            self._swap(held, at)
