"""What differs between the boxes of a game, such as a printed map: each owner enters theirs once."""

from collections.abc import Sequence
from typing import Any, ClassVar

from companion.core.boxes.form import FormSection
from companion.core.text import Text
from companion.core.values import Json


class Packing:
    """A game's own way to write a box as a number, for a short code. Never change one; add another."""

    def number(self, box: Json) -> int | None:
        """The number of a box, without its name; None if this packing can't hold it."""
        raise NotImplementedError

    def box(self, number: int) -> Json:
        """The box with this number. Raises ValueError if there is none."""
        raise NotImplementedError


class Boxes:
    """The boxes of a game. If they differ, subclass it in the game's `box.py`: `Game.boxes` finds the class.

    A box is plain JSON. Rules read the one on the table as `table.setup.box`.
    """

    editor: ClassVar[str] = "box_editor"
    """`module:Screen` for entering a box; by default the app's own, which draws `form`.

    It gets the app and as `box` a saved box's id, or None for a new one of `game`, its game's id. A game with
    a stage to edit extends `companion.ui.screens.boxes:BoxEditor`.
    """

    def starter(self) -> Json:
        """A sample box for a first play; None if all boxes are alike."""
        return None

    def new(self) -> Json:
        """The empty box that an owner fills in."""
        return self.starter()

    def form(self) -> Sequence[FormSection]:
        """What an owner fills in, as data that the app and the page draw."""
        return ()

    def ready(self) -> Sequence[tuple[Text, Text, Json]]:
        """Boxes made in advance for anybody: name, description and box."""
        return ()

    def check(self, box: Json) -> Sequence[Text]:
        """Return warnings about a box; raise `Refused` if it is unplayable."""
        return ()

    def about(self, box: Json) -> Text | None:
        """The owner's progress with a box in one line, or None."""
        return None

    def fixed(self, table: Any, box: Json) -> Json | None:
        """The saved box with this play's corrections applied; None if it's another box or nothing changed."""
        return None

    def learned(self, table: Any) -> Json:
        """The play's box plus what players have named since; None if there is nothing to save."""
        return None

    def dictionaries(self) -> Sequence[str]:
        """Up to nine texts that shorten box codes, oldest first. Append new ones; never change one."""
        return ()

    def packings(self) -> Sequence[Packing]:
        """Ways to pack a usual box into a few letters, oldest first. Append new ones; never change one."""
        return ()

    def once(self, name: str) -> Json | None:
        """For a play without Tableside of which only the final points are entered; None if there is none."""
        return None

    def to_try(self) -> Sequence[Json]:
        """Very different boxes; the test kit plays with all of them."""
        return ()
