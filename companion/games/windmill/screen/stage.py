"""Windmill's stage: the score track around the mill, with the sun as the clock during a story."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, Translate
from kivy.metrics import dp

from companion.core.engine.by_hand import HandLine
from companion.core.log import ANSWER
from companion.core.play import Play
from companion.core.questions import Question
from companion.games.windmill.table import Windmill
from companion.games.windmill.view import LAST, space_of
from companion.ui.drawing import stage
from companion.ui.drawing.art import Backdrop, Motion, Point, Sprite, art, between, group_in, soft_disc
from companion.ui.drawing.stage import ClockPlace, Room
from companion.ui.stages.board_stage import BoardStage
from companion.ui.stages.pieces import Figure, Pieces, Stand, Walk
from companion.ui.stages.trails import draw_dots, trail
from companion.ui.theme import tokens

NIGHT = "#140F33"
LATE = "#FF8A70"  # the sun when time is up
NIGHT_AT_ZERO = 0.10
SINK = 40.0
"""How far the sun sinks while a clock runs, dp."""
FLATTEST = 0.6
"""Strongest vertical squeeze of the disc on a low stage."""
LOWEST, HIGHEST = 36.0, 257.0
"""Extent of the disc's picture, dp: from below space 0 to a pawn's head at the far end."""
CLOUDS = (("cloud_1", 0.16, 0.46), ("cloud_2", 0.60, 0.36), ("cloud_3", 0.82, 0.62))
"""Start positions: fraction of the width, and of the sky's height below the top."""
DRIFT = 2.5  # dp per second


@dataclass(frozen=True)
class FieldLayout:
    """Positions of everything; two layouts can be mixed to animate between scenes."""

    horizon: float
    sun_x: float
    sun_y: float
    sun: float
    sink: float
    mill_x: float
    mill_y: float
    mill: float
    """Scale of the mill; 1 is as drawn."""
    disc_x: float
    disc_y: float
    wide: float
    high: float
    clock: float
    """1 if the sun is the clock, 0 if the track is visible."""


def mixed(one: FieldLayout, other: FieldLayout, part: float) -> FieldLayout:
    return FieldLayout(*(between(getattr(one, field.name), getattr(other, field.name), part)
                         for field in fields(FieldLayout)))


def lay_track(stage: stage.Stage) -> FieldLayout:
    """Fit the disc to the stage's width; squeeze it on a low stage, raise it on a high one."""
    room = stage.free
    high = min(room.width / dp(412), room.height / dp(HIGHEST - LOWEST), (stage.top - room.y) / dp(281))
    wide = min(room.width / dp(412), high / FLATTEST)
    spare = room.height - dp(HIGHEST - LOWEST + 70) * high
    x, centre = room.center[0], room.y - dp(LOWEST) * high + max(0.0, spare) * 0.4 + dp(136) * high
    horizon = centre + dp(100) * high
    sun = dp(30) * min(1.6, max(0.6, high))
    return FieldLayout(horizon, x + dp(116) * wide, horizon + sun * 0.55, sun, 0.0, x, centre - dp(2) * high,
                       0.96 * high, x, centre, wide, high, 0.0)


def lay_clock(stage: stage.Stage, track: FieldLayout) -> FieldLayout:
    """Put the sun in the sky, the mill on the right and the disc below the stage's edge."""
    room = stage.free
    ring = ring_of(room) * 252 / 266
    sink = min(dp(SINK), max(0.0, room.height - ring - dp(34)))
    spare = room.height - ring - dp(14) - sink
    sun = room.top - spare * 0.24 - dp(7) - ring / 2
    horizon = max(room.y + 0.1 * room.height, min(room.y + 0.235 * room.height, sun - ring / 2 - dp(8)))
    mill = 1.06 * min(2.0, max(0.45, min(room.width / dp(412), room.height / dp(490))))
    return FieldLayout(horizon, room.x + 0.4 * room.width, sun, ring / 2 * 110 / 126, sink,
                       room.x + 0.835 * room.width, horizon - dp(45) * mill, mill,
                       track.disc_x, track.disc_y - dp(200) * track.high, track.wide, track.high, 1.0)


def ring_of(room: Room) -> float:
    """Outer diameter of the clock's ring: 252 dp to its middle on a phone, more on a tablet."""
    grown = min(1.4, max(1.0, min(room.width / dp(412), room.height / dp(490))))
    return float(min(dp(266) * grown, room.width * 0.65, room.height * 0.84))


