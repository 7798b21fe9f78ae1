"""Hide what Windows lacks, to find tests that would fail there: `make windows` (tools/like_windows.py)."""

import multiprocessing
import os
import signal
import subprocess
import sys
from types import SimpleNamespace

MODULES = ("resource", "fcntl", "pwd", "grp", "termios", "tty", "pty", "syslog")
NAMES = {os: ("mkfifo", "fork", "geteuid", "killpg", "setsid", "nice", "sysconf", "uname"),
         signal: ("SIGKILL", "SIGALRM", "setitimer", "alarm", "SIGUSR1", "SIGSTOP", "SIGCONT", "pthread_kill")}

multiprocessing.set_start_method("spawn")
subprocess.signal = SimpleNamespace(**vars(signal))  # type: ignore[attr-defined] # here a process ends by SIGKILL
for module in MODULES:
    sys.modules[module] = None  # type: ignore[assignment]
for owner, names in NAMES.items():
    for name in names:
        if hasattr(owner, name):
            delattr(owner, name)
