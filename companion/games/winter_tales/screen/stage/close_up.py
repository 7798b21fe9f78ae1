"""What lies over Winter's town: memory track, tug bar, pages and the close-up."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from kivy.graphics import (
    Color,
    InstructionGroup,
    PopMatrix,
    PushMatrix,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
    Translate,
)
from kivy.metrics import dp
from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion.core.text import say
from companion.games.winter_tales.board.characters import SIDES, SPRING, WINTER
from companion.games.winter_tales.screen.stage.layout import Point
from companion.games.winter_tales.screen.stage.night import (
    ACCENT,
    GREY,
    PILL_INK,
    NamePill,
    NightScene,
    Still,
    Thing,
    add_picture,
    badge,
    icon,
    icon_disc,
    measured,
    symbol,
    words,
)
from companion.games.winter_tales.screen.stage.reading import LAMP, CloseUp, End, Sitter, Slot, Tug
from companion.games.winter_tales.screen.stage.town import Spot, Tokens, lamp, picture_of
from companion.ui.drawing.art import Motion, Sprite, between, dashes, disc, group_in, tinted
from companion.ui.drawing.stage import Room
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.part import Box, Tap, Words

GAP, HEAD, WIDEST = 7.0, 34.0, 96.0


@dataclass(frozen=True)
class CardLook:
    fill: str
    ink: str
    symbol: str = ""
    edge: str = ""
    alpha: float = 1.0


LOOKS = {
    "spring": CardLook("#F28C28", "#2A1200", "symbol_flower", "#FFD9A8"),
    "winter": CardLook("#F3F7FF", "#14233F", "symbol_snowflake", "#5E86C4"),
    "neutral": CardLook("#8E9AAF", "#111827", "symbol_half", "#C7D0DF"),
    "free": CardLook("#1E2A42", "#B4C0D6", edge="#3D4D6D"),
    "epilogue": CardLook("#2E1B52", "#EADCFF", "symbol_feather", "#7E63B8"),
    "beyond": CardLook("#131C2E", "#5F6E8C", edge="#2D3C5A", alpha=0.0),
}
FEATHER_DISC = "#CDA9FF"


@dataclass(frozen=True)
class TrackGrid:
    """Card positions; `title` is None if there is no room for it."""

    cards: tuple[tuple[float, float, float, float], ...]
    title: Point | None
    words: bool


def grid_of(room: Room, count: int) -> TrackGrid:
    """Choose the rows that give the largest cards; cards are at most slightly taller than wide."""
    best, size = TrackGrid((), None, False), 0.0
    for rows in (1, 2):
        columns = -(-count // rows)
        gap = dp(GAP)
        top = dp(HEAD) if room.height > dp(HEAD) + rows * dp(56) else 0.0
        wide = min(dp(WIDEST), max(1.0, room.width - gap * (columns - 1)) / columns)
        high = min(wide * 1.16, max(1.0, room.height - top - gap * rows - dp(10)) / rows)
        if min(wide, high) > size:
            size = min(wide, high)
            left = room.x + (room.width - columns * wide - gap * (columns - 1)) / 2
            upper = room.top - top - max(0.0, (room.height - top - rows * high - gap * rows) / 2)
            places = [divmod(number, columns) for number in range(count)]
            cards = tuple((left + column * (wide + gap), upper + gap - (row + 1) * (high + gap), wide, high)
                          for row, column in places)
            title = (left, upper + dp(14)) if top else None
            best = TrackGrid(cards, title, words=high >= dp(58) and wide >= dp(62))
    return best


class TrackView:
    def __init__(self, layer: InstructionGroup) -> None:
        self.group = group_in(layer)
        self._shown: tuple[Any, ...] = ()
        self.grid: TrackGrid | None = None

    def show(self, slots: tuple[Slot, ...], room: Room, line: str, chosen: int | None) -> None:
        key = (slots, room, line, chosen)
        if key == self._shown:
            return
        self._shown = key
        self.group.clear()
        self.grid = grid = grid_of(room, len(slots))
        self.head(grid, line)
        for slot, box in zip(slots, grid.cards, strict=True):
            self._card(slot, box, slot.number == chosen, grid.words)

    def head(self, grid: TrackGrid, line: str) -> None:
        if grid.title is None:
            return
        x, y = grid.title
        right = grid.cards[-1][0] + grid.cards[-1][2]
        x, y, right = x + dp(2), y + dp(8), right - dp(2)
        wide = words(self.group, str(say("Memory track")), tokens.MEDIUM, dp(15), (x, y), PILL_INK, "left")
        words(self.group, line, tokens.TEXT, dp(13), (right, y), GREY, "right", right - x - wide - dp(10))

    def _card(self, slot: Slot, box: tuple[float, float, float, float], chosen: bool, named: bool) -> None:
        x, y, wide, high = box
        look, layer = LOOKS[slot.kind], self.group
        corner = min(dp(10), wide * 0.14)
        shape = SmoothRoundedRectangle(pos=(x, y), size=(wide, high), radius=[corner])
        tinted(layer, look.fill, shape, look.alpha)
        if chosen:
            tinted(layer, ACCENT, SmoothRoundedRectangle(pos=(x, y), size=(wide, high), radius=[corner]), 0.3)
        if slot.lit:
            dashes(layer, box, corner, tokens.rgba(ACCENT), dp(2.5 if chosen else 2))
        elif look.edge:
            tinted(layer, look.edge, SmoothLine(rounded_rectangle=(x, y, wide, high, corner), width=dp(0.75)))
        self.face(slot, box, look, named)
        if slot.target:
            centre = (x + wide - dp(13), y + high - dp(13))
            icon(layer, "bullseye-arrow", min(dp(18), wide * 0.24), centre, look.ink)
        if slot.marked:
            grow = min(dp(1.0), wide / 80)
            hangs = measured("ribbon", grow, "")[0][1] / 2
            add_picture(layer, "ribbon", (x + wide * 0.22, y + high + dp(7) - hangs), grow, "")

    def face(self, slot: Slot, box: tuple[float, float, float, float], look: CardLook, named: bool) -> None:
        x, y, wide, high = box
        low = dp(22) if named and slot.word else 0.0
        layer, middle = self.group, (x + wide / 2, y + low + (high - low) / 2)
        side = min(wide * 0.48, (high - low) * (0.62 if low else 0.5))
        if slot.kind == "epilogue":
            disc(layer, middle, side * 0.58, FEATHER_DISC)
            symbol(layer, look.symbol, middle, side * 0.86, look.fill)
        elif look.symbol:
            symbol(layer, look.symbol, middle, side, look.ink)
        else:
            ink = ACCENT if slot.lit else look.ink
            words(layer, str(slot.number), tokens.BOLD, max(dp(12), min(dp(20), high * 0.26)), middle, ink)
        if named and slot.word:
            ink = look.ink if look.symbol or not slot.lit else ACCENT  # orange can't be read on a memory
            words(layer, slot.word, tokens.MEDIUM, dp(12.5), (x + wide / 2, y + dp(13)), ink, "center",
                  wide - dp(6))

    def slot_at(self, point: Point) -> int | None:
        for number, (x, y, wide, high) in enumerate(self.grid.cards if self.grid is not None else ()):
            if x <= point[0] <= x + wide and y <= point[1] <= y + high:
                return number + 1
        return None


HIGH = 34.0
LEAST = 0.24
"""Smallest part for either side, so its number stays readable."""
ORANGE, SPRING_INK, WHITE, WINTER_INK, DARK = "#F28C28", "#2A1200", "#F3F7FF", "#14233F", "#0B1428"
WORDS_FROM = 112.0
"""Ends narrower than this, in dp, show only number and symbol."""


def part_of(tug: Tug) -> float:
    """Spring's part of the bar.

    >>> part_of(Tug(End("spring", 0), End("winter", 0))), part_of(Tug(End("spring", 3), End("winter", 1)))
    (0.5, 0.75)
    """
    if tug.spring.number is None or tug.winter.number is None:
        return 0.5
    both = tug.spring.number + tug.winter.number
    return min(1 - LEAST, max(LEAST, tug.spring.number / both)) if both else 0.5


class TugBar:
    def __init__(self, layer: InstructionGroup, motion: Motion) -> None:
        self._motion = motion
        self._left, self._right = SmoothRoundedRectangle(), SmoothRoundedRectangle()
        self._line = Rectangle()
        self._faces = InstructionGroup()
        self._case = SmoothRoundedRectangle()
        shapes = (DARK, self._case), (WHITE, self._right), (ORANGE, self._left), (DARK, self._line)
        for ink, shape in shapes:
            tinted(layer, ink, shape)
        layer.add(self._faces)
        self._box = (0.0, 0.0, 1.0, 1.0)
        self._part = 0.5
        self._tug: Tug | None = None

    def stand(self, x: float, y: float, wide: float, high: float) -> None:
        if self._box == (x, y, wide, high):
            return
        self._box = (x, y, wide, high)
        half = high / 2
        self._case.pos, self._case.size = (x - dp(2), y - dp(2)), (wide + dp(4), high + dp(4))
        self._case.radius = [half + dp(2)]
        self._left.radius = [(half, half), (1, 1), (1, 1), (half, half)]
        self._right.radius = [(1, 1), (half, half), (half, half), (1, 1)]
        self._pull(self._part)
        self._write()

    def show(self, tug: Tug, *, glide: bool) -> None:
        if tug == self._tug:
            return
        self._tug = tug
        start, goal = self._part, part_of(tug)
        move = tokens.MOTION["count"]
        if glide:
            self._motion.move("tug", move.seconds, lambda part: self._pull(between(start, goal, part)),
                              curve=move.curve)
        else:
            self._pull(goal)
        self._write()

    def _pull(self, part: float) -> None:
        self._part = part
        x, y, wide, high = self._box
        middle = wide * part
        self._left.pos, self._left.size = (x, y), (middle, high)
        self._right.pos, self._right.size = (x + middle, y), (wide - middle, high)
        self._line.pos, self._line.size = (x + middle - dp(1.5), y - dp(4)), (dp(3), high + dp(8))

    def _write(self) -> None:
        """Keep text at the ends, so it doesn't move with the bar."""
        self._faces.clear()
        if self._tug is None:
            return
        x, y, wide, high = self._box
        goal, middle = part_of(self._tug), y + high / 2
        self._end(self._tug.spring, x, middle, wide * goal, 1, "symbol_flower", SPRING_INK)
        self._end(self._tug.winter, x + wide, middle, wide * (1 - goal), -1, "symbol_snowflake", WINTER_INK)

    def _end(self, end: End, x: float, y: float, room: float, way: int, sign: str, ink: str) -> None:
        high = self._box[3]
        symbol(self._faces, sign, (x + way * high * 0.72, y), high * 0.6, ink)
        at: Any = x + way * high * 1.28
        align = "left" if way > 0 else "right"
        if end.number is None:
            icon(self._faces, "spider-web", high * 0.56, (at + way * high * 0.3, y), ink)
            at += way * high * 0.72
        else:
            number = str(end.number)
            words(self._faces, number, tokens.BOLD, high * 0.56, (at, y), ink, align)
            at += way * high * (0.14 + 0.34 * len(number))
        if room >= dp(WORDS_FROM):
            px = max(float(dp(12)), high * 0.4)
            words(self._faces, end.word, tokens.MEDIUM, px, (at + way * dp(3), y), ink, align,
                  room - abs(at - x) - dp(8))


