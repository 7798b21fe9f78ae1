"""One print: a player's story, with its votes below."""

from __future__ import annotations

from dataclasses import dataclass

from kivy.graphics import InstructionGroup
from kivy.metrics import dp

from companion.games.story.screen.layout import TALL
from companion.games.story.screen.scene import Photo
from companion.ui.drawing.art import art
from companion.ui.drawing.sprites import Point, Sprite, between, between_points
from companion.ui.theme import tokens

WIDE = 146.0  # as drawn, dp
FIELD = "#2A2320"  # the picture's background before tinting
INK = "#2B211C"
NAMES_FROM = 54.0  # dp: narrower prints show no name, the strip does
TURNED = (-5.0, 2.5, 5.5, 4.0, -4.0, -2.0, -3.5, 4.5)
DROP = 24.0


@dataclass(frozen=True)
class Pose:
    pos: Point
    width: float
    angle: float = 0.0
    alpha: float = 1.0

    def towards(self, other: Pose, part: float) -> Pose:
        return Pose(between_points(self.pos, other.pos, part), between(self.width, other.width, part),
                    between(self.angle, other.angle, part), between(self.alpha, other.alpha, part))


class Print:
    """A photo with a shadow, its votes, and a second photo under it if the story continued."""

    def __init__(self) -> None:
        self.group = InstructionGroup()
        self._under = Sprite(self.group)
        self._sprite = Sprite(self.group)
        self._votes_layer = InstructionGroup()
        self.group.add(self._votes_layer)
        self._votes: list[Sprite] = []
        self._voters: tuple[tuple[int, str], ...] = ()
        self.photo: Photo | None = None
        self._drawn_at = 1.0
        self._turned = 1.0
        self.pose = Pose((0.0, 0.0), 1.0)

    # What it shows

    def show(self, photo: Photo, width: float) -> None:
        if (photo, width) == (self.photo, self._drawn_at):
            return
        self.photo, self._drawn_at = photo, width
        self._under.clear()
        self._sprite.clear()
        if photo.more:
            self._paper(self._under, width)
        if photo.up:
            self._paper(self._sprite, width)
            self._picture(photo, width)
        else:
            self._shadow(self._sprite, width)
            self._whole(self._sprite, "print_back", width)
            if photo.colour is not None:
                self._sprite.add_token(photo.colour, photo.letter, width * 0.15)
        self.put(self.pose)

    def _shadow(self, sprite: Sprite, width: float) -> None:
        scale = width / WIDE
        self._whole(sprite, "print_shadow", width, (3 * scale, -6 * scale))

    def _paper(self, sprite: Sprite, width: float) -> None:
        self._shadow(sprite, width)
        self._whole(sprite, "print", width)

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
        self._whole(self._sprite, "print_window", width, centre, tint)
        if photo.colour is None:  # the app knows no pictures, so a night sky stands for the one in the middle
            self._whole(self._sprite, "print_sky", width, centre)
            return
        self._sprite.add_token(photo.colour, photo.letter, width * 0.22, centre)
        if photo.name and width >= dp(NAMES_FROM):
            px = max(dp(12), width * 0.135)
            low = (layer["points"]["name"][1] - layer["size"][1] / 2) * scale
            self._sprite.add_text(photo.name, tokens.MEDIUM, px, (0.0, low), INK, most=width * 0.88)

    def vote(self, voters: tuple[tuple[int, str], ...]) -> None:
        if voters == self._voters:
            return
        self._voters = voters
        self._votes_layer.clear()
        self._votes = []
        for colour, letter in voters:
            disc = Sprite(self._votes_layer)
            disc.add_layer(art("story"), "vote_disc", anchor="centre")
            disc.add_token(colour, letter, float(dp(8)))
            self._votes.append(disc)
        self.put(self.pose)

    @property
    def votes(self) -> int:
        return len(self._votes)

    # Position

    def put(self, pose: Pose) -> None:
        self.pose = pose
        grow = pose.width / self._drawn_at
        self._sprite.pos, self._sprite.angle, self._sprite.alpha = pose.pos, pose.angle, pose.alpha
        self._sprite.scale = (grow * self._turned, grow)
        aside = pose.width * 0.07
        self._under.pos, self._under.angle = (pose.pos[0] + aside, pose.pos[1] - aside * 0.4), pose.angle - 9
        self._under.scale, self._under.alpha = grow, pose.alpha
        for number in range(len(self._votes)):
            self.land(number, 1.0)

    def land(self, number: int, part: float) -> None:
        """Drop a vote into place: `part` is 0 above the print, 1 when landed."""
        disc, pose = self._votes[number], self.pose
        size = min(1.25, max(0.62, pose.width / dp(92)))
        wide, count = dp(28) * size, len(self._votes)
        step = min(wide * 0.96, (pose.width * 1.25 - wide) / (count - 1)) if count > 1 else 0.0
        x = pose.pos[0] + (number - (count - 1) / 2) * step
        y = pose.pos[1] - pose.width * TALL / 2 - dp(7) * size
        disc.pos = (x, y + dp(DROP) * (1 - part))
        disc.scale, disc.alpha = size, min(1.0, part * 1.5) * pose.alpha

    def turn(self, part: float) -> None:
        """Turn it over: 1 is flat, 0 on its edge."""
        self._turned = min(1.06, max(0.02, part))
        self.put(self.pose)
