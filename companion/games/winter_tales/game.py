"""Winter Tales as a plugin: its metadata and switches."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from companion.core.game import Facts, Game, Palette
from companion.core.questions import Json, Refused
from companion.core.setup import Setup, Switch
from companion.core.text import say
from companion.games.winter_tales.options import OPTIONS

if TYPE_CHECKING:
    from companion.games.winter_tales.table import Winter


class WinterTalesGame(Game["Winter"]):
    facts: ClassVar[Facts] = Facts(
        "winter_tales", "Winter Tales", 3, 7, "90-150",
        say("Spring's rebels and winter's soldiers tell one story against each other."), "WT-1",
        dark=Palette("#131C2E", "#1E2A42", "#2D3C5A", "#F0F4FB", "#B4C0D6", "#FFB25E", "#331A00", "#553512", "#FFE0BD"),
        light=Palette("#F5F8FD", "#E4ECF7", "#D0DDEE", "#131C2E", "#4A5872", "#8F4700", "#FFFFFF", "#FFDDB8",
                      "#331A00"),
        icon="snowflake", maker="Albe Pavo 2012", order=say("Youngest first. Drag to reorder."))
    options: ClassVar[tuple[Switch, ...]] = OPTIONS
    home: ClassVar[Path] = Path(__file__).resolve().parent
    without_fields: ClassVar[frozenset[str]] = frozenset({"visits", "note", "last", "ended", "fresh",
                                                          "opening", "face_down", "told", "reminded", "due"})
    """Text for the story, and state the app can ask for again; notes on display are fields."""
    snapshots_apart: ClassVar[int] = 16
    """A single answer may be a whole walk with its fights."""
    stage: ClassVar[str] = "companion.games.winter_tales.screen.stage.stage:Stage"
    copy_editor: ClassVar[str] = "companion.games.winter_tales.screen.editor.editor:Editor"

    def learned_copy(self, table: Winter) -> Json:
        if not table.added and not table.named_passages:
            return None
        from companion.games.winter_tales.copy import model

        return model.learned(table.setup.copy, table.added, table.named_passages)

    def check(self, setup: Setup) -> None:  # WT-8
        town = setup.copy
        if not town["complete"] or setup.options["depth"] == "light":
            return
        from companion.games.winter_tales.board.characters import SHARES

        share = SHARES[len(setup.people)]
        each_side = share.each * (len(setup.people) // 2) + share.writer
        if min(len(town["locations"]), len(town["plazas"])) < each_side:
            raise Refused(say("For {n} players this town needs {need} locations and {need} plazas. Add some under My "
                              "copies.", n=len(setup.people), need=each_side), "WT-8")
