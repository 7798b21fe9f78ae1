"""A walk that somebody may stop, drawn on the stage."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.winter_tales import game
from companion.games.winter_tales.screen.stage.walk import Walk, WalkStep
from tests.games.winter_tales.evening import (
    ASYLUM,
    ASYLUM_PRISON,
    CEMETERY_PARK,
    PARK,
    PARK_PRISON,
    PRISON,
    four,
    put,
)
from tests.games.winter_tales.screen.test_stage import asks
from tests.ui.stage_host import Host, hosted


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted(game) as one:
        yield one


def test_a_walk_is_drawn_while_somebody_may_stop_it(host: Host) -> None:
    """WT-26, WT-28: from the prison over the park. Wolf is asked on the first space; the second is paid for by the
    first card, the third takes another one, and there the Mad Hatter may attack."""
    walked = put(four(), "wolf", PARK_PRISON).tap("Activates", "pinocchio").tap("StepsTo", CEMETERY_PARK)
    asks(host, walked.play, walked.asked("Attacks"))
    assert host.stage.walk == Walk(PARK_PRISON, (WalkStep(PARK, 2), WalkStep(CEMETERY_PARK, 3, 2, "sword-cross")))
    walked.tap("Attacks", "through")
    asks(host, walked.play, walked.asked("StepsTo"))
    assert host.stage.walk is None


def test_a_soldiers_walk_shows_where_traps_may_open(host: Host) -> None:
    """WT-40: only rebels in locations could spring one. The asylum meets the Tin Man, the park two rebels, so the walk
    goes by the asylum and waits there; Alice is at its end."""
    walked = put(put(four(), "alice", PRISON), "scarecrow", PARK)
    walked.tap("Activates", "dorothy").tap("EndsTurn")
    walked.correct("acting", 3).again().tap("Activates", "candlewick").tap("StepsTo", PRISON)
    asks(host, walked.play, walked.asked("SpringsTrap"))
    assert host.stage.walk == Walk(ASYLUM, (WalkStep(ASYLUM_PRISON, 2), WalkStep(PRISON, 3, 2, "spider-web")))
