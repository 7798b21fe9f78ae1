"""The editor's three sections: the town, the memory track, the cards."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from kivy.graphics import Color, InstructionGroup, Rectangle
from kivy.metrics import dp

from companion.core.text import Text, say, say_in, spelled
from companion.games.winter_tales.board.characters import FIGURES, OBJECTIVE_SPACES
from companion.games.winter_tales.copy.model import ATTACK_CARDS, CONNECTION_CARDS, TRACK, WITH_PASSAGE
from companion.games.winter_tales.screen.editor.draft import ADD, JOIN, MOVE, WAY, TownDraft
from companion.games.winter_tales.screen.stage.labels import ART
from companion.games.winter_tales.screen.stage.town import picture_of
from companion.ui.drawing.art import art
from companion.ui.screens.copy_editor import headed
from companion.ui.theme import tokens
from companion.ui.theme.look import Look
from companion.ui.widgets import Column, Grid, TonalButton, Words
from companion.ui.widgets.base.tap import Box, Tap
from companion.ui.widgets.base.words import Icon
from companion.ui.widgets.controls.answer import ActionTile
from companion.ui.widgets.controls.choices import SwitchRow
from companion.ui.widgets.controls.rows import ListRow
from companion.ui.widgets.controls.sheet import Sheet

if TYPE_CHECKING:
    from companion.games.winter_tales.screen.editor.editor import Editor


HOUSES: dict[str, Text] = {
    "mansion": say("Mansion"), "house": say("House"), "tower": say("Tower"), "prison": say("Prison"),
    "works": say("Factory"), "theatre": say("Theatre"), "tent": say("Tent"), "park": say("Park"),
    "graveyard": say("Graveyard"),
}
NIGHT = "#2F4468"


class HouseTile(Tap):
    def __init__(self, look: Look, house: str, do: Callable[[str], None]) -> None:
        super().__init__(look, partial(do, house))
        self.house, self.text = house, str(HOUSES[house])
        self.box = Box(self, look.colour("surface2"), dp(16))
        layer = InstructionGroup()
        self.canvas.add(layer)
        layer.add(Color(1, 1, 1, 1))
        self.picture = Rectangle(texture=art(ART).texture(picture_of(house)))
        layer.add(self.picture)
        self.label = Words(look, self.text, "subtitle", align="center", chrome=True)
        self.add_parts(self.label)

    def choose(self, on: bool) -> None:
        look = self.look
        ground = tokens.over(NIGHT, look.roles.surface, 0.55 if look.dark else 0.9)  # clear ones aren't clipped
        self.box.fill(look.colour("container" if on else ground))
        edge = "primary" if on else "outline" if look.contrast else ""
        self.box.border(look.colour(edge) if edge else None, dp(2) if edge else 0.0)
        self.label.tint("on_container" if on else tokens.ON_SCRIM)

    def fit(self, width: float) -> float:
        self.label.fit(width - dp(4))
        return self.take_size(width, max(dp(72), self.label.height + dp(56)))

    def arrange(self) -> None:
        self.label.pos = (self.x + dp(2), self.y + dp(5))
        side = self.top - self.label.top - dp(2) + dp(10)  # the picture has an empty margin
        self.picture.size = (side, side)
        self.picture.pos = (self.center_x - side / 2, self.label.top - dp(4))


class SpaceTile(Tap):
    def __init__(self, look: Look, number: int, do: Callable[[int], None]) -> None:
        super().__init__(look, partial(do, number))
        self.number, self.text = number, str(say("Space {n}", n=number))
        self.box = Box(self, look.colour("surface2"), dp(14))
        self.label = Words(look, str(number), "number", align="center")
        self.icon = Icon(look, "", 24, "on_container")
        self.add_parts(self.label, self.icon)

    def choose(self, on: bool) -> None:
        look = self.look
        self.box.fill(look.colour("container" if on else "surface2"))
        edge = "primary" if on else "outline" if look.contrast else "outline2"
        self.box.border(look.colour(edge), dp(2 if on else 1))
        self.label.tint("on_container" if on else "text2")
        self.icon.name = "bullseye-arrow" if on else ""

    def fit(self, width: float) -> float:
        self.label.fit(width)
        return self.take_size(width, max(dp(88), self.label.height + dp(48)))

    def arrange(self) -> None:
        self.label.pos = (self.x, self.y + dp(14))
        self.icon.center = (self.center_x, self.top - dp(24))


LastLine = tuple[Text, str, Callable[[], object]]


def open_places(page: Editor, title: Text, take: Callable[[str], None], *, without: str = "",
                last: LastLine | None = None) -> None:
    """Offer locations to choose; `last` adds a line to remove the card or stop."""
    look, app = page.look, page.app
    rows: list[Any] = [ListRow(look, name, "", "map-marker-outline",
                               partial(app.close_sheet, partial(take, key)), more="")
                       for key, name in page.draft.locations() if key != without]
    if last is not None:
        words, icon, do = last
        rows.append(ListRow(look, words, "", icon, lambda: app.close_sheet(do), more="", ink="loss"))
    app.open_sheet(Sheet(look, title, [Column(rows, gap=0)]))


# The town

def town_words(draft: TownDraft) -> tuple[Text, Text]:
    """A small line and the headline for what a tap does now."""
    if draft.tool == ADD:
        return say("A new location"), say("Where is it? Tap the snow.")
    if draft.tool == JOIN and draft.chosen:
        return say("A new plaza; tap the same again to begin elsewhere"), \
            say("From {name} to which other?", name=draft.name(draft.chosen))
    if draft.tool == JOIN:
        return say("A new plaza"), say("Tap the two locations it joins.")
    if draft.tool == WAY:
        return draft.title(), say("To which location does another way lead?")
    if draft.location(draft.chosen) is not None:
        return say("Location"), draft.title()
    if draft.plaza(draft.chosen) is not None:
        return say("Plaza"), draft.title()
    return draft.summary(), say("Drag every house to its place on your board.")


def town_parts(page: Editor) -> list[Any]:
    look, draft = page.look, page.draft
    if draft.tool != MOVE:
        return []
    if draft.location(draft.chosen) is not None:
        return [_tiles(look, [(say("Rename"), "form-textbox", page.open_rename),
                              (say("Join"), "vector-line", page.join),
                              (say("One more"), "home-plus-outline", page.add),
                              (say("Remove"), "delete-outline", page.remove)]), _houses(page)]
    if draft.plaza(draft.chosen) is not None:
        return [Words(look, say("Drag the lamp to its place. A plaza may join more than two locations."), "support",
                      "text2"),
                _tiles(look, [(say("One more way"), "vector-line", page.one_more_way),
                              (say("Remove"), "delete-outline", page.remove)])]
    return [_tiles(look, [(say("Add a location"), "home-plus-outline", page.add),
                          (say("Join two"), "vector-line", page.join)]),
            SwitchRow(look, say("This is the whole board"),
                      say("On: every step is checked against this town. Off: you add missing places as you play."),
                      bool(draft.copy["complete"]), lambda on: page.change(complete=on))]


def _tiles(look: Look, actions: list[tuple[Text, str, Any]]) -> Grid:
    return Grid([ActionTile(look, str(words), icon, do) for words, icon, do in actions], columns=len(actions))


def _houses(page: Editor) -> Grid:
    here = page.draft.location(page.draft.chosen) or {}
    tiles = []
    for house in HOUSES:
        tile = HouseTile(page.look, house, page.build)
        tile.choose(house == (here.get("house") or "house"))
        tiles.append(tile)
    return Grid(tiles, columns=5 if page.width >= 340 and not page.look.big else 3, gap=6)


# The memory track

def track_parts(page: Editor) -> list[Any]:  # WT-122
    look, icons = page.look, page.draft.copy["icons"]
    tiles = []
    for number in range(1, TRACK):
        tile = SpaceTile(look, number, page.toggle_icon)
        tile.choose(number in icons)
        tiles.append(tile)
    left = OBJECTIVE_SPACES - len(icons)
    line = say("All three are marked.") if not left else say("Tap {n} more.", n=spelled(left))
    if not icons:
        line = say("None is marked, so objectives go on any free space.")
    return [Grid(tiles, columns=4 if look.big else 7, gap=6), Words(look, line, "body", "text2")]


# The cards

def cards_parts(page: Editor) -> list[Any]:
    look, draft = page.look, page.draft
    passages = [ListRow(look, FIGURES[who].name, _place(draft, draft.copy["passages"].get(who)), "tunnel-outline",
                        partial(page.open_passage, who), tone="surface2") for who in WITH_PASSAGE]
    connections = [ListRow(look, say("{one} and {two}", one=draft.name(card[0]), two=draft.name(card[1])), "",
                           "transit-connection-variant", partial(page.open_connection, at), tone="surface2")
                   for at, card in enumerate(draft.copy["connections"])]
    attacks = [ListRow(look, draft.name(place), "", "sword-cross", partial(page.open_attack, at), tone="surface2")
               for at, place in enumerate(draft.copy["attacks"])]
    if len(connections) < CONNECTION_CARDS:
        connections.append(TonalButton(look, say("Add a Connection card"), "plus", lambda: page.open_connection(None)))
    if len(attacks) < ATTACK_CARDS:
        attacks.append(TonalButton(look, say("Add an Attack card"), "plus", lambda: page.open_attack(None)))
    return [
        headed(look, say("Secret Passages"), say("Where these two characters' cards lead."), *passages),
        headed(look, say("Connection cards"), say("Four objective cards, each with two locations."), *connections),
        headed(look, say_in("objectives", "Attack cards"), say("Two objective cards, each with one location."),
               *attacks),
    ]


def _place(draft: TownDraft, key: str | None) -> Text:
    return say("not set; you name it as you play") if key is None else say("{name}", name=draft.name(key))
