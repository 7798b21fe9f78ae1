"""The stage of games without one: a map, tracks as winding paths, a score sheet or scores, on an evening sky."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise
from math import atan2, cos, degrees, dist, sin
from typing import Any

from kivy.animation import Animation
from kivy.app import App
from kivy.graphics import Color, InstructionGroup, Line, Mesh, Rectangle, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.core.colours import contrast
from companion.core.engine.boundary import logged
from companion.core.engine.by_hand import HandLine, way_of
from companion.core.fields import Field
from companion.core.kinds import Place
from companion.core.play import Play
from companion.core.questions import Question
from companion.core.setup import Seat
from companion.core.text import Text, say
from companion.core.views import Arrow, Map, Piece, ScoreSheet, SeatView, Spot, Track, View
from companion.ui.drawing.art import art, disc, gradient, own_picture, tinted
from companion.ui.drawing.stage import Room, Stage
from companion.ui.stages.plan import (
    AREA,
    CORNERS,
    LIFT,
    PIECE,
    SMALLEST,
    Box,
    Point,
    board_box,
    names_beside,
    nearest,
    plan_tracks,
    spread,
    stacked,
    winding,
)
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.part import Icon, Part, Words
from companion.ui.widgets.controls.buttons import SeatToken
from companion.ui.widgets.controls.pad import open_number
from companion.ui.widgets.displays.score_sheet import SheetGrid

FINGER = 30.0  # dp round a spot
MOST_TRACKS, DENSE = 6, 20
MAP_KEEPS = 0.28
LOWEST_MAP = 100.0  # below it, spots would overlap


class Thing(Part):
    """A piece that belongs to nobody: a disc with an icon or a letter or two."""

    def __init__(self, look: Look) -> None:
        super().__init__(size_hint=(None, None))
        self.look, self._is = look, ("", "", "")
        with self.canvas:
            self._layers = [(Color(), SmoothEllipse()) for _ in range(3)]
        self.icon = Icon(look, "", 18, fixed=True)
        self.letters = Words(look, "", "label", align="center", chrome=True)
        for part in (self.icon, self.letters):
            self.add_widget(part)
        self.bind(pos=self._place, size=self._place)

    def become(self, tone: str, icon: str, letters: str) -> None:
        """`icon` may be a picture's path, shown without a disc."""
        if (tone, icon, letters) == self._is:
            return
        self._is = (tone, icon, letters)
        for (ink, _), colour in zip(self._layers, (tokens.DARK_RIM, tokens.LIGHT_RIM, tone), strict=True):
            ink.rgba = tokens.rgba(colour, 0.0 if icon.endswith(".png") else 1.0)
        self.icon.name = icon
        self.letters.say("" if icon else letters)
        readable = max((tokens.LIGHT_RIM, tokens.DARK_RIM), key=lambda one: contrast(one, tone))
        self.icon.tint(readable)
        self.letters.tint(readable)
        self._place()

    def _place(self, *_: object) -> None:
        for (_, shape), less in zip(self._layers, (0.0, 1.2, 2.8), strict=True):
            shape.pos, shape.size = (self.x + dp(less), self.y + dp(less)), (self.width - 2 * dp(less),) * 2
        self.letters.hug()
        if self.icon.name.endswith(".png"):
            self.icon.size = self.size
        self.icon.center = self.letters.center = self.center


