"""Firefox and Chromium pair across two networks joined by a single cable."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.site import SLOW, Site
from tests.web.table import ROOT, chromium, free_port

pytestmark = [pytest.mark.slow, pytest.mark.thorough]
ONE, OTHER = "tableside-one", "tableside-other"


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


def take_down() -> None:
    for name in (ONE, OTHER):
        subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)


@pytest.fixture
def networks() -> Iterator[None]:
    """Two namespaces and a cable between them, without a way to anywhere else."""
    if shutil.which("ip") is None or os.geteuid() != 0:
        pytest.skip("Two networks on one machine need root and iproute2.")
    if chromium() is None or not (shutil.which("firefox-esr") or shutil.which("firefox")):
        pytest.skip("There is no chromium or no Firefox here.")
    take_down()
    try:
        ip("netns", "add", ONE)
        ip("netns", "add", OTHER)
        ip("link", "add", "ts-one", "netns", ONE, "type", "veth", "peer", "name", "ts-other", "netns", OTHER)
        for name, link, end in ((ONE, "ts-one", 1), (OTHER, "ts-other", 2)):
            ip("-n", name, "link", "set", "lo", "up")
            ip("-n", name, "addr", "add", f"10.77.0.{end}/24", "dev", link)
            ip("-n", name, "link", "set", link, "up")
            ip("-n", name, "route", "add", "default", "via", f"10.77.0.{3 - end}")
    except subprocess.CalledProcessError as no:
        take_down()
        pytest.skip(f"This machine allows no networks of its own: {no.stderr.decode().strip()}")
    yield
    take_down()


@pytest.mark.parametrize("how", [["chromium"], ["firefox"], ["chromium", "bare"]], ids="-".join)
def test_two_browsers_pair(networks: None, site: Site, how: list[str], tmp_path: Path) -> None:
    port = str(free_port())
    start = tmp_path / "chromium.sh"
    start.write_text(f'#!/bin/sh\nexec ip netns exec {ONE} {chromium()} "$@"\n', encoding="utf-8")
    start.chmod(0o755)
    run = [sys.executable, "-m", "tests.web.two_networks", site.folder, port]
    server = subprocess.Popen(["ip", "netns", "exec", ONE, *run, "serve"], cwd=ROOT)
    try:
        command = ["ip", "netns", "exec", OTHER, *run, start, *how]
        said = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8",
                              timeout=3 * SLOW, check=False)
    finally:
        server.kill()
        server.wait()
    print(said.stdout)
    assert said.returncode == 0, said.stdout + said.stderr
    assert "a seat after" in said.stdout