class FieldPictures:
    def __init__(self, canvas: Any) -> None:
        self._art = pictures = art("windmill")
        layer = group_in(canvas)
        self._sky = Backdrop(layer, pictures, "sky")
        self.night = Color(*tokens.rgba(NIGHT, 0.0))
        self._night_box = Rectangle()
        layer.add(self.night)
        layer.add(self._night_box)
        self._stars = Backdrop(layer, pictures, "stars")
        self._clouds = [Sprite.of(layer, pictures, name) for name, _, _ in CLOUDS]
        self._birds = Sprite.of(layer, pictures, "birds")
        self._glow = Sprite.of(layer, pictures, "sun_glow")
        self.sun = Sprite.of(layer, pictures, "sun")
        self._hills = [Backdrop(layer, pictures, name) for name in ("hills_back", "hills_mid")]
        self._ground = Backdrop(layer, pictures, "field")
        self._near = Backdrop(layer, pictures, "field_near")
        self.disc = Sprite.of(layer, pictures, "disc", "centre")
        self.mill = Sprite.of(layer, pictures, "mill", "foot")
        self.sails = Sprite.of(layer, pictures, "sails", "hub")
        self.sails.angle = -pictures.layers["sails"]["turn"]
        self._hub = pictures.point("mill", "hub")[1] - pictures.point("mill", "foot")[1]
        self._drifted = 0.0
        self._box = (0.0, 0.0, 1.0, 1.0)
        self._sky_low = 0.0

    def stand(self, stage: stage.Stage, lay: FieldLayout, gone: float) -> None:
        """Place everything; `gone` is the elapsed part of the clock, 0 to 1."""
        self._box = (*stage.pos, *stage.size)
        self._stand_sky(lay, gone)
        self._stand_land(lay)
        self.disc.pos, self.disc.scale = (lay.disc_x, lay.disc_y), (lay.wide, lay.high)
        self.disc.alpha = 1 - lay.clock
        self.mill.pos, self.mill.scale = (lay.mill_x, lay.mill_y), lay.mill
        self.sails.pos, self.sails.scale = (lay.mill_x, lay.mill_y + self._hub * lay.mill), lay.mill

    def _stand_sky(self, lay: FieldLayout, gone: float) -> None:
        x, y, wide, high = self._box
        self._sky_low = low = min(lay.horizon - dp(20), y + high - dp(40))
        self._sky.stretch((x, low), (wide, y + high - low))
        self._night_box.pos, self._night_box.size = (x, low), (wide, y + high - low)
        self.night.a = NIGHT_AT_ZERO * gone * lay.clock
        stars = min(self._stars.natural[1], (y + high - low) * 0.6)
        self._stars.span((x, y + high - stars), (wide, stars))
        sun = sun_of(lay, gone)
        self.sun.pos = self._glow.pos = sun
        self.sun.scale = lay.sun / dp(110)
        for patch in self.sun.patches:
            patch.tint(LATE if gone >= 1 and lay.clock else "#FFFFFF")
        self._glow.scale = lay.sun / dp(110) * between(1.5, 1.0, lay.clock)
        self._birds.pos = (x + wide * 0.19, between(lay.horizon, y + high, 0.62))
        self._birds.alpha = lay.clock
        self.drift(0.0)

    def _stand_land(self, lay: FieldLayout) -> None:
        x, y, wide, _ = self._box
        for hills, below in zip(self._hills, (26, 22), strict=True):
            hills.span((x, lay.horizon - dp(below)), (wide, hills.natural[1]))
        self._ground.span((x, y), (wide, max(1.0, lay.horizon + dp(10) - y)))
        self._near.span((x, y), (wide, max(1.0, lay.mill_y + dp(22) - y)))
        self._near.ink.a = lay.clock

    def turn(self, degrees: float) -> None:
        self.sails.angle = (self.sails.angle - degrees) % 360

    def drift(self, passed: float) -> None:
        x, y, wide, high = self._box
        self._drifted += passed * dp(DRIFT)
        over = self._art.size("cloud_1")[0]
        for cloud, (_, across, down) in zip(self._clouds, CLOUDS, strict=True):
            at = (across * (wide + over) + self._drifted) % (wide + over) - over / 2
            cloud.pos = (x + at, between(y + high, self._sky_low, down))


def sun_of(lay: FieldLayout, gone: float) -> Point:
    return lay.sun_x, lay.sun_y - lay.sink * gone


RADIUS, RIM = 10.5, 2.0
HOP = 5.0
APART = 21.0
GONE = 0.4  # opacity of a pawn whose player left


