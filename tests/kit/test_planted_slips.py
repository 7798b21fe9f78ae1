"""Slips that newcomers make, planted one by one into Pebbles as the page has it: the kit names each of them."""

import re
import shutil
import sys
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion import testing
from companion.core.setup import Setup, people
from companion.services.packs.pack import forget
from companion.simulate import Failed, random_play
from tests.sampling import sampled

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "tableside-pebbles"
PACKAGE = "tableside_pebbles"
ASK = "            number = await table.ask(Take(taker))                           # PB-3\n"
WILD = partial(testing.check_wild_table, plays=8)


def calm(game: Any) -> list[testing.Finding]:
    """One play that only answers. The kit itself gives up after 20,000 lines."""
    return testing.wild_play(game, 9, limit=500).findings


def simulated(game: Any) -> list[str]:
    """What `simulate` says."""
    with pytest.raises(Failed) as failed:
        random_play(game, Setup(people("Ana", "Ben")), Random(1))
    return [str(failed.value)]


def with_count(game: Any, check: Any = None) -> list[testing.Finding]:
    """The kit, after the table got a number without a field."""
    rules = sys.modules[f"{PACKAGE}.rules"]
    begin, take = rules.Pebbles.__init__, rules.take

    def __init__(self: Any, setup: Setup) -> None:
        begin(self, setup)
        self.taken = 0

    def taking(table: Any, taker: Any, number: int) -> None:
        take(table, taker, number)
        table.taken += 1

    rules.Pebbles.__init__, rules.take = __init__, taking
    type(game).without_fields = frozenset({"taken"})
    return (check or WILD)(game)


