"""What the library shows of a play: where it stands, its points, and its result."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from companion.core import log
from companion.core.engine.boundary import guarded
from companion.core.play import GuardedPlay, Play
from companion.core.setup import Person, Seat
from companion.core.text import Refused, Text, listing, say
from companion.core.views import Outcome, View
from companion.services.store import Summary
from companion.services.store.rows import SeatResult


def view_of(play: GuardedPlay) -> View | None:
    view: View | None = None
    with suppress(Refused):
        view = play.view()
    return view


def summary_of(play: GuardedPlay, view: View | None = None, ending: log.Ending | None = None) -> Summary:
    """What the library shows; if players ended it, the standings. If the view fails, it is still stored."""
    points = tuple(seat.points for seat in play.table.seats)
    seen = view or view_of(play)
    subtitle: Text | str = "" if seen is None else seen.subtitle
    outcome: Outcome | None = None
    with suppress(Refused):
        outcome = play.outcome()
    if outcome is None and ending is not None and ending.ended:
        return ended_early(play, ending.winner)
    if outcome is None:
        with suppress(Refused):
            subtitle = subtitle and say("{where}. {asked}", where=subtitle, asked=first_sentence(play))
        return Summary(subtitle, points, seated=_seated(play))
    return Summary(subtitle, points, outcome.sentence, _results(play, outcome), _seated(play))


def _seated(play: Play[Any]) -> tuple[Person, ...]:
    seats, began = play.table.seats, play.setup.people
    if len(seats) == len(began) and all([seat.name == person.name and seat.colour == person.colour
                                         for seat, person in zip(seats, began, strict=True)]):
        return ()
    return tuple(Person(seat.name, seat.colour) for seat in seats)


def low_leads(view: View | None) -> bool:
    """Does this score sheet put the fewest points first?"""
    columns = [] if view is None or view.sheet is None else view.sheet.columns
    # a game may leave a total out
    totals = [(one.total, one.leads) for one in columns if isinstance(one.total, int)]
    return any(leads and total < max(totals)[0] for total, leads in totals)


def ended_early(play: GuardedPlay, winner: int | None = None) -> Summary:
    """The current standings, with places by points if there are any; only the players say who won.

    Partners on the winner's side also win.
    """
    seen = view_of(play)
    before = summary_of(play, seen)
    sides = {one.index: one.side for one in seen.seats} if seen is not None else {}
    order = sorted(set(before.points), reverse=not low_leads(seen))
    scored = any(before.points)
    won = [seat for seat in play.table.seats if winner is not None
           and (seat.index == winner or (sides.get(winner) and sides[winner] == sides.get(seat.index)))]
    results = tuple(SeatResult(seat.index, seat.name, order.index(seat.points) + 1 if scored else None,
                               seat.points if scored else None, seat in won) for seat in play.table.seats)
    ahead = [seat for seat in play.table.seats if scored and seat.points == order[0]]
    return Summary(before.subtitle, before.points, _how_it_ended(won, ahead), results, before.seated)


def without_closed_votes(play: GuardedPlay, ending: log.Ending | None) -> Summary:
    """Only the seats, and the winner that players named: the points may come from the votes."""
    if ending is None or not ending.ended:
        return Summary("", (), seated=_seated(play))
    won = [seat for seat in play.table.seats if seat.index == ending.winner]
    results = tuple(SeatResult(seat.index, seat.name, None, None, seat in won) for seat in play.table.seats)
    return Summary("", (), _how_it_ended(won, []), results, _seated(play))


def _how_it_ended(won: Sequence[Seat], ahead: Sequence[Seat]) -> Text:
    if len(won) > 1:
        return say("Ended early, {names} win.", names=listing(tuple(won)))
    if won:
        return say("Ended early, {name} wins.", name=won[0])
    return say("Ended early, {names} ahead.", names=listing(tuple(ahead))) if ahead else say("Ended early.")


def is_ended_early(outcome: Text | str | None) -> bool:
    return isinstance(outcome, Text) and outcome.message.startswith("Ended early")


def _results(play: Play[Any], outcome: Outcome) -> tuple[SeatResult, ...]:
    places = {place.seat: place for place in outcome.places}
    return tuple(
        SeatResult(seat.index, seat.name, places[seat.index].place if seat.index in places else None,
                   places[seat.index].score if seat.index in places else None,
                   seat.index in outcome.winners or outcome.won is True)
        for seat in play.table.seats)


def first_sentence(play: GuardedPlay) -> Text:
    def sentence() -> Text:
        found = play.open()[0].sentence(play.table)
        if not isinstance(found, Text):
            raise TypeError(found)
        return found
    return guarded(sentence)
