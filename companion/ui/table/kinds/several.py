"""Pick several, put in order: tiles that are tapped, then the button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.core import chance
from companion.core.kinds import PutInOrder, Several
from companion.core.text import say
from companion.ui.table.kinds.choosers import Chooser, Choosers
from companion.ui.table.kinds.kind import LUCK, Action, Host
from companion.ui.table.kinds.pick import SHORT, tile_columns
from companion.ui.table.layout import BIG
from companion.ui.widgets import Grid, shake
from companion.ui.widgets.controls.answer import Tile


class SwipeGrid(Grid):
    """A grid that notices a finger going from one part to another."""

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


class SeveralKind(Choosers):
    """Chosen things have a border and a check; in an order, their number."""

    strip_optional = True
    second_comes = True

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.grid = SwipeGrid(self._swiped, columns=4, gap=8)
        self.drawn: list[Any] = []

    @property
    def asked(self) -> Several[Any, Any]:
        question: Several[Any, Any] = self.question  # type: ignore[assignment]
        return question

    @property
    def ordered(self) -> bool:
        return isinstance(self.question, PutInOrder)

    def empty(self) -> list[Any]:
        return []

    def read(self) -> None:
        """Chosen things are kept as tokens: the things themselves may be others after an undo."""
        things = list(self.asked.things(self.table))
        known = [self.asked.token(thing) for thing in things]
        self.draft = [token for token in self.draft if token in known]
        faces = [self.asked.face(self.table, thing) for thing in things]
        plain = all(face.seat is not None or (len(str(face.label)) <= SHORT and not face.hint) for face in faces)
        self.shown: list[Any] = self.tiles(len(things)) if plain else self.cards(len(things))
        for chooser, token, face in zip(self.shown, known, faces, strict=True):
            chooser.choice, chooser.face = token, face
        self.grid.columns = tile_columns(self.look.scale, len(things)) if plain else 1
        if plain and any(face.seat is None for face in faces) and self.look.scale <= BIG:
            self.grid.columns = min(3, max(2, len(things)))
        self.grid.fill(self.shown)
        self._dress()

    def prefetch(self) -> list[Callable[[], Any]]:
        return self.tiles_for_seats()

    def _dress(self) -> None:
        for chooser in self.shown:
            at = self.draft.index(chooser.choice) + 1 if chooser.choice in self.draft else 0
            if isinstance(chooser, Tile):
                chooser.show(chooser.face, chosen=bool(at), badge=str(at) if at and self.ordered else "")
            else:
                sign = f"numeric-{min(at, 9)}-circle" if at and self.ordered else "check-circle" if at else ""
                chooser.show(chooser.face, chosen=bool(at), filled=False, terse=self.host.terse, more=sign)

    def _tap(self, chooser: Chooser) -> None:
        if chooser.choice in self.draft:
            at = self.draft.index(chooser.choice)
            self.draft = self.draft[:at] if self.ordered else [*self.draft[:at], *self.draft[at + 1:]]
        elif len(self.draft) >= self.asked.most(self.table):
            if self.asked.most(self.table) != 1:
                shake(chooser)
                return
            self.draft = [chooser.choice]
        else:
            self.draft = [*self.draft, chooser.choice]
        self._dress()
        self.host.changed()

    def _swiped(self, chooser: Chooser) -> None:
        """A finger that goes on from one to the next chooses them one after the other."""
        if chooser.choice not in self.draft:
            self._tap(chooser)

    def chosen(self) -> tuple[Any, ...]:
        things = {self._hashable(self.asked.token(thing)): thing for thing in self.asked.things(self.table)}
        tokens = self.draft if self.ordered else [token for token in self._in_order() if token in self.draft]
        return tuple(things[self._hashable(token)] for token in tokens)

    def _in_order(self) -> list[Any]:
        return [self.asked.token(thing) for thing in self.asked.things(self.table)]

    @staticmethod
    def _hashable(token: Any) -> Any:
        return tuple(token) if isinstance(token, list) else token

    def parts(self) -> list[Any]:
        return [self.grid]

    def preview(self) -> Any:
        return self.chosen()

    def primary(self) -> Action:
        chosen = self.chosen()
        return Action(self.question.button(self.table, chosen), "arrow-right" if self.ordered else "check-bold",
                      lambda: self.host.answer(self.question, self.asked.encode(self.chosen()),
                                               rolled=bool(self.draft) and self.draft == self.drawn),
                      ready=not self.allowed(chosen), icon_last=self.ordered)

    def second(self) -> Action | None:
        if self.draft:
            return Action(say("Clear"), "backspace-outline", self._clear)
        return Action(say("Draw for me"), "dice-multiple-outline", self._draw) if self.question.by_chance else None

    def _draw(self) -> None:
        """The phone suggests; the table may still change it, and only what was drawn counts as drawn."""
        self.draft = self.drawn = list(chance.random_answer(self.question, self.table, LUCK))
        self.host.app.noise("dice", 30)
        self._dress()
        self.host.changed()

    def _clear(self) -> None:
        self.draft, self.drawn = [], []
        self._dress()
        self.host.changed()
