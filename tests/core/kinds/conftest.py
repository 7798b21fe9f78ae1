"""An orchard to ask about."""

import pytest

from companion.core.setup import Setup, people
from tests.toys.orchard import game
from tests.toys.orchard.table import Orchard


@pytest.fixture
def table() -> Orchard:
    table = game.new(game.prepare(Setup(people("Ana", "Ben", "Cleo"))))
    table.seats[0].apples = 2
    return table
