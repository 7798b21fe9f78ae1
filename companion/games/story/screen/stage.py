"""Story's stage: the photo table, or the darkroom during a secret vote. It never receives an answer."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations
from math import atan2, sin, tau
from typing import Any, Final

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp

from companion.core.play import Play
from companion.core.questions import Question
from companion.core.text import say
from companion.games.story import scoring
from companion.games.story.questions import RockPaperScissors, StoryTold
from companion.games.story.screen.dark_room import DarkRoomScene, Hanging, hanging
from companion.games.story.table import Story
from companion.ui.drawing import stage
from companion.ui.drawing.art import (
    Backdrop,
    Motion,
    Point,
    Sprite,
    art,
    between,
    between_points,
    group_in,
)
from companion.ui.drawing.stage import ClockPlace, Room
from companion.ui.theme import tokens

TALL: Final = 170 / 146
BIGGEST, WINNER = 88.0, 146.0
DESK, ROUND = 560.0, 1.25
"""A table at least `DESK` high is at most `ROUND` times as wide as high."""
SMALLEST: Final = 26.0
EDGE, GAP, VOTES = 14.0, 8.0, 22.0
"""Space at the table's edge, between prints, and below a print for votes."""


@dataclass(frozen=True)
class PrintSpot:
    x: float
    y: float
    width: float

    @property
    def half_height(self) -> float:
        return self.width * TALL / 2


@dataclass(frozen=True)
class PrintLayout:
    """The prints around the table, clockwise from the upper left, and those in the middle."""

    ring: tuple[PrintSpot, ...]
    middle: tuple[PrintSpot, ...]


@lru_cache(maxsize=64)
def lay(width: float, height: float, around: int, middle: int) -> PrintLayout:
    """Choose the layout with the biggest prints: a ring if the table is high enough, else wings."""
    aside = (width - height * ROUND) / 2
    if height >= DESK and aside > 0:  # a wide screen: stay round the picture
        near = lay(height * ROUND, height, around, middle)
        return PrintLayout(*(tuple(replace(one, x=one.x + aside) for one in some)
                             for some in (near.ring, near.middle)))
    grown = min(3.0, max(1.0, min(width / 412, height / 400)))
    size = BIGGEST * grown
    while size >= SMALLEST:
        tries = [ring(width, height, around, middle, size)]
        tries += [wings(width, height, around, middle, size, rows) for rows in (1, 2, 3)]
        fitting = [one for one in tries if fits(one, width, height)]
        if fitting:
            return fitting[0]
        size -= 2
    return wings(width, height, around, middle, SMALLEST * 0.6, 1)


def centre_width(width: float, height: float, middle: int, size: float) -> float:
    """A single print grows to 146; several share the space."""
    grown = min(2.6, max(1.0, min(width / 412, height / 400)))
    most = {0: 0.0, 1: WINNER, 2: 112.0, 3: 92.0}.get(middle, 80.0) * grown
    return max(12.0, min(most, size * (1.85 if middle < 2 else 1.5), (height - 2 * EDGE - VOTES) / TALL))


def ring(width: float, height: float, around: int, middle: int, size: float) -> PrintLayout:
    """Up the left side, across the top, down the right side; votes need the space below the middle."""
    left, right = EDGE + size / 2, width - EDGE - size / 2
    low, top = EDGE + VOTES + size * TALL / 2, height - EDGE - size * TALL / 2
    up, across = top - low, right - left
    inset = {1: 0.5, 2: 0.62, 3: 0.5, 4: 0.5, 5: 0.3, 6: 0.18}.get(around, 0.0)
    spots = []
    for number in range(around):
        at = up + across / 2
        if around > 1:
            at = (number + inset) / (around - 1 + 2 * inset) * (2 * up + across)
        if at < up:
            spots.append(PrintSpot(left, low + at, size))
        elif at <= up + across:
            spots.append(PrintSpot(left + at - up, top, size))
        else:
            spots.append(PrintSpot(right, top - (at - up - across), size))
    wide = centre_width(width, height, middle, size)
    reach = row_width(middle, wide) / 2 + size / 2
    above = [spot for spot in spots if abs(spot.x - width / 2) < reach and spot.y >= top]
    ceiling = min((spot.y - spot.half_height - GAP for spot in above), default=height - EDGE)
    inner = row(width / 2, (ceiling + EDGE + VOTES) / 2, middle, wide)
    low = min(spot.y - spot.half_height for spot in (*spots, *inner)) - VOTES
    high = max(spot.y + spot.half_height for spot in (*spots, *inner))
    lift = (height - low - high) / 2
    return PrintLayout(*(tuple(replace(spot, y=spot.y + lift) for spot in some)
                         for some in (clockwise(spots), inner)))


