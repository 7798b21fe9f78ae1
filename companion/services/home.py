"""What the library and the form for a new play show: stated once for the app, `serve` and the tab."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from pathlib import Path
from typing import Any

from companion.core.game import Facts, Game
from companion.core.seats import OFFERED
from companion.core.setup import Person, initials, person_json
from companion.core.text import Refused, Text, capital, count, say, spelled
from companion.core.values import Json
from companion.services import when
from companion.services.evening.tonight import tonight_json
from companion.services.library import Library, Listed

FILES = ("cover.png", "cover.jpg")
GAMES = Path(__file__).resolve().parents[1] / "games"
SMALL_COVER = "cover.webp"
"""In the folder of a game in `GAMES`: its cover for the page, made from the large one."""
LATELY = 20  # plays looked through for enough people
MOST_PEOPLE, MOST_OPEN, MOST_SEATS = 24, 6, 12
MANY = 6  # people; the points of more don't fit beside each of them


def cover_file(home: Path) -> Path | None:
    """The picture that a game brings along."""
    return next((home / name for name in FILES if (home / name).is_file()), None)


def small_covers() -> dict[str, Path]:
    """The covers that come with the page, by their names there."""
    return {f"covers/{path.parent.name}.webp": path for path in sorted(GAMES.glob(f"*/{SMALL_COVER}"))}


def players_and_minutes(facts: Facts) -> Text:
    """For example "3–5 · 20–45 min"."""
    seats = str(facts.most) if facts.fewest == facts.most else f"{facts.fewest}–{facts.most}"
    return say("{players} · {minutes} min", players=seats, minutes=facts.minutes.replace("-", "–"))


def order_words(facts: Facts) -> Text:
    if facts.order is not None:
        return facts.order
    if facts.sides:
        return say("Seats alternate between {n} sides. Drag to reorder.", n=spelled(facts.sides))
    return say("Seats run clockwise round the table. Drag to reorder.")


def start_words(seats: int, fewest: int = 1) -> Text:
    """On the button that starts a play with this many players, or how many are missing."""
    missing = fewest - seats
    if missing > 0:
        words = count("{number} more player", "{number} more players", missing, number=spelled(missing))
    else:
        words = count("Start alone", "Start with {number} players", seats, number=spelled(seats))
    return capital(words)


def likely_people(library: Library, facts: Facts) -> list[Person]:
    """The people of the last play with enough of them, as many as fit."""
    lately = (play.people for play in islice(library.store.latest(), LATELY))
    last = next(lately, ())
    enough = next((people for people in chain([last], lately) if len(people) >= facts.fewest), last)
    return list(enough)[:facts.most]


def last_options(library: Library, game: str) -> dict[str, Json]:
    before = library.last_setup(game)
    return {} if before is None else dict(before.options)


def sheets(library: Library, game: Game[Any]) -> Iterator[tuple[Facts, int]]:
    """The saved score sheets that appear as games, with the ids of their boxes."""
    for row in library.boxes(game.facts.id) if game.setup_page else ():
        with suppress(Refused):
            facts = game.dressed(row.box)
            if facts is not None:
                yield facts, row.id


def shown_points(play: Listed) -> list[int | None]:
    """Points by seat; None before anybody has some."""
    return list(play.points) if any(play.points) else [None] * len(play.people)


def together(points: Sequence[int | None]) -> list[tuple[tuple[int, ...], int | None]]:
    """Seats and their points; of more than six people, those with equal points share one number.

    >>> together([3, 5, 3]), together([1, 9, 9, 1, 1, 9, 1])
    ([((0,), 3), ((1,), 5), ((2,), 3)], [((0, 3, 4, 6), 1), ((1, 2, 5), 9)])
    """
    if len(points) <= MANY:
        return [((seat,), score) for seat, score in enumerate(points)]
    found: dict[int | None, list[int]] = {}
    for seat, score in enumerate(points):
        found.setdefault(score, []).append(seat)
    return [(tuple(seats), score) for score, seats in found.items()]


def more_open(others: int) -> Text:
    return capital(count("One more play open", "{number} more plays open", others, number=spelled(others)))


# As data for the page

def covers_json(library: Library) -> list[Json]:
    """In the order of the app's library: a game's saved sheets, then the game itself."""
    found: list[Json] = []
    for game in library.games.values():
        found += [cover_json(game, facts, box) for facts, box in sheets(library, game)]
        found.append(cover_json(game, game.facts, None))
    return found


def cover_json(game: Game[Any], facts: Facts, box: int | None) -> dict[str, Json]:
    dark = facts.dark
    return {"game": facts.id, "box": box, "title": facts.name, "blurb": facts.blurb,
            "about": players_and_minutes(facts), "picture": page_cover(game, box), "icon": facts.icon,
            "colours": [dark.container, dark.panel2, dark.accent, dark.panel]}


def page_cover(game: Game[Any], box: int | None) -> str:
    """Its address; "own" if the page has to ask for it, "" if it draws the icon instead."""
    small = next((name for name, path in small_covers().items() if path.parent == game.home), "")
    own = "own" if box is None and cover_file(game.home) is not None else ""
    return small or own


def open_json(library: Library) -> dict[str, Json]:
    """What was played lately, and the plays under way, newest first."""
    now = library.clock.wall()
    known = [play for play in library.open_plays() if play.known and not play.damaged and play.aside is None]
    plays = known[:MOST_OPEN]
    return {"tonight": tonight_json(library),
            "plays": [{"id": play.id, "game": play.game, "title": play.title, "told": play.subtitle,
                       "left": when.left_at(play.touched, now), "people": seats_json(play)}
                      for play in plays],
            "more": more_open(len(plays) - 1) if len(plays) > 1 else ""}


def seats_json(play: Listed) -> list[Json]:
    rows = zip(play.people, initials(play.names), shown_points(play), strict=False)
    return [{**person_json(person), "letter": letter, "score": score} for person, letter, score in rows]


def people_json(library: Library) -> dict[str, Json]:
    """Whom the form offers, people most recent first, and what its button says."""
    return {"known": [person_json(one) for one in library.people()[:MOST_PEOPLE]],
            "groups": [{"name": group.name, "people": [person_json(one) for one in group.people]}
                       for group in library.groups()],
            "offered": list(OFFERED), "starts": [start_words(n) for n in range(1, MOST_SEATS + 1)],
            "missing": [start_words(0, n) for n in range(1, MOST_SEATS + 1)]}
