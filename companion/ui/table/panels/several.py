"""Picking several or putting in order: tap the tiles, then the button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core.questions import Refused
from companion.ui.table.layout import BIG
from companion.ui.table.panels.answer_panel import Chooser, Choosers, Host
from companion.ui.table.panels.pick import SHORT, tile_columns
from companion.ui.widgets import Grid, shake
from companion.ui.widgets.controls.answer import Tile


class SwipeGrid(Grid):
    """A grid that detects a finger sliding from one part to another."""

    def __init__(self, on_swipe: Callable[[Any], None], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.on_swipe = on_swipe

    def _under(self, touch: Any) -> Any:
        return next((part for part in self.parts if part.collide_point(*touch.pos)), None)

    def on_touch_down(self, touch: Any) -> bool:
        touch.ud["swiped"] = self._under(touch)
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        now, last = self._under(touch), touch.ud.get("swiped")
        if now is not None and last is not None and now is not last:
            for part in (last, now):
                self.on_swipe(part)
            touch.ud["swiped"] = now
        return bool(super().on_touch_move(touch))


class SeveralPanel(Choosers):
    """Chosen tiles have a border and a check, or their number in an order."""

    strip_optional = True
    second_comes = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.grid = SwipeGrid(self._swiped, columns=4, gap=8)
        self.shown: list[Any] = []

    def draw(self) -> None:
        choices = self.described.choices
        faces = [one.face for one in choices]
        plain = all(face.seat is not None or (len(str(face.label)) <= SHORT and not face.hint) for face in faces)
        self.shown = self.tiles(len(choices)) if plain else self.cards(len(choices))
        for chooser, one in zip(self.shown, choices, strict=True):
            chooser.choice = one.token
        self.grid.columns = tile_columns(self.look.scale, len(choices)) if plain else 1
        if plain and any(face.seat is None for face in faces) and self.look.scale <= BIG:
            self.grid.columns = min(3, max(2, len(choices)))
        self.grid.fill(self.shown)
        self._dress()

    def prefetch(self) -> list[Callable[[], Any]]:
        return self.tiles_for_seats()

    def _dress(self) -> None:
        for chooser, one in zip(self.shown, self.described.choices, strict=True):
            if isinstance(chooser, Tile):
                chooser.show(one.face, chosen=one.chosen, badge=str(one.number) if one.number else "")
            else:
                sign = f"numeric-{min(one.number, 9)}-circle" if one.number else "check-circle" if one.chosen else ""
                chooser.show(one.face, chosen=one.chosen, filled=False, terse=self.host.terse, more=sign)

    def _tap(self, chooser: Chooser) -> None:
        try:
            self.draft.tap(chooser.choice)
        except Refused:
            shake(chooser)
            return
        self.touched()

    def touched(self) -> None:
        """Update only the state of the tiles, as the choices are the same."""
        self.drop_description()
        self._dress()
        self.host.changed()

    def _swiped(self, chooser: Chooser) -> None:
        if not chooser.chosen:
            self._tap(chooser)

    def parts(self) -> list[Any]:
        return [self.grid]