DOT, APART = 7.0, 15.0


FINGER = ((-22, 0), (-11, 0), (0, 0), (11, 0), (22, 0), (0, 22))  # dp around the middle of a fingertip


class PageDots(Tap):
    """Dots for the two pages; a tap turns the page unless `belongs` claims it for the stage."""

    def __init__(self, look: Look, turn: Callable[[], object], belongs: Callable[[Point], bool]) -> None:
        super().__init__(look, turn, size=(dp(44), dp(15)))
        self.belongs = belongs
        Box(self, look.scrim(), dp(7.5))
        self._inks, self._dots = [], []
        with self.canvas:
            for _ in range(2):
                self._inks.append(Color(*tokens.rgba(tokens.ON_SCRIM)))
                self._dots.append(SmoothEllipse(size=(dp(DOT), dp(DOT))))
        self.add_parts()

    def touched_by(self, touch: Any) -> bool:
        return super().touched_by(touch) and not self.belongs(touch.pos)

    def stand(self, room: Room) -> None:
        """Stand near the middle of the lower edge, where a finger has most room.

        If there is none, ignore taps."""
        y, middle = room.y + dp(8), room.center[0]
        steps = max(0, int((room.width / 2 - dp(40)) / dp(20)))

        def free(x: float) -> int:
            return sum(not self.belongs((x + dp(aside), y + dp(up))) for aside, up in FINGER)
        places = [middle + dp(20) * step for step in sorted(range(-steps, steps + 1), key=abs)]
        roomy = next((x for x in places if free(x) == len(FINGER)), None)
        self.center, self.disabled = (max(places, key=free) if roomy is None else roomy, y), roomy is None

    def show(self, second: bool) -> None:
        for number, ink in enumerate(self._inks):
            ink.a = 1.0 if (number == 1) == second else 0.38
        self.arrange()

    def arrange(self) -> None:
        for number, dot in enumerate(self._dots):
            x = self.center_x + dp(APART) * (number - 0.5)
            dot.pos = (x - dp(DOT / 2), self.center_y - dp(DOT / 2))


