"""Checks everything the generic screen reads from a game: it must never change anything or fail."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from difflib import get_close_matches
from functools import cache, partial
from importlib.util import find_spec
from inspect import signature
from itertools import islice
from pathlib import Path
from random import Random
from runpy import run_path
from types import NoneType
from typing import Any, cast

from companion.core.boxes import Boxes
from companion.core.colours import is_colour
from companion.core.engine.by_hand import UNFORESEEN, HandLine, differences
from companion.core.engine.state import picture
from companion.core.fields import Field
from companion.core.game import HOOKS, Game, function_of, is_module, packages_of
from companion.core.kinds import Dice, Note, Number, Numbers, Place, SecretText, Several
from companion.core.language import CONTEXT, ENGLISH, HOLE, Catalogue, speaking
from companion.core.log import ANSWER, Record
from companion.core.play import Play
from companion.core.questions import MOST_SHOWN, OWN, Face, InLine, Points, Question, Reason, Timer, traits
from companion.core.setup import COLOURS, Seat
from companion.core.text import Refused, Text
from companion.core.values import Json, Sealed, same
from companion.core.views import Glance, Map, Outcome, View
from companion.services.packs.page_art import FILE, Unfit, read_art, symbols
from companion.testing.answers import one_a_spot
from companion.testing.driving import (
    LOOK_CHANGES,
    MARK,
    AnyGame,
    AnyPlay,
    AnyQuestion,
    Findings,
    a_check,
    line_of,
    steps,
    where,
)

OFTEN = 10  # close looks per play at the same kind of question
ALWAYS = 4  # answers after which `by_players` came too early, and none in time, that make a finding
SEEN = 3  # the latest entries of the chronicle
UNSPOKEN = {"icon", "rule", "tone", "path", "space", "stage", "panel", "key", "picture", "zone", "way",
            "ways", "edge", "dots", "frame", "course"}
MANY = 60  # choices looked at per question; a hex board has more, all built the same way
CLOSELY = 25  # fields per look whose values are all read; in a larger game they take turns


class Host(Catalogue):
    """English with an invisible mark in each sentence, to find words made into text too early."""

    def one(self, message: str) -> str:
        words = message.rpartition(CONTEXT)[2]
        return MARK + words if re.search(r"[A-Za-z]", HOLE.sub("", words)) else words

    def counted(self, one: str, many: str, n: int) -> str:
        return self.one(one if n == 1 else many)


HOST = Host()
RAW = re.compile(r"\b[a-z]+(_[a-z]+)+\b|\|")


def look_round(play: AnyPlay) -> list[str]:
    """Read everything as a guest's screen would. Returns faults of words; raises what the game does."""
    seen = [(what, [value for name, value in parts_of(thing) if name not in UNSPOKEN])
            for what, thing in _shown(play)]
    with speaking(ENGLISH):
        return [f"{what} {fault}" for what, values in seen for value in values
                if isinstance(value, (Text, str)) and (fault := _fault(str(value)))]


def _fault(words: str) -> str:
    if MARK in words:
        return f"turns a sentence into text too early, so a guest can't read it in another language: pass " \
               f"{words.replace(MARK, '')!r} on as a Text"
    return f"shows a raw key ({words!r}): give it words" if RAW.search(words) else ""


def _shown(play: AnyPlay) -> Iterator[tuple[str, object]]:
    table = play.table
    yield "the view", play.view()
    yield "the board", play.board()
    yield "glance", [play.glance(seat.index) for seat in table.seats]
    for question in [*play.open(), *play.standing()]:
        yield type(question).__name__, [
            question.sentence(table), question.title(table), question.kicker(table), question.hint(table),
            list(question.reasons(table)), list(question.points(table)), question.timer(table),
            list(faces(question, table)),
            [refusal.why for _, refusal in question.barred(table)], question.preview(table, None),
            question.button(table, None)]
    yield "ahead", [*play.ahead(), play.joining().how]
    for field in play.fields():
        yield f"the field {field.path}", [field.label, field.group, field.words(field.read())]
    yield "the chronicle", [entry.lines for entry in play.chronicle()[-SEEN:]]
    play.exits()
    play.timers()
    play.game.totals(table)
    yield "the outcome", play.outcome()


