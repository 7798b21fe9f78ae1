"""The stage of games without one: a map, tracks as winding paths, a score sheet or scores, on an evening sky.

A game's stage can subclass it to draw its own pieces (`sprite`). The map zooms, and pieces can be dragged.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import atan2, degrees
from typing import Any, NamedTuple

from kivy.app import App
from kivy.graphics import Color, InstructionGroup, Line, Rectangle
from kivy.metrics import dp

from companion.core.engine.boundary import logged
from companion.core.engine.by_hand import HandLine, way_of
from companion.core.fields import Field
from companion.core.kinds import Place
from companion.core.play import Play
from companion.core.questions import Question
from companion.core.setup import Seat
from companion.core.text import say
from companion.core.views import Arrow, Map, Piece, ScoreSheet, SeatView, Track, View, spot_key
from companion.ui.drawing.art import RADIUS, Sprite, art, disc, gradient, own_picture, soft_disc, tinted
from companion.ui.drawing.stage import Room
from companion.ui.stages.board_stage import BoardStage, Load
from companion.ui.stages.camera import Camera, on_way, whole
from companion.ui.stages.map_drawing import MapDrawing, Marks, Names
from companion.ui.stages.pieces import Figure, Pieces, Stand, Walk
from companion.ui.stages.plan import (
    LIFT,
    PIECE,
    Box,
    MapPlan,
    MapWindow,
    Point,
    plan_map,
    plan_tracks,
    spread,
    stacked,
    winding,
)
from companion.ui.theme import Look, tokens
from companion.ui.widgets.base.part import Part
from companion.ui.widgets.controls.buttons import IconDisc
from companion.ui.widgets.controls.pad import open_number
from companion.ui.widgets.displays.score_sheet import SheetGrid

MOST_TRACKS, DENSE = 6, 20
MAP_KEEPS = 0.28
LOWEST_MAP = 100.0  # below it, spots would overlap
GRIP = 26.0
"""How far from a piece's middle a finger can pick it up, in dp."""
FAINT = 0.55
GLIDE = Walk(seconds=0.45, curve="in_out_sine")


class PieceLook(NamedTuple):
    """A piece wherever it stands: `letters` of its seat or its own, and its size in pixels."""

    piece: Piece
    colour: int
    letters: str
    size: float


