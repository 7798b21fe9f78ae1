"""Run the tests of companion/page/tab/disk.js, which saves the plays of a browser tab, in node."""

import shutil
import subprocess
from pathlib import Path

import pytest

TESTS = Path(__file__).with_name("disk.test.mjs")


@pytest.mark.thorough
@pytest.mark.slow
def test_damage_kills_and_a_full_disk_lose_no_play() -> None:
    node = shutil.which("node") or pytest.skip("There is no node here (Debian: apt-get install -y nodejs).")
    command = [node, "--test", "--test-reporter=spec", TESTS]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout.partition("failing tests:")[2] or ran.stdout + ran.stderr
