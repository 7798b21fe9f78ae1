"""A process that draws stages for `tableside serve`, started with `python -m`.

Separate because without OpenGL Kivy ends its process. Reads plays and writes JPEGs with the positions of spaces, as
lines of JSON."""

from __future__ import annotations

import json
import os
import sys
from base64 import b64encode
from typing import Any


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

    def draw(self, text: str) -> dict[str, Any]:
        from companion.core.files import read_play, replayed
        from companion.ui.stages.stage_picture import GuestStage

        file = read_play(text, self.games)
        play = replayed(file, self.games[file.game])
        if file.game != self.game:
            self.game, self.stage = file.game, GuestStage(play.game)
        self.stage.show(play, next((one for one in play.open() if not one.secret), None))
        return {"picture": b64encode(self.stage.jpeg()).decode(), "spots": self._spots(play)}

    def _spots(self, play: Any) -> dict[str, list[float]]:
        """Positions of the requested spaces by their serialized form, for the other process."""
        asked = [question for question in play.open() if question.kind == "place"]
        spaces = [one.choice for question in asked for one in question.draft(play.table).describe().choices]
        found = {repr(space): self.stage.where(space) for space in spaces}
        return {name: [round(at[0], 4), round(at[1], 4)] for name, at in found.items() if at is not None}


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