SLIPS: dict[str, tuple[str, str, str, Any, str]] = {
    "a copied local": (
        "rules.py", ASK, f"            heap = table.heap\n{ASK}            table.heap = heap\n",
        testing.check_source, "heap was copied before an await"),
    "a rule without a test": (
        "rules.md", "## Rulings", "**PB-7** New. A rule.\n\n## Rulings",
        partial(testing.check_rules_tested, tests=EXAMPLE / "tests"), "no test names PB-7"),
    "by_players too early": (
        "rules.py", "    table.heap -= number", "    table.by_players()\n    table.heap -= number",
        testing.check_questions, "after Take, by_players\\(\\) comes before anything"),
    "two seats with one name": ("rules.py", "Player(index, person)", "Player(index, setup.people[0])",
                                testing.check_questions, "fields have the label \"Ana's points\""),
    "too many points": ("rules.py", "table.last.gain(1)", "table.last.gain(1000)", WILD, "points"),
    "another name of the engine": (
        "rules.py", "self.heap = HEAP\n", "self.heap = HEAP\n        self.told = []\n",
        testing.check_source, "told is an attribute of Table"),
    "never ends": ("rules.py", "table.heaps_played += 1", "table.heaps_played += 0", calm,
                   "has not ended after 500 lines"),
    "no end once the first has left": (
        "rules.py", "table.heaps_played += 1", "table.heaps_played += table.last is table.seats[0]",
        testing.check_leaving, "never ends after Ana left"),
    "equal labels": ("fields.py", 'say("Who took last")', 'say("Whose turn it is")', testing.check_questions,
                     "have the label 'Whose turn it is'"),
    "a winner of nobody": (
        "view.py", "victory(winners), winners)", "victory(winners), [])", testing.check_questions,
        "somebody is in first place but not a winner"),
    # from the second maker's list
    "a list of the class": (
        "rules.py", "class Player(Seat):\n", "class Player(Seat):\n    takes: list[int] = []\n",
        testing.check_source, "Player.takes is one for all players and plays"),
    "a dict of the class, made by a call": (
        "rules.py", "class Player(Seat):\n", 'class Player(Seat):\n    shells = dict.fromkeys("ab", 0)\n',
        testing.check_source, r"rules\.py:\d+: Player.shells is one for all players and plays"),
    "a list as default": ("rules.py", "HEAP = 15", "HEAP = 15\n\n\ndef best(of=[]):\n    return of\n",
                          testing.check_source, "best: all calls share this default"),
    "an illegal late answer": ("rules.py", "    def row(self, table",
                               '    def timer(self, table):\n        from companion.api import Timer\n'
                               '        return Timer("take", 30, "stop")\n\n    def row(self, table',
                               testing.check_questions,
                               "offers 'stop', which is no legal answer"),
    "a helper with a hook's name": (
        "rules.py", "HEAP = 15", "HEAP = 15\n\n\ndef left(table):\n    return table.heap\n",
        testing.check_questions, r"left\(\) is a hook that the engine calls with"),
    "a helper that fails where the engine calls it": (
        "rules.py", "HEAP = 15", "HEAP = 15\n\n\ndef standing(table, seat):\n    return table.heap\n",
        testing.check_questions, r"standing\(\) is a hook that the engine calls with \(table\)"),
    "a helper with a hook's name and parameters": (
        "rules.py", "HEAP = 15", 'HEAP = 15\n\n\ndef standing(table):\n    return ["Ana"]\n',
        testing.check_questions, r"standing\(\) is a hook that returns questions, but it gave 'Ana'"),
    "functions without a class in box.py": (
        "box.py", "", 'def starter():\n    return {"pebbles": 15}\n', testing.check_questions,
        r"box\.py: it has no class that extends Boxes"),
    "a question that carries a list": (
        "rules.py", ASK, f"            class Some(Take):\n                of: list[int]\n{ASK}".replace(
            "ask(Take(taker))", "ask(Some(taker, [3]))"), calm,
        r"Some\.of is \[3\], but a question carries names, .* give it a word .* \(rules\.py:\d+\)"),
    "a forgotten await": ("rules.py", ASK, ASK.replace("await ", ""), testing.check_source,
                          r"rules\.py:\d+: ask\(\) without await never runs: write await before it"),
    "a view that changes the table": (
        "view.py", "    left = count(",
        "    table.heaps_played = max(1, table.heaps_played)\n    left = count(",
        testing.check_looks, r"view\.py:\d+: view\(\) changes the table: looks must not"),
    "an undeclared option": (
        "rules.py", "    table.heap -= number\n",
        '    table.heap -= number\n    table.setup.options["most"]\n', simulated,
        r"KeyError: 'most' \(rules\.py:\d+\): no Switch in your game's options has the key 'most'"),
    "an answer of the wrong type": (
        "rules.py", "    taker.pebbles += number\n", "    taker.pebbles += number[0]\n", simulated,
        r"was answered with \d: the rules failed: TypeError: .* \(rules\.py:\d+\)"),
    # from the third maker's list
    "a list of the module": (
        "rules.py", "    table.heap -= number\n",
        "    table.heap -= number\n    TAKEN.append(number)\n\n\nTAKEN = []\n"
        "\n\ndef _rest(table, taker, number):\n", testing.check_source,
        r"rules\.py:\d+: TAKEN is one for all plays, and undo keeps it: keep it on the table"),
    "a list of the module on the table": (
        "rules.py", "        self.heaps_played = 0\n",
        "        self.heaps_played = 0\n        self.deck = DECK\n        self.deck.append(1)\n"
        "\n\nDECK = []\n\n\nclass Pebbles(Pebbles):\n    def __init__(self, setup):\n"
        "        super().__init__(setup)\n", testing.check_json,
        r"rules\.py:\d+: a play changed DECK, .*: give the table its own copy, such as list\(DECK\)"),
    "an attribute without a field": (
        "fields.py", '    yield books.seat("last", say("Who took last"), say("nobody"))\n', "",
        testing.check_fields,
        r"fields\.py:\d+: no field reads last, so players can't correct it: give it a field, or list it"),
    "a player who has left": (
        "rules.py", "return table.next_of(table.turn) if table.turn.gone else table.turn",
        "return table.seats[0]", testing.check_leaving,
        r"rules\.py:\d+: Take is asked of a player who has left: use next_of\(\)"),
    "a form of what the box lacks": (
        "box.py", "", "from companion.api import Boxes, FormSection, NumberPart, say\n\n\n"
        "class PebbleBoxes(Boxes):\n"
        "    def starter(self):\n        return {'heap': 15}\n\n"
        "    def form(self):\n        return [FormSection("
        "say('Heap'), (NumberPart(at='heep', title=say('Heap'), low=9, high=30),))]\n", testing.check_form,
        r"box\.py:\d+: Heap: the box has nothing at 'heep'"),
    "a method of the first interface": (
        "rules.py", "    def row(self, table",
        "    def moves(self, table):\n        return True\n\n    def row(self, table",
        testing.check_source, r"rules\.py:\d+: nothing calls moves\(\): write table\.by_players\(\) instead"),
    "a misspelled hook": ("view.py", "def totals(", "def totalls(", testing.check_source,
                          r"view\.py:\d+: nothing calls totalls\(\): did you mean totals\(\)\?"),
    "a misspelled outcome": ("view.py", "def outcome(", "def outcom(", testing.check_undo,
                             r"the game has no outcome\(\): write it in view\.py"),
    "a change before the first question": (
        "rules.py", "    with table.until(HeapKnockedOver):\n",
        "    table.last = table.next_of(table.last or table.turn)\n    with table.until(HeapKnockedOver):\n",
        testing.check_restart,
        r"rules\.py:56: a restart repeats .* changes last again: "
        r"do it after the question, or only if it isn't done"),
    "a view of what has no field": (
        "view.py", '    left = count("{n} pebble in the heap", "{n} pebbles in the heap", table.heap)\n',
        '    left = say("{n} taken", n=table.taken)\n', with_count,
        r"the view's reminders differs \(view\.py:\d+\): show only what fields hold"),
    "an exception in a question": (
        "rules.py", "    def row(self, table: Pebbles) -> Row:\n",
        "    def row(self, table: Pebbles) -> Row:\n        Row(say('Pebbles'), 1, 2, moves=True)\n",
        simulated,
        r"answer 1: it raised TypeError: .* \(rules\.py:\d+\): write table\.by_players\(\) instead"),
    "an answer that is offered and refused": (
        "rules.py", "    def row(self, table",
        "    def check(self, table, answer):\n        from companion.api import Refused\n"
        "        raise Refused(say('Not now.'), self.rule)\n\n    def row(self, table", testing.check_undo,
        r"the game refused an answer that it had offered \(rules\.py:\d+\): Not now"),
    "an icon that is nearly right": (
        "fields.py", '"circle-multiple"', '"circle-multipel"', testing.check_appearance,
        r"'circle-multipel', which does not exist: did you mean 'circle-multiple'\?"),
    "words that stay English": (
        "view.py", 'say("takes now")', '"takes now"', testing.check_source,
        r"view\.py:\d+: text of Mark is a plain str and can't be translated: wrap it in say\(\)"),
    # from the fourth maker's list
    "points in a local, and written back": (
        "rules.py", ASK,
        f"            points = taker.points + 0\n{ASK}            taker.points = max(0, points + 1)\n",
        testing.check_source,
        r"rules\.py:\d+: play: points was copied before an await: read the table again, or"),
    "the points of all, and written back": (
        "rules.py", ASK,
        "            before = {one: one.points for one in table.seats}\n"
        f"{ASK}            taker.points = before[taker] + 1\n",
        testing.check_source, "before was copied before an await"),
    "an answer used as a list": (
        "rules.py", "    taker.pebbles += number\n", "    taker.pebbles += number[0]\n", simulated,
        r"\(rules\.py:\d+\): number is \d here, of the type int; use it without \[\.\.\.\]"),
    "an unknown word": (
        "rules.py", "    table.heap -= number\n",
        "    table.heap -= STONES['pebbel']\n\n\nSTONES = {'pebble': 1}\n"
        "\n\ndef _rest(table, taker, number):\n", simulated,
        r"KeyError: 'pebbel' \(rules\.py:\d+\): STONES has no 'pebbel'; did you mean 'pebble'\?"),
    "an unknown word in options, looked up in a dict without a name": (
        "rules.py", "class HeapKnockedOver(Unwind):",
        "from companion.api import Menu, Option\n\n\nclass Knock(Menu):\n    rule = 'PB-A1'\n"
        "    sentence = said('Is the heap upright?')\n\n"
        "    def options(self, table):\n        yield Option('yes', say({}['words']))\n\n\n"
        "def standing(table):\n    return [Knock(None)]\n\n\n"
        "class HeapKnockedOver(Unwind):", testing.check_questions,
        r"KeyError: 'words' \(rules\.py:\d+\): 'words' isn't in it; check with in first, or use \.get\(\)"),
    "an index into a number of a list": (
        "rules.py", "    taker.pebbles += number\n", "    taker.pebbles += [number][0][0]\n", simulated,
        r"\(rules\.py:\d+\): the value is already of the type int; use it without \[\.\.\.\]"),
    "a view that counts what is in without_fields": (
        "view.py", '    left = count("{n} pebble in the heap", "{n} pebbles in the heap", table.heap)\n',
        '    left = say("{n} taken", n=table.taken)\n',
        partial(with_count, check=testing.check_without_fields),
        r"view\.py:\d+: the view shows or counts taken, which is in without_fields"),
    "a seat instead of its number": (
        "view.py", "(Reminder(left, \"circle-multiple\"),)",
        "(Reminder(left, \"circle-multiple\", seat=whose_turn(table)),)", testing.check_shapes,
        r"view\.py:\d+: Reminder\.seat is the seat Ana instead of int or None: write seat\.index"),
    "a number instead of its seat": (
        "rules.py", "class HeapKnockedOver(Unwind):",
        "from companion.api import Menu, Option\n\n\nclass Knock(Menu):\n    rule = 'PB-A1'\n"
        "    sentence = said('Is the heap upright?')\n\n"
        "    def options(self, table):\n        yield Option('yes', say('Yes'), seat=0)\n\n\n"
        "def standing(table):\n    return [Knock(None)]\n\n\n"
        "class HeapKnockedOver(Unwind):", testing.check_shapes,
        r"rules\.py:\d+: Option\.seat is 0 instead of Seat or None: pass the seat itself, not its index"),
}
"""Each slip: its file, line, replacement, check and words. More are in test_kit_finds and test_kit_looks."""


