"""One canonical spelling for every address of a page (grading.md 5, `url`).

What never changes the page is gone from it: scheme, `www.` and `m.`, case of the host,
default ports, a trailing slash, the fragment, tracking parameters and the order of
parameters. Percent-encoding and punycode are undone, known short hosts written out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from atlas_grader.folding import fold_characters
from atlas_grader.policy import read_table

Parameter = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Address:
    """A page: its host, path and parameters in canonical form."""

    host: str
    path: str
    """Without a trailing slash; empty for the root."""
    parameters: tuple[Parameter, ...]
    route: str = ""
    """A fragment that is a path of its own (`#!/about`)."""
    scheme: str = "http"


_ADDRESS = re.compile(
    r"""
    (?:(?P<scheme>[a-z][a-z0-9+.-]{0,15}):)? (?://)?
    (?P<user>[^\s/?\#@]{1,80}@)?
    (?P<host> \[[0-9a-f:.]{2,45}\] | [^\s/?\#@:\[\]<>"'(),;|\\^`{}*!$&=%]{1,253} )
    (?: : (?P<port>\d{1,5}) )?
    (?P<path> /[^\s?\#]* )? (?: \? (?P<query>[^\s\#]*) )? (?: \# (?P<fragment>\S*) )?
    """,
    re.VERBOSE | re.IGNORECASE,
)
# As a repository is fetched over SSH, or by git's own protocol.
_FETCHED = re.compile(
    r"(?:git@([\w.-]{1,200}):|(?:git\+ssh|ssh|git)://(?:git@)?([\w.-]{1,200})/)([^\s:?#]{1,500}\.git)/?",
    re.IGNORECASE,
)
_WEB = {"http", "https", ""}
_TOP_LEVEL = re.compile(r"(?:[^\W\d_]{2,63}|xn--[a-z0-9-]+)")
_IPV4 = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}")


def read_address(text: str) -> Address | None:
    """The page that an address names; `None` if the text is not one address.

    >>> read_address("HTTP://www.Example.org:80/a/?utm_source=x#top") == read_address("example.org/a")
    True
    >>> read_address("e.g. this one") is None
    True
    """
    found = _ADDRESS.fullmatch(_FETCHED.sub(r"https://\1\2/\3", text) if ".git" in text else text)
    if found is None:
        return None
    scheme = (found["scheme"] or "").lower().removeprefix("git+")
    if scheme not in _WEB and "//" not in text[: len(scheme) + 3]:
        return None
    if found["user"] and "//" not in text:
        # a mail address
        return None
    host = _host(found["host"])
    if host is None or (not scheme and not text.startswith("//") and not _is_domain(host)):
        return None
    if found["port"] and found["port"] not in {"80", "443"}:
        host = f"{host}:{int(found['port'])}"
    fragment = found["fragment"] or ""
    address = Address(
        _mapped("same_host", host),
        _path(found["path"] or ""),
        _parameters(found["query"] or ""),
        route=_decode(fragment, _RESERVED_IN_PATH).rstrip("/") if fragment.startswith(("!", "/")) else "",
        scheme="http" if scheme in _WEB else scheme,
    )
    return _without_tracking(_written_out(address))


def site_of(address: Address) -> str:
    """The host that one owner registered, without its subdomains.

    >>> site_of(read_address("https://docs.lakemuseum.co.uk/hours"))
    'lakemuseum.co.uk'
    """
    host = address.host.partition(":")[0]
    labels = host.split(".")
    if _IPV4.fullmatch(host) or len(labels) < 3:
        return host
    table = _table("public_suffixes")
    suffix = 1
    if len(labels[-1]) == 2 and labels[-2] in table["second_level"]:
        suffix = 2
    if ".".join(labels[-2:]) in table["hosted"]:
        suffix = 2
    return ".".join(labels[-suffix - 1 :])


def is_detour(address: Address) -> bool:
    """Whether the page has to be fetched to know what it shows: short links, archived copies."""
    table = _table("short_hosts")
    host = address.host
    return host in table["shorteners"] or any(
        host == copy or host.endswith(f".{copy}") for copy in table["copies"]
    )


def holds(address: Address, other: Address) -> bool:
    """Whether an address has another one in its path or parameters: a redirect, a copy."""
    written = f"{other.host}{other.path}"
    return any(written in part for part in (address.path, *(value for _, value in address.parameters)))


def is_perhaps_tracking(parameter: Parameter) -> bool:
    """Whether a parameter may leave the page as it is (`ref`, `lang`)."""
    return parameter[0].casefold() in _table("tracking_parameters")["perhaps"]


# Parts --------------------------------------------------------------------------------------------


def _host(text: str) -> str | None:
    if text.startswith("["):
        return text.lower()
    labels = [_label(label) for label in text.rstrip(".").casefold().replace("。", ".").split(".")]
    if not all(labels) or len(labels) < 2:
        return text.casefold() if text.casefold() == "localhost" else None
    if len(labels) > 2 and re.fullmatch(r"www\d?", labels[0]):
        labels = labels[1:]
    # also behind a language: `fr.m.wikipedia.org`
    mobile = next((place for place in (0, 1) if labels[place] == "m" and len(labels) - place > 2), None)
    if mobile is not None:
        del labels[mobile]
    return ".".join(labels)


def _label(label: str) -> str:
    """A part of a host name in its own script.

    >>> _label("xn--mnchen-3ya")
    'münchen'
    """
    if not label.startswith("xn--") or len(label) > 63:
        return label
    try:
        return fold_characters(label[4:].encode("ascii").decode("punycode"))
    except (UnicodeError, ValueError):
        return label


def _is_domain(host: str) -> bool:
    return _TOP_LEVEL.fullmatch(host.rpartition(".")[2]) is not None or _IPV4.fullmatch(host) is not None


def _path(text: str) -> str:
    kept: list[str] = []
    for segment in text.split("/")[1:]:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(_decode(segment, _RESERVED_IN_PATH))
    # a full stop behind it is the sentence's
    return _REPOSITORY.sub("", _PATH_END.sub("", "".join(f"/{segment}" for segment in kept)))


_PATH_END = re.compile(r"(?:[/.,;:]|%20)+$")
# `project.git` is where a repository is fetched from, and shows the same page; `/.git` is a folder.
_REPOSITORY = re.compile(r"(?<=[^/])\.git$", re.IGNORECASE)
_ESCAPES = re.compile(r"(?:%[0-9a-fA-F]{2})+")
# RFC 3986, 2.2: these mean something else when they are not escaped.
_RESERVED_IN_PATH = re.compile(r"[\x00-\x20\"#%/<>?\\^`{|}\x7f]")
_RESERVED_IN_QUERY = re.compile(r"[\x00-\x20\"#%&+<=>\\^`{|}\x7f]")


def _decode(text: str, reserved: re.Pattern[str]) -> str:
    """Undo percent-encoding, but for characters that would then mean something else."""

    def decoded(found: re.Match[str]) -> str:
        octets = bytes.fromhex(found[0].replace("%", ""))
        try:
            return reserved.sub(lambda c: f"%{ord(c[0]):02X}", octets.decode("utf-8"))
        except UnicodeDecodeError:
            return found[0].upper()

    return fold_characters(_ESCAPES.sub(decoded, text))


def _parameters(query: str) -> tuple[Parameter, ...]:
    parts = (
        part.partition("=") for part in query.replace("+", "%20").replace("&amp;", "&").split("&") if part
    )
    reserved = _RESERVED_IN_QUERY
    return tuple(sorted((_decode(name, reserved), _decode(value, reserved)) for name, _, value in parts))


def _written_out(address: Address) -> Address:
    table = _table("short_hosts")
    if "%20" in address.path and any(_belongs(address.host, owner) for owner in table["underscores"]):
        address = replace(address, path=address.path.replace("%20", "_"))
    if address.host in table["case_insensitive_paths"]:
        address = replace(address, path=address.path.casefold())
    short = table["first_segment_to_parameter"].get(address.host)
    if short is not None and address.path.count("/") == 1:
        host, path, name = short
        return _with_parameter(replace(address, host=host, path=path), name, address.path[1:])
    for prefix, (path, name) in table["path_to_parameter"].get(address.host, {}).items():
        if address.path.startswith(prefix):
            return _with_parameter(replace(address, path=path), name, address.path.removeprefix(prefix))
    for owner, (path, name, prefix) in table["parameter_to_path"].items():
        title = dict(address.parameters).get(name)
        if title and address.path == path and _belongs(address.host, owner):
            kept = tuple(parameter for parameter in address.parameters if parameter[0] != name)
            return replace(address, path=f"{prefix}{title}".rstrip("."), parameters=kept)
    return address


def _with_parameter(address: Address, name: str, value: str) -> Address:
    return replace(address, parameters=tuple(sorted((*address.parameters, (name, value)))))


def _without_tracking(address: Address) -> Address:
    if not address.parameters:
        return address
    table = _table("tracking_parameters")
    own = {
        name for host, names in table["of_hosts"].items() if _belongs(address.host, host) for name in names
    }
    kept = tuple(p for p in address.parameters if not _is_tracking(p[0].casefold(), own))
    return replace(address, parameters=kept)


# What shows a repository's files at its default branch, its first page.
_REPOSITORY_HOSTS = frozenset({"github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "gitea.com"})
_REPOSITORY_PATH = re.compile(r"/[^/]+/[^/]+")
_FRONT_PAGE = re.compile(
    r"(?:/-)?/(?:tree|blob|src|src/branch)/(?:main|master|head|trunk|develop|dev)(?:/readme(?:\.\w+)?)?",
    re.IGNORECASE,
)


def is_front_page_of(repository: Address, page: Address) -> bool:
    """Whether a page shows what a code repository's own address shows: `/tree/main`, `?tab=readme`.

    >>> is_front_page_of(read_address("github.com/x/y"), read_address("github.com/x/y/tree/main"))
    True
    """
    if page.host not in _REPOSITORY_HOSTS or page.host != repository.host or page == repository:
        return False
    if _REPOSITORY_PATH.fullmatch(repository.path) is None or not page.path.startswith(repository.path):
        return False
    rest = page.path[len(repository.path) :]
    only_tab = {name for name, _ in set(page.parameters) ^ set(repository.parameters)} <= {"tab"}
    return only_tab and (not rest or _FRONT_PAGE.fullmatch(rest) is not None)


def _belongs(host: str, owner: str) -> bool:
    return host == owner or host.endswith(f".{owner}")


def _is_tracking(name: str, own: set[str]) -> bool:
    table = _table("tracking_parameters")
    return name in own or name in table["exact"] or name.startswith(tuple(table["prefixes"]))


def _mapped(table: str, host: str) -> str:
    found: str = _table("short_hosts")[table].get(host, host)
    return found


@cache
def _table(name: str) -> dict[str, Any]:
    table: dict[str, Any] = read_table("match", name)
    for key, value in table.items():
        if isinstance(value, list) and key != "prefixes":
            table[key] = frozenset(value)
    return table
