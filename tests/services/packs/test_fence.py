"""The fence round a pack, attacked: ways out that Python has, each refused by reading; and what games need, allowed."""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

import pytest

from companion.core.fields import number_field
from companion.core.refusals import Refused
from companion.core.seats import Person, Seat
from companion.core.text import say
from companion.services.packs.imports_check import CONTRACT, FOR_GAMES, STANDARD
from companion.services.packs.source_check import check_source
from companion.services.packs.words_check import TOUCHES, hidden

WAYS_OUT = {
    "a module's own imports": "from pathlib import os",
    "by the module's name": "import pathlib\npathlib.os.system('x')",
    "a hidden import": "import collections\ncollections._sys.exit()",
    "a private part": "import re._parser",
    "the modules of dataclasses": "from dataclasses import sys",
    "a module handed on": "import math\nm = math\nm.os",
    "through another file of its own": "from my_game import rules\nrules.pathlib.os.remove('x')",
    "the engine": "from companion.core.engine.boundary import pythonapi",
    "the whole app": "import companion.core.kinds\ncompanion.services.evening",
    "the whole contract": "import companion.core as core\ncore.engine",
    "the finder of games": "from companion.core import registry",
    "the finder by its path": "import companion.core.registry",
    "the importer": "from companion.core.registry import import_module",
    "files of the app": "from companion.core.files.reading import read_play",
    "another play": "from companion.core.play import Play",
    "the words of the whole app": "from companion.core.text import speak",
    "the words of other games": "from companion.core import text\ntext.learn('windmill', 'x')",
    "what the contract imported": "from companion.core.text import gettext",
    "the frame of a generator": "(x for x in ()).gi_frame.f_back.f_globals",
    "the frame of a coroutine": "async def f(): ...\nf().cr_frame",
    "a pattern": "match ():\n    case object(__class__=c):\n        pass",
    "a pattern with a frame": "match (x for x in ()):\n    case object(gi_frame=f):\n        pass",
    "a formatter that gives objects": "from string import Formatter",
    "the same by the module": "import string\nstring.Formatter()",
    "a type hint that is run": "from typing import get_type_hints",
    "a register that runs hints": "from functools import singledispatch",
    "a wrapper that reads any attribute": "from functools import update_wrapper",
    "byte code": "from types import CodeType",
    "a global enum": "import enum\nenum.global_enum(1)",
    "a file that is moved": "from pathlib import Path\nPath(__file__).replace('x')",
    "the same by its name": "from pathlib import Path\nmove = Path(__file__).replace\nmove('x')",
    "the same with a star": "from pathlib import Path\nPath(__file__).replace(*['x'])",
    "the engine's own class changed": "from companion.core.table import Table\nTable.ask = None",
    "a function of Python's changed": "import math\nmath.floor = None",
    "taken away": "from companion.core.seats import Seat\ndel Seat.gain",
    "catches what stops it": "try:\n    x = 1\nexcept BaseException:\n    pass",
    "catches everything": "try:\n    x = 1\nexcept:\n    pass",
    "catches it among others": "try:\n    x = 1\nexcept (ValueError, BaseException):\n    pass",
    "a huge power": "x = 10 ** 10 ** 10",
    "a power of powers": "x = 9 ** 9 ** 9",
    "a huge shift": "x = 1 << 10_000_000",
    "a huge list": "x = [0] * 10 ** 9",
    "a huge text": "x = 1_000_000_000 * 'a'",
    "a huge product": "x = 100_000 * 100_000 * 100_000",
    "a long number": f"x = {'9' * 3000}",
    "nested without end": f"x = {'(' * 90}1{')' * 90}" + " + 1" * 900,
    "a renamed import": "import math as __builtins__",
    "a renamed name": "from math import floor as __import__",
    "letters that look alike": "import \U0001d428\U0001d42c",  # mathematical bold o, s: Python reads os
    "an attribute in such letters": "().\uff3f\uff3fclass\uff3f\uff3f",
    "help": "help('modules')",
    "a null in the text": "x = 1\x00",
}


