"""Winter Tales as a plugin: its facts, its switches, the owner's copy.

The rules are imported when a play needs them: the library shows every game, an evening plays one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from companion.core.game import Facts, Game, Joining, Palette
from companion.core.questions import Json, Question, Refused
from companion.core.setup import Option, Setup
from companion.core.text import Text, count, say
from companion.games.winter_tales.options import OPTIONS

if TYPE_CHECKING:
    from companion.games.winter_tales.pieces import Player
    from companion.games.winter_tales.table import Winter

POWER_TOKENS = {"glimmer": 1, "love": 2, "safe_house": 1, "artifact": 1, "horror": 1, "propaganda": 0}


class WinterTalesGame(Game["Winter"]):
    facts: ClassVar[Facts] = Facts(
        "winter_tales", "Winter Tales", 3, 7, "90-150",
        say("Spring's rebels and winter's soldiers tell one story against each other."), "WT-1",
        dark=Palette("#131C2E", "#1E2A42", "#2D3C5A", "#F0F4FB", "#B4C0D6", "#FFB25E", "#331A00", "#553512", "#FFE0BD"),
        light=Palette("#F5F8FD", "#E4ECF7", "#D0DDEE", "#131C2E", "#4A5872", "#8F4700", "#FFFFFF", "#FFDDB8",
                      "#331A00"),
        icon="snowflake", maker="Albe Pavo 2012")
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    home: ClassVar[Path] = Path(__file__).resolve().parent
    without_fields: ClassVar[frozenset[str]] = frozenset({"felled", "visits", "note", "last", "ended", "fresh",
                                                          "opening", "face_down"})
    """Words for the story; the notes that are shown are fields. What the table would be asked again if it were gone."""
    snapshots_apart: ClassVar[int] = 16
    """One answer may be a whole walk with its fights."""
    stage: ClassVar[str] = "companion.games.winter_tales.screen.stage.stage:Stage"
    copy_editor: ClassVar[str] = "companion.games.winter_tales.screen.editor.editor:Editor"

    def drawn_at_start(self, table: Winter) -> bool:
        """WT-2, WT-9: the phone hands out the tokens, unless the table wants to draw."""
        return bool(table.setup.options["draws"] == "phone")

    def how_much(self, table: Winter, headings: int) -> Text:
        return count("One chapter", "{n} chapters", table.chapter)

    def standing(self, table: Winter) -> Sequence[Question[Winter, Any]]:
        """Declare an objective, pass the Artifact on, write down what was told: at any time of the turns."""
        if table.phase != "turns":
            return ()
        from companion.games.winter_tales.rules.objectives import declarations
        from companion.games.winter_tales.rules.powers import hope_left, pass_artifact
        from companion.games.winter_tales.rules.told_aside import notes_now, told_without

        hope = hope_left(table) if table.anybody_ready() else []  # at the chapter's end it stands beside the question
        return [*declarations(table), *hope, *pass_artifact(table), *notes_now(table), *told_without(table)]

    def notes(self, table: Winter) -> Sequence[tuple[str, Text]]:
        """Every memory, of a quest or of an objective, and every quest that is still open (WT-52, WT-72)."""
        if table.phase == "setup":
            return ()
        memories = [(f"track.{space}.note", say("What was told with {name}", name=memory.name))
                    for space, memory in enumerate(table.track, start=1) if memory is not None]
        return [*memories, *[(f"quests.{quest.key}.note", say("What {quest} is about", quest=quest))
                             for quest in table.on_map()]]

    def left(self, table: Winter, seat: Player) -> None:
        """The characters stay where they are; somebody else answers for them if need be."""
        if table.arbiter is seat:
            table.arbiter = table.next_of(seat)

    def totals(self, table: Winter) -> Sequence[tuple[str, int, int]]:
        """Quest tokens and power tokens are all somewhere."""
        from companion.games.winter_tales.fields import QUEST_STATES

        tokens = sum(POWER_TOKENS[key] for key in table.powers)
        pile = sum(POWER_TOKENS.values()) - tokens
        owners = sum(one.owner is not None for one in table.characters.values())
        boxed = sum(one.owner is None for one in table.characters.values())
        return [("quest tokens", sum(quest.state in QUEST_STATES for quest in table.quests.values()), 8),
                ("power tokens", tokens + pile, 6), ("characters", owners + boxed, 14)]

    def starter_copy(self) -> Json:
        from companion.games.winter_tales.copy import model

        return model.starter()

    def check_copy(self, copied: Json) -> Sequence[Text]:
        from companion.games.winter_tales.copy import model

        return model.check_copy(copied)

    def learned_copy(self, table: Winter) -> Json:
        """Places and Secret Passages that were named in this play."""
        if not table.added and not table.named_passages:
            return None
        from companion.games.winter_tales.copy import model

        return model.learned(table.setup.copy, table.added, table.named_passages)

    def joining(self, table: Winter) -> Joining:
        return Joining(False, say("Factions, seats and characters were dealt out by the number of players. One more "
                                  "can listen in, or share a character."), "WT-7")

    def check(self, setup: Setup) -> None:
        """A complete town must hold every character alone at the start (WT-8)."""
        town = setup.copy
        if not town["complete"] or setup.options["depth"] == "light":
            return
        from companion.games.winter_tales.board.characters import SHARES

        share = SHARES[len(setup.people)]
        each_side = share.each * (len(setup.people) // 2) + share.writer
        if min(len(town["locations"]), len(town["plazas"])) < each_side:
            raise Refused(say("This town has too few locations or plazas for {n} players; {need} of each are needed. "
                              "Add some in my copy.", n=len(setup.people), need=each_side), "WT-8")