class Bubble(Widget):
    text = StringProperty("")

    def __init__(self, look: Look) -> None:
        super().__init__(size_hint=(None, None))
        on_art = look.on_art()
        edge = look.colour("outline") if look.contrast else None
        Box(self, (*tokens.rgba(tokens.SCRIM)[:3], 0.97), dp(18), edge, look.line)
        self.title = Words(on_art, "", "answer", tokens.ON_SCRIM)
        self.line = Words(on_art, "", "support", "#D8DFEC")
        self.add_widget(self.title)
        self.add_widget(self.line)

    def say(self, title: str, line: str, room: Room) -> None:
        self.text = f"{title}. {line}" if line else title
        pad = dp(16)
        most = min(room.width - dp(32), dp(420)) - 2 * pad
        self.title.say(title)
        self.line.say(line)
        wide = max(self.title.hug(most), self.line.hug(most))
        high = self.title.height + (self.line.height + dp(4) if line else 0)
        self.size = (wide + 2 * pad, high + 2 * dp(12))
        self.center = room.center
        top = self.top - dp(12)
        self.title.pos = (self.x + pad, top - self.title.height)
        self.line.pos = (self.x + pad, top - self.title.height - dp(4) - self.line.height)


class SlidingLayers:
    """A layer below the snow, and one above it that slides in."""

    def __init__(self, below: InstructionGroup, above: InstructionGroup) -> None:
        self.below, self.above, sliding = InstructionGroup(), InstructionGroup(), InstructionGroup()
        self._layers = ((below, self.below), (above, sliding))
        self._slide = Translate(0, 0)
        for step in (PushMatrix(), self._slide, self.above, PopMatrix()):
            sliding.add(step)
        self.shown = False

    def show(self, on: bool) -> None:
        if on != self.shown:
            self.shown = on
            for parent, group in self._layers:
                (parent.add if on else parent.remove)(group)

    def slide_in(self, far: float, part: float) -> None:
        """Move `part` of the way from `far` to the final position."""
        self._slide.x = between(far, 0.0, part)