def parts_of(thing: object, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every value inside, with the name of the attribute that holds it."""
    if isinstance(thing, (list, tuple)):
        for one in thing:
            yield from parts_of(one, name)
    elif is_dataclass(thing) and not isinstance(thing, (Seat, Text)):
        for part in fields(thing):
            yield from parts_of(getattr(thing, part.name), part.name)
    else:
        yield name, thing


def off_the_board(play: AnyPlay) -> Iterator[str]:
    """Answers and pieces that the board lacks: every surface without the stage shows only what is on it."""
    for seat in play.table.seats:
        seen = play.glance(seat.index)
        if isinstance(seen, Glance) and seen.map is not None:
            yield from _wrong_map(play, seen.map)
    board = play.board()
    if board is None:
        return
    yield from _wrong_map(play, board)
    spots = {one.key for one in board.spots}
    standing: dict[str, set[str]] = {}
    for piece in board.pieces:
        standing.setdefault(piece.key, set()).add(str(piece.space))
    for question in (*play.open(), *play.standing()):
        name = type(question).__name__
        ways = [key for arrow in question.arrows(play.table, None) for key in arrow.way]
        yield from (f"{name} draws an arrow over {key!r}, which is no spot" for key in ways
                    if key not in spots)
        if isinstance(question, Place):
            keys = {question.spot(one): one for one in question.choices(play.table)}
            yield from (f"{name} offers {one!r}, and the board has no spot {key!r}"
                        for key, one in keys.items()
                        if key and key not in spots)
    for field in play.fields():
        here = field.read() if field.on_table and field.place else None
        if isinstance(here, str) and here in spots and field.place not in spots \
                and here not in standing.get(field.place, ()):
            yield f"the field {field.path} is on {here!r}, and no piece {field.place!r} stands there"


def _wrong_map(play: AnyPlay, board: Map) -> Iterator[str]:
    spots = Counter(one.key for one in board.spots)
    yield from (f"the board has {number} spots {key!r}" for key, number in spots.items() if number > 1)
    yield from (f"the board has a way to {key!r}, which is no spot" for way in (*board.ways, board.course)
                for key in way if key not in spots)
    for piece in board.pieces:
        if piece.space not in spots:
            yield f"the piece {piece.key or str(piece.label)!r} stands on {piece.space!r}, which is no spot"
        elif not str(piece.label) and piece.seat is None:
            yield f"the piece {piece.key!r} on {piece.space!r} has no label for a screen reader: give it one"
    yield from _wrong_scenery(play.game.home, board)
    for spot in board.spots:
        if spot.shape == "area" and not (spot.wide > 0 < spot.high
                                         and abs(spot.x - 0.5) <= 0.5 >= abs(spot.y - 0.5)):
            yield f"the area {spot.key!r} lies outside its picture, or has no size: use Map.pictured"
    size = picture_size(play.game.home / board.picture) if board.picture else None
    if size is not None and abs(size[0] / size[1] - board.ratio) > 0.02:
        yield f"{board.picture} has {size[0]} by {size[1]} pixels, so its ratio is {size[0] / size[1]:.3f}"


def _wrong_scenery(home: Path, board: Map) -> Iterator[str]:
    """Values that a page would draw as nothing, or in the wrong place."""
    for kind, things in (("spot", board.spots), ("piece", board.pieces)):
        yield from (f"the {kind} {one.key!r} has the tone {one.tone!r}: write a colour as #RRGGBB"
                    for one in things if one.tone and not is_colour(one.tone))
    if board.road is not None:
        yield from (f"the road has the colour {tone!r}: write it as #RRGGBB"
                    for tone in (board.road.tone, board.road.edge, board.road.dots) if not is_colour(tone))
    if board.frame is not None and not (board.frame[0] < board.frame[2] and board.frame[1] < board.frame[3]):
        yield f"the frame {board.frame} shows nothing: give left, bottom, right and top"
    falls = Counter(one.falls for one in board.pieces if one.falls)
    yield from (f"{number} pieces fall as number {turn}: number them from 1 up"
                for turn, number in falls.items() if number > 1 or turn < 0)
    known = page_pictures(home)
    named = {one.picture for one in board.spots} | {one.picture for one in board.pieces}
    named |= {one.picture for one in board.props}
    if known is not None:
        missing = {name for name in named - known if name and ".png" not in name}
        yield from (f"the board names the picture {name!r}, and {FILE} has no symbol of that name"
                    for name in sorted(missing))


@cache
def page_pictures(home: Path) -> frozenset[str] | None:
    """The symbols of the game's `page.svg`; None if it has none that guests see."""
    path = home / FILE
    try:
        return symbols(path.read_bytes())
    except (OSError, Unfit):
        return None


def picture_size(path: Path) -> tuple[int, int] | None:
    """Width and height of a PNG file; None if it is none."""
    head = path.read_bytes()[:24] if path.is_file() else b""
    return (int.from_bytes(head[16:20]), int.from_bytes(head[20:24])) if head.startswith(b"\x89PNG") else None


def through_eyes(table: Any, look: Callable[[], object]) -> set[int]:
    """The seats whose secrets this opens with `seen_by`."""
    seen, real = set[int](), table.seen_by

    def spy(seat: Seat, sealed: Any) -> Any:
        seen.add(seat.index)
        return real(seat, sealed)

    table.seen_by = spy
    try:
        found = look()
        _ = list(found) if isinstance(found, Iterator) else found
    finally:
        del table.seen_by
    return seen


def shown_to_others(play: AnyPlay) -> Iterator[tuple[object, str, str]]:
    """Whose function opens whose secret for somebody else."""
    game, table = play.game, play.table
    looks: list[tuple[object, str, set[int], Callable[[], object]]] = [
        (game, name, set(), partial(getattr(game, name), table)) for name in ("view", "board", "outcome")]
    looks += [(game, "glance", {seat.index}, partial(game.glance, table, seat)) for seat in table.seats]
    for one in (*play.open(), *play.standing()):
        own = {one.seat.index} if one.secret and one.seat is not None else set[int]()
        looks += [(one, "sentence", set(), partial(one.sentence, table)),
                  (one, "hint", own, partial(one.hint, table)),
                  (one, "face", own, partial(faces, one, table))]
    for owner, name, own, look in looks:
        for seat in through_eyes(table, look) - own:
            who = table.seats[seat].name
            yield owner, name, (f"{name} shows {who}'s secret to others: use seen_by only with the seat that "
                                "looks, and reveal for everybody")


def faces(question: AnyQuestion, table: Any) -> Iterator[Face]:
    things: Iterable[Any]
    things = question.things(table) if isinstance(question, Several) else question.choices(table)
    if not isinstance(question, (Note, Number, Numbers)):
        for thing in islice(things, MANY):
            yield question.face(table, thing)


# Pure looks

@a_check
@speaking(HOST)
def check_looks(game: AnyGame, found: Findings, plays: int = 5) -> None:
    """Reading words, views, fields and outcome leaves the table unchanged, in any language."""
    for number in range(plays):
        for play in steps(game, number, found, limit=300):
            if play.position() > 60 and play.position() % 4:
                continue
            before, place = picture(play.table), where(number, play)
            for fault in look_round(play):
                found.add(place, fault)
            if picture(play.table) != before:
                line, name = _culprit(play)
                found.add(f"{place}{line}", f"{name} {LOOK_CHANGES}")
        if found.full():
            break


def _culprit(play: AnyPlay) -> tuple[str, str]:
    """Its line and name, found on a fresh table, as some change it only once."""
    fresh = Play(play.game, play.setup, play.log, trusted=True)
    before = picture(fresh.table)
    for owner, name in [(fresh.game, name)
                        for name in ("view", "board", "fields", "outcome", "standing", "totals")] + \
            [(one, name) for one in fresh.open() for name in ("sentence", "hint", "choices", "timer")]:
        made = getattr(owner, name)(fresh.table)
        _ = list(made) if isinstance(made, Iterator) else made
        if picture(fresh.table) != before:
            return f", {line_of(owner, name)}", f"{name}()"
    return "", "a look at everything"


# What the generic panel needs

@a_check
def check_questions(game: AnyGame, found: Findings, plays: int = 12, every: int = 8) -> None:
    """Questions have a sentence, a rule and faces; hooks return valid values; lines cite rules.

    `every`: after how many records to look at the views, the board and the fields.
    """
    _facts(game, found)
    marks, areas = Marks(), Counter[str]()
    for number in range(plays):
        seen = 0
        asked: Counter[str] = Counter()
        for play in steps(game, number, found, limit=600):
            place = where(number, play)
            marks.look(play, place)
            count_areas(play, areas)
            keys = [question.key() for question in _asked(play)]
            for key in keys:
                if keys.count(key) > 1:
                    found.add(place,
                              f"two open questions have the key {key}: tell them apart by class or seat")
            for question in _asked(play):
                asked[type(question).__name__] += 1
                if asked[type(question).__name__] <= OFTEN:
                    _question(game, play, question, found, place)
            for entry in play.chronicle()[seen:]:
                for line in entry.lines:
                    _cited(game, found, place, line.rule, f"the line {str(line.text)!r}")
                    if line.heading:
                        _no_digits(found, place, line.text, "a heading")
            seen = len(play.chronicle())
            if not play.position() % every:
                _game(play, found, place)
            _ended(play.outcome(), found, f"{place}, {line_of(game, 'outcome')}")
    for place, sentence in marks.faults():
        found.add(place, sentence)
    if unused := sorted(key for key, used in areas.items() if not used):
        found.add(line_of(game, "board"),
                  f"no question offers {', '.join(unused)}, and nothing ever lies there")


def count_areas(play: AnyPlay, areas: Counter[str]) -> None:
    """How often something lies on each area of the board's picture, or a question offers it."""
    board = play.board() if areas or not play.position() % 8 else None
    if board is not None and board.picture:
        used = {str(piece.space) for piece in board.pieces}
        used |= {one.spot(here) for one in play.open() if isinstance(one, Place)
                 for here in one.choices(play.table)}
        areas.update({spot.key: spot.key in used for spot in board.spots if spot.shape == "area"})


class Marks:
    """Finds calls of `by_players` that are missing, or come before the rules have changed anything."""

    def __init__(self) -> None:
        self.early: dict[str, list[str]] = {}
        self.in_time: set[str] = set()
        self.repeats: dict[tuple[str, str], list[tuple[str, Json, Json]]] = {}
        """By question and field: where *To move* told what the answer had said, the old and the new value."""
        self.others: set[tuple[str, str]] = set()
        """Questions and fields of which *To move* told something else."""
        self.asked: dict[str, AnyQuestion] = {}

    def look(self, play: AnyPlay, place: str) -> None:
        play.by_hand.card()
        cause, asked = play.by_hand.cause, self.asked
        self.asked = {one.key(): one for one in _asked(play)}
        if cause is None:
            return
        name = play.log[-1].key.partition("/")[0]
        if cause.left is cause.reading:
            self.compare(asked.get(play.log[-1].key), play.log[-1], play.by_hand.card(UNFORESEEN).lines,
                         place)
            return
        if differences(cause.reading, cause.left):
            self.in_time.add(name)
        else:
            self.early.setdefault(name, []).append(place)

    def compare(self, question: AnyQuestion | None, record: Record, lines: Iterable[HandLine],
                place: str) -> None:
        """A number or list may equal a value by chance or once, but not always and from different values."""
        answer: Any = record.answer
        if record.rolled or record.kind != ANSWER:
            return
        if not isinstance(question, (Number, Numbers, Dice, Place, Several)):
            return
        said = [answer]
        if isinstance(answer, (list, tuple)):
            said += [",".join(map(str, answer)), *(answer if isinstance(question, (Numbers, Dice)) else ())]
        for line in lines:
            key = (type(question).__name__, re.sub(r"\d+", "*", line.path))
            if line.seat is None or record.seat in (None, line.seat):
                if any(same(line.new, one) for one in said):
                    self.repeats.setdefault(key, []).append((place, line.old, line.new))
                else:
                    self.others.add(key)

    def faults(self) -> Iterator[tuple[str, str]]:
        for (name, path), seen in self.repeats.items():
            varied = min(len({str(one[at]) for one in seen}) for at in (1, 2)) > 1
            if len(seen) >= ALWAYS and varied and (name, path) not in self.others:
                yield seen[0][0], (f"after {name}, the To move card repeats the answer ({path}): call "
                                   "table.by_players() once "
                                   "it is set, or give the field on_table=False if it is only in the app")
        for name, places in self.early.items():
            if len(places) >= ALWAYS and name not in self.in_time:
                yield places[0], (f"after {name}, by_players() comes before anything on the table has "
                                  "changed: call it once the rules have set what the players moved; a bag "
                                  "needs no call")


def _ended(outcome: Outcome | None, found: Findings, place: str) -> None:
    if outcome is None:
        return
    _no_digits(found, place, outcome.sentence, "the outcome")
    if outcome.won is None and any(one.place == 1 and one.seat not in outcome.winners
                                   for one in outcome.places):
        found.add(place, "somebody is in first place but not a winner: pass all winners to podium()")


def _game(play: AnyPlay, found: Findings, place: str) -> None:
    """Check what the game's own functions return, and that field paths are unique."""
    game, table = play.game, play.table
    view, board, glances = game.view(table), game.board(table), [game.glance(table, seat)
                                                                 for seat in table.seats]
    _returns(found, place, game, "view", view, View)
    _returns(found, place, game, "board", board, Map, NoneType)
    for wrong in off_the_board(play):
        found.add(f"{place}, {line_of(game, 'board')}", wrong, cause=re.sub(r"'[^']*'|field \S+", "", wrong))
    for owner, name, wrong in shown_to_others(play):
        found.add(f"{place}, {line_of(owner, name)}", wrong, cause=line_of(owner, name))
    for glance in glances:
        _returns(found, place, game, "glance", glance, Glance, NoneType)
    shown = [view, board, *glances, *(list(faces(one, table)) for one in (*play.open(), *play.standing()))]
    # not the app's art
    for name in {value for name, value in parts_of(shown) if name == "picture" and "." in value}:
        if not name.endswith(".png") or picture_size(game.home / name) is None:
            found.add(place, f"there is no picture {name!r} beside rules.md: it has to be a PNG file")
    for name, kind in (("fields", Field), ("standing", Question), ("ahead", Text), ("totals", tuple)):
        for one in _listed(found, place, game, name, getattr(game, name)(table)):
            _returns(found, place, game, name, one, kind)
    settable = list(game.fields(table))
    every = max(1, len(settable) // CLOSELY)
    for field in settable[play.position() // 8 % every::every]:
        raw = [value for value in islice(field.allowed, MANY) if isinstance(value, str)
               and field.words(value) == value]
        if not field.text and any(raw):
            found.add(f"{place}, {line_of(game, 'fields')}",
                      f"the field {field.path} shows raw keys ({', '.join(map(repr, raw))}): give them words")
    called = Counter((str(field.group), str(field.label)) for field in settable)
    for (group, label), times in called.items():
        if times > 1:
            of = "" if group == "None" else f" in the group {group!r}"
            found.add(f"{place}, {line_of(game, 'fields')}",
                      f"{times} fields have the label {label!r}{of}: nobody can tell them apart",
                      cause="fields with one label")


def _listed(found: Findings, place: str, owner: object, name: str, value: Any) -> Iterable[Any]:
    try:
        return list(value)
    except TypeError:
        _returns(found, place, owner, name, value, list)
        return ()


def _returns(found: Findings, place: str, owner: object, name: str, value: Any, *kinds: type) -> None:
    if not isinstance(value, kinds):
        wanted = " or ".join("None" if kind is NoneType else kind.__name__ for kind in kinds)
        found.add(f"{place}, {line_of(owner, name)}",
                  f"{type(owner).__name__}.{name} returns {value!r:.60} instead of {wanted}")


def _asked(play: AnyPlay) -> list[AnyQuestion]:
    request = play.request()
    return [*(request.questions if request is not None else ()), *play.standing()]


def _facts(game: AnyGame, found: Findings) -> None:
    facts, kind = game.facts, cast(type, type(game))
    for name, module in HOOKS.items():
        there, wanted = function_of(kind, module, name), list(signature(getattr(Game, name)).parameters)[1:]
        if there is not None and len(signature(there).parameters) != len(wanted):
            found.add(f"{module}.py",
                      f"{name}() is a hook that the engine calls with ({', '.join(wanted)}): give it "
                      "these parameters, or give your helper another name")
    if type(game.boxes) is Boxes and any(is_module(f"{package}.box") for package in packages_of(kind)):
        found.add("box.py", "it has no class that extends Boxes, so the app doesn't find it")
    _cited(game, found, "facts", facts.players_rule, "the number of players", needed=True)
    if not 1 <= facts.fewest <= facts.most <= len(COLOURS):
        found.add("facts", f"{facts.fewest} to {facts.most} players can't be seated")
    for option in game.options:
        _cited(game, found, f"option {option.key}", option.rule, f"the switch {option.key}", needed=True)
        if not option.allows(option.default):
            found.add(f"option {option.key}", f"the switch {option.key} does not allow its own default")
        if not str(option.label) or not str(option.sentence):
            found.add(f"option {option.key}", f"the switch {option.key} has no words")


def _question(game: AnyGame, play: AnyPlay, question: AnyQuestion, found: Findings, place: str) -> None:
    name, at = type(question).__name__, place
    table, place = play.table, f"{place}, {line_of(question)}"
    if question.kind == OWN and not question.panel:
        found.add(place, f"{name} is of the kind {OWN!r}, which has no panel: set `panel`")
    sentence = question.sentence(table)
    if isinstance(sentence, str) and sentence.strip():
        found.add(place, f"the sentence of {name} is a plain str and can't be translated: wrap it in say()")
    elif not isinstance(sentence, Text) or not str(sentence).strip():
        found.add(place, f"{name} has no sentence")
    else:
        _no_digits(found, place, sentence, name)
    _cited(game, found, place, question.rule, name, needed=True)
    for rule in question.also:
        _cited(game, found, place, rule, name)
    if not _hooks(question, table, found, at):
        return
    _late(question, table, found, at)
    _faces(question, table, found, at)
    one_a_spot(question, table, found, at)
    rows = question.rows(table) if isinstance(question, (Number, Numbers)) else ()
    if not all(str(row.label).strip() for row in rows):
        found.add(place, f"{name} has a row without a name")
    for _, refusal in question.barred(table):
        _cited(game, found, place, refusal.rule, f"a refusal of {name}")
        if not str(refusal.why).strip():
            found.add(place, f"{name} bars an answer without saying why")
    if question.possible(table):
        _round_trip(play, question, found, place)


def _late(question: AnyQuestion, table: Any, found: Findings, place: str) -> None:
    timer = question.timer(table)
    if timer is not None and timer.late is not None:
        try:
            question.check(table, question.decode(table, timer.late))
        except Refused as refused:
            found.add(f"{place}, {line_of(question, 'timer')}",
                      f"the timer of {type(question).__name__} offers "
                      f"{timer.late!r}, which is no legal answer: {refused.refusal.why}")


ONE: tuple[tuple[str, type], ...] = (("kicker", Text), ("hint", Text), ("why", Text), ("timer", Timer))
SEVERAL: tuple[tuple[str, type], ...] = (("reasons", Reason), ("points", Points), ("in_line", InLine))


def _hooks(question: AnyQuestion, table: Any, found: Findings, place: str) -> bool:
    """Check each hook's result; return True if at least the faces are valid."""
    for hook, kind in ONE:
        _returns(found, place, question, hook, getattr(question, hook)(table), kind, NoneType)
    for hook, kind in SEVERAL:
        for one in _listed(found, place, question, hook, getattr(question, hook)(table)):
            _returns(found, place, question, hook, one, kind)
    shown = list(faces(question, table))
    for face in shown:
        _returns(found, place, question, "face", face, Face)
    return all(isinstance(face, Face) for face in shown)


def _faces(question: AnyQuestion, table: Any, found: Findings, place: str) -> None:
    name = type(question).__name__
    _alike(question, table, found, place)
    if isinstance(question, Several):
        _twins(question, table, found, place)
    place = f"{place}, {line_of(question, 'face')}"
    for face in faces(question, table):
        if not str(face.label).strip():
            found.add(place, f"{name} has a choice without a face")
        elif face.tone and not is_colour(face.tone):
            found.add(place, f"the answer {str(face.label)!r} of {name} has the tone {face.tone!r}: "
                             "write a colour as #RRGGBB")
        elif question.secret and str(face.label) == str(Sealed(None)):
            found.add(place,
                      f"{name} shows {str(face.label)!r} on its cards: its face does not say which choice it "
                      "is")


def _alike(question: AnyQuestion, table: Any, found: Findings, place: str) -> None:
    """Report answers that look the same, as nobody could choose. Tokens may look alike."""
    seen: dict[object, Any] = {}
    few = question.draft(table).parts(False).get("choices", ()) if isinstance(question, Number) else ()
    words = islice(question.choices(table), MANY if question.kind == "pick one" else 0)
    for thing, face in [(one.choice, one.face) for one in few] + [(word, question.face(table, word))
                                                                  for word in words]:
        looks = (str(face.label), str(face.hint), face.icon, face.points, face.badge, face.seat)
        if looks in seen and seen[looks] != thing:
            drawn_by = "button" if few else "face"
            hook = "word_face" if isinstance(question, SecretText) else drawn_by
            found.add(f"{place}, {line_of(question, hook)}",
                      f"two answers of {type(question).__name__} look the same ({str(face.label)!r}): "
                      f"tell them apart in {hook}(), or offer equal things once")
            return
        seen[looks] = thing


def _twins(question: Several[Any, Any], table: Any, found: Findings, place: str) -> None:
    """Report different things with one token: the log can't tell them apart. Equal ones may share it."""
    seen: list[tuple[Json, Any, Face]] = []
    for thing in islice(question.things(table), MANY):
        token, face = question.token(thing), question.face(table, thing)
        if any(same(token, known) and (thing != other or face != look) for known, other, look in seen):
            kind = type(question).__name__
            found.add(f"{place}, {line_of(question, 'things')}",
                      f"two different things of {kind} have the token {token!r}: give each its own `token`")
            return
        seen.append((token, thing, face))


def _round_trip(play: AnyPlay, question: AnyQuestion, found: Findings, place: str) -> None:
    """A random answer survives decode and encode, and is an immutable value."""
    name = type(question).__name__
    raw = question.random_answer(play.table, Random(play.position()))
    answer = question.decode(play.table, raw)
    if isinstance(answer, (list, dict, set)):
        found.add(place,
                  f"{name} decodes to a {type(answer).__name__}, which the rules could change: use a tuple")
    if question.encode(answer) != raw and question.kind != "text":
        found.add(place, f"{name}.encode does not return the answer {raw!r} that decode was given")
    if traits(question).is_list and len(
            list(islice(question.choices(play.table), MOST_SHOWN + 1))) > MOST_SHOWN:
        found.add(place,
                  f"{name} has more than {MOST_SHOWN} answers, but a screen shows no more: ask in two steps")


def _cited(game: AnyGame, found: Findings, place: str, rule: str, what: str, needed: bool = False) -> None:
    if not rule:
        if needed:
            found.add(place, f"{what} cites no rule")
    elif rule not in game.rulebook():
        found.add(place, f"{what} cites {rule}, which is not in rules.md")


def _no_digits(found: Findings, place: str, sentence: Text, what: str) -> None:
    """Headlines use the voice font, which lacks good digits: small numbers are spelled out."""
    if any(int(number) <= 20 for number in re.findall(r"\d+", str(sentence))):
        found.add(place, f"{what} has a digit in its headline ({str(sentence)!r}): use spelled()")


ICON_STEPS = 40  # steps of a play whose icons are checked
PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
LARGEST_COVER = 2_000_000  # the largest file allowed in a pack


@cache
def known_icons() -> frozenset[str]:
    """All icon names, read without importing KivyMD, so that no window opens. Empty if it is missing."""
    spec = find_spec("kivymd")
    if spec is None or spec.origin is None:
        return frozenset()
    return frozenset(run_path(str(Path(spec.origin).with_name("icon_definitions.py")))["md_icons"])


@a_check
def check_appearance(game: AnyGame, found: Findings, plays: int = 4) -> None:
    """Icons exist, both palettes have nine readable colours, and the cover is a picture."""
    for theme, palette in (("dark", game.facts.dark), ("light", game.facts.light)):
        for fault in palette.faults():
            found.add("facts", f"in the {theme} palette {fault}")
    _look(found, "facts", [("the game", game.facts.icon)])
    _look_at_cover(found, game.home)
    _look_at_page_art(found, game.home)
    for number in range(plays):
        for play in steps(game, number, found, limit=ICON_STEPS):
            _look(found, where(number, play), _icons(play))
        if found.full():
            break


def _look_at_page_art(found: Findings, home: Path) -> None:
    if (home / FILE).is_file():
        try:
            read_art((home / FILE).read_bytes())
        except Unfit as unfit:
            found.add(FILE, f"guests don't see it: {unfit}")


def _look_at_cover(found: Findings, home: Path) -> None:
    """Report a cover the library can't draw; otherwise it would silently use palette and icon."""
    drawn = [home / name for name in ("cover.png", "cover.jpg") if (home / name).is_file()]
    if not drawn and (home / "cover.svg").is_file():
        found.add("cover.svg", "the app can't show an SVG: `pack FOLDER` draws it as cover.png")
    for path in drawn:
        with path.open("rb") as file:
            begin = file.read(len(PNG))
        if not begin.startswith((PNG, JPEG)):
            found.add(path.name, "it is not a PNG or JPEG")
        if path.stat().st_size > LARGEST_COVER:
            found.add(path.name,
                      f"it has more than {LARGEST_COVER // 1_000_000} MB; about 640 by 300 is enough")


def _look(found: Findings, place: str, icons: Iterable[tuple[str, str]]) -> None:
    known = known_icons()
    for what, icon in icons:
        if icon and known and icon not in known:
            found.add(place, f"{what} has the icon {icon!r}, which does not exist{_meant(icon)}")


@cache
def _meant(icon: str) -> str:
    """Search thousands of names only once: a play shows an icon hundreds of times."""
    near = get_close_matches(icon, sorted(known_icons()), 1)
    return f": did you mean {near[0]!r}?" if near else ""


def _icons(play: AnyPlay) -> Iterator[tuple[str, str]]:
    yield from ((type(question).__name__, question.icon) for question in (*play.open(), *play.standing()))
    yield from ((f"the field {field.path}", field.icon) for field in play.fields())
    for what, thing in _shown(play):
        yield from ((what, icon) for name, icon in parts_of(thing) if name == "icon")
