"""Which address the QR code shows: the one that phones in the room reach."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.services.phones.addresses import (
    LOOPBACK,
    POINT_TO_POINT,
    RUNNING,
    UP,
    Address,
    in_the_room,
    interfaces,
    on_windows,
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


def adapter(device: str, connection: str, *ips: str | tuple[str, int, int]) -> SimpleNamespace:
    """As ifaddr has it: an IPv6 address is a tuple."""
    return SimpleNamespace(nice_name=device, ips=[
        SimpleNamespace(ip=ip, nice_name=connection, is_IPv4=isinstance(ip, str)) for ip in ips])


LAPTOP = adapter("Intel(R) Wi-Fi 6 AX201 160MHz", "WLAN", ("fe80::1", 0, 5), "192.168.178.24")
DESK = adapter("Realtek PCIe GbE Family Controller", "Ethernet", "192.168.1.7")
WSL = adapter("Hyper-V Virtual Ethernet Adapter", "vEthernet (WSL)", "172.22.0.1")
BOX = adapter("VirtualBox Host-Only Ethernet Adapter", "Ethernet 2", "192.168.56.1")
TUNNEL = adapter("WireGuard Tunnel", "wg0", "10.9.0.2")
SHARED = adapter("Microsoft Wi-Fi Direct Virtual Adapter #2", "Local Area Connection* 10", "192.168.137.1")
SELF = adapter("Software Loopback Interface 1", "Loopback Pseudo-Interface 1", "127.0.0.1")


@pytest.mark.parametrize(("adapters", "expected"), [
    ([SELF, WSL, BOX, LAPTOP], ["192.168.178.24", "172.22.0.1", "192.168.56.1"]),
    ([WSL, DESK, TUNNEL], ["192.168.1.7", "172.22.0.1"]),
    ([TUNNEL, SHARED], ["192.168.137.1"]),
    ([SELF, TUNNEL], [])])
def test_windows_names_the_real_network_first(adapters: list[SimpleNamespace], expected: list[str]) -> None:
    assert in_the_room(on_windows(adapters)) == expected


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
