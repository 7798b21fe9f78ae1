"""The files that every later version must open: `python -m tests.services.first_version` writes them, once per version.

One finished play of each game, and everything: the golden plays, people, boxes and settings.
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from companion.core.files import dump, play_file
from companion.core.registry import find_games
from companion.services.library import Library
from companion.services.store import open_store
from companion.testing.recording import SetClock
from companion.testing.wild import wild_play
from tests.games.golden import played

HOME = Path(__file__).parent / "versions" / "1.0.0"
GOLDEN = Path(__file__).parent.parent / "games"
MOST_RECORDS = 700


def write() -> None:
    games, clock = find_games().games, SetClock()
    HOME.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder:
        library = Library(open_store(Path(folder) / "here.db"), games, clock)
        for id, game in games.items():
            for page in sorted((GOLDEN / id / "golden").glob("*.txt")):
                play, _ = played(game, page)
                library.store.add_play(id, game.rules_version, play.setup, clock.wall(), records=play.log,
                                       uid=f"{id}-{page.stem}")
                library.store.remember(play.setup.people, clock.wall())
            for number, box in enumerate(game.boxes.to_try()[:2]):
                library.save_box(id, f"Box {number + 1}", box)
            over = next(one.play for seed in range(1_000) if (one := wild_play(game, seed, laws=False)).ended
                        and one.play is not None and len(one.play.log) < MOST_RECORDS)
            text = dump(play_file(over, game.rules_version, uid=f"wild-{id}", began=1_700_000_000.0))
            (HOME / f"{id}.json").write_text(text, encoding="utf-8")
        library.set("theme", "dark")
        library.set("text_size", 130)
        (HOME / "everything.json").write_text(library.files.export_everything(), encoding="utf-8")
        library.quit()


if __name__ == "__main__":
    write()
