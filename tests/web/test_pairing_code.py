"""Run the tests of companion/page/tab/code.js, the codes by which phones pair, in node."""

import shutil
import subprocess
from pathlib import Path

import pytest


@pytest.mark.slow
def test_codes_of_two_phones() -> None:
    node = shutil.which("node") or pytest.skip("There is no node here (Debian: apt-get install -y nodejs).")
    command = [node, "--test", Path(__file__).with_name("code.test.mjs")]
    ran = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stdout + ran.stderr
