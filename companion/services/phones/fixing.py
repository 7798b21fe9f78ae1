"""*Fix something* on the host's phone: the board shows the changes before they count."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

from companion.core.engine.boundary import GameFailed, guarded
from companion.core.fields import Allowed, Field
from companion.core.language import ENGLISH, speaking
from companion.core.text import say
from companion.core.values import Json, same
from companion.core.views import Map, Piece, spot_key
from companion.services.by_hand import for_boxes
from companion.services.library import Library
from companion.services.phones.seat_view import SeatViews, impossible, moved_on
from companion.services.phones.state_json import hand_arrows, land_json, plain
from companion.services.table.controller import Result
from companion.services.table.fix import Fix, numbers_of, ringed

MOST_FIELDS = 400
Message = dict[str, Json]


class Fixing:
    """`library`: whose boxes can be corrected as well; `serve` has one."""

    def __init__(self, views: SeatViews, library: Library | None,
                 apply: Callable[[Iterable[tuple[str, Json]]], Result]) -> None:
        self.views, self.library, self.apply = views, library, apply
        self.draft, self.epoch = Fix(views.opened), ""
        self.thing = ""
        """The key of the piece or space that was tapped; empty shows everything."""

    def do(self, message: Message) -> Json:
        with speaking(str(message.get("language", ENGLISH))):
            return self._do(str(message.get("what")), message)

    def _do(self, what: str, message: Message) -> Json:
        if what == "box":
            return self._fix_box(message.get("which"))
        if what == "open":
            self._open(message)
        if self.epoch != self.views.epoch or message.get("epoch") != self.epoch:
            return moved_on()
        if what == "values":
            return self._values(str(message.get("path")))
        if what == "go on":
            return self._go_on()
        why = self._change(what, message)
        return {"ok": True, "epoch": self.epoch, **self._shown(), "why_not": why}

    def _open(self, message: Message) -> None:
        """`changes`: those that this phone had made before the table moved on."""
        begun = message.get("begun") is True and not self.views.play.can_undo()
        self.draft, self.epoch, self.thing = Fix(self.views.opened, begun), self.views.epoch, ""
        changes = message.get("changes")
        for one in changes if isinstance(changes, list) else ():
            if isinstance(one, list) and len(one) == 2:
                self.draft.set(str(one[0]), one[1])

    def _change(self, what: str, message: Message) -> str:
        """Returns why it can't be done, or an empty string."""
        if what == "tap":
            self.thing = self._tapped(str(message.get("spot")), message.get("keys"))
        elif what == "all":
            self.thing = ""
        elif what == "undo":
            self.draft.undo()
        elif what == "reset":
            self.draft.forget()
        elif what == "set":
            return self.draft.set(str(message.get("path")), message.get("value"))
        return ""

    def _go_on(self) -> Json:
        before = self._boxes()
        result = self.apply(self.draft.whole.items())
        if not result.done:
            return {"refused": result.why} if result.why else impossible()
        fresh = [one for one in self._boxes() if one not in before]
        return {"ok": True, "boxes": [{"id": key, "name": name} for name, key, _ in fresh]}

    def _boxes(self) -> list[tuple[str, int, Json]]:
        return [] if self.library is None else for_boxes(self.library, self.views.opened)

    def _fix_box(self, which: Json) -> Json:
        """Correct a saved box as well."""
        for name, key, fresh in self._boxes():
            if key == which and self.library is not None:
                self.library.save_box(self.views.opened.game.facts.id, name, fresh, key)
                return {"ok": True, "told": say("{name} is corrected as well.", name=name)}
        return impossible()

    # What is tapped

    def _board(self) -> Map | None:
        with suppress(GameFailed):
            return guarded(self.draft.play.board)
        return None

    def _tapped(self, spot: str, keys: Json) -> str:
        """The first of these pieces that can be set, or else the space."""
        board = self._board()
        pieces = [] if board is None else [one for one in board.pieces if str(one.space) == spot and one.key]
        near = keys if isinstance(keys, list) else []
        pieces = [one for one in pieces if one.key in near]
        pieces.sort(key=lambda one: near.index(one.key))
        fields = self.draft.fields()
        return next((one.key for one in pieces if own_fields(fields, one)), spot)

    # What the page shows

    def _shown(self) -> dict[str, Json]:
        draft, board = self.draft, self._board()
        fields = draft.fields()
        thing = self._thing(board, fields) if self.thing else None
        found: dict[str, Json] = {"headline": draft.headline(), "changed": draft.changed_words(),
                                  "main": draft.main_words(), "thing": thing,
                                  "changes": [[path, value] for path, value in draft.changes.items()]}
        if board is not None:
            arrows = hand_arrows(draft.hand_lines(), board)
            found["rings"] = rings(board, fields)
            found["board"] = {"pieces": plain(board.pieces), "arrows": plain(arrows)}
            found["land"] = self._new_land(board)
        return found if thing is not None else {**found, **self._everything()}

    def _new_land(self, board: Map) -> Json:
        """What stays on the board, if a change has altered it: a tile, a street."""
        game, saved = self.draft.play.game, self.views.play.board()
        land = land_json(game, board)
        return land if saved is None or land != land_json(game, saved) else None

    def _everything(self) -> dict[str, Json]:
        groups, left = [], MOST_FIELDS
        for name, fields in self.draft.groups().items():
            groups.append({"name": name, "fields": [self._field(one) for one in fields[:left]]})
            left = max(0, left - len(fields))
        more = self.draft.to_add()
        return {"groups": [one for one in groups if one["fields"]], "add": more[-1].path if more else ""}

    def _thing(self, board: Map | None, fields: Sequence[Field]) -> Json:
        if board is None:
            return None
        piece = next((one for one in board.pieces if one.key == self.thing), None)
        own = [] if piece is None else own_fields(fields, piece)
        if piece is None or not own:
            return self._space(board)
        numbers = [one for one in numbers_of(own[0], fields) if one not in own]
        shared = own[0].group if len(own) > 1 else None
        name = piece.label or shared or own[0].label
        return {"key": self.thing, "name": name, "seat": piece.seat, "at": str(piece.space),
                "moves": moves(board, fields, piece), "fields": list(map(self._field, (*own, *numbers)))}

    def _space(self, board: Map) -> Json:
        spot = next((one for one in board.spots if one.key == self.thing), None)
        if spot is None:
            return None
        _, there = self.draft.on_space(spot.key)
        return {"key": spot.key, "name": spot.name, "at": spot.key, "moves": None,
                "fields": list(map(self._field, there))}

    def _field(self, field: Field) -> Json:
        value, was = field.read(), self.draft.was(field.path)
        changed = not same(value, was)
        return {"path": field.path, "label": field.label, "words": field.words(value), "value": value,
                "was": field.words(was) if changed else "", "icon": field.icon, "seat": field.seat,
                **limits(field)}

    def _values(self, path: str) -> Json:
        new = next((one for one in self.draft.to_add() if one.path == path), None)
        field = self.draft.play.field(path) or new
        if field is None or field.text:
            return impossible()
        return {"ok": True, "values": [{"value": one, "words": field.words(one)} for one in field.allowed]}


