"""Game packs: single files that bring a game to a phone."""

from pathlib import Path

from companion.core.registry import Found, find_games
from companion.core.set_aside import SetAside
from companion.services.start import PACKS

ZIP = b"PK"


def games_here(found: Found | None, home: Path) -> Found:
    """Add the installed packs. Most phones have none, so the code that reads them is imported only if needed."""
    every = find_games(aside=SetAside(home)) if found is None else found
    if (home / PACKS).is_dir():
        from companion.services.packs.pack import PackFolder
        PackFolder(home).find(every)
    return every
