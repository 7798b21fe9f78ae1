"""Which address the QR code shows: the one that phones in the room reach."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.services.phones.addresses import (
    LOOPBACK,
    POINT_TO_POINT,
    RUNNING,
    UP,
    Address,
    in_the_room,
    interfaces,
)
from tests.sampling import sampled

ROOT = Path(__file__).resolve().parents[3]
LIVE = UP | RUNNING
LO = Address("127.0.0.1", "lo", LIVE | LOOPBACK)
WIFI = Address("192.168.178.24", "wlan0", LIVE)
CABLE = Address("192.168.1.7", "eth0", LIVE)
HOTSPOT = Address("192.168.43.1", "ap0", LIVE)
DATA = Address("10.120.3.4", "rmnet_data0", LIVE | POINT_TO_POINT)
VPN = Address("10.8.0.2", "tun0", LIVE | POINT_TO_POINT)
WIREGUARD = Address("10.9.0.2", "wg0", LIVE)
DOCKER = Address("172.17.0.1", "docker0", UP)

SHAPES = {
    "Wi-Fi": ([LO, WIFI], ["192.168.178.24"]),
    "Wi-Fi and mobile data": ([LO, DATA, WIFI], ["192.168.178.24"]),
    "hotspot with data": ([LO, DATA, HOTSPOT], ["192.168.43.1"]),
    "hotspot without data": ([LO, HOTSPOT], ["192.168.43.1"]),
    "a VPN over Wi-Fi": ([LO, VPN, WIFI], ["192.168.178.24"]),
    "WireGuard over Wi-Fi": ([LO, WIREGUARD, WIFI], ["192.168.178.24"]),
    "cable and Wi-Fi": ([LO, CABLE, WIFI], ["192.168.178.24", "192.168.1.7"]),
    "cable and containers": ([LO, DOCKER, CABLE], ["192.168.1.7"]),
    "mobile data alone": ([LO, DATA], []),
    "no network": ([LO], []),
    "no address was given": ([LO, Address("169.254.3.4", "wlan0", LIVE)], []),
}


@pytest.mark.parametrize("shape", sorted(SHAPES))
def test_the_address_of_a_network(shape: str) -> None:
    found, expected = SHAPES[shape]
    assert in_the_room(found) == expected


def test_this_machine_has_its_loopback() -> None:
    assert "127.0.0.1" in [one.ip for one in interfaces()]


def namespaces() -> bool:
    if not hasattr(os, "geteuid") or os.geteuid() != 0 or not shutil.which("ip") or not shutil.which("unshare"):
        return False
    return subprocess.run(["unshare", "-n", "true"], capture_output=True, check=False).returncode == 0


LINKS = {
    "Wi-Fi": ("ip link add wlan0 type veth peer name a; ip addr add 192.168.178.24/24 dev wlan0; ip link set wlan0 up",
              "['192.168.178.24']"),
    "hotspot without a way out": ("ip link add ap0 type veth peer name a; ip addr add 192.168.43.1/24 dev ap0;"
                                  "ip link set ap0 up",
                                  "['192.168.43.1']"),
    "VPN": ("ip link add wg0 type veth peer name b; ip addr add 10.9.0.2/24 dev wg0; ip link set wg0 up;"
            "ip link add wlan0 type veth peer name a;"
            "ip addr add 192.168.0.9/24 dev wlan0; ip link set wlan0 up; ip route add default dev wg0",
            "['192.168.0.9']"),
    "nothing": ("true", "[]"),
    "down": ("ip link add wlan0 type veth peer name a; ip addr add 192.168.0.9/24 dev wlan0", "[]"),
}


@pytest.mark.slow
@sampled("shape", sorted(LINKS))
def test_in_a_network_of_its_own(shape: str) -> None:
    if not namespaces():
        pytest.skip("this machine makes no network namespaces (root, ip and unshare are needed)")
    links, expected = LINKS[shape]
    code = "from companion.services.phones.addresses import in_the_room; print(in_the_room())"
    made = subprocess.run(["unshare", "-n", "sh", "-c", f"ip link set lo up; {links} && {sys.executable} -c '{code}'"],
                          cwd=ROOT, capture_output=True, encoding="locale", check=False)
    if "not supported" in made.stderr or "Unknown device type" in made.stderr:
        pytest.skip("this kernel has no virtual links")
    assert made.stdout.strip() == expected, made.stderr
