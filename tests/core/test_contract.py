"""The declared version of the contract: another one is refused politely, and said which."""

import sys
from types import ModuleType

from companion.core.registry import CONTRACT, find_games
from tests.toys.orchard.game import OrchardGame


class FromTomorrow(OrchardGame):
    contract = 2


def test_a_game_for_another_contract_is_named_and_not_taken() -> None:
    module = ModuleType("toy_from_tomorrow")
    module.game = FromTomorrow()
    sys.modules["toy_from_tomorrow"] = module
    try:
        found = find_games({}, [("orchard", "toy_from_tomorrow:game")])
    finally:
        del sys.modules["toy_from_tomorrow"]
    assert CONTRACT == 1 and found.games == {}
    assert str(found.broken[0].error) == "It needs plugin interface 2, but this app has 1. Update the older one."