@pytest.fixture
def plant(tmp_path: Path) -> Iterator[Any]:
    def into(file: str, old: str, new: str) -> Any:
        shutil.copytree(EXAMPLE / PACKAGE, tmp_path / PACKAGE, ignore=shutil.ignore_patterns("__pycache__"))
        page = tmp_path / PACKAGE / file
        text = page.read_text(encoding="utf-8") if page.exists() else ""
        assert old in text
        page.write_text(text.replace(old, new), encoding="utf-8")
        sys.path.insert(0, str(tmp_path))
        forget(PACKAGE)
        return import_module(PACKAGE).game

    yield into
    sys.path.remove(str(tmp_path))
    forget(PACKAGE)


@pytest.mark.slow
@sampled("slip", SLIPS, keep=5)
def test_the_kit_names_it(slip: str, plant: Any) -> None:
    file, old, new, check, words = SLIPS[slip]
    findings = check(plant(file, old, new))
    assert any(re.search(words, str(finding)) for finding in findings), testing.report(findings) or "nothing was found"


def test_a_loop_that_asks_a_fixed_number_of_times_is_no_fault(plant: Any) -> None:
    loop = ASK.replace("            number", "            for _ in range(MOST):\n                number")
    game = plant("rules.py", ASK, loop)
    assert not testing.check_source(game)
    rules = (EXAMPLE / PACKAGE / "rules.py").read_text(encoding="utf-8")
    for stale in ("range(table.heap)", "list(table.seats)"):
        planted = rules.replace(ASK, loop.replace("range(MOST)", stale))
        (game.home / "rules.py").write_text(planted, encoding="utf-8")
        assert any("a list may be out of date" in str(one) for one in testing.check_source(game))


