"""The system's preferred languages, best first."""

from __future__ import annotations

import locale
import os
import sys
from collections.abc import Mapping

from companion.services.ports.java import is_android, java
from companion.services.ports.quiet import quietly


def system_languages() -> list[str]:
    with quietly("reading the machine's language"):
        if is_android():
            return [str(java().autoclass("java.util.Locale").getDefault().toLanguageTag())]
        if sys.platform == "win32":
            return [_windows_language()]
        return desktop_languages(os.environ, locale.getlocale()[0])
    return []


def desktop_languages(variables: Mapping[str, str], fallback: str | None) -> list[str]:
    """In gettext's order; LANGUAGE can hold several.

    >>> desktop_languages({"LANGUAGE": "de:fr", "LANG": "es_ES.UTF-8"}, None)
    ['de', 'fr', 'es_ES.UTF-8']
    """
    wanted = variables.get("LANGUAGE", "").split(":")
    wanted += [variables.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    return [tag for tag in (*wanted, fallback) if tag]


def _windows_language() -> str:
    import ctypes

    kernel = getattr(ctypes, "windll").kernel32  # noqa: B009 - mypy knows it on Windows only
    return locale.windows_locale.get(kernel.GetUserDefaultUILanguage(), "")