@pytest.mark.parametrize("name", WAYS_OUT)
def test_a_way_out_is_refused_by_reading(name: str) -> None:
    with pytest.raises(Refused, match="not added"):
        check_source("rules.py", WAYS_OUT[name] + "\n", "my_game")


NEEDED = {
    "the contract": "from companion.core.kinds import Number, Row\nfrom companion.core.game import Facts, Game\n"
                    "from companion.core.fields import number_field",
    "a module of the contract": "from companion.core import text\nimport companion.core.kinds as kinds\n"
                                "x = text.say('a')\ny = kinds.Number",
    "a module of Python": "import math\nx = math.floor(2.5)",
    "a module under another name": "import itertools as it\nx = list(it.chain([1], [2]))",
    "abstract collections": "from collections.abc import Sequence\nimport collections.abc\n"
                            "x: collections.abc.Sequence[int] = []",
    "its own files": "from my_game import rules\nfrom my_game.table import Table\nfrom . import words\nrules.play(1)",
    "its own folder": "from pathlib import Path\nhome = Path(__file__).resolve().parent",
    "a text with another": "x = 'abc'.replace('a', 'b')",
    "a changed copy": "import dataclasses\ndef f(x: object) -> object:\n    return dataclasses.replace(x, a=1)",
    "points": "class Seat:\n    lowest = -9999\nx = 2 ** 10 + 1_000_000",
    "a power that is looked up": "def f(n: int) -> int:\n    return 2 ** n",
    "rows of a board": "x = [0] * 64\ny = ['-'] * (8 * 8)\nz = '-' * 20",
    "an exception with its name": "try:\n    x = 1\nexcept (KeyError, ValueError):\n    pass",
    "its own attributes": "class A:\n    x = 1\nA.x = 2\na = A()\na.copy = 3\ndel a.copy",
    "a version": "__version__ = '1.0'\n__all__ = ['x']",
    "a pattern": "def f(x: object) -> int:\n    match x:\n        case str():\n            return 1\n    return 0",
    "a copy of a list": "x = [1].copy()",
}


@pytest.mark.parametrize("name", NEEDED)
def test_what_games_need_is_allowed(name: str) -> None:
    check_source("rules.py", NEEDED[name] + "\n", "my_game")


HARMLESS = {"numbers", "random", "copy", "keyword", "re._constants", "re._parser", "re._casefix", "re._compiler",
            "_string", "_random", "_sre"}


def test_no_module_can_be_reached_by_attributes_of_allowed_ones() -> None:
    """Whatever stands between dots: the walk goes through every module that its name does not bar."""
    first = [*STANDARD, *(f"{CONTRACT}.{name}" for name in FOR_GAMES)]
    waiting: list[ModuleType] = [import_module(name) for name in first]
    reached: dict[str, str] = {}
    seen: set[str] = set()
    while waiting:
        module = waiting.pop()
        if module.__name__ in seen:
            continue
        seen.add(module.__name__)
        for name, value in vars(module).items():
            if isinstance(value, ModuleType) and name not in TOUCHES and not hidden(name):
                reached.setdefault(value.__name__, f"{module.__name__}.{name}")
                waiting.append(value)
    outside = {name: way for name, way in reached.items()
               if name not in first and name not in HARMLESS and not name.startswith(f"{CONTRACT}.kinds")}
    assert outside == {}
    assert not {"os", "sys", "builtins", "importlib", "io"} & set(reached) and "os" in sys.modules


def a_script() -> None:
    """Stands for a function of a pack."""


@pytest.mark.parametrize(("thing", "name"), [(a_script, "__globals__"), ((one for one in ()), "gi_frame"),
                                             (Seat, "__subclasses__"), (Seat(0, Person("Ana", 0)), "__class__")])
def test_a_field_reads_nothing_but_what_lies_on_a_table(thing: object, name: str) -> None:
    """The name is a text, so no reading of the source sees it: `"__glo" + "bals__"`."""
    with pytest.raises(TypeError, match="nothing that lies on a table"):
        number_field(thing, name, "x", say("x"), 0, 1).read()
