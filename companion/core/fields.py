"""Fields: the list of everything on the table, plus what only the app tracks.

Each field has a path, a reader, a writer and words. Corrections, *To move*, *To move back*, "Lay it out
again" and "Already started?" are all built from this list: see `companion.core.engine.by_hand`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from string import Formatter
from typing import Any, TypeAlias, TypeVar

from companion.core.setup import Seat
from companion.core.table import Table
from companion.core.text import Refused, Text, count, minus, say
from companion.core.values import Json, same, value, whole

LONGEST_TEXT = 2000
NO_VALUE = (TypeError, ValueError, LookupError, AttributeError)
"""What a game's function raises for something that is not a value of this field at all."""
Allowed: TypeAlias = range | tuple[Json, ...]
Values: TypeAlias = range | Sequence[Json] | Callable[[], Allowed]
Words: TypeAlias = Callable[[Json], Text | str] | Mapping[Any, Text]
Encode: TypeAlias = Callable[[Any], Any]
T = TypeVar("T", bound=Table[Any])


def plain(value: Json) -> Text | str:
    """The default words of a value."""
    if value is None:
        # Translators: the value of something that is empty
        return say("nothing")
    return minus(value) if whole(value) else str(value)


@value
class Ordered:
    """Things that players drag into order. A field's value is all their keys, joined with `between`."""

    names: Mapping[str, Text | str]
    """The name of each thing by its key."""
    between: str = ","

    def keys(self, value: str) -> list[str]:
        """The keys in the order of this value."""
        return value.split(self.between) if self.between else list(value)


@value
class Field:
    """Something players may set by hand. `write` sets the value directly on the live table."""

    path: str
    label: Text
    values: Allowed | Callable[[], Allowed]
    """Allowed values; a function is called only when needed."""
    read: Callable[[], Json]
    write: Callable[[Any], None]
    words: Callable[[Json], Text | str] = plain
    group: Text | None = None
    """Things handled together, e.g. the board or Ana's ship."""
    on_table: bool = True
    """False if it exists only in the app (whose turn, which phase)."""
    change: Callable[[Json, Json], Text] | None = None
    """The sentence for a change from old to new; None builds it from label and words."""
    place: str = ""
    """The space or piece of the stage that lights up when the line is tapped."""
    of: int | None = None
    """Index of the seat that has it in this turn."""
    seat: int | None = None
    icon: str = ""
    weight: int = 0
    """Heavier lines come first if there is no room for all."""
    score: bool = False
    """Its seat's points: a button may already have shown this change."""
    named: bool = False
    """The next question names it, so only *Every change* lists it."""
    passing: bool = False
    """*To move* lists its changes, but *Lay it out again* leaves it out: a running total, a house rule."""
    absent: Json = None
    """Its value while it is not in the list, e.g. a tooth that lies nowhere."""
    text: bool = False
    """Free text such as a note; `values` then holds only the current text."""
    step: int = 1
    """What one tap on plus adds to a number; other values can be typed."""
    renews: bool = False
    """Setting it restarts the turn, e.g. a new phase or captain."""
    of_seats: bool = False
    """Any seat may have it, so each seat's card offers it."""
    near: Callable[[Json], Text | None] | None = None
    """What is next to it, to help find its place: "beside the Drift of territory 5"."""
    short: Text | None = None
    """A short name for the card of the thing it belongs to: "Morale" on Ana's ship."""
    wrong: Callable[[Json], Text | None] | None = None
    """Why this value conflicts with the other pieces ("Ben's ship is there"), or None."""
    first: bool = False
    """Asked first when a play begins in the middle, e.g. the round and whose turn it is."""
    ordered: Ordered | None = None
    """What players drag into order, if its value is an order."""
    row: str = ""
    """`module:Widget` of a custom row on *Fix something*; *Lay it out again* also shows its `pictures`."""

    @property
    def allowed(self) -> Allowed:
        values = self.values
        return values() if callable(values) else values

    def allows(self, value: Json) -> bool:
        if self.text:
            return isinstance(value, str) and len(value) <= LONGEST_TEXT
        allowed = self.allowed
        if isinstance(allowed, range):  # don't go through a long one
            return whole(value) and value in allowed
        return any(same(known, value) for known in allowed)

    def check(self, value: Json) -> None:
        if not self.allows(value):
            raise self.refused(value, self.objection(value))

    def objection(self, value: Json) -> Text | None:
        """Why it can't have this value; None if it can, or if the game fails to say."""
        try:
            return None if self.wrong is None else self.wrong(value)
        except NO_VALUE:
            return None

    def refused(self, value: Json, why: Text | None) -> Refused:
        if why is None:
            return Refused(say("{label} can't be {value}.", label=self.label, value=self._called(value)))
        return Refused(say("{label} can't be {value}: {why}.", label=self.label, value=self._called(value),
                           why=why))

    def _called(self, value: Json) -> Text | str:
        """The words for a value; invalid values may have none."""
        try:
            words: Any = self.words(value)
        except NO_VALUE:
            return str(value)
        return words if isinstance(words, (Text, str)) else str(value)

    def sentence(self, old: Json, new: Json) -> Text:
        """What players do when it changes."""
        if self.change is not None:
            return self.change(old, new)
        if self.words is plain and new is None:
            return say("{label}: take it away", label=self.label)
        return self.corrected(old, new)

    def corrected(self, old: Json, new: Json) -> Text:
        """The chronicle's sentence about a correction that moves no piece."""
        if (self.words is plain and None in (old, new)) or (self.change is not None and not whole(new)):
            return say("{label}: now {new}", label=self.label, new=self.words(new))
        return say("{label} {old} → {new}", label=self.label, old=self.words(old), new=self.words(new))


