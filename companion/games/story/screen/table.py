"""The walnut table with its prints: who has told, the votes, the winner."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import sin
from typing import Final

from kivy.graphics import InstructionGroup
from kivy.metrics import dp

from companion.games.story.screen.layout import PrintLayout, PrintSpot, lay
from companion.games.story.screen.prints import TURNED, Pose, Print
from companion.games.story.screen.scene import Photo, Scene
from companion.ui.drawing.art import art
from companion.ui.drawing.sprites import Backdrop, Motion, Point, Sprite, between
from companion.ui.drawing.stage import Room, Stage
from companion.ui.theme import tokens

PILE: Final = -1
"""The key of the picture in the middle; other keys are seats."""
APART = 0.12  # seconds between two prints turning over
VOTE, BETWEEN_VOTES = 0.2, 0.18
GATHER = 0.45  # seconds for the winner to grow while others make room
DIMMED = 0.45
SIGNS = ("rock", "paper", "scissors")


class PhotoTable:
    def __init__(self, motion: Motion) -> None:
        self._motion = motion
        self.layer = InstructionGroup()
        pictures = art("story")
        self._wood = Backdrop(self.layer, pictures, "table")
        self._lamp = Sprite(self.layer)
        self._lamp.add_layer(pictures, "lamp_glow")
        self._shade = Backdrop(self.layer, pictures, "vignette")
        self._glow = Sprite(self.layer)
        self._glow.add_layer(pictures, "winner_glow")
        self._glow.alpha = 0.0
        self._prints_layer = InstructionGroup()
        self.layer.add(self._prints_layer)
        self._signs_layer = InstructionGroup()
        self.layer.add(self._signs_layer)
        self._signs = [Sprite(self._signs_layer) for _ in SIGNS]
        for sign, name in zip(self._signs, SIGNS, strict=True):
            sign.add_layer(pictures, f"sign_{name}", anchor="centre")
            sign.alpha = 0.0
        self._prints: dict[int, Print] = {}
        self._scene: Scene | None = None
        self._room = Room()
        self._timed = False
        self._layout = PrintLayout((), ())
        self._seen: dict[int, Pose] = {}
        """Where prints were before the stage moved for the next scene."""
        self._bobbed = 0.0

    # Layout

    def stand(self, stage: Stage, *, waiting: bool = False) -> None:
        """Place the table; if `waiting`, prints move there with the next scene."""
        seen = {key: _moved(one.pose, stage.seen_at, stage.grown) for key, one in self._prints.items()}
        self._wood.cover(stage.pos, stage.size)
        self._shade.stretch(stage.pos, stage.size)
        self._room = stage.room if stage.room.height >= dp(56) else Room(stage.x, stage.y, *stage.size)
        self._lamp.pos = self._room.center
        self._lamp.scale = max(0.6, min(2.0, stage.height / dp(480)))
        self._stage, self._seen = stage, seen if waiting else {}
        if self._scene is not None and not waiting:
            self._lie(self._scene)

    def rest(self) -> None:
        """Move the prints to their new places because no other scene came."""
        if self._seen and self._scene is not None:
            self._seen = {}
            self._lie(self._scene)

    def clock_room(self) -> tuple[tuple[float, float], float]:
        """Centre and diameter of the free circle between the prints."""
        if not self._layout.middle:
            return self._room.center, min(self._room.width * 0.62, self._room.height * 0.9)
        centre = self._layout.middle[0]
        free = min(centre.y, self._room.height / dp(1) - centre.y) - 6
        for spot in self._layout.ring:
            aside = abs(spot.x - centre.x) - spot.width / 2
            above = abs(spot.y - centre.y) - spot.half_height
            free = min(free, max(aside, above) - 10)
        x, y = self._at(centre)
        return (x, y), float(dp(max(60.0, min(252.0, 2 * free - 14))))

    # Transitions

    def show(self, scene: Scene, timed: bool, lights_on: bool) -> None:
        """Show a scene; if `lights_on`, turn the prints over one by one, then drop the votes."""
        if scene == self._scene and timed == self._timed and not lights_on:
            return  # same scene: let animations continue
        seen, self._seen = self._seen, {}
        for key, pose in seen.items():  # start from where they were before the panel moved
            self._prints[key].put(_moved(pose, self._stage.seen_from, 1 / self._stage.grown))
        old, self._scene, self._timed = self._scene, scene, timed
        if not self._motion.may_move or (old is None and not lights_on):
            self._lie(scene)
        elif lights_on:
            self._reveal(scene)
        else:
            self._change(scene)

    def _lie(self, scene: Scene) -> None:
        self._stage.reveals = False
        for key, pose in self._settle_on(scene).items():
            self._prints[key].vote(scene.votes.get(key, ()))
            self._prints[key].show(self._photo(scene, key), pose.width)
            self._prints[key].put(pose)
        self._shine(scene, 1.0)

    def _change(self, scene: Scene) -> None:
        self._stage.reveals = False
        for key, pose in self._settle_on(scene).items():
            one = self._prints[key]
            one.vote(scene.votes.get(key, ()))
            photo = self._photo(scene, key)
            if one.photo is not None and one.photo.up != photo.up:
                self._turn_over(one, photo, pose.width, 0.0)
            else:
                one.show(photo, pose.width)
            self._glide(one, pose)
        self._motion.move("shine", GATHER, lambda part: self._shine(scene, part))

    def _reveal(self, scene: Scene) -> None:
        before = Scene(scene.photos, (), scene.pile, {}, frozenset(), None, won=False, throw=False)
        self._stage.reveals = True
        self._shine(before, 1.0)
        order = 0
        for key, pose in self._settle_on(before).items():
            one, photo = self._prints[key], self._photo(scene, key)
            one.vote(())
            one.put(pose)
            if key == PILE:
                one.show(photo, pose.width)
                continue
            one.show(Photo(photo.colour, photo.letter, up=False), pose.width)
            self._turn_over(one, photo, pose.width, 0.15 + order * APART)
            order += 1
        wait = 0.15 + order * APART + 0.2
        self._motion.move("votes", 0.0, lambda _: self._if_still(scene, self._let_votes_fall), delay=wait)

    def _let_votes_fall(self, scene: Scene) -> None:
        wait = 0.0
        for key, voters in scene.votes.items():
            one = self._prints[key]
            one.vote(voters)
            for number in range(one.votes):
                one.land(number, 0.0)
                self._fall(one, number, wait)
                wait += BETWEEN_VOTES
        self._motion.move("gather", 0.0, lambda _: self._if_still(scene, self._change), delay=wait + VOTE + 0.25)

    def _if_still(self, scene: Scene, go_on: Callable[[Scene], None]) -> None:
        """Continue only if the scene is still current: players may have moved on or undone."""
        if self._scene is scene:
            go_on(scene)

    def _fall(self, one: Print, number: int, wait: float) -> None:
        def step(part: float) -> None:
            if number < one.votes:  # an undo removed them while they fell
                one.land(number, part)

        self._motion.move((one, number), VOTE, step, delay=wait, curve="out_quad")

    def _turn_over(self, one: Print, photo: Photo, width: float, delay: float) -> None:
        def step(part: float) -> None:
            if part >= 0.5:
                one.show(photo, width)
            one.turn(abs(1 - 2 * part))

        move = tokens.MOTION["print"]
        self._motion.move((one, "turn"), move.seconds, step, delay=delay, curve=move.curve)

    def _glide(self, one: Print, goal: Pose) -> None:
        start = one.pose
        if start != goal:
            self._motion.move((one, "pose"), GATHER, lambda part: one.put(start.towards(goal, part)),
                              curve="in_out_sine")

    # Positions

    def _settle_on(self, scene: Scene) -> dict[int, Pose]:
        ring = [seat for seat in scene.photos if seat not in scene.middle]
        self._layout = lay(self._room.width / dp(1), self._room.height / dp(1), len(ring), max(1, len(scene.middle)))
        keys = [PILE, *ring, *scene.middle]
        self._keep_only(keys)
        poses = {seat: self._pose(spot, TURNED[seat % len(TURNED)], DIMMED if seat in scene.dim else 1.0)
                 for seat, spot in zip(ring, self._layout.ring, strict=True)}
        middle = self._layout.middle
        poses |= {seat: self._pose(spot, -1.5 if len(middle) == 1 else TURNED[seat % len(TURNED)] / 2)
                  for seat, spot in zip(scene.middle, middle, strict=False)}
        small = PrintSpot(middle[0].x, middle[0].y, middle[0].width * 0.8)
        poses[PILE] = self._pose(small, 2.0, 0.0 if scene.middle or self._timed else 1.0)
        return {key: poses[key] for key in keys}

    def _keep_only(self, keys: list[int]) -> None:
        if keys == list(self._prints):
            return
        self._prints = {key: self._prints.get(key) or Print() for key in keys}
        self._prints_layer.clear()
        for one in self._prints.values():
            self._prints_layer.add(one.group)

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
        if lit is not None and lit in self._prints:
            pose = self._prints[lit].pose
            self._glow.pos = pose.pos
            self._glow.scale = pose.width * 2.15 / dp(330)
        self._glow.alpha = between(self._glow.alpha, 0.0 if lit is None else (1.0 if scene.won else 0.75), part)
        for sign in self._signs:
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
        for number, sign in enumerate(self._signs):
            at = PrintSpot(x + (number - 1) * 54 * size, y + 2.5 * sin(self._bobbed * 2.4 + number * 1.3), 0)
            sign.pos, sign.scale = self._at(at), size


def _moved(pose: Pose, to: Callable[[Point], Point], bigger: float) -> Pose:
    return replace(pose, pos=to(pose.pos), width=pose.width * bigger)
