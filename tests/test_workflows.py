"""What the workflows and their script lean on is there. They have not run on a runner; this much can be seen here."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCRIPT = ROOT / "packaging" / "emulator.sh"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_action_has_a_version_and_every_target_and_file_is_there(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    ours = re.findall(r"uses: \./(\S+)", text)
    assert [name for name in ours if not (ROOT / name).is_file()] == []
    actions = re.findall(r"uses: ([^.\s]\S+)", text)
    assert actions and all(re.search(r"@(release/)?v\d+$", action) for action in actions), actions
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bmake ([a-z]+)", text)) <= targets
    named = re.findall(r"(?:packaging|tools|tests)/[\w./]+", text)
    assert [name for name in named if not (ROOT / name).exists()] == []
    assert "\t" not in text, "YAML takes no tabs"


def test_the_script_asks_for_the_app_and_the_sentence_that_are_there() -> None:
    script, spec = SCRIPT.read_text(encoding="utf-8"), (ROOT / "buildozer.spec").read_text(encoding="utf-8")
    domain, name = (re.search(rf"^package\.{part} = (\S+)$", spec, re.MULTILINE) for part in ("domain", "name"))
    assert domain and name and f"app={domain[1]}.{name[1]}\n" in script
    start = (ROOT / "companion" / "ui" / "app" / "start.py").read_text(encoding="utf-8")
    assert "opened every screen" in start and "the smoke test opened every screen" in script


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here to read the script")
def test_the_script_is_bash() -> None:
    assert subprocess.run(["bash", "-n", str(SCRIPT)], check=False).returncode == 0