DRAWN_WIDE, DRAWN_HIGH = 412.0, 186.0
"""Size the scene was designed for, without its bar, in dp."""
LEAST_UNIT = 0.55
"""On a smaller drawing, nobody can tell the characters apart."""
PINES = ((-180.0, 52.0, 1.0, "pine_1"), (150.0, 66.0, 0.75, "pine_2"), (182.0, 56.0, 0.95, "pine_1"),
         (-128.0, 74.0, 0.62, "pine_2"))
CARDS = {
    "flower": ("#F28C28", "#2A1200"),
    "snowflake": ("#F3F7FF", "#14233F"),
    "feather": ("#2E1B52", "#CDA9FF"),
}


@dataclass(frozen=True)
class CloseUpFrame:
    centre: float
    foot: float
    unit: float
    """Pixels per dp of the drawing."""
    bar: tuple[float, float, float, float]
    bare: bool = False
    """Too low for figures: only the title and the bar are shown."""


def frame_of(room: Room) -> CloseUpFrame:
    bar = min(dp(HIGH), max(dp(26), room.height * 0.24))
    low = room.y + dp(10)
    across, up = room.width / dp(DRAWN_WIDE), (room.height - bar - dp(10)) / dp(DRAWN_HIGH)
    unit = dp(1) * min(1.9, max(0.34, min(across, up)))
    side = max(dp(16), (room.width - dp(620)) / 2)
    spare = max(0.0, room.height - dp(10) - bar - DRAWN_HIGH * unit)
    foot = low + bar + 58 * unit + spare * 0.35
    bare = unit < dp(LEAST_UNIT)
    if bare:  # the title lies in the middle of what is left
        foot = (low + bar + room.top) / 2 + 17 * unit
    return CloseUpFrame(room.center[0], foot, unit, (room.x + side, low, room.width - 2 * side, bar), bare)