def laps_of(points: int) -> int:
    """Completed laps for a score.

    >>> [laps_of(points) for points in (0, 40, 41, 80, 81)]
    [0, 0, 1, 1, 2]
    """
    return max(0, points - 1) // LAST


class PawnLook(NamedTuple):
    colour: int
    letter: str
    laps: int = 0


class Pawn(Figure):
    """One player's pawn: the seat's shape on a foot."""

    def draw(self, look: PawnLook) -> None:
        pictures = art("windmill")
        head = float(dp(pictures.layers["pawn_foot"]["token_above"]))
        self.sprite.add_layer(pictures, "pawn_foot", anchor="space")
        self.sprite.add_token(look.colour, look.letter, float(dp(RADIUS)), (0.0, head), rim=float(dp(RIM)))
        if look.laps:
            above = (0.0, head + dp(21))
            self.sprite.add(art("shell").texture("glow"), (dp(40), dp(26)), above, "#180D18", 0.9)
            self.sprite.add_text(f"{LAST * look.laps}+", tokens.BOLD, float(dp(11)), above, "#FFF3DF")


class Score(NamedTuple):
    """A pawn's key, its look, its player's points and its opacity."""

    key: str
    look: PawnLook
    points: int
    alpha: float


def scores_of(table: Windmill) -> list[Score]:
    letters = tokens.initials(seat.name for seat in table.seats)
    return [Score(f"pawn{seat.index}", PawnLook(seat.colour, letter, laps_of(seat.points)), seat.points,
                  GONE if seat.gone else 1.0)
            for seat, letter in zip(table.seats, letters, strict=True)]


class Pawns(Pieces):
    """All pawns on the score track, nearer ones in front."""

    def __init__(self, layer: Any, motion: Motion) -> None:
        super().__init__(layer, motion, Pawn)
        self._scores: Sequence[Score] = ()
        self.track: list[Point] = []
        self.scale = 1.0

    def lay(self, lay: FieldLayout) -> None:
        """Move to the track's new position without animation."""
        layer = art("windmill").layers["disc"]
        x, y = layer["points"]["centre"]
        self.track = [(lay.disc_x + dp(across - x) * lay.wide, lay.disc_y + dp(up - y) * lay.high)
                      for across, up in layer["points"]["track"]]
        self.scale = min(1.6, max(0.75, 0.5 + lay.high / 2))
        self.show(self._placed(), moving=False)

    def most_gained(self, scores: Sequence[Score]) -> int:
        """The largest gain that a pawn does not show yet."""
        shown = {score.key: score.points for score in self._scores}
        gains = [score.points - shown[score.key] for score in scores if score.key in shown]
        return max(gains, default=0)

    def walk(self, scores: Sequence[Score], wait: float = 0.0) -> float:
        """Move pawns to their points after `wait` seconds; return how long that takes."""
        old = {score.key: score.points for score in self._scores}
        self._scores = scores
        if len(old) != len(self._scores):
            return self.show(self._placed(), moving=False)
        stands = self._placed()
        walks = {score.key: self._walk(score.key, stands[score.key].at[0], old[score.key], score.points, wait)
                 for score in self._scores}
        return self.show(stands, walks)

    def _placed(self) -> dict[str, Stand]:
        asides = side_by_side([score.points for score in self._scores])
        stands = {}
        for number, (score, aside) in enumerate(zip(self._scores, asides, strict=True)):
            x, y = self.track[space_of(score.points)]
            at = (x + aside * dp(self.scale), y)
            stands[score.key] = Stand(score.look, at, self.scale, alpha=score.alpha, far=(y, -number),
                                      space=str(space_of(score.points)))
        return stands

    def _walk(self, key: str, goal: float, old: int, new: int, wait: float) -> Walk:
        """Over every space to the new one; its offset changes evenly on the way."""
        stand, steps = self.stand_of(key), abs(new - old)
        if stand is None or not steps:  # only its offset changes
            return Walk(delay=wait)
        before, after = stand.at[0] - self.track[space_of(old)][0], goal - self.track[space_of(new)][0]
        passed = [self.track[space] for space in way_of(old, new)[1:-1]]
        via = [(x + between(before, after, number / steps), y) for number, (x, y) in enumerate(passed, 1)]
        seconds = min(tokens.PAWN_MOST, tokens.MOTION["pawn"].seconds * steps)
        return Walk(via, seconds, hop=float(dp(HOP) * self.scale), delay=wait)

    def places(self) -> list[Point]:
        """Where they stand, or will once they have walked."""
        return [stand.at for stand in self._placed().values()]