def wings(width: float, height: float, around: int, middle: int, size: float, rows: int) -> PrintLayout:
    """Use rows left and right of the middle, the outermost first."""
    wide = centre_width(width, height, middle, size)
    half = -(-around // 2)
    columns = -(-half // rows)
    free = (width - row_width(middle, wide)) / 2
    step = min(size * 1.3, (free - EDGE) / columns) if columns else 0.0
    first = EDGE + size / 2 + max(0.0, free - EDGE - columns * step) * 0.5
    level = (height - 2 * EDGE) / rows
    spots = []
    for number in range(around):
        place = number if number < half else around - 1 - number
        column, line = divmod(place, rows)
        on_this_side = half if number < half else around - half
        filled = min(rows, on_this_side - column * rows)
        x = first + column * step
        y = EDGE + level * (line + 0.5 + (rows - filled) / 2) + VOTES / 2
        spots.append(PrintSpot(x if number < half else width - x, y, size))
    inner = row(width / 2, height / 2 + VOTES / 2 - 2, middle, wide)
    return PrintLayout(tuple(clockwise(spots) if rows > 1 else sorted(spots, key=lambda spot: spot.x)), inner)


def clockwise(spots: list[PrintSpot]) -> list[PrintSpot]:
    """In seating order from the upper left, so that few prints cross the table."""
    if not spots:
        return []
    across, up = [spot.x for spot in spots], [spot.y for spot in spots]
    x, y = (min(across) + max(across)) / 2, (min(up) + max(up)) / 2
    corner = atan2(max(up) - y - spots[0].half_height, min(across) - x)  # a little lower counts, too
    return sorted(spots, key=lambda spot: ((corner - atan2(spot.y - y, spot.x - x)) % tau, spot.x))


def row(x: float, y: float, count: int, wide: float) -> tuple[PrintSpot, ...]:
    return tuple(PrintSpot(x + (number - (count - 1) / 2) * (wide + GAP), y, wide) for number in range(count))


def row_width(count: int, wide: float) -> float:
    return count * (wide + GAP) - GAP if count else 0.0


def fits(layout: PrintLayout, width: float, height: float) -> bool:
    spots = layout.ring + layout.middle
    inside = all(spot.x - spot.width / 2 >= 4 and spot.x + spot.width / 2 <= width - 4
                 and spot.y + spot.half_height <= height - 4 and spot.y - spot.half_height >= VOTES * 0.6
                 for spot in spots)
    grown = all(big.width >= small.width * 1.1 for small in layout.ring[:1] for big in layout.middle)
    return inside and grown and not any(overlap(one, other) for one, other in combinations(spots, 2))


def overlap(one: PrintSpot, other: PrintSpot) -> bool:
    """Whether prints or the votes below them touch."""
    aside = abs(one.x - other.x) - (one.width + other.width) / 2
    votes = VOTES * 0.75 if aside < 0 else 0.0
    return aside < GAP and abs(one.y - other.y) < one.half_height + other.half_height + votes


SIDE_BY_SIDE = 3  # with more prints than this, tied ones stay in place


@dataclass(frozen=True)
class Photo:
    """What a print shows; `colour` is None for the starting picture from the pile."""

    colour: int | None
    letter: str = ""
    name: str = ""
    up: bool = True
    more: bool = False
    """A second picture is under it: the story continued in a tie-break."""


Voter = tuple[int, str]


@dataclass(frozen=True)
class Scene:
    photos: dict[int, Photo]
    middle: tuple[int, ...]
    """Prints in the middle: the winner's, or those tied."""
    pile: Photo
    """The starting picture, in the middle until a winner's takes its place (ST-6)."""
    votes: dict[int, tuple[Voter, ...]]
    dim: frozenset[int]
    teller: int | None
    won: bool
    throw: bool


def read(table: Story, question: Question[Story, object] | None) -> Scene:
    this = table.this_round()
    players = [player for player in table.seats if player in this.told or not player.gone]
    letters = dict(enumerate(tokens.initials(seat.name for seat in table.seats)))
    votes = scoring.last_vote(table)
    best = scoring.winner(table) if votes else None
    level = scoring.level_at_the_top(table) if votes and best is None else []
    few = 1 < len(level) <= SIDE_BY_SIDE and len(level) < len(players)
    leading = level if few else []
    middle = [player for player in ([best] if best else leading) if player in players]
    telling = isinstance(question, StoryTold)
    photo = Photo(None)
    if table.middle:
        photo = Photo(table.middle.colour, letters[table.middle.index], table.middle.name)
    return Scene(
        {player.index: Photo(player.colour, letters[player.index], player.name, player in this.told,
                             player in this.longer) for player in players},
        tuple(player.index for player in middle),
        photo,
        {player.index: tuple((vote.voter.colour, letters[vote.voter.index])
                             for vote in votes if vote.story is player) for player in players},
        frozenset(player.index for player in players if level and player not in level),
        question.seat.index if telling and question is not None and question.seat is not None else None,
        best is not None, isinstance(question, RockPaperScissors))


WIDE = 146.0  # as drawn, dp
FIELD = "#2A2320"  # the picture's background before tinting
INK = "#2B211C"
NAMES_FROM = 54.0  # dp: narrower prints show no name, the strip does
TURNED = (-5.0, 2.5, 5.5, 4.0, -4.0, -2.0, -3.5, 4.5)
DROP = 24.0
SMALL_VOTE = 0.62
"""Of 28 dp, below small prints; during a reveal, votes have their full size."""


@dataclass(frozen=True)
class Pose:
    pos: Point
    width: float
    angle: float = 0.0
    alpha: float = 1.0


class Print:
    """A photo with a shadow, its votes, and a second photo under it if the story continued."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._under = Sprite(self.group)
        self.sprite = Sprite(self.group)
        self._votes_layer = group_in(self.group)
        self.discs: list[Sprite] = []
        self._voters: tuple[tuple[int, str], ...] = ()
        self.photo: Photo | None = None
        self._drawn_at = self._turned = 1.0
        self.votes = 0
        self.least_vote = SMALL_VOTE
        self.pose = Pose((0.0, 0.0), 1.0)

    # What it shows

    def show(self, photo: Photo, width: float) -> None:
        if (photo, width) == (self.photo, self._drawn_at):
            return
        self.photo, self._drawn_at = photo, width
        self._under.clear()
        self.sprite.clear()
        if photo.more:
            self._paper(self._under, width)
        if photo.up:
            self._paper(self.sprite, width)
            self._picture(photo, width)
        else:
            self._paper(self.sprite, width, "print_back")
            if photo.colour is not None:
                self.sprite.add_token(photo.colour, photo.letter, width * 0.15)
        self.put(self.pose)

    def _paper(self, sprite: Sprite, width: float, side: str = "print") -> None:
        self._whole(sprite, "print_shadow", width, (3 * width / WIDE, -6 * width / WIDE))
        self._whole(sprite, side, width)

    def _whole(self, sprite: Sprite, name: str, width: float, centre: Point = (0.0, 0.0),
               tint: str = "#FFFFFF") -> None:
        """Add a layer at the print's scale, with a clear margin for smooth rotation."""
        wide, high = art("story").size(name)
        scale = width / dp(WIDE)
        sprite.add(art("story").texture(name), (wide * scale, high * scale), centre, tint)

    def _picture(self, photo: Photo, width: float) -> None:
        scale, layer = width / WIDE, art("story").layers["print"]
        (left, low), (right, top) = layer["points"]["window"]
        centre = ((left + right - layer["size"][0]) / 2 * scale, (low + top - layer["size"][1]) / 2 * scale)
        tint = FIELD if photo.colour is None else tokens.over(tokens.SEATS[photo.colour].fill, FIELD, 0.3)
        self._whole(self.sprite, "print_window", width, centre, tint)
        if photo.colour is None:  # the app knows no pictures, so a night sky stands for the one in the middle
            self._whole(self.sprite, "print_sky", width, centre)
            return
        self.sprite.add_token(photo.colour, photo.letter, width * 0.22, centre)
        if photo.name and width >= dp(NAMES_FROM):
            px = max(dp(12), width * 0.135)
            low = (layer["points"]["name"][1] - layer["size"][1] / 2) * scale
            self.sprite.add_text(photo.name, tokens.MEDIUM, px, (0.0, low), INK, most=width * 0.88)

    def vote(self, voters: tuple[tuple[int, str], ...]) -> None:
        if voters == self._voters:
            return
        self._voters, self.votes = voters, len(voters)
        self._votes_layer.clear()
        self.discs = []
        for colour, letter in voters:
            disc = Sprite(self._votes_layer)
            disc.add_layer(art("story"), "vote_disc", anchor="centre")
            disc.add_token(colour, letter, float(dp(8)))
            self.discs.append(disc)
        self.put(self.pose)

    # Position

    def put(self, pose: Pose) -> None:
        self.pose = pose
        grow = pose.width / self._drawn_at
        self.sprite.pos, self.sprite.angle, self.sprite.alpha = pose.pos, pose.angle, pose.alpha
        self.sprite.scale = (grow * self._turned, grow)
        aside = pose.width * 0.07
        self._under.pos, self._under.angle = (pose.pos[0] + aside, pose.pos[1] - aside * 0.4), pose.angle - 9
        self._under.scale, self._under.alpha = grow, pose.alpha
        for number in range(len(self.discs)):
            self.land(number, 1.0)

    def glide(self, start: Pose, goal: Pose, part: float) -> None:
        self.put(Pose(between_points(start.pos, goal.pos, part), between(start.width, goal.width, part),
                      between(start.angle, goal.angle, part), between(start.alpha, goal.alpha, part)))

    def land(self, number: int, part: float) -> None:
        """Drop a vote into place: `part` is 0 above the print, 1 when landed."""
        if number >= len(self.discs):
            return  # an undo removed it while it fell
        disc, pose = self.discs[number], self.pose
        size = min(1.25, max(self.least_vote, pose.width / dp(92)))
        wide, count = dp(VOTE_DP) * size, len(self.discs)
        step = min(wide * 0.96, (pose.width * 1.04 - wide) / (count - 1)) if count > 1 else 0.0
        x = pose.pos[0] + (number - (count - 1) / 2) * step
        lower = dp(7 if self.least_vote < 1 else CLEAR) * size
        y = pose.pos[1] - pose.width * TALL / 2 - lower
        disc.pos = (x, y + dp(DROP) * (1 - part))
        disc.scale, disc.alpha = size, min(1.0, part * 1.5) * pose.alpha

    def turn(self, part: float) -> None:
        """Turn it over: 1 is flat, 0 on its edge."""
        self._turned = min(1.06, max(0.02, part))
        self.put(self.pose)


PILE: Final = -1
"""The key of the picture in the middle; other keys are seats."""
APART = 0.12  # seconds between two prints turning over
VOTE, BETWEEN_VOTES, LAST_VOTE = 0.22, 0.4, 1.1  # seconds; the last vote waits longest
GATHER = 0.45  # seconds for the winner to grow while others make room
SEEN = 1.0  # seconds for everybody to see the result in the whole window
VOTE_DP = 28.0
CLEAR = 12.0  # dp below a print, clear of the name on it
DIMMED = 0.45
SIGNS = ("rock", "paper", "scissors")


class PhotoTable:
    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self.layer = InstructionGroup()
        pictures = art("story")
        self._wood = Backdrop(self.layer, pictures, "table")
        self._lamp = Sprite.of(self.layer, pictures, "lamp_glow")
        self._shade = Backdrop(self.layer, pictures, "vignette")
        self._glow = Sprite.of(self.layer, pictures, "winner_glow")
        self._glow.alpha = 0.0
        self._prints_layer = group_in(self.layer)
        self.signs = [Sprite.of(self.layer, pictures, f"sign_{name}", "centre") for name in SIGNS]
        for sign in self.signs:
            sign.alpha = 0.0
        self.prints: dict[int, Print] = {}
        self._scene: Scene | None = None
        self._room = Room()
        self._timed = False
        self._layout = PrintLayout((), ())
        self._seen: dict[int, Pose] = {}
        """Where prints were before the stage moved for the next scene."""
        self._bobbed = 0.0
        self._returns = False
        """The reveal just ended: prints glide to their usual places."""

    # Layout

    def stand(self, stage: stage.Stage, *, waiting: bool = False) -> None:
        """Place the table; if `waiting`, prints move there with the next scene."""
        seen = {key: _moved(one.pose, stage.seen_at, stage.grown) for key, one in self.prints.items()}
        self._wood.cover(stage.pos, stage.size)
        self._shade.stretch(stage.pos, stage.size)
        self._room = stage.free
        self._lamp.pos = self._room.center
        self._lamp.scale = max(0.6, min(3.0, stage.height / dp(480)))
        self._stage, self._seen = stage, seen if waiting else {}
        if self._scene is not None and not waiting:
            self._change(self._scene, at_once=True)

    def rest(self) -> None:
        """Move the prints to their new places if no other scene has started."""
        if self._seen and self._scene is not None:
            self._seen = {}
            self._change(self._scene, at_once=True)

    def clock_place(self) -> ClockPlace:
        """The free circle between the prints."""
        if not self._layout.middle:
            return ClockPlace(self._room.center, min(self._room.width * 0.62, self._room.height * 0.9))
        centre = self._layout.middle[0]
        free = min(centre.y, self._room.height / dp(1) - centre.y) - 6
        for spot in self._layout.ring:
            aside = abs(spot.x - centre.x) - spot.width / 2
            above = abs(spot.y - centre.y) - spot.half_height
            free = min(free, max(aside, above) - 10)
        return ClockPlace(self._at(centre), float(dp(max(60.0, min(252.0, 2 * free - 14)))))

    # Transitions

    def show(self, scene: Scene, timed: bool, lights_on: bool) -> None:
        """Show a scene; if `lights_on`, turn the prints over one by one, then drop the votes."""
        if scene == self._scene and timed == self._timed and not lights_on and not self._returns:
            return  # same scene: let animations continue
        seen, self._seen = self._seen, {}
        for key, pose in seen.items():  # start from where they were before the panel moved
            self.prints[key].put(_moved(pose, self._stage.seen_from, 1 / self._stage.grown))
        old, self._scene, self._timed = self._scene, scene, timed
        if not self._motion.may_move or (old is None and not lights_on):
            self._change(scene, at_once=True)
        elif lights_on:
            self._reveal(scene)
        else:
            self._change(scene)

    def _change(self, scene: Scene, at_once: bool = False) -> None:
        if self._scene is not scene:
            return  # players have moved on or undone
        self._end_reveal()
        self._gather(scene, at_once)

    def _gather(self, scene: Scene, at_once: bool = False) -> None:
        for key, pose in self._settle_on(scene).items():
            one = self.prints[key]
            one.vote(scene.votes.get(key, ()))
            photo = self._photo(scene, key)
            if not at_once and one.photo is not None and one.photo.up != photo.up:
                self._turn_over(one, photo, pose.width, 0.0)
            else:
                one.show(photo, pose.width)
            if at_once:
                one.put(pose)
            elif one.pose != pose:
                glide = partial(one.glide, one.pose, pose)
                self._motion.move((one, "pose"), GATHER, glide, curve="in_out_sine")
        if at_once:
            self._shine(scene, 1.0)
        else:
            self._motion.move("shine", GATHER, lambda part: self._shine(scene, part))

    def _reveal(self, scene: Scene) -> None:
        before = Scene(scene.photos, (), scene.pile, {}, frozenset(), None, won=False, throw=False)
        self._stage.suspense, self._stage.reveals = say("The votes are revealed…"), True
        self._shine(before, 1.0)
        order = 0
        for key, pose in self._settle_on(before).items():
            one, photo = self.prints[key], self._photo(scene, key)
            one.vote(())
            one.put(pose)
            if key == PILE:
                one.show(photo, pose.width)
                continue
            one.show(Photo(photo.colour, photo.letter, up=False), pose.width)
            self._turn_over(one, photo, pose.width, 0.15 + order * APART)
            order += 1
        wait = 0.15 + order * APART + 0.2
        self._motion.move("votes", 0.0, lambda _: self._let_votes_fall(scene), delay=wait)

    def _let_votes_fall(self, scene: Scene) -> None:
        if self._scene is not scene:
            return  # players have moved on or undone
        votes = sorted((number, key) for key, voters in scene.votes.items() for number in range(len(voters)))
        for at, (number, key) in enumerate(votes):  # one for each print in turn; the deciding one is last
            one, last = self.prints[key], 1 < len(votes) == at + 1
            one.least_vote = 1.0
            one.vote(scene.votes[key])
            wait = at * BETWEEN_VOTES + (LAST_VOTE - BETWEEN_VOTES if last else 0.0)
            one.land(number, 0.0)
            self._motion.move((one, number), VOTE, partial(one.land, number), delay=wait, curve="out_quad")
        if len(votes) > 1:
            colour, letter = scene.votes[votes[-1][1]][votes[-1][0]]
            self._motion.move("drum", 0.0, lambda _: self._hold_back((colour, letter)),
                              delay=wait - LAST_VOTE + VOTE)
        end = wait + VOTE + 0.25
        self._motion.move("gather", 0.0, lambda _: self._show_winner(scene), delay=end)
        self._motion.move("reveal", 0.0, lambda _: self._change(scene), delay=end + GATHER + SEEN)

    def _hold_back(self, voter: Voter) -> None:
        """Before the last vote falls, the window names its voter, with a drum."""
        if self._stage.reveals and self._motion.moving:  # not if a tap ended it
            self._stage.suspense = say("{name}'s vote is the last…", name=self._name(voter))
            self._stage.dispatch("on_drum")

    def _name(self, voter: Voter) -> str:
        photos = self._scene.photos.values() if self._scene is not None else ()
        return next((one.name for one in photos if (one.colour, one.letter) == voter), voter[1])

    def _show_winner(self, scene: Scene) -> None:
        if self._scene is scene and self._stage.reveals:
            self._stage.suspense = None
            self._gather(scene)

    def _end_reveal(self) -> None:
        for one in self.prints.values():
            one.least_vote = SMALL_VOTE
        self._returns = self._stage.reveals
        self._stage.reveals = False
        self._returns = False

    def _turn_over(self, one: Print, photo: Photo, width: float, delay: float) -> None:
        def step(part: float) -> None:
            if part >= 0.5:
                one.show(photo, width)
            one.turn(abs(1 - 2 * part))

        move = tokens.MOTION["print"]
        self._motion.move((one, "turn"), move.seconds, step, delay=delay, curve=move.curve)

    # Positions

    def _settle_on(self, scene: Scene) -> dict[int, Pose]:
        ring = [seat for seat in scene.photos if seat not in scene.middle]
        wide, high = self._room.width / dp(1), self._room.height / dp(1)
        self._layout = lay(wide, high, len(ring), max(1, len(scene.middle)))
        keys = [PILE, *ring, *scene.middle]
        if keys != list(self.prints):
            self.prints = {key: self.prints.get(key) or Print() for key in keys}
            self._prints_layer.clear()
            for one in self.prints.values():
                self._prints_layer.add(one.group)
        poses = {seat: self._pose(spot, TURNED[seat % len(TURNED)], DIMMED if seat in scene.dim else 1.0)
                 for seat, spot in zip(ring, self._layout.ring, strict=True)}
        middle = self._layout.middle
        poses |= {seat: self._pose(spot, -1.5 if len(middle) == 1 else TURNED[seat % len(TURNED)] / 2)
                  for seat, spot in zip(scene.middle, middle, strict=False)}
        small = PrintSpot(middle[0].x, middle[0].y, middle[0].width * 0.8)
        poses[PILE] = self._pose(small, 2.0, 0.0 if scene.middle or self._timed else 1.0)
        return {key: poses[key] for key in keys}

    def _photo(self, scene: Scene, key: int) -> Photo:
        return scene.pile if key == PILE else scene.photos[key]

    def _at(self, spot: PrintSpot) -> tuple[float, float]:
        return self._room.x + float(dp(spot.x)), self._room.y + float(dp(spot.y))

    def _pose(self, spot: PrintSpot, angle: float, alpha: float = 1.0) -> Pose:
        return Pose(self._at(spot), float(dp(spot.width)), angle, alpha)

    # Light

    def _shine(self, scene: Scene, part: float) -> None:
        """Light the winner or the story being told, and show the throw's symbols."""
        lit = scene.middle[0] if scene.won and scene.middle else scene.teller
        if lit is not None and lit in self.prints:
            pose = self.prints[lit].pose
            self._glow.pos = pose.pos
            self._glow.scale = pose.width * 2.15 / dp(330)
        bright = 1.0 if scene.won else 0.75
        self._glow.alpha = between(self._glow.alpha, 0.0 if lit is None else bright, part)
        for sign in self.signs:
            sign.alpha = between(sign.alpha, 1.0 if scene.throw else 0.0, part)
        if scene.throw:
            self.bob(0.0)

    def bob(self, passed: float) -> None:
        if self._scene is None or not self._scene.throw or not self._layout.middle:
            return
        self._bobbed += passed
        spots = self._layout.middle
        size = min(1.1, max(0.5, spots[0].width / 100))
        x = (spots[0].x + spots[-1].x) / 2
        y = spots[0].y + spots[0].half_height + 13 * size
        for number, sign in enumerate(self.signs):
            at = PrintSpot(x + (number - 1) * 54 * size, y + 2.5 * sin(self._bobbed * 2.4 + number * 1.3), 0)
            sign.pos, sign.scale = self._at(at), size


def _moved(pose: Pose, to: Callable[[Point], Point], bigger: float) -> Pose:
    return replace(pose, pos=to(pose.pos), width=pose.width * bigger)


LIGHTS = 0.4  # seconds to fade between scenes


class Stage(stage.Stage):
    """Two scenes, one on the canvas at a time."""

    has_dark_room = True

    def paint(self) -> None:
        self.table = PhotoTable(self._motion)
        self.dark = DarkRoomScene()
        self.secret: bool | None = None
        with self.canvas.after:
            self._veil = Color(*tokens.rgba(tokens.DARK_ROOM.background, 0.0))
            self._veil_box = Rectangle()
        self._motion.loop(self.table.bob)

    def place(self) -> None:
        self._motion.settle()
        self._veil_box.pos, self._veil_box.size = self.pos, self.size
        self.table.stand(self, waiting=self._held and self._due is not None)
        self.dark.stand(self)

    def show(self, play: Play[Story], question: Question[Any, Any] | None) -> None:
        self._shown = (play, question)
        self.redraw(moving=True)

    def about_to_reveal(self) -> bool:
        if self.secret is not True:  # nothing is shown yet, or the lights are on
            return False
        play, question = self._shown
        secret = question is not None and question.secret
        return bool(self._motion.may_move and not secret and scoring.last_vote(play.table))

    def release(self) -> None:
        super().release()
        self.table.rest()

    def draw(self, moving: bool) -> None:
        play, question = self._shown
        secret = question is not None and question.secret
        lights_on = self.secret is True and not secret
        if secret != self.secret:
            self._enter(secret)
        if secret:
            self.dark.show(hanging(play, question))
            self.dark.stand(self)
            return
        scene = read(play.table, question)
        self.table.show(scene, stage.timed(play, question), lights_on and any(scene.votes.values()))

    def all_in(self, play: Play[Story]) -> None:
        if not self.secret:
            self._enter(True)
        letters, seats = tokens.initials(seat.name for seat in play.table.seats), play.table.seats
        voted = sorted(vote.voter.index for vote in scoring.last_vote(play.table))
        self.dark.show(tuple(Hanging(seats[one].colour, letters[one], sealed=True, turn=False)
                              for one in voted))
        self.dark.stand(self)

    def clock_place(self) -> ClockPlace:
        return self.table.clock_place()

    def _enter(self, secret: bool) -> None:
        first = self.secret is None
        self.secret = secret
        self.canvas.clear()
        self.canvas.add(self.dark.layer if secret else self.table.layer)
        if not first:
            self._motion.move("lights", LIGHTS, lambda part: setattr(self._veil, "a", 0.9 * (1 - part)),
                              curve="out_quad")
