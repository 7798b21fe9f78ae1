"""The stage above the form for what is drawn, not listed: a grid to paint, or places joined by ways.

Games without an editor of their own get these stages.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import TYPE_CHECKING, Any, TypeVar

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp

from companion.core.boxes.edits import Point
from companion.core.text import Text
from companion.core.values import Json
from companion.ui.drawing.letters import drawn
from companion.ui.drawing.stage import Room
from companion.ui.drawing.touch import Grabbing
from companion.ui.theme import Look, tokens
from companion.ui.widgets import Box, Do, Grid
from companion.ui.widgets.controls.answer import ActionTile

if TYPE_CHECKING:
    from companion.ui.screens.boxes import BoxEditor

K = TypeVar("K")
MARGIN = 16.0
TAP_WITHIN = 24.0


class FormStage:
    """What the editor shows for one part: a canvas on the stage, and tools in the panel."""

    canvas_part: StageCanvas

    def __init__(self, editor: BoxEditor) -> None:
        self.editor, self.look, self.draft = editor, editor.look, editor.draft

    def show(self) -> None:
        """Draw the canvas and fill the panel."""

    def lay(self, room: Room) -> None:
        self.canvas_part.lay(room)

    def on_back(self) -> bool:
        """Put a tool away first. False if there is none in use."""
        return False

    def take(self, box: Json) -> None:
        """One step that can be undone. The game may refuse the box."""
        self.editor.game.boxes.check(box)
        self.draft.take(box)

    def tiles(self, *actions: tuple[Text | str, str, Do]) -> Grid:
        return Grid([ActionTile(self.look, str(words), icon, do) for words, icon, do in actions],
                    columns=max(2, len(actions)))


class StageCanvas(Grabbing):
    """A card to draw on."""

    def __init__(self, look: Look) -> None:
        super().__init__(size_hint=(None, None))
        self.look = look
        self.box = Box.card(self, look)
        self.layer = InstructionGroup()
        self.canvas.add(self.layer)

    def lay(self, room: Room) -> None:
        edge = dp(8)
        self.pos = (room.x + edge, room.y + edge)
        self.size = (max(2.0, room.width - 2 * edge), max(2.0, room.height - 2 * edge))
        self.draw()

    def draw(self) -> None:
        """Draw everything again."""

    def ink(self, colour: str, alpha: float = 1.0) -> None:
        self.layer.add(Color(*self.look.colour(colour, alpha)))

    def sign(self, label: Any, middle: Point) -> None:
        wide, high = label.texture.size
        corner = (round(middle[0] - wide / 2), round(middle[1] - label.below / 2 - high / 2))
        self.layer.add(Rectangle(texture=label.texture, size=(wide, high), pos=corner))

    def words(self, text: str, role: str, middle: Point) -> None:
        px = self.look.px(role, chrome=True)
        self.sign(drawn(text, tokens.TYPE[role].font, px, px * 1.2, None, "center", False), middle)


def nearest(spots: Mapping[K, Point], point: Point, within: float) -> K | None:
    """The key of the spot nearest to the point; None if it is too far away."""
    far = sorted((hypot(x - point[0], y - point[1]), at) for at, (x, y) in enumerate(spots.values()))
    return list(spots)[far[0][1]] if far and far[0][0] <= within else None