def check_attribute(thing: Any, name: str) -> None:
    """Allow plain attributes of a game's objects, never Python internals like `__globals__`."""
    if name.startswith("_") or type(thing).__module__ == "builtins":
        raise TypeError(f"{name} of a {type(thing).__name__} is nothing that lies on a table")


def points_field(seat: Seat, label: Text | None = None, most: int = 999, **more: Any) -> Field:
    """A seat's points, down to `Seat.lowest`."""
    about: dict[str, Any] = {"icon": "counter", "group": say("Points"), **more}
    label = label or say("{name}'s points")
    return Field(f"seats.{seat.index}.points", replace(label, args={"name": seat.name, **(label.args or {})}),
                 range(seat.lowest, most + 1), partial(getattr, seat, "points"),
                 partial(setattr, seat, "points"), seat=seat.index, score=True, **about)


def pawn_field(seat: Seat, **more: Any) -> Field:
    """A seat's points as a pawn on a score track."""
    def change(old: Json, new: Json) -> Text:
        if old is None:
            return say("{name}'s pawn goes onto {new}", name=seat, new=new)  # just joined
        if new is None:
            return say("{name}'s pawn leaves the table", name=seat)
        return say("{name}'s pawn {old} → {new}", name=seat, old=old, new=new)

    return points_field(seat, **{"change": change, "icon": "chess-pawn", "group": say("Score track"), **more})


def yes_or_no(value: Json) -> Text:
    return say("yes") if value else say("no")