class GenericStage(Stage):
    """Uses only the game's view."""

    def paint(self) -> None:
        dark = self.game.facts.dark
        safe = not dark.faults()
        top, low = (tokens.over(dark.container, dark.panel3, 0.45), dark.panel2) if safe else ("#34404A", "#181E22")
        self._accent = dark.accent if safe else tokens.DARK.primary
        self._path_ink = tokens.over(self._accent, low, 0.28)
        self._still = InstructionGroup()
        with self.canvas:
            Color(1, 1, 1, 1)
            self._sky = Rectangle(texture=gradient((0.0, top), (1.0, low)))
            Color(*tokens.rgba(self._accent, 0.22))
            self._glow = Rectangle(texture=art("shell").texture("glow"))
        self.canvas.add(self._still)
        self._pawns: dict[tuple[str, int], Any] = {}
        self._standing: set[tuple[str, int]] = set()
        """The pieces of the last drawing; others are hidden."""
        self._parts: dict[Any, Any] = {}
        """Names, scores and icons by key; those of the last drawing are seen."""
        self._spots: dict[str, Point] = {}
        self._lit: dict[str, Any] = {}
        """Spots that a *place* question offers, with their answers."""
        self._chosen = ""
        self._radius = 0.0
        self._areas: dict[str, Point] = {}
        """Width and height of the areas of a picture."""
        self._asked: tuple[Play[Any], Question[Any, Any]] | None = None
        self._arrows: tuple[Arrow, ...] = ()
        self._lines: Sequence[HandLine] = ()
        self._moves: list[tuple[str, ...]] = []
        """What By hand asks for, from spot to spot."""
        self._view: View | None = None
        self._letters: list[str] = []
        self._colours: list[int] = []
        self._people: list[str] = []
        self._shown: tuple[Any, ...] = ()
        self._clocked = False
        """A clock replaces the scores, which are in the strip too."""
        self._field: Callable[[str], Field | None] = lambda path: None
        self._white = Look.of("dark").on_art()
        self._sheet: SheetGrid | None = None
        self._typed: int | None = None

    def release(self) -> None:
        if self._due is None and self._sheet is not None:
            self._sheet.draft(self._typed)
        super().release()

    def place(self) -> None:
        self._sky.pos, self._sky.size = self.pos, self.size
        side = max(self.size) * 1.2
        x, y = self.room.center
        self._glow.pos, self._glow.size = (x - side / 2, y - side / 2), (side, side)
        self.redraw(moving=False)

    def _file(self, name: str) -> str:
        """The path of a picture in the game's folder; empty if it has none."""
        path = f"{self.game.home}/{name}"
        return path if name.endswith(".png") and own_picture(path) is not None else ""

    def _meet(self, seats: Sequence[Seat]) -> None:
        self._colours = [seat.colour for seat in seats]
        self._letters = tokens.initials(seat.name for seat in seats)
        self._people = [seat.name for seat in seats]

    def show_map(self, play: Play[Any], board: Map) -> None:
        """Only this board, with nothing to tap."""
        self._meet(play.table.seats)
        self._view = View(say(""), (), map=board)

    def show(self, play: Play[Any], question: Question[Any, Any] | None) -> None:
        view = self._look_at(play)
        self._meet(play.table.seats)
        self._field = lambda path: play.game.field(play.table, path)
        moving = self._view is not None and self.animate
        lit = self._lit_by(play, question, view)
        self._moves = [way for line in self._lines if (way := way_of(line, view.map))]
        self._asked = None if question is None or view.map is None else (play, question)
        self._arrows = self._ways(None)
        now = (question is not None and question.timer(play.table) is not None, lit, tuple(self._moves), self._arrows)
        if view != self._view or now != self._shown:
            if lit != self._lit:
                self._chosen = ""
            self._view, self._typed, self._lit, self._shown, self._clocked = view, None, lit, now, now[0]
            self.redraw(moving=moving)

    def _lit_by(self, play: Play[Any], question: Question[Any, Any] | None, view: View) -> dict[str, Any]:
        self.roomy = view.map is not None
        self.full = self.roomy or view.sheet is not None or bool(view.tracks)
        self.keeps = MAP_KEEPS if self.roomy else 0.0
        lit: dict[str, Any] = {}
        if view.map is not None and isinstance(question, Place):
            spots = {spot.key for spot in view.map.spots}
            lit = {question.spot(space): space for space in question.choices(play.table)}
            lit = {key: space for key, space in lit.items() if key in spots}
        self.lights_places = bool(lit)
        self.dense = view.map is not None and len(view.map.spots) >= DENSE
        return lit

    def _ways(self, answer: Any) -> tuple[Arrow, ...]:
        if self._asked is None:
            return ()
        play, question = self._asked
        return () if question.secret else tuple(question.arrows(play.table, answer))

    def _look_at(self, play: Play[Any]) -> View:
        """Fall back to the points if the game's view fails: this stage is the last resort."""
        with logged("a game could not show its table"):
            return replace(play.view(), map=play.board())
        return View(say(""), tuple(SeatView(seat.index, seat.points) for seat in play.table.seats))

    def settle(self) -> None:
        for pawn in self._pawns.values():
            Animation.stop_all(pawn)

    def draw(self, moving: bool) -> None:
        if self._view is None or self.room.height < 2:
            return
        if self._view.sheet is not None:
            self._draw_sheet(self._view.sheet)
            return
        self._still.clear()
        self._standing = set()
        self._spots, self._areas = {}, {}
        for part in self._parts.values():
            part.opacity = 0.0
        if not self._draw_board(self._view, moving):
            self._draw_scores(moving)
        for key in self._pawns.keys() - self._standing:
            self._pawns[key].opacity = 0.0

    # A score sheet

    def _draw_sheet(self, sheet: ScoreSheet) -> None:
        """Uses the panel's background, which is easier to read."""
        if self._sheet is None:
            self._sheet = SheetGrid(self.look, self._open_cell)
            with self.canvas:
                Color(*self.look.colour("background"))
                self._paper = Rectangle()
            self.add_widget(self._sheet)
        self._paper.pos, self._paper.size = self.pos, self.size
        self._sheet.show(sheet, lambda seat: (self._colours[seat], self._letters[seat], self._people[seat]), self.room,
                         self._typed)

    def draft(self, question: Question[Any, Any], answer: Any) -> None:
        self._typed = answer if isinstance(answer, int) else None
        if self._sheet is not None and not self._held:
            self._sheet.draft(self._typed)

    def _open_cell(self, path: str, value: int | None) -> None:
        field = self._field(path)
        app = App.get_running_app()
        if field is not None and isinstance(field.allowed, range) and app is not None:
            allowed = field.allowed
            open_number(app, self.look, field.label, value, allowed.start, allowed.stop - 1,
                        lambda number: self.dispatch("on_correct", path, number))

    # Tracks and a map

    def _draw_board(self, view: View, moving: bool) -> bool:
        """Draw the map with the tracks below it; False if there is no room for either."""
        room, side = self.room, dp(12 if view.map is not None and view.map.ratio else 26)
        tracks = [track for track in view.tracks if track.spaces > 0]
        if room.height < dp(80 if view.map is None else LOWEST_MAP) or (view.map is None and not tracks):
            return False
        box = (room.x + side, room.y + dp(6), room.width - 2 * side, room.height - dp(10))
        below = 0.0
        if view.map is not None:
            below = min(0.4 * room.height, dp(110) * len(tracks)) if room.height > dp(260) else 0.0
            self._draw_map(view.map, (box[0], box[1] + below, box[2], box[3] - below), moving)
            box = (box[0], box[1], box[2], below)
        shown = self._draw_tracks(tracks, box, moving)
        return shown or view.map is not None

    def _draw_tracks(self, tracks: list[Track], box: Box, moving: bool) -> bool:
        names = [self._name(("track", at), track.name, box[2]) for at, track in enumerate(tracks[:MOST_TRACKS])]
        asked = []
        for at, (track, name) in enumerate(zip(tracks, names, strict=False)):
            labels = [self._name((at, number), label, dp(66)).height for number, label in enumerate(track.labels)]
            crowd = max(Counter(piece.space for piece in track.pieces).values(), default=1)
            asked.append((track.spaces, name.height, max(labels, default=0.0), crowd))
        scale, plans = plan_tracks(asked, box, dp(1))
        for at, (track, plan, name) in enumerate(zip(tracks, plans, names, strict=False)):
            name.pos = (box[0] - dp(8), plan.top - name.height)
            self._keep(("track", at))
            places = winding(track.spaces, plan.columns, plan.path)
            self._draw_path(places, scale)
            for number in range(min(len(track.labels), len(places))):
                label = self._parts[at, number]
                x, y = places[number]
                label.center = (x, y - dp(8) * scale - label.height / 2)
                self._keep((at, number))
            self._stand_pieces(f"track {at}", track.pieces, places, scale, moving, rows=plan.path[3] > 0)
        return bool(plans)

    def _draw_path(self, places: list[Point], scale: float) -> None:
        tinted(self._still, self._path_ink, Line(points=[part for place in places for part in place],
                                                 width=dp(9) * scale, cap="round", joint="round"))
        for number, at in enumerate(places):
            fifth = number % 5 == 0
            disc(self._still, at, dp(5.5 if fifth else 3) * scale, self._accent, 0.95 if fifth else 0.5)

    def _draw_map(self, board: Map, box: Box, moving: bool) -> None:
        inner, self._radius, scale = board_box(board, box, dp(1))
        points = spread([(spot.x, spot.y) for spot in board.spots], inner)
        dense = not board.size and self._crowded(points)
        if dense:
            scale = self._radius * 2 / dp(PIECE)
        self._areas = {spot.key: (spot.wide * inner[2], spot.high * inner[3]) for spot in board.spots
                       if spot.shape == AREA}
        if ground := self._file(board.picture):
            self._picture(ground, inner)
        self._spots = {spot.key: point for spot, point in zip(board.spots, points, strict=True)}
        for width, ink, alpha in ((7.0, tokens.DARK_RIM, 0.35), (4.5, self._path_ink, 1.0), (1.2, self._accent, 0.55)):
            self._still.add(Color(*tokens.rgba(ink, alpha)))
            for one, two in board.ways:
                if one in self._spots and two in self._spots:
                    self._still.add(Line(points=[*self._spots[one], *self._spots[two]], width=dp(width) * scale))
        for spot, at in zip(board.spots, points, strict=True):
            self._draw_spot(spot, at, self._radius)
        self._draw_zones(board.spots)
        there = [piece for piece in board.pieces if piece.space in self._spots]
        flat = board.size > 0 or dense
        self._name_spots(board.spots, points, Counter(piece.space for piece in there), box, scale, flat)
        ways = [one.way for one in (*board.arrows, *self._arrows)]
        for way in (*ways, *self._moves):
            middles = [self._spots[key] for key in way if key in self._spots]
            for number, (start, end) in enumerate(pairwise(middles), 2):
                self._draw_arrow(start, end, self._radius, tip=number == len(middles))
        self._stand_pieces("map", sorted(there, key=lambda piece: not piece.under), self._spots, scale, moving,
                           flat=flat, stacks=board.stacks)

    def _crowded(self, points: Sequence[Point]) -> bool:
        """Shrink dots that would overlap; then pieces stand on them, not above."""
        full, near = self._radius, nearest(points)
        self._radius = min(full, 0.46 * near)
        return near < 3 * full

    def _picture(self, path: str, box: Box) -> None:
        tinted(self._still, "#FFFFFF", Rectangle(texture=own_picture(path), pos=box[:2], size=box[2:]))

    def _name_spots(self, spots: Sequence[Spot], points: Sequence[Point], standing: Counter[Any], box: Box,
                    scale: float, flat: bool) -> None:
        """Beside dots if there is room, and inside other shapes if they fit."""
        shown = [(spot, at) for spot, at in zip(spots, points, strict=True) if spot.label != ""]
        dots = [(spot, at) for spot, at in shown if spot.shape not in (*CORNERS, AREA)]
        names = [self._name(spot.key, spot.name if spot.label is None else spot.label, box[2] / 3) for spot, _ in dots]
        taken = [standing[spot.key] for spot, _ in dots] if not flat else ()
        clear = names_beside([at for _, at in dots], [(name.width, name.height) for name in names], self._radius, box,
                             taken, dp(scale))
        for (spot, _), name, middle in zip(dots, names, clear, strict=True):
            if middle is not None:
                name.center = middle
                self._keep(spot.key)
        for spot, at in shown:
            if spot.shape in (*CORNERS, AREA):
                self._name_inside(spot, at, standing[spot.key] > 0)

    def _name_inside(self, spot: Spot, at: Point, under: bool) -> None:
        """As large as fits; below a piece, or not at all."""
        wide, high = self._areas.get(spot.key, (1.8 * self._radius, 1.8 * self._radius))
        name = self._name(spot.key, spot.name if spot.label is None else spot.label, None)
        size = min(1.0, 0.94 * wide / max(1.0, name.width), (0.3 if under else 0.9) * high / max(1.0, name.height))
        if name.px * size >= dp(SMALLEST):
            name.set_size_px(name.px * size)
            name.hug()
            name.center = (at[0], at[1] - (high / 2 - name.height / 2 - dp(1) if under else 0))
            self._keep(spot.key)

    def _draw_spot(self, spot: Spot, at: Point, radius: float) -> None:
        lit, chosen, shape = spot.key in self._lit, spot.key == self._chosen, spot.shape
        if shape == AREA:
            self._draw_area(at, self._areas[spot.key], lit, chosen)
        elif shape in CORNERS:
            ground = spot.tone or tokens.over(self._accent, tokens.DARK_RIM, 0.22)
            bright = tokens.over(self._accent, ground, 0.75)
            self._polygon(shape, at, radius * 0.97, bright if lit or chosen else ground)
            corners = [part for x, y in CORNERS[shape] for part in (at[0] + x * radius, at[1] + y * radius)]
            tinted(self._still, tokens.LIGHT_RIM, SmoothLine(points=corners, close=True, width=dp(2 if lit else 1)),
                   1.0 if lit else 0.3)
        else:
            if lit:
                disc(self._still, at, radius * 1.75, self._accent, 0.30)
            disc(self._still, at, radius + dp(2.5), tokens.LIGHT_RIM if lit else tokens.DARK_RIM, 1.0 if lit else 0.8)
            plain = spot.tone or tokens.over(self._accent, tokens.DARK_RIM, 0.42)
            disc(self._still, at, radius, self._accent if lit or chosen else plain, 1.0)
        if picture := self._file(spot.picture):
            self._picture(picture, (at[0] - radius * 0.8, at[1] - radius * 0.8, 1.6 * radius, 1.6 * radius))
        if chosen:
            disc(self._still, at, min(radius, dp(20)) * 0.55, tokens.DARK_RIM, 1.0)
        elif spot.icon:
            icon = self._part(("icon", spot.key), lambda: Icon(self._white, spot.icon, 20, fixed=True))
            icon.name, icon.center, icon.opacity = spot.icon, at, 1.0
            icon.tint(tokens.DARK_RIM if lit else tokens.LIGHT_RIM)

    def _draw_area(self, at: Point, size: Point, lit: bool, chosen: bool) -> None:
        """Only what can be tapped has an outline: the picture shows the rest."""
        if lit or chosen:
            box = (at[0] - size[0] / 2, at[1] - size[1] / 2, *size)
            tinted(self._still, self._accent, Rectangle(pos=box[:2], size=box[2:]), 0.45 if chosen else 0.22)
            for width, ink in ((3.0, tokens.DARK_RIM), (1.6, tokens.LIGHT_RIM)):
                tinted(self._still, ink, SmoothLine(rounded_rectangle=(*box, dp(6)), width=dp(width)))

    def _draw_zones(self, spots: Sequence[Spot]) -> None:
        """A line between neighbours of different zones, and round the outermost."""
        radius, zones = self._radius, {self._spots[one.key]: one for one in spots if one.zone and one.shape in CORNERS}
        self._still.add(Color(*tokens.rgba(tokens.LIGHT_RIM, 0.9)))
        for (x, y), one in zones.items():
            corners = [(x + across * radius, y + up * radius) for across, up in CORNERS[one.shape]]
            for start, end in pairwise([*corners, corners[0]]):
                beyond = (start[0] + end[0] - x, start[1] + end[1] - y)
                other = next((zones[at].zone for at in zones if dist(at, beyond) < radius / 2), "")
                if other != one.zone:
                    self._still.add(SmoothLine(points=[*start, *end], width=dp(1.6)))

    def _polygon(self, shape: str, at: Point, radius: float, ink: str) -> None:
        corners = [(at[0] + x * radius, at[1] + y * radius) for x, y in CORNERS[shape]]
        tinted(self._still, ink, Mesh(vertices=[part for x, y in corners for part in (x, y, 0.0, 0.0)],
                                      indices=list(range(len(corners))), mode="triangle_fan"))

    def _draw_arrow(self, start: Point, end: Point, radius: float, tip: bool = True) -> None:
        """A part of a way; the last has a tip."""
        way = dist(start, end) or 1.0
        dx, dy = (end[0] - start[0]) / way, (end[1] - start[1]) / way
        back = min(radius * 1.3, way * 0.35) if tip else 0.0
        point = (end[0] - dx * back, end[1] - dy * back)
        tinted(self._still, tokens.LIGHT_RIM, Line(points=[*start, *point], width=dp(2.4), cap="round"))
        for turn in (2.6, -2.6) if tip else ():
            bx, by = (dx * cos(turn) - dy * sin(turn)) * dp(11), (dx * sin(turn) + dy * cos(turn)) * dp(11)
            self._still.add(Line(points=[*point, point[0] + bx, point[1] + by], width=dp(2.4), cap="round"))

    def _part(self, key: Any, make: Callable[[], Widget]) -> Any:
        """A widget behind the pieces, made once."""
        if key not in self._parts:
            self._parts[key] = make()
            self.add_widget(self._parts[key], index=len(self.children))
        return self._parts[key]

    def _words(self, role: str) -> Words:
        return Words(self._white, "", role, "text", align="center", chrome=True)

    def _name(self, key: Any, text: Text | str, most: float | None) -> Any:
        """A name that stays hidden until it has its place: see `_keep`."""
        name = self._part(key, lambda: self._words("label"))
        name.say(text)
        name.set_size_px(self._white.px("label", chrome=True))
        name.hug(most)
        name.opacity = 0.0
        return name

    def _keep(self, key: Any) -> None:
        self._parts[key].opacity = 1.0

    def _stand_pieces(self, where: str, pieces: Sequence[Piece], places: Any, scale: float, moving: bool,
                      rows: bool = False, flat: bool = False, stacks: bool = False) -> None:
        """Pieces on one space make a pile; on a `flat` board they stand side by side, or on each other."""
        spaces = [piece.space if isinstance(places, dict) else max(0, min(int(piece.space), len(places) - 1))
                  for piece in pieces]
        things = [str(piece.label) for piece in pieces if piece.seat is None and not piece.icon]
        letters = dict(zip(dict.fromkeys(things), tokens.initials(dict.fromkeys(things)), strict=True))
        for number, (piece, space, lift) in enumerate(zip(pieces, spaces, stacked(spaces, dp(scale), rows),
                                                        strict=True)):
            x, y = places[space]
            goal = (x, y + dp(LIFT) * scale + lift)
            crowd = spaces.count(space)
            aside = spaces[:number].count(space) - (crowd - 1) / 2
            if flat and stacks:
                goal = (x, y + aside * dp(PIECE) * scale * min(0.42, 1.2 / crowd))
            elif flat:
                goal = (x + aside * dp(PIECE) * scale / max(1, crowd - 0.5), y)
            letter = (str(piece.count) if piece.count > 1 else piece.letter) or letters.get(str(piece.label), "")
            size = PIECE * scale * (0.75 if piece.under or (flat and crowd > 1 and not stacks) else 1)
            self._stand((where, number), piece, letter, goal, moving, size)

    def _stand(self, key: tuple[str, int], piece: Piece, letters: str, goal: Point, moving: bool,
               size: float) -> None:
        pawn: Any = self._pawns.get(key)
        picture = self._file(piece.picture)
        is_thing = piece.seat is None or bool(picture)
        made: type = Thing if is_thing else SeatToken
        if type(pawn) is not made:
            if pawn is not None:
                self.remove_widget(pawn)
            pawn = self._pawns[key] = (Thing(self._white) if is_thing
                                       else SeatToken(self._white, 0, "", size, rim="art"))
            self.add_widget(pawn)
            moving = False
        self._standing.add(key)
        pawn.size, pawn.opacity = (dp(size), dp(size)), 1.0
        if is_thing:
            pawn.become(piece.tone or self._accent, picture or piece.icon, letters)
        elif piece.seat is not None:
            pawn.become(self._colours[piece.seat], self._letters[piece.seat])
        Animation.cancel_all(pawn)
        if moving and tuple(pawn.center) != goal:
            Animation(center=goal, d=min(tokens.PAWN_MOST, 0.45), t="in_out_sine").start(pawn)
        else:
            pawn.center = goal

    # Spaces of the map

    def hands(self, lines: Sequence[HandLine]) -> None:
        self._lines = lines

    def heading(self, line: HandLine) -> float | None:
        way = way_of(line, None if self._view is None else self._view.map)
        if way is None or not set(way) <= self._spots.keys():
            return None
        (x, y), (end_x, end_y) = self._spots[way[0]], self._spots[way[-1]]
        return degrees(atan2(end_y - y, end_x - x))

    def select(self, space: Any) -> None:
        chosen = next((key for key, one in self._lit.items() if one == space), "")
        if chosen != self._chosen:
            self._chosen, self._arrows = chosen, self._ways(self._lit.get(chosen))
            self.redraw(moving=False)

    def spot_of(self, place: str) -> Point | None:
        return self._spots.get(place)

    def where(self, space: Any) -> Point | None:
        return self._spots.get(next((key for key, one in self._lit.items() if one == space), str(space)))

    def place_at(self, point: Point) -> str:
        inside = [key for key, (wide, high) in self._areas.items() if abs(self._spots[key][0] - point[0]) <= wide / 2
                  and abs(self._spots[key][1] - point[1]) <= high / 2]
        if inside:  # the smallest, if one lies within another
            return min(inside, key=lambda key: self._areas[key][0] * self._areas[key][1])
        near = min(self._spots, key=lambda key: dist(self._spots[key], point), default="")
        return near if near and dist(self._spots[near], point) <= max(dp(FINGER), self._radius) else ""

    def takes(self, touch: Any) -> bool:
        return not self.busy() and self.place_at(self.seen_from(touch.pos)) in self._lit

    def let_go(self, touch: Any) -> None:
        space = self.place_at(self.seen_from(touch.pos))
        if space in self._lit:
            self.dispatch("on_space", self._lit[space])

    def _draw_scores(self, moving: bool) -> None:
        if self._view is None:
            return
        room, seats = self.room, self._view.seats
        low = room.height < dp(90)
        size = dp(40) if low else min(dp(72), room.width / max(1, len(seats)) * 0.8)
        across = room.width / max(1, len(seats))
        for number, seat in enumerate(seats):
            x = room.x + across * (number + 0.5)
            y = room.center[1] + (0 if low else dp(18))
            self._stand(("score", number), Piece(0, seat.index), "", (x, y), moving, size / dp(1))
            words = self._part(("score", number), lambda: self._words("number"))
            words.say("" if seat.score is None or low else str(seat.score))
            words.hug()
            words.center = (x, y - size * 0.5 - dp(18))
            words.opacity = self._pawns["score", number].opacity = 0.0 if self._clocked else 1.0  # it is in the middle


class StillBoard(Part):
    """A map to look at, as wide as its column."""

    def __init__(self, play: Play[Any], board: Map) -> None:
        super().__init__()
        self.ratio, self.most = board.ratio or 1.3, 10_000.0
        self.stage = GenericStage(Look.of("dark", play.game.facts, motion=False), play.game)
        self.stage.show_map(play, board)
        self.add_parts(self.stage)

    def fit(self, width: float) -> float:
        return self.take_size(width, max(dp(LOWEST_MAP + 40), min(width / self.ratio, 1.2 * width, self.most)))

    def arrange(self) -> None:
        self.stage.stand((self.x, self.y), (self.width, self.height), Room(self.x, self.y, self.width, self.height))