def side_by_side(points: list[int]) -> list[float]:
    """Each pawn's offset from its space, dp, so that pawns can share one.

    >>> side_by_side([3, 5, 3])
    [-10.5, 0.0, 10.5]
    """
    spaces = [space_of(one) for one in points]
    return [(spaces[:number].count(space) - (spaces.count(space) - 1) / 2) * APART
            for number, space in enumerate(spaces)]


PALE = 0.5
DOT, DOT_RIM, EVERY = 2.6, 1.2, 9.0
"""A dot's radius, its dark rim, and the distance between dots, dp."""
Move = tuple[int, int, int]
"""A seat, its pawn's points on the real table, and its actual points."""


def moves_of(lines: Iterable[HandLine]) -> tuple[Move, ...]:
    found = []
    for line in lines:
        first, _, rest = line.path.partition(".")
        scored = first == "seats" and rest.endswith(".points")
        if scored and isinstance(line.old, int) and isinstance(line.new, int):
            found.append((int(rest.partition(".")[0]), line.old, line.new))
    return tuple(found)


def way_of(old: int, new: int) -> list[int]:
    """The spaces between two scores, including both ends.

    >>> way_of(14, 12), way_of(39, 41)
    ([14, 13, 12], [39, 40, 1])
    """
    by = 1 if new >= old else -1
    return [space_of(points) for points in range(old, new + by, by)]


class Ghosts:
    """Pale pawns where they still lie on the real table, with trails to where they belong."""

    def __init__(self, canvas: Any) -> None:
        self._layer = group_in(canvas)
        self._moves: tuple[Move, ...] = ()
        self.dots: list[Color] = []
        self.pawns: list[Pawn] = []

    def tell(self, lines: Iterable[HandLine]) -> None:
        self._moves = moves_of(lines)

    def draw(self, table: Windmill, track: Sequence[Point], size: float, alpha: float) -> None:
        self._layer.clear()
        self.dots, self.pawns = [], []
        letters = tokens.initials(seat.name for seat in table.seats)
        for seat, old, new in [move for move in self._moves if track and move[0] < len(table.seats)]:
            colour = table.seats[seat].colour
            dots = trail([track[space] for space in way_of(old, new)], float(dp(EVERY)))
            self.dots += draw_dots(self._layer, dots, dp(DOT), dp(DOT_RIM), tokens.SEATS[colour].fill)
            ghost = Pawn(PawnLook(colour, letters[seat], laps_of(old)))
            ghost.put(track[space_of(old)])
            ghost.size(size)
            self._layer.add(ghost.group)
            self.pawns.append(ghost)
        self.fade(alpha)

    def fade(self, alpha: float) -> None:
        for ink in self.dots:
            ink.a = alpha
        for ghost in self.pawns:
            ghost.fade(PALE * alpha)


DIGITS = "#4A1A2C"
TURN, TURN_IN_STORY = 14.0, 8.0  # seconds per turn of the sails
CHANGE = 0.45  # seconds from the track to the clock and back
MOMENT, STILL = 1.2, 0.8  # seconds to show where pawns arrived, and more if they don't walk; a tap skips it
BEHIND = 0.55  # opacity of the mill while it would hide a pawn