@pytest.mark.slow
def test_labels_that_are_all_alike_are_told_once(plant: Any) -> None:
    game = plant("rules.py", "Player(index, person)", "Player(index, setup.people[0])")
    assert len([one for one in testing.check_questions(game) if "fields have the label" in one.sentence]) == 1


@pytest.mark.slow
def test_a_missing_by_players_is_told_once_with_the_line_of_its_question(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    road = "tableside_salt_road"
    shutil.copytree(EXAMPLE.parent / "tableside-salt-road" / road, tmp_path / road,
                    ignore=shutil.ignore_patterns("__pycache__"))
    page = tmp_path / road / "rules.py"
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("    trader.town = town\n    table.by_players()\n",
                                 "    trader.town = town\n"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    forget(road)
    findings = [one.sentence for one in WILD(import_module(road).game)]
    forget(road)
    line = page.read_text(encoding="utf-8").splitlines().index("class Drive(Place[SaltRoad, str]):") + 1
    assert findings == [f"quiet: a To move line repeats the answer to Drive (rules.py:{line}): call "
                        "table.by_players() once it is set"]


@pytest.mark.slow
def test_a_card_that_stays_in_the_hand_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flock = "tableside_flock"
    shutil.copytree(EXAMPLE.parent / "tableside-flock" / flock, tmp_path / flock,
                    ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.syspath_prepend(str(tmp_path))
    forget(flock)
    assert not testing.check_hands(import_module(flock).game)
    page = tmp_path / flock / "rules.py"
    text = page.read_text(encoding="utf-8")
    assert "seat.hand.discard(card, table.deck)" in text
    page.write_text(text.replace("seat.hand.discard(card, table.deck)", "pass"), encoding="utf-8")
    forget(flock)
    findings = testing.check_hands(import_module(flock).game)
    forget(flock)
    report = testing.report(findings)
    assert re.search(r"rules\.py:\d+: a card that answers Lay stays in the hand: call play", report)