def limits(field: Field) -> dict[str, Json]:
    """What its value can be; a list of values comes when it is wanted."""
    allowed = () if field.text else field.allowed
    if isinstance(allowed, range) and allowed:
        return {"low": allowed.start, "high": allowed[-1], "step": field.step}
    if field.ordered:
        things = [{"value": key, "words": words} for key, words in field.ordered.names.items()]
        return {"ordered": things, "between": field.ordered.between}
    return {"typed": True} if field.text else {}


# Pieces and their fields

def own_fields(fields: Sequence[Field], piece: Piece) -> list[Field]:
    """What belongs to a piece, or else the field of its seat that says where it stands."""
    own = [one for one in fields if one.place == piece.key]
    return own or [one for one in fields if piece.seat is not None and one.seat == piece.seat
                   and stands(one, piece)]


def stands(field: Field, piece: Piece) -> bool:
    return spot_key(field.read()) == str(piece.space)


def moves(board: Map, fields: Sequence[Field], piece: Piece) -> Json:
    """Where the piece can go: the path to set, and its value for each space."""
    for field in own_fields(fields, piece):
        to = spaces(board, field.allowed) if stands(field, piece) else []
        others = [[spot, value] for spot, value in to if spot != str(piece.space)]
        if others:
            return {"path": field.path, "to": others}
    return None


def spaces(board: Map, allowed: Allowed) -> list[tuple[str, Json]]:
    there = {one.key for one in board.spots}
    return [(spot_key(one), one) for one in allowed if spot_key(one) in there]


def rings(board: Map, fields: Sequence[Field]) -> list[Json]:
    """The spaces where something can be set; a tap on any other adds what could be there."""
    known = {one.key for one in board.spots}
    things = [str(one.space) for one in board.pieces if one.key and own_fields(fields, one)]
    return list(dict.fromkeys([*things, *(place for place in ringed(fields) if place in known)]))