class GenericStage(BoardStage):
    """Uses only the game's view."""

    zooms = carries = False  # until there is a map

    def paint(self) -> None:
        super().paint()
        self._paint_ground()
        self._add_layers()
        self._plan: MapPlan | None = None
        """The whole map, however near the camera is."""
        self._drawn_in: MapWindow | None = None
        self.lit: dict[str, Any] = {}
        """Spots that a *place* question offers, with their first answers."""
        self._offered: list[tuple[str, Any]] = []
        """Every answer with its spot; several may share one."""
        self.chosen = ""
        self._goals: Sequence[str] | None = None
        """Where a carried piece may go."""
        self._play: Play[Any] | None = None
        self._question: Question[Any, Any] | None = None
        self._arrows: tuple[Arrow, ...] = ()
        self._lines: Sequence[HandLine] = ()
        self.moves: list[tuple[str, ...]] = []
        """What *To move* asks for, from spot to spot."""
        self.view: View | None = None
        self._letters: list[str] = []
        self._colours: list[int] = []
        self._people: list[str] = []
        self._shown: tuple[Any, ...] = ()
        self._clocked = False
        """A clock replaces the scores, which are in the strip too."""
        self._field: Callable[[str], Field | None] = lambda path: None
        self.sheet: SheetGrid | None = None
        self._typed: int | None = None

    def _paint_ground(self) -> None:
        dark = self.game.facts.dark
        self._accent, top, low = tokens.DARK.primary, "#34404A", "#181E22"
        if not dark.faults():
            self._accent, top, low = dark.accent, tokens.over(dark.container, dark.panel3, 0.45), dark.panel2
        self._path_ink = tokens.over(self._accent, low, 0.28)
        self._still = InstructionGroup()
        with self.canvas:
            Color(1, 1, 1, 1)
            self._sky = Rectangle(texture=gradient((0.0, top), (1.0, low)))
            Color(*tokens.rgba(self._accent, 0.22))
            self._glow = Rectangle(texture=art("shell").texture("glow"))
        self.canvas.add(self._still)

    def _add_layers(self) -> None:
        self.map = MapDrawing(self._accent, self._path_ink, self._file)
        self.pieces = Pieces(self.map.above, self._motion, self._figure)
        self.names = Names(self)
        """Names of tracks and spaces, and scores."""
        self.add_widget(self.map)
        self.markers = Pieces(self.canvas.after, self._motion, self._figure)
        """Pieces on tracks, and the seats above their scores."""
        self.overview = IconDisc(self.look, "fit-to-screen-outline", self.show_whole)

    def release(self) -> None:
        if self._due is None and self.sheet is not None:
            self.sheet.draft(self._typed)
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

    # Pieces

    def sprite(self, sprite: Sprite, look: PieceLook) -> None:
        """Draw a piece: its picture, its seat's shape, or a disc with an icon or a letter or two."""
        piece, size = look.piece, look.size
        if picture := self._file(piece.picture):
            texture = own_picture(picture)
            part = size / max(texture.size)
            sprite.add(texture, (texture.width * part, texture.height * part))
        elif piece.seat is not None:
            sprite.add_token(look.colour, look.letters, size * RADIUS, rim=size * RADIUS * 0.1)
        else:
            self._add_disc(sprite, piece.tone or self._accent, piece.icon, look.letters, size)

    def _add_disc(self, sprite: Sprite, tone: str, icon: str, letters: str, size: float) -> None:
        for tint, less in ((tokens.DARK_RIM, 0.0), (tokens.LIGHT_RIM, 1.2), (tone, 2.8)):
            across = size - 2 * dp(less)
            sprite.add(soft_disc(max(4, round(across))), (across, across), tint=tint)
        ink = tokens.ink_on(tone)
        if icon:
            sprite.add_icon(icon, size * 0.56, tint=ink)
        elif letters:
            sprite.add_text(letters, tokens.MEDIUM, size * 0.4, tint=ink)

    def _figure(self, look: PieceLook) -> Figure:
        figure = Figure(look)
        self.sprite(figure.sprite, look)
        return figure

    def _meet(self, seats: Sequence[Seat]) -> None:
        self._colours = [seat.colour for seat in seats]
        self._letters = tokens.initials(seat.name for seat in seats)
        self._people = [seat.name for seat in seats]

    # Showing

    def show_map(self, play: Play[Any], board: Map) -> None:
        """Only this board, with nothing to tap."""
        self._meet(play.table.seats)
        self.view = View(say(""), (), map=board)

    def show(self, play: Play[Any], question: Question[Any, Any] | None) -> None:
        self.give_back()
        view = self._look_at(play)
        self._meet(play.table.seats)
        self._field = lambda path: play.game.field(play.table, path)
        moving = self.view is not None and self.animate
        self._play, self._question = play, question
        lit = self._lit_by(play, question, view)
        self.moves = [way for line in self._lines if (way := way_of(line, view.map))]
        self._arrows = self._ways(None) if view.map is not None else ()
        clocked = question is not None and question.timer(play.table) is not None
        now = (clocked, lit, tuple(self.moves), self._arrows)
        if view != self.view or now != self._shown:
            if lit != self.lit:
                self.chosen = ""
            self.view, self._typed, self.lit, self._shown, self._clocked = view, None, lit, now, clocked
            self.redraw(moving=moving)

    def _lit_by(self, play: Play[Any], question: Question[Any, Any] | None, view: View) -> dict[str, Any]:
        self.roomy = self.zooms = self.carries = view.map is not None
        self.full = self.roomy or view.sheet is not None or bool(view.tracks)
        self.keeps = MAP_KEEPS if self.roomy else 0.0
        self._offered = []
        if view.map is not None and isinstance(question, Place):
            spots = {spot.key for spot in view.map.spots}
            answers = [(question.spot(space), space) for space in question.choices(play.table)]
            self._offered = [(key, space) for key, space in answers if key in spots]
        lit = dict(reversed(self._offered))
        self.lights_places = bool(lit)
        self.dense = view.map is not None and len(view.map.spots) >= DENSE
        return lit

    def _ways(self, answer: Any) -> tuple[Arrow, ...]:
        play, question = self._play, self._question
        if play is None or question is None or question.secret:
            return ()
        return tuple(question.arrows(play.table, answer))

    def _look_at(self, play: Play[Any]) -> View:
        """Fall back to the points if the game's view fails: this stage is the last resort."""
        with logged("a game could not show its table"):
            return replace(play.view(), map=play.board())
        return View(say(""), tuple(SeatView(seat.index, seat.points) for seat in play.table.seats))

    def draw(self, moving: bool) -> None:
        if self.view is None or self.room.height < 2:
            return
        if self.view.sheet is not None:
            self._draw_sheet(self.view.sheet)
            return
        self._still.clear()
        self.names.clear()
        markers: dict[str, Stand] = {}
        if not self._draw_board(self.view, moving, markers):
            self._draw_scores(markers)
        self.markers.show(markers, dict.fromkeys(markers, GLIDE), moving=moving)

    # A score sheet

    def _draw_sheet(self, sheet: ScoreSheet) -> None:
        """Uses the panel's background, which is easier to read."""
        if self.sheet is None:
            self.sheet = SheetGrid(self.look, self._open_cell)
            with self.canvas:
                Color(*self.look.colour("background"))
                self._paper = Rectangle()
            self.add_widget(self.sheet)
        self._paper.pos, self._paper.size = self.pos, self.size
        self.sheet.show(sheet, self._person, self.room, self._typed)

    def _person(self, seat: int) -> tuple[int, str, str]:
        return self._colours[seat], self._letters[seat], self._people[seat]

    def draft(self, question: Question[Any, Any], answer: Any) -> None:
        self._typed = answer if isinstance(answer, int) else None
        if self.sheet is not None and not self._held:
            self.sheet.draft(self._typed)

    def _open_cell(self, path: str, value: int | None) -> None:
        field = self._field(path)
        app = App.get_running_app()
        if field is not None and isinstance(field.allowed, range) and app is not None:
            allowed = field.allowed
            open_number(app, self.look, field.label, value, allowed.start, allowed.stop - 1,
                        lambda number: self.dispatch("on_correct", path, number))

    # Tracks and a map

    def _draw_board(self, view: View, moving: bool, markers: dict[str, Stand]) -> bool:
        """Draw the map with the tracks below it; False if there is no room for either."""
        room, side = self.room, dp(12 if view.map is not None and view.map.ratio else 26)
        tracks = [track for track in view.tracks if track.spaces > 0]
        low = room.height < dp(80 if view.map is None else LOWEST_MAP)
        if low or view.map is None:
            self.map.clear()
            self.pieces.clear()
            self.put(self.overview, False)
            self._plan = None
        if low or (view.map is None and not tracks):
            return False
        box = (room.x + side, room.y + dp(6), room.width - 2 * side, room.height - dp(10))
        if view.map is not None:
            below = min(0.4 * room.height, dp(110) * len(tracks)) if room.height > dp(260) else 0.0
            self._plan = plan_map(view.map, (box[0], box[1] + below, box[2], box[3] - below), dp(1))
            self._aim_at(view.map, moving)
            self._draw_map(view.map, self._plan, moving)
            box = (box[0], box[1], box[2], below)
        shown = self._draw_tracks(tracks, box, markers)
        return shown or view.map is not None

    def _draw_tracks(self, tracks: list[Track], box: Box, markers: dict[str, Stand]) -> bool:
        names = [self.names.words(("track", at), track.name, box[2])
                 for at, track in enumerate(tracks[:MOST_TRACKS])]
        asked = []
        for at, (track, name) in enumerate(zip(tracks, names, strict=False)):
            labels = [self.names.words((at, number), label, dp(66)).height
                      for number, label in enumerate(track.labels)]
            crowd = max(Counter(piece.space for piece in track.pieces).values(), default=1)
            asked.append((track.spaces, name.height, max(labels, default=0.0), crowd))
        scale, plans = plan_tracks(asked, box, dp(1))
        for at, (track, plan, name) in enumerate(zip(tracks, plans, names, strict=False)):
            self.names.keep(("track", at), (box[0] - dp(8) + name.width / 2, plan.top - name.height / 2))
            places = winding(track.spaces, plan.columns, plan.path)
            self._draw_path(places, scale)
            for number, (text, (x, y)) in enumerate(zip(track.labels, places, strict=False)):
                label = self.names.words((at, number), text, dp(66))
                self.names.keep((at, number), (x, y - dp(8) * scale - label.height / 2))
            spaces = [max(0, min(int(piece.space), len(places) - 1)) for piece in track.pieces]
            lifts = stacked(spaces, dp(scale), rows=plan.path[3] > 0)
            goals = [(places[space][0], places[space][1] + dp(LIFT) * scale + lift)
                     for space, lift in zip(spaces, lifts, strict=True)]
            markers.update(self._stands(f"track {at} ", track.pieces, goals, [PIECE * scale] * len(goals)))
        return bool(plans)

    def _draw_path(self, places: list[Point], scale: float) -> None:
        tinted(self._still, self._path_ink, Line(points=[part for place in places for part in place],
                                                 width=dp(9) * scale, cap="round", joint="round"))
        for number, at in enumerate(places):
            fifth = number % 5 == 0
            disc(self._still, at, dp(5.5 if fifth else 3) * scale, self._accent, 0.95 if fifth else 0.5)

    # The map

    @property
    def window(self) -> MapWindow:
        room, plan = self.room, self._plan
        if plan is None:
            return MapWindow(*room.box)
        low = plan.box[1] - dp(6)  # above the tracks
        return MapWindow(room.x, low, max(1.0, room.width), max(1.0, room.top - low), plan.inner, plan.radius,
                         float(dp(1)))

    def _aim_at(self, board: Map, moving: bool) -> None:
        """Aim the camera at the question's spots, until the player moves it."""
        window, guide = self.window, self.guide
        first = guide.subject is None
        guide.aim((frozenset(self.lit), bool(self.moves), len(board.spots)))
        before, self._drawn_in = self._drawn_in, window
        goal = whole(window)
        if guide.led and before is not None and not guide.goal.is_whole(before):
            goal = guide.goal.held(window)
        elif self.lit and not self.moves and not guide.led and not board.picture:
            points = spread([(spot.x, spot.y) for spot in board.spots if spot.key in self.lit], window.inner)
            goal = window.on_lit([window.world(point) for point in points]) or goal
        if goal == guide.goal:
            return
        if first or not moving:
            guide.jump(goal)
        else:
            guide.glide(goal)

    def _draw_map(self, board: Map, plan: MapPlan, moving: bool) -> None:
        window, camera = self.window, self.guide.goal
        seen = plan.seen_by(camera, window)
        spots = {spot.key for spot in board.spots}
        there = [piece for piece in board.pieces if piece.space in spots]
        there.sort(key=lambda piece: not piece.under)
        ways = [one.way for one in (*board.arrows, *self._arrows)]
        lit = self.lit if self._goals is None else self._goals
        self.map.clear()
        self.map.draw(board, seen, camera, Marks(frozenset(lit), self.chosen, [*ways, *self.moves],
                                                 Counter(piece.space for piece in there)))
        low = window.y if window.y > self.room.y + 1 else self.y  # a near board ends above the tracks
        self.map.clip((self.x, low, self.width, self.top - low))
        self.map.look_through(self.guide.now, window)
        stands = self._on_map(board, there, seen)
        self.pieces.show(stands, dict.fromkeys(stands, GLIDE), moving=moving)
        self._place_overview()

    def look_through(self, camera: Camera) -> None:
        self.map.look_through(camera, self.window)

    def sharpen(self) -> None:
        self.redraw(moving=False)

    def lead(self, camera: Camera) -> None:
        super().lead(camera)
        self._place_overview()

    def _place_overview(self) -> None:
        self.put(self.overview, self.live and not self.is_whole())
        window = self.window
        self.overview.pos = (window.x + window.width - dp(52), window.y + dp(12))

    def on_screen(self, point: Point) -> Point:
        return self.map.seen_at(point)

    def in_world(self, point: Point) -> Point:
        return self.map.seen_from(point)

    # Where pieces stand

    def _on_map(self, board: Map, pieces: Sequence[Piece], plan: MapPlan) -> dict[str, Stand]:
        """Flat boards have pieces side by side or on each other, others in a pile above their spot."""
        spaces, goals, sizes = [piece.space for piece in pieces], [], []
        lifts = stacked(spaces, dp(plan.scale))
        for number, (piece, lift) in enumerate(zip(pieces, lifts, strict=True)):
            x, y = self.map.spots[str(piece.space)]
            crowd = spaces.count(piece.space)
            aside = spaces[:number].count(piece.space) - (crowd - 1) / 2
            step = dp(PIECE) * plan.scale
            if not plan.flat:
                goals.append((x, y + dp(LIFT) * plan.scale + lift))
            elif board.stacks:
                goals.append((x, y + aside * step * min(0.42, 1.2 / crowd)))
            else:
                goals.append((x + aside * step / max(1, crowd - 0.5), y))
            small = piece.under or (plan.flat and crowd > 1 and not board.stacks)
            sizes.append(PIECE * plan.scale * (0.75 if small else 1.0))
        return self._stands("", pieces, goals, sizes)

    def _stands(self, before: str, pieces: Sequence[Piece], goals: Sequence[Point],
                sizes: Sequence[float]) -> dict[str, Stand]:
        """`sizes` in dp."""
        things = dict.fromkeys(str(piece.label) for piece in pieces if piece.seat is None and not piece.icon)
        initials = dict(zip(things, tokens.initials(things), strict=True))
        stands = {}
        for key, piece, goal, size in zip(self._keys(pieces), pieces, goals, sizes, strict=True):
            colour, letters = 0, piece.letter or initials.get(str(piece.label), "")
            if piece.seat is not None:
                colour, letters = self._colours[piece.seat], piece.letter or self._letters[piece.seat]
            elif piece.count > 1:
                letters = str(piece.count)
            look = PieceLook(replace(piece, space=""), colour, letters, float(dp(size)))
            stands[before + key] = Stand(look, goal, angle=-piece.turn, alpha=FAINT if piece.faint else 1.0,
                                         far=piece.under, space=piece.space)
        return stands

    def _keys(self, pieces: Sequence[Piece]) -> list[str]:
        """Its own key, or what it is and a number if its key changes with its space."""
        names = [piece.key if piece.key and piece.key != piece.space
                 else f"{piece.seat} {piece.label} {piece.picture or piece.icon}" for piece in pieces]
        return [name if names.count(name) == 1 else f"{name} {names[:at].count(name)}"
                for at, name in enumerate(names)]

    # Spaces of the map

    def hands(self, lines: Sequence[HandLine]) -> None:
        self._lines = lines

    def heading(self, line: HandLine) -> float | None:
        way = way_of(line, None if self.view is None else self.view.map)
        if way is None or not set(way) <= self.map.spots.keys():
            return None
        (x, y), (end_x, end_y) = self.map.spots[way[0]], self.map.spots[way[-1]]
        return degrees(atan2(end_y - y, end_x - x))

    def point_out(self, line: HandLine) -> None:
        way = way_of(line, None if self.view is None else self.view.map)
        if way is not None and not self.is_whole():
            window, camera = self.window, self.guide.goal
            spots = [camera.to_world(window, self.map.spots[key]) for key in way if key in self.map.spots]
            self.guide.lead(on_way(window, camera, spots))
            self.sharpen()

    def select(self, space: Any) -> None:
        chosen = self._lit_spot(space)
        ways = self._ways(space if chosen else None)
        if (chosen, ways) != (self.chosen, self._arrows):
            self.chosen, self._arrows = chosen, ways
            self.redraw(moving=False)

    def _lit_spot(self, space: Any) -> str:
        return next((key for key, one in self._offered if one == space), "")

    def spot_of(self, place: str) -> Point | None:
        at = self.where(place)
        return at if at is not None and (self.is_whole() or self.room.holds(at)) else None

    def where(self, space: Any) -> Point | None:
        """A spot by its key or its answer, or a piece by its key."""
        key = self._lit_spot(space) or spot_key(space)
        spot = self.map.spots.get(key)
        return super().where(space) if spot is None else self.on_screen(spot)

    def place_at(self, point: Point) -> str:
        return self.map.spot_at(point)

    # Touch

    def touchable(self, touch: Any) -> bool:
        return self._plan is not None and touch.y >= self.window.y and super().touchable(touch)

    def lit_at(self, at: Point) -> Any:
        return self.lit.get(self.place_at(at))

    def load(self, at: Point, held: bool) -> Load | None:
        """Drag a piece to answer; hold it first to correct."""
        for key in self.pieces.near(self.in_world(at), dp(GRIP)):
            load = self._correct_by(key) if held else self._answer_by(key)
            if load is not None:
                return load
        return None

    def _correct_by(self, key: str) -> Load | None:
        """The field of this piece has its key or its space as `place`."""
        piece, space = self._piece_of(key), spot_key(self.pieces.space_of(key))

        def fits(field: Field) -> bool:
            owned = field.seat is None or piece.seat is None or field.seat == piece.seat
            return owned and field.place in (piece.key or space, space)

        return None if self._play is None else self.correction(self._play, key, fits)

    def _answer_by(self, key: str) -> Load | None:
        """The piece that a *place* question is about: the only one of its seat, or one with an arrow."""
        if self._question is None or not self.lit:
            return None
        seat = getattr(self._question.seat, "index", None)
        own = [one for one in self.pieces if self._piece_of(one).seat == seat]
        if seat is None or own != [key]:
            moved = [arrow.key for arrow in self._arrows]
            if not self._piece_of(key).key or self._piece_of(key).key not in moved:
                return None
        return Load(key, list(self.lit), lambda spot: self._answer(spot, self._piece_of(key)))

    def _answer(self, spot: Any, piece: Piece) -> None:
        """Of the answers on a spot, the one whose arrow moves this piece comes first."""
        answers = [space for key, space in self._offered if key == spot]
        moving = [space for space in answers if piece.key in [arrow.key for arrow in self._ways(space)]]
        for space in (moving or answers)[:1]:
            self.dispatch("on_space", space)

    def _piece_of(self, key: str) -> Piece:
        stand = self.pieces.stand_of(key)
        assert stand is not None
        piece: Piece = stand.look.piece
        return piece

    def light(self, spaces: Sequence[Any] | None) -> None:
        self._goals = spaces
        self.redraw(moving=spaces is None)

    def _draw_scores(self, markers: dict[str, Stand]) -> None:
        if self.view is None:
            return
        room, seats = self.room, self.view.seats
        low = room.height < dp(90)
        size = dp(40) if low else min(dp(72), room.width / max(1, len(seats)) * 0.8)
        across = room.width / max(1, len(seats))
        places = [(room.x + across * (number + 0.5), room.center[1] + (0 if low else dp(18)))
                  for number in range(len(seats))]
        if self._clocked:  # it is in the middle
            return
        tokens_of = [Piece(0, seat.index) for seat in seats]
        markers.update(self._stands("score ", tokens_of, places, [size / dp(1)] * len(seats)))
        for seat, (x, y) in zip(seats, places, strict=True):
            text = "" if seat.score is None or low else str(seat.score)
            self.names.words(("score", seat.index), text, role="number")
            self.names.keep(("score", seat.index), (x, y - size * 0.5 - dp(18)))


class StillBoard(Part):
    """A map to look at, as wide as its column."""

    def __init__(self, play: Play[Any], board: Map) -> None:
        super().__init__()
        self.ratio, self.most = board.ratio or 1.3, 10_000.0
        self.stage = GenericStage(Look.of("dark", play.game.facts, motion=False), play.game)
        self.stage.show_map(play, board)
        self.add_parts(self.stage)

    def fit(self, width: float) -> float:
        high = min(width / self.ratio, 1.2 * width, self.most)
        return self.take_size(width, max(dp(LOWEST_MAP + 40), high))

    def arrange(self) -> None:
        room = Room(self.x, self.y, self.width, self.height)
        self.stage.stand((self.x, self.y), (self.width, self.height), room)
