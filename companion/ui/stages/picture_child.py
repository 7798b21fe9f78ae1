"""A process that draws stages for `tableside serve`, started with `python -m`.

Separate because without OpenGL Kivy ends its process. Reads plays and writes JPEGs with the positions of spaces, as
lines of JSON."""

from __future__ import annotations

import json
import os
import sys
from base64 import b64encode
from contextlib import suppress
from typing import Any

SIZE = (800, 600)


def settle() -> Any:
    """Configure Kivy. Returns the stream for answers; nothing else may write to it."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    if hasattr(os, "nice"):
        os.nice(10)
    os.environ.update({"SDL_VIDEODRIVER": "offscreen", "SDL_AUDIODRIVER": "dummy", "KIVY_NO_ARGS": "1",
                       "KIVY_NO_CONFIG": "1", "KIVY_NO_FILELOG": "1", "KIVY_NO_CONSOLELOG": "1",
                       "KIVY_CLIPBOARD": "dummy", "KIVY_METRICS_DENSITY": "1", "KIVY_METRICS_FONTSCALE": "1"})
    from kivy.config import Config
    for option, _ in Config.items("input"):
        Config.remove_option("input", option)
    Config.set("graphics", "multisamples", "0")
    return answers


class Drawer:
    def __init__(self, games: dict[str, Any]) -> None:
        self.games, self.game = games, ""
        self.stage: Any = None
        self.fbo: Any = None

    def draw(self, text: str) -> dict[str, Any]:
        from companion.core.files import read_play, replayed
        from companion.ui.stages.guest_picture import jpeg

        file = read_play(text, self.games)
        play = replayed(file, self.games[file.game])
        if file.game != self.game:
            self._make(play)
        asked = next((one for one in play.open() if not one.secret), None)
        self.stage.show(play, asked)
        self.stage.settle()
        self.fbo.ask_update()
        self.fbo.draw()
        return {"picture": b64encode(jpeg(self.fbo.pixels, SIZE)).decode(), "spots": self._spots(play)}

    def _make(self, play: Any) -> None:
        from kivy.graphics import ClearBuffers, ClearColor, Fbo

        from companion.ui.drawing.stage import Room
        from companion.ui.stages.stage_picture import make_stage
        from companion.ui.theme.look import Look

        wide, high = SIZE
        self.game = play.game.facts.id
        self.stage = make_stage(play.game, Look.of("dark", play.game.facts, motion=False))
        self.stage.stand((0.0, 0.0), (float(wide), float(high)), Room(0, high * 0.02, wide, high * 0.96))
        self.fbo = Fbo(size=SIZE, with_stencilbuffer=True)
        with self.fbo:
            ClearColor(0, 0, 0, 1)
            ClearBuffers()
        self.fbo.add(self.stage.canvas)

    def _spots(self, play: Any) -> dict[str, list[float]]:
        """Positions of the requested spaces by their serialized form, for the other process."""
        found: dict[str, list[float]] = {}
        for question in play.open():
            if question.kind == "place":
                for choice in question.draft(play.table).describe().choices:
                    with suppress(Exception):
                        x, y = self.stage.where(choice.choice)
                        found[repr(choice.choice)] = [round(x / SIZE[0], 4), round(1 - y / SIZE[1], 4)]
        return found


def main() -> None:
    answers = settle()
    from kivy.core.window import Window

    from companion.core.registry import find_games
    from companion.ui.theme import fonts

    if Window is None:
        sys.exit(1)
    fonts.register()
    drawer = Drawer(dict(find_games().games))
    answers.write('{"ready": true}\n')
    answers.flush()
    for line in sys.stdin:
        try:
            told = drawer.draw(json.loads(line)["play"])
        except Exception as error:  # fails this picture only
            told = {"failed": repr(error)}
        answers.write(json.dumps(told) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
