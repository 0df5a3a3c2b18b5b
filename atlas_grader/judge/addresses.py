"""What may be the address of a service, and what of it may be told."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from atlas_grader.errors import UsageError

OPENAI = "https://api.openai.com/v1"
_PORTS = {"http": 80, "https": 443}
_PARTS = re.compile(
    r"(?P<scheme>https?)://(?P<host>[^/?#@]+?)(?::(?P<port>\d{0,5}))?(?P<path>/[^?#]*)?",
    re.IGNORECASE | re.ASCII,
)
_OTHER = "an address of another form"


def host_of(address: str) -> str:
    """The host of a base URL; `UsageError`, which does not repeat the address, if it cannot be one."""
    if not re.match("https?://", address, re.IGNORECASE):
        raise _no_base_url("one without `http://` or `https://`")
    if re.search("[?#]", address):
        raise _no_base_url("one with a query or fragment, beginning with `?` or `#`")
    if re.search("/chat/completions/?$", address):
        raise _no_base_url("one with `/chat/completions`, which is added to it")
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
        if re.fullmatch(r"[\d.]+", host):
            ip_address(host)
        port = parts.port
    except ValueError:
        raise _no_base_url(_OTHER) from None
    if "@" in parts.netloc:
        raise _no_base_url("one with a name or password, which would be told; give the key as OPENAI_API_KEY")
    if not host or not re.fullmatch("[!-~]+", address):
        raise _no_base_url(_OTHER)
    return f"{host}:{port}" if port else host


def plain(address: str) -> str:
    """The same address as it is told most plainly; one that cannot be one, as it is.

    >>> plain("HTTPS://API.OpenAI.com:443/v1/")
    'https://api.openai.com/v1'
    >>> plain("http://localhost:8000/v1")
    'http://localhost:8000/v1'
    """
    told = _PARTS.fullmatch(address)
    if told is None:
        return address
    scheme, host, port, path = (part or "" for part in told.groups())
    scheme = scheme.lower()
    is_told = port and int(port) != _PORTS[scheme]
    return f"{scheme}://{host.lower()}{f':{int(port)}' if is_told else ''}{path.rstrip('/')}"


def _no_base_url(got: str) -> UsageError:
    return UsageError(
        f"--judge-base-url or OPENAI_BASE_URL: expected an address as `https://host/v1`, got {got}"
    )