class Rows:
    """Build the fields of one thing, declaring path, group, seat and name once.

        ship = Rows(table, captain, "captains.0", group=say("{name}'s ship", name=captain))
        yield ship.number("rowing", say("{name}'s longboat speed"), 0, 5, "rowing", weight=1)

    `thing` is the table itself by default, a seat, any other object, the type of a flow (read with
    `table.seen`, written with `table.held`), or a function that finds it and may return None (then the field
    is `nothing`). Every method accepts the other arguments of `Field`.
    """

    def __init__(self, table: Table[Any], thing: Any = None, path: str = "", **shared: Any) -> None:
        thing = table if thing is None else thing
        self.table, self.thing, self.shared = table, thing, shared
        if isinstance(thing, Seat):
            self.shared.setdefault("seat", thing.index)
            path = path or f"seats.{thing.index}"
        self.path = f"{path}." if path else ""

    def number(self, name: str, label: Text, low: int, high: int, icon: str = "", **more: Any) -> Field:
        return self.choice(name, label, range(low, high + 1), plain, icon, **more)

    def flag(self, name: str, label: Text, words: Words | None = None, icon: str = "", **more: Any) -> Field:
        return self.choice(name, label, (False, True), words or yes_or_no, icon, **more)

    def text(self, name: str, label: Text, **more: Any) -> Field:
        """A free-text note."""
        read, write = self._attribute(name, more.pop("nothing", ""))
        return self.field(name, label, lambda: (read(),), read, write, text=True,
                          **{"on_table": False, **more})

    def choice(self, name: str, label: Text, values: Values, words: Words = plain, icon: str = "",
               encode: Encode | None = None, decode: Encode | None = None, **more: Any) -> Field:
        """An attribute with these values. `after` is called once it is set.

        `encode` and `decode` convert what isn't plain JSON, such as a list of seats; None stays None.
        """
        nothing = more.pop("nothing", None)
        read, write = self._attribute(name, nothing, encode, decode)
        if self._perhaps:
            values = partial(self._while_there, values, nothing)
        return self.field(name, label, values, read, write, words, icon, **more)

    def seat(self, name: str, label: Text, none: Text | None = None, icon: str = "", once: bool = False,
             **more: Any) -> Field:
        """An attribute that holds a seat, stored as its index.

        `none`: the words for nobody, if allowed. `once`: nobody at first, then always somebody.
        """
        table = self.table
        read, write = self._attribute(name, None, attrgetter("index"), lambda index: table.seats[index])

        def words(value: Json) -> Text | str:
            return (none or say("nobody")) if value is None else table.called(value)

        def allowed() -> Allowed:
            seats = tuple(seat.index for seat in table.seats)
            may_be_none = read() is None if once else none is not None
            return (*seats, None) if may_be_none else seats

        return self.field(name, label, allowed, read, write, words, icon, **more)

    def keyed(self, name: str, label: Text, things: Mapping[str, Any], none: Text | None = None,
              icon: str = "", **more: Any) -> Field:
        """An attribute that holds one of several keyed, named things. `none`: the words for nothing."""
        read, write = self._attribute(name, None, attrgetter("key"), things.__getitem__)
        return self.field(name, label, tuple(things) if none is None else (None, *things), read, write,
                          lambda key: (none or say("nothing")) if key is None else things[key].name, icon,
                          **more)

    def member(self, name: str, item: Any, key: object, label: Text,
               order: Callable[[Any], Any] | None = None, icon: str = "", **more: Any) -> Field:
        """A yes-or-no field: is `item` in the list `name`?"""
        get, put = self._attribute(name, ())

        def write(there: Any) -> None:
            items = [one for one in get() if one != item] + ([item] if there else [])
            put(sorted(items, key=order) if order else items)

        return self.field(f"{name}.{key}", label, (False, True), lambda: item in get(), write,
                          more.pop("words", yes_or_no), icon, **more)

    def entry(self, name: str, key: Any, label: Text, values: Values, words: Words = plain, icon: str = "",
              **more: Any) -> Field:
        """One entry of a list or mapping."""
        nothing = more.pop("nothing", None)
        get, _ = self._attribute(name, None)

        def write(value: Any) -> None:
            there = getattr(self.table.held(self.thing), name) if isinstance(self.thing, type) else get()
            if there is not None:
                there[key] = value

        if self._perhaps:
            values = partial(self._while_there, values, nothing)
        return self.field(f"{name}.{key}", label, values,
                          lambda: nothing if (there := get()) is None else there[key], write, words, icon,
                          **more)

    def bag(self, name: str, left: Text, out: Text, words: Mapping[str, Text | str],
            **more: Any) -> Iterator[Field]:
        """How many of each thing a `Bag` holds, and how many are out; `{thing}` is one of `words`."""
        bag = getattr(self.thing, name)
        inside = Rows(self.table, bag, self.path + name, **{"on_table": False, **self.shared, **more})
        for thing, number in bag.left.items():
            for part, label in (("left", left), ("out", out)):
                named = replace(label, args={**(label.args or {}), "thing": words[thing]})
                yield inside.entry(part, thing, named, range(number + bag.out[thing] + 1))

    def hand(self, name: str, label: Text, most: int = 99, **more: Any) -> Field:
        """How many cards a seat's `Hand` has; which ones, only that seat knows."""
        def change(old: Json, new: Json) -> Text:
            number, seat = (new or 0) - (old or 0), self.thing
            if number > 0:
                return count("{name} draws one card", "{name} draws {n} cards", number, name=seat)
            return count("{name} puts down one card", "{name} puts down {n} cards", -number, name=seat)

        about = {"icon": "cards-outline", "absent": 0, "change": change, **more}
        return self._size(name, label, most, **about)

    def deck(self, name: str, label: Text, discarded: Text, words: Mapping[str, Text | str],
             **more: Any) -> Iterator[Field]:
        """How many cards a `Deck` has left, and its discards; `{thing}` is one of `words`."""
        deck = getattr(self.thing, name)
        rows = Rows(self.table, self.thing, self.path, **{"on_table": False, **self.shared, **more})
        yield rows._size(name, label, sum(deck.cards.values()))
        discards = Rows(self.table, deck, f"{self.path}{name}", **rows.shared)
        for card, number in deck.cards.items():
            named = replace(discarded, args={**(discarded.args or {}), "thing": words[card]})
            yield discards.entry("out", card, named, range(number + 1))

    def _size(self, name: str, label: Text, most: int, **more: Any) -> Field:
        """Of a `Deck` or a `Hand`."""
        thing = self.thing
        return self.field(name, label, range(most + 1), lambda: len(getattr(thing, name)),
                          lambda number: getattr(thing, name).resize(number), **more)

    def field(self, name: str, label: Text, values: Values, read: Callable[[], Json],
              write: Callable[[Any], None],
              words: Words = plain, icon: str = "", told: Mapping[Any, Text] | None = None,
              after: Callable[[], None] | None = None, path: str = "", **more: Any) -> Field:
        """Any other field. `told`: a sentence per new value, not `change`. `path` defaults to the name."""
        if told is not None:
            sentences = {value: self._named(text) for value, text in told.items()}
            more["change"] = lambda old, new: sentences[new]
        put = write
        if after is not None:
            def put(value: Any) -> None:
                write(value)
                after()
        called = (lambda value: words[value]) if isinstance(words, Mapping) else words
        allowed = values if callable(values) or isinstance(values, range) else tuple(values)
        return Field(self.path + (path or name), self._named(label), allowed, read, put, called, icon=icon,
                     **{**self.shared, **more})

    def _named(self, text: Text) -> Text:
        """Fill an unfilled `{name}` with the thing's name."""
        given = text.args or {}
        missing = [name for _, name, _, _ in Formatter().parse(text.message) if name and name not in given]
        return replace(text, args={**given, **dict.fromkeys(missing, self.thing.name)}) if missing else text

    @property
    def _perhaps(self) -> bool:
        """Is the thing found by a function that may return None?"""
        return callable(self.thing) and not isinstance(self.thing, type)

    def _while_there(self, values: Values, nothing: Json) -> Allowed:
        if self.thing() is None:
            return (nothing,)
        found = values() if callable(values) else values
        return found if isinstance(found, range) else tuple(found)

    def _attribute(self, name: str, nothing: Any, encode: Encode | None = None,
                   decode: Encode | None = None) -> tuple[Callable[[], Any], Callable[[Any], None]]:
        thing, table = self.thing, self.table
        if encode is not None and decode is not None:
            get, put = self._attribute(name, nothing)
            return (lambda: None if (held := get()) is None else encode(held),
                    lambda value: put(None if value is None else decode(value)))
        if isinstance(thing, type):
            check_attribute(table if thing.__module__ != "builtins" else thing, name)
            return (lambda: getattr(table.seen(thing), name),
                    lambda value: setattr(table.held(thing), name, value))
        if self._perhaps:
            def found() -> Any:
                it = thing()
                check_attribute(table if it is None else it, name)
                return it

            return (lambda: nothing if (it := found()) is None else getattr(it, name),
                    lambda value: None if (it := found()) is None else setattr(it, name, value))
        check_attribute(thing, name)
        return partial(getattr, thing, name), partial(setattr, thing, name)


def listed_once(table: T, make: Callable[[T], Iterable[Field]], key: object = "") -> list[Field]:
    """Build fields that never change during a play once per table, so each answer only reads them.

    `key` tells several such parts of a list apart.
    """
    listed = table.listed
    if key not in listed:
        listed[key] = list(make(table))
    return listed[key]
