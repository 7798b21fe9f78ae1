"""The machine a figure was measured on, in one line."""

import os
import platform
import sqlite3
from pathlib import Path


def machine() -> str:
    """Processor, cores, system, Python and SQLite; nothing that names the owner."""
    system = f"{platform.system()} {platform.release().split('-')[0]}"
    return (f"{processor()}, {os.cpu_count()} cores, {system}, {platform.python_implementation()} "
            f"{platform.python_version()}, SQLite {sqlite3.sqlite_version}")


def processor() -> str:
    """The processor's model name; ARM cores report only their family."""
    cores = Path("/proc/cpuinfo")
    if cores.exists():
        for line in cores.read_text(encoding="utf-8", errors="replace").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()
