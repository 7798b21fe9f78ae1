"""Every example of the reference is run: it can be asked, described, answered by chance, and its answer is taken."""

from __future__ import annotations

import re
import sys
from dataclasses import is_dataclass
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from PIL import Image

from companion.core.kinds import KINDS
from companion.core.questions import Question
from companion.core.setup import Setup, people
from companion.services.packs.source_check import STANDARD
from tests.toys.orchard import game

HOME = Path(__file__).resolve().parent.parent
PAGE = (HOME / "docs" / "game-reference.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.S)


def examples() -> dict[str, Any]:
    page = ModuleType("reference")
    sys.modules["reference"] = page  # a dataclass looks for its own module
    names = page.__dict__
    for block in BLOCKS:
        exec(block, names)
    return {name: one for name, one in names.items() if isinstance(one, type) and issubclass(one, Question)
            and is_dataclass(one) and one.__module__ == "reference"}


EXAMPLES = examples()


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_can_be_asked_and_answered(name: str) -> None:
    table = game.new(game.prepare(Setup(people("Ana", "Ben", "Cleo"))))
    question = EXAMPLES[name](table.seats[0])
    shown = question.draft(table).describe()
    assert str(shown.sentence).strip() and not re.search(r"\d", str(shown.sentence))
    assert question.possible(table)
    raw = question.random_answer(table, Random(1))
    answer = question.decode(table, raw)
    question.check(table, answer)
    assert question.encode(answer) == raw


def test_every_kind_has_an_example() -> None:
    assert {one.kind for one in EXAMPLES.values()} == set(KINDS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_example_has_its_picture_beside_it(name: str) -> None:
    picture = f"screenshots/phone/reference-{name.strip('_').lower()}.png"
    assert f"![{name}: " in PAGE and f"]({picture})" in PAGE
    with Image.open(HOME / "docs" / picture) as taken:
        assert taken.width == 309 and taken.height >= 150, "three quarters of a phone"


def test_the_page_names_all_that_a_pack_may_import() -> None:
    told = PAGE.split("## What a pack may use")[1]
    assert [name for name in STANDARD - {"__future__"} if name not in told] == []
