"""Game packs: single files that bring a game to a phone."""

from pathlib import Path
from typing import Any

from companion.core.game import Game
from companion.core.registry import BrokenPlugin, Found, find_games, take
from companion.core.set_aside import SetAside
from companion.services.start import PACKS

ZIP = b"PK"


def games_here(found: Found | None, home: Path) -> Found:
    """Add the installed packs; the code that reads them is imported only if there are any."""
    every = find_games(aside=SetAside(home)) if found is None else found
    if (home / PACKS).is_dir():
        from companion.services.packs.pack import PackFolder
        PackFolder(home).find(every)
    return every


def try_again(found: Found, broken: BrokenPlugin, home: Path) -> Game[Any] | None:
    """Load a plugin or pack that was set aside. If it fails, `found` has the reason."""
    before, aside = {*found.games}, SetAside(home)
    aside.forgive(broken.aside)
    found.broken.remove(broken)
    if broken.id:
        from companion.services.packs.pack import PackFolder
        folder = PackFolder(home)
        for pack in folder.packs():
            if pack.id == broken.id:
                folder.take(found, pack)
    else:
        take(found, broken.name, broken.aside, aside)
    return next((game for id, game in found.games.items() if id not in before), None)
