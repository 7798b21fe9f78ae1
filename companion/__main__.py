"""`python -m companion` is the same as `tableside`."""

import sys

from companion.launch import main

sys.exit(main())