class CloseView:
    """Replaces the town while players tell a story in one place."""

    def __init__(self, layer: InstructionGroup, over_snow: InstructionGroup, motion: Motion) -> None:
        self.still = Still(layer)
        self._over = group_in(over_snow)
        self.tokens = Tokens(over_snow, motion)
        bar = group_in(over_snow)
        self._bar = TugBar(bar, motion)
        self._shown: tuple[Any, ...] = ()
        self._half = 0.0

    def show(self, scene: CloseUp, pos: Point, size: Point, room: Room, *, glide: bool) -> None:
        frame = frame_of(room)
        dawn = scene.kind == "verdict" and scene.turn == SPRING
        key = (scene.house, scene.kind, dawn, pos, size, room)
        self.still.show(key, pos, size, lambda drawn: self._draw(drawn, scene, frame, pos, size, dawn))
        self._bar.stand(*frame.bar)
        if scene.tug is not None:
            self._bar.show(scene.tug, glide=glide)
        self._write(scene, frame, room)
        pieces = () if frame.bare else (*scene.spring, *scene.winter)
        self.tokens.place(pieces, gather(scene, frame, self._half / frame.unit), moving=glide)

    # The still picture

    def _draw(self, scene: NightScene, shown: CloseUp, frame: CloseUpFrame, pos: Point, size: Point,
              dawn: bool) -> None:
        unit, x, y = frame.unit, frame.centre, frame.foot
        horizon = min(y - pos[1] + 78 * unit, size[1] - dp(30))
        moon = (x - pos[0], horizon + 30 * unit)
        things = [] if frame.bare else self._things(shown, frame)
        scene.show(pos, size, horizon, moon, unit / dp(1) * 1.05, things, dawn=dawn)

    def _things(self, shown: CloseUp, frame: CloseUpFrame) -> list[Thing]:
        unit, x, y = frame.unit, frame.centre, frame.foot
        things: list[Thing] = [(name, (x + aside * unit, y + up * unit - 40 * unit), unit * grow, "foot")
                               for aside, up, grow, name in PINES]
        for aside in (-138.0, 142.0):
            things += lamp((x + aside * unit, y - 40 * unit), unit)
        if shown.house == LAMP:
            things += lamp((x, y), unit * 2.1)
        elif shown.house:
            things.append((picture_of(shown.house), (x, y), unit * 1.32, "foot"))
        return things

    # Over the snow

    def _write(self, scene: CloseUp, frame: CloseUpFrame, room: Room) -> None:
        layer, unit, x, y = self._over, frame.unit, frame.centre, frame.foot
        key = (scene, frame)
        if key == self._shown:
            return
        self._shown = key
        layer.clear()
        if not scene.house and not frame.bare:
            self._card(scene, frame)
        px = float(max(dp(12), min(dp(17), 15 * unit)))
        pill = NamePill(scene.title, px, room.width * 0.5)
        box = pill.box_at((x, y - 17 * unit), (room.x, room.right))
        pill.draw(layer, box)
        self._half = box[2] / 2
        if frame.bare:
            return
        if scene.badge:
            up = 52.0 if scene.house == LAMP else 76.0
            add_picture(layer, f"quest_{scene.badge}", (x + 42 * unit, y + up * unit), unit * 0.9, "")
        if scene.house and scene.sign:
            icon_disc(layer, scene.sign, (x, y + 16 * unit), 17 * unit)
        for sitter, at in sit(scene.sitters, frame, self._half / unit):
            self._sitter(sitter, at, (15 if sitter.side in SIDES else 14) * unit)

    def _card(self, scene: CloseUp, frame: CloseUpFrame) -> None:
        """The epilogue shows a card instead of a house."""
        layer, unit, x, y = self._over, frame.unit, frame.centre, frame.foot
        fill, ink = CARDS.get(scene.sign, CARDS["feather"])
        wide, high = 66 * unit, 84 * unit
        for ground, grow in (("#0B1428", 4.0), ("#FFF2E0", 2.0), (fill, 0.0)):
            tinted(layer, ground, SmoothRoundedRectangle(
                pos=(x - wide / 2 - dp(grow), y - dp(grow)), size=(wide + 2 * dp(grow), high + 2 * dp(grow)),
                radius=[10 * unit + dp(grow)]))
        symbol(layer, f"symbol_{scene.sign}", (x, y + high / 2), 46 * unit, ink)

    def _sitter(self, sitter: Sitter, at: Point, radius: float) -> None:
        layer = self._over
        if sitter.turn:
            tinted(layer, tokens.LIT, SmoothLine(circle=(*at, radius * 1.55), width=dp(1.5)))
        disc(layer, (at[0], at[1] - radius * 1.1), radius * 0.9, "#1B2A47")
        Sprite(layer, at).add_token(sitter.colour, sitter.letter, radius, rim=float(dp(2)))
        corner = (at[0] + radius * 0.95, at[1] - radius * 0.95)
        badge(layer, str(sitter.cards), corner, max(float(dp(8)), radius * 0.55))


