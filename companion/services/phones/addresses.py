"""Finds the addresses at which phones on the local network reach this machine.

Reads the interfaces: the usual trick (the route to a remote address) finds the VPN or mobile network.
"""

import ctypes
import ipaddress
import socket
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

UP, LOOPBACK, POINT_TO_POINT, RUNNING = 0x1, 0x8, 0x10, 0x40

WIFI: Final = ("wl", "ap", "swlan", "softap", "wifi", "ath", "ra")
CABLE: Final = ("eth", "en", "usb", "rndis", "bnep", "em", "bridge")
ELSEWHERE: Final = ("tun", "tap", "wg", "ppp", "utun", "ipsec", "rmnet", "ccmni", "wwan", "pdp", "clat",
                    "v4-",
                    "tailscale", "zt", "docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "lxc", "cni",
                    "dummy", "awdl", "llw")
"""Interfaces that lead out of the local network, or stay inside this machine."""
VIRTUAL: Final = "virtual"
WINDOWS: Final = {"tunnel": "tun", "vpn": "tun", "tap-windows": "tap", "wireguard": "wg", "zerotier": "zt",
                  "tailscale": "tailscale", "wi-fi": "wlan", "wlan": "wlan", "wireless": "wlan",
                  "802.11": "wlan", "vethernet": VIRTUAL, "virtual": VIRTUAL, "vmware": VIRTUAL,
                  "hyper-v": VIRTUAL}
"""Words in the names of Windows' adapters, and Linux' names for such interfaces. The first match counts."""


@dataclass(frozen=True)
class Address:
    ip: str
    interface: str = ""
    flags: int = UP | RUNNING

    @property
    def rank(self) -> int | None:
        """Lower means phones are likelier to reach it; None means they can't."""
        found = ipaddress.ip_address(self.ip)
        name = self.interface.lower()
        if found.is_loopback or found.is_link_local or found.is_unspecified or not self.flags & UP:
            return None
        if self.flags & (LOOPBACK | POINT_TO_POINT) or name.startswith(ELSEWHERE):
            return None
        near = 2
        if name.startswith(WIFI):
            near = 0
        elif name.startswith(CABLE):
            near = 1
        elif name == VIRTUAL:  # perhaps a switch to the real network, more likely a virtual machine's
            near = 3
        return near if found.is_private else near + 10


def in_the_room(found: Iterable[Address] | None = None) -> list[str]:
    ranked = [(one.rank, at, one.ip) for at, one in enumerate(interfaces() if found is None else found)]
    return list(dict.fromkeys(ip for rank, _, ip in sorted((rank, at, ip) for rank, at, ip in ranked
                                                           if rank is not None)))


def interfaces() -> list[Address]:
    """Every IPv4 address of this machine. Never raises."""
    try:
        return _from_windows() if sys.platform == "win32" else _from_the_system()
    except (ImportError, OSError, AttributeError, ValueError):
        return _by_name()


def _from_windows() -> list[Address]:
    from ifaddr import get_adapters

    return on_windows(get_adapters())


def on_windows(adapters: Iterable[Any]) -> list[Address]:
    """The IPv4 addresses of ifaddr's adapters. Their names are those of device and connection."""
    return [Address(one.ip, _kind(f"{adapter.nice_name} {one.nice_name}".lower()))
            for adapter in adapters for one in adapter.ips if one.is_IPv4]


def _kind(words: str) -> str:
    return next((kind for part, kind in WINDOWS.items() if part in words), "eth")


class _Entry(ctypes.Structure):
    pass


_Entry._fields_ = [("next", ctypes.POINTER(_Entry)), ("name", ctypes.c_char_p), ("flags", ctypes.c_uint),
                   ("address", ctypes.c_void_p), ("mask", ctypes.c_void_p), ("other", ctypes.c_void_p),
                   ("data", ctypes.c_void_p)]


def _from_the_system() -> list[Address]:
    libc: Any = ctypes.CDLL(None, use_errno=True)  # searching for libc would run ldconfig each time
    first = ctypes.POINTER(_Entry)()
    if libc.getifaddrs(ctypes.byref(first)) != 0:
        raise OSError(ctypes.get_errno(), "getifaddrs")
    try:
        return list(_walk(first))
    finally:
        libc.freeifaddrs(first)


def _walk(first: Any) -> Iterable[Address]:
    at = first
    while at:
        entry = at.contents
        ip = _ip(entry.address) if entry.address else ""
        if ip:
            yield Address(ip, (entry.name or b"").decode("ascii", "replace"), int(entry.flags))
        at = entry.next


def _ip(where: int) -> str:
    """Read a `sockaddr`: BSD starts it with its length, Linux with a two-byte family."""
    raw = ctypes.string_at(where, 8)
    family = raw[1] if sys.platform == "darwin" else struct.unpack("=H", raw[:2])[0]
    return socket.inet_ntoa(raw[4:8]) if family == socket.AF_INET else ""


def _by_name() -> list[Address]:
    """Fallback: resolve the machine's own name."""
    try:
        return [Address(ip) for ip in socket.gethostbyname_ex(socket.gethostname())[2]]
    except OSError:
        return []
