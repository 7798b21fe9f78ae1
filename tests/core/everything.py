"""A file of everything, all of its parts together: the app takes them one by one."""

from __future__ import annotations

from io import StringIO

from companion.core.files.reading import CopyFile, Everything, LeftOut, PlayFile, iter_everything


def everything_in(text: str) -> Everything:
    found = Everything()
    for part in iter_everything(StringIO(text)):
        if isinstance(part, PlayFile):
            found.plays.append(part)
        elif isinstance(part, CopyFile):
            found.copies.append(part)
        elif isinstance(part, tuple):
            found.people.append(part)
        elif isinstance(part, LeftOut):
            raise AssertionError(str(part.why))
        else:
            found.settings.update(part)
    return found