def sit(sitters: tuple[Sitter, ...], frame: CloseUpFrame, title: float) -> Iterator[tuple[Sitter, Point]]:
    """Seat players on their sides, clear of the title; the writer behind, in the middle."""
    first, unit = max(74.0, title + 24.0), frame.unit
    for side, way in ((SPRING, -1), (WINTER, 1)):
        for number, sitter in enumerate(one for one in sitters if one.side == side):
            at = frame.centre + way * (first + 42 * number) * unit
            yield sitter, (at, frame.foot + (26 if number % 2 else 2) * unit)
    yield from ((one, (frame.centre, frame.foot + 108 * unit)) for one in sitters if one.side not in SIDES)


def gather(scene: CloseUp, frame: CloseUpFrame, title: float) -> dict[str, Spot]:
    """Place spring left and winter right of the house; participants in front."""
    spots: dict[str, Spot] = {}
    fight = scene.kind in ("battle", "trap")
    for pieces, way in ((scene.spring, -1), (scene.winter, 1)):
        crowd = len(pieces) > 4
        radius = 13.5 if crowd else 17.5
        if fight:
            radius = 22.0
        first = max(78.0 if not fight else 92.0, title + radius * 1.2)  # clear of the title
        for number, piece in enumerate(pieces):
            if fight:
                aside, up = first + 46.0 * number, 10.0 + 22.0 * (number % 2)
            else:
                aside = first + (26.0 if crowd else 32.0) * (number // 2) + (26.0 if number % 2 else 0.0)
                up = 10.0 if number % 2 else -22.0
            at = (frame.centre + way * aside * frame.unit, frame.foot + up * frame.unit)
            spots[piece.key] = Spot(at, radius * frame.unit, fight and scene.turn == piece.side)
    return spots
