"""Who sat at finished plays, and how each ended for them: read only, `Store` writes it."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from companion.core.log import sane
from companion.services.store.lines import SECOND, root_of
from companion.services.store.parsing import Row, game_in, result_row, sentence_of
from companion.services.store.rows import ResultRow
from companion.services.store.schema import is_text

_OVER = "outcome IS NOT NULL AND trashed IS NULL"
AT_ONCE = 200  # plays in a step of a long reading
ALL = -1


class Results:
    def __init__(self, rows: Callable[..., list[Row]], stamp: Callable[[], tuple[int, int]]) -> None:
        self._rows = rows
        self._stamp = stamp
        self._seats: tuple[tuple[int, int], list[ResultRow]] | None = None
        """What `seats` returns, until the stamp changes."""

    def forget(self) -> None:
        self._seats = None

    def seats(self) -> list[ResultRow]:
        """Every seat of every finished play, newest first, best place first; cached."""
        for _ in self.read():
            pass
        return list(self._seats[1]) if self._seats is not None else []

    def read(self) -> Iterator[int]:
        """Read `seats` in short steps."""
        stamp = self._stamp()
        if self._seats is not None and self._seats[0] == stamp:
            return
        found: list[ResultRow] = []
        plays = [play for (play,) in self._rows(f"SELECT id FROM plays WHERE {self._listed()}")]
        for at in range(0, len(plays), AT_ONCE):
            found += self.seats_of(plays[at:at + AT_ONCE])
            yield at
        self._seats = (stamp, found)

    def finished(self, *, archived: bool = False) -> list[tuple[int, str, str, float]]:
        """Id, uid, game and time of each finished play, newest first: enough to list thousands at once."""
        rows = self._rows(
            "SELECT id, uid, game, touched FROM plays "
            f"WHERE (archived <= 0 OR ?) AND {self._listed()}", archived)
        return [(play, str(uid), game_in(game), sane(touched)) for play, uid, game, touched in rows]

    def seats_of(self, plays: Sequence[int]) -> list[ResultRow]:
        """The seats of these finished plays, in this order, best place first."""
        rows = self._rows(
            "SELECT play, game, touched, outcome, seat, name, place, score, won FROM results"
            f" JOIN plays ON plays.id = play WHERE {_OVER} AND play IN ({', '.join('?' * len(plays))})"
            " ORDER BY place IS NULL, place, seat", *plays)
        order = {play: number for number, play in enumerate(plays)}
        sentence = lru_cache(maxsize=8)(sentence_of)  # a play's seats share a sentence
        rows.sort(key=lambda row: order[row[0]])
        return [found for row in rows if (found := result_row(row, sentence)) is not None]

    def names(self) -> list[tuple[int, str]]:
        """Who sat where: each finished play with each of its names."""
        rows = self._rows(
            f"SELECT play, name FROM results JOIN plays ON plays.id = play WHERE {self._counted()}")
        return [(play, name) for play, name in rows if is_text(name)]

    def latest_of(self, wanted: Callable[[str], bool], most: int = ALL) -> list[int]:
        """The newest finished plays of everybody with a wanted name."""
        spelled = [name for (name,) in self._rows("SELECT DISTINCT name FROM results")
                   if is_text(name) and wanted(name)]
        rows = self._rows(
            f"SELECT id FROM plays WHERE {self._counted()}"
            f" AND id IN (SELECT play FROM results WHERE name IN ({', '.join('?' * len(spelled))}))"
            " ORDER BY touched DESC, id DESC LIMIT ?", *spelled, most)
        return [play for (play,) in rows]

    def tallies(self) -> list[tuple[str, int, int]]:
        """Each name with its finished plays and wins."""
        rows = self._rows(
            "SELECT name, count(*), sum(won != 0) FROM results JOIN plays ON plays.id = play"
            f" WHERE {self._counted()} GROUP BY name")
        return [(name, plays, wins) for name, plays, wins in rows if is_text(name)]

    def _listed(self) -> str:
        """The condition for finished plays with results, and their order: newest first."""
        return (f"{self._counted()} AND EXISTS (SELECT 1 FROM results WHERE play = plays.id)"
                " ORDER BY touched DESC, id DESC")

    def _counted(self) -> str:
        """The condition for finished plays, each in one course only."""
        return f"{_OVER} AND plays.id NOT IN ({', '.join(map(str, self.other_courses()))})"

    def other_courses(self) -> set[int]:
        """Of a play that ended in two places, count the longest course only, on every phone the same."""
        best: dict[str, tuple[int, str, int]] = {}
        seconds = [str(uid) for (uid,) in self._rows(f"SELECT uid FROM plays WHERE instr(uid, '{SECOND}')")]
        both = sorted({*seconds, *map(root_of, seconds)})
        rows = self._rows(
            "SELECT uid, id, (SELECT count(*) FROM records WHERE play = plays.id),"
            " (SELECT line FROM records WHERE play = plays.id ORDER BY number DESC LIMIT 1) FROM plays"
            f" WHERE {_OVER} AND uid IN ({', '.join('?' * len(both))})", *both)
        for uid, play, count, line in rows:
            root = root_of(str(uid))
            best[root] = max(best.get(root, (-1, "", 0)), (count, str(line), play))
        counted = {play for _, _, play in best.values()}
        return {play for _, play, _, _ in rows} - counted
