"""Reading a pack's source finds what not every device can run; it does not pretend to be more."""

import pytest

from companion.core.fields import Rows
from companion.core.setup import Person, Seat, Setup, people
from companion.core.text import Refused, say
from companion.services.packs.pack import check_source
from tests.toys.orchard import game as orchard

REFUSED = {
    "a module that packs may not have": "import os",
    "one inside": "import os.path",
    "inside a function": "def f():\n    from socket import socket",
    "paths": "from pathlib import Path",
    "patterns, which can hang": "import re",
    "the engine": "from companion.core.engine.boundary import guarded",
    "the finder of games": "from companion.core import registry",
    "the app": "from companion.services.library import Library",
    "the whole contract": "import companion.core",
    "a file": "open('x')",
    "code in a text": "exec('x = 1')",
    "letters that look alike": "import \U0001d428\U0001d42c",  # mathematical bold o, s: Python reads os
    "a null in the text": "x = 1\x00",
    "no Python": "def (",
}
NEEDED = {
    "the contract": "from companion.core.kinds import Number, Row\nfrom companion.core.game import Facts, Game\n"
                    "from companion.core.fields import Rows",
    "a module of the contract": "from companion.core import text\nimport companion.core.kinds as kinds",
    "a module of Python": "import math\nimport itertools as it\nfrom collections.abc import Sequence",
    "its own files": "from my_game import rules\nfrom my_game.table import Table\nfrom . import words",
    "a version": "__version__ = '1.0'",
}


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused_with_its_line(name: str) -> None:
    with pytest.raises(Refused, match="not added"):
        check_source("rules.py", REFUSED[name] + "\n", "my_game")


@pytest.mark.parametrize("name", NEEDED)
def test_what_games_need_is_allowed(name: str) -> None:
    check_source("rules.py", NEEDED[name] + "\n", "my_game")


def a_script() -> None:
    """Stands for a function of a pack."""


@pytest.mark.parametrize(("thing", "name"), [(a_script, "__globals__"), ((one for one in ()), "gi_frame"),
                                             (Seat, "__subclasses__"),
                                             (lambda: (one for one in ()), "gi_frame"), (int, "real"),
                                             (Seat(0, Person("Ana", 0)), "__class__")])
def test_a_field_reads_nothing_but_what_lies_on_a_table(thing: object, name: str) -> None:
    table = orchard.new(Setup(people("Ana", "Ben"), {"market": False}))
    with pytest.raises(TypeError, match="nothing that lies on a table"):
        Rows(table, thing, "x").number(name, say("x"), 0, 1).read()
