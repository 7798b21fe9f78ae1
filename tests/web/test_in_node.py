"""Run the tests of scripts that need no browser: disk.js saves the plays of a tab, sw.js keeps its page."""

import shutil
import subprocess
from pathlib import Path

import pytest


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize("script", ["disk", "sw"])
def test_every_case_of_the_script_passes(script: str) -> None:
    node = shutil.which("node") or pytest.skip("There is no node here (Debian: apt-get install -y nodejs).")
    command = [node, "--test", "--test-reporter=spec", Path(__file__).with_name(f"{script}.test.mjs")]
    ran = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
    assert ran.returncode == 0, ran.stdout.partition("failing tests:")[2] or ran.stdout + ran.stderr
