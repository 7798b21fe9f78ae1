"""Starts Tableside: the app, or one of the verbs that need no window (`main.py --help`)."""

from __future__ import annotations

import sys

from companion.launch import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