class Stage(BoardStage):
    carries = zooms = False
    pieces: Pawns

    def paint(self) -> None:
        super().paint()
        self.field = FieldPictures(self.canvas)
        self.canvas.add(PushMatrix())
        self.on_disc = Translate(0, 0)
        self.canvas.add(self.on_disc)
        self.ghosts = Ghosts(self.canvas)
        self.pieces = Pawns(self.canvas, self._motion)
        self.canvas.add(PopMatrix())
        self.prize = Sprite(self.canvas)
        self.prize.alpha = 0.0
        self.clock = 0.0
        """0 shows the track, 1 the sun as the clock."""
        self._timed = self._seen = self._running = False
        self._left: float | None = None
        self._table: Windmill | None = None
        self._shown = self._won = False
        self.place()
        self._motion.loop(self._turn)
        self.bind(live=lambda *_: self._change_scene())

    def place(self) -> None:
        self._motion.settle()
        track = lay_track(self)
        self.scenes = (track, lay_clock(self, track))
        self.pieces.lay(track)
        self._draw_ghosts()
        self._draw()
        self._fade_mill()

    def show(self, play: Play[Windmill], question: Question[Any, Any] | None) -> None:
        self._timed = stage.timed(play, question)
        self._table = play.table
        self._won = bool(play.log) and play.log[-1].kind == ANSWER and not play.can_redo()
        self.redraw(moving=True)

    def hands(self, lines: Sequence[HandLine]) -> None:
        self.ghosts.tell(lines)

    def draw(self, moving: bool) -> None:
        if self._table is None:
            return
        back = CHANGE if self.clock and not self._timed else 0.0
        scores = scores_of(self._table)
        gained = self.pieces.most_gained(scores) if self._shown and self._won else 0
        walk = self.pieces.walk(scores, back)
        if gained > 0:
            walk = max(walk, STILL)
            self._show_prize(gained, back, walk)
        self._draw_ghosts()
        self._change_scene(walk, at_once=not self._shown)
        self._shown = True
        self._fade_mill()

    def _show_prize(self, points: int, wait: float, walk: float) -> None:
        """The points of the found card, large, until the next clock begins."""
        self.prize.clear()
        self.prize.add(soft_disc(round(dp(132))), (dp(132), dp(132)), (0.0, 0.0), "#180D18", 0.92)
        self.prize.add_text(f"+{points}", tokens.VOICE, float(dp(72)), (0.0, 0.0), "#FFE08A")
        self.prize.pos = self.room.center

        def step(part: float) -> None:
            self.prize.alpha = min(1.0, part * 8, (1 - part) * 4)

        self._motion.move("prize", walk + MOMENT, step, delay=wait, still=0.5)

    def clock_place(self) -> ClockPlace:
        return ClockPlace(sun_of(self.scenes[1], self._gone()), ring_of(self.free), digits=DIGITS, disc=False)

    def time_left(self, part: float | None) -> None:
        self._running = part is not None and self._left is not None and part != self._left
        self._left = part
        self._draw()

    def where(self, space: Any) -> Point | None:
        """A pawn, or a space of the track by its number."""
        if isinstance(space, int):
            return self.pieces.track[space]
        return super().where(space)

    # The two scenes

    def _change_scene(self, wait: float = 0.0, at_once: bool = False) -> None:
        """Show the clock once the pawns have arrived; a library preview always shows the track."""
        self._seen = self._seen or bool(self.live)
        goal = 1.0 if self._timed and self._seen else 0.0
        start = self.clock

        def step(part: float) -> None:
            self.clock = between(start, goal, part)
            self._draw()
            self.clock_ready = goal == 0 or part == 1

        self.clock_ready = goal in (0, start)
        if goal == start or at_once:
            self._motion.move("scene", 0.0, step)
        else:
            waits = bool(goal and wait)
            delay, still = (wait + MOMENT, 0.0) if waits else (0.0, None)
            self._motion.move("scene", CHANGE, step, delay=delay, curve="in_out_sine", still=still)

    def _draw(self) -> None:
        lay = mixed(*self.scenes, self.clock)
        self.field.stand(self, lay, self._gone())
        self.on_disc.y = lay.disc_y - self.scenes[0].disc_y  # objects on the disc move with it
        self.pieces.fade(1 - self.clock)
        self.ghosts.fade(1 - self.clock)

    def _draw_ghosts(self) -> None:
        if self._table is not None:
            track = () if self._timed and self._seen else self.pieces.track
            self.ghosts.draw(self._table, track, self.pieces.scale, 1 - self.clock)

    def _gone(self) -> float:
        return 0.0 if self._left is None else min(1.0, max(0.0, 1 - self._left))

    def _fade_mill(self) -> None:
        goal = BEHIND if self._mill_hides() and not (self._timed and self._seen) else 1.0
        start = self.field.mill.alpha

        def step(part: float) -> None:
            self.field.mill.alpha = self.field.sails.alpha = between(start, goal, part)

        self._motion.move("mill", 0.2, step)

    def _mill_hides(self) -> bool:
        """Whether the tower would hide a pawn or a ghost."""
        lay = self.scenes[0]
        half, high = dp(46) * lay.mill, dp(158) * lay.mill
        return any(abs(x - lay.mill_x) < half and lay.mill_y < y < lay.mill_y + high
                   for x, y in [*self.pieces.places(), *[ghost.at for ghost in self.ghosts.pawns]])

    def _turn(self, passed: float) -> None:
        self.field.turn(360 * passed / (TURN_IN_STORY if self._running else TURN))
        self.field.drift(passed)
