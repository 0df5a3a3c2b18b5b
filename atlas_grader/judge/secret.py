"""The key to a service: it goes out in one header, and into no message, representation or log record."""

from __future__ import annotations

import logging
import re

from atlas_grader.errors import UsageError

LOGGERS = ("openai", "httpx", "httpcore")
"""How the names of the loggers begin that see what a client sends and gets."""

HIDDEN = "[key]"
SHORTEST = 8
"""Characters of a key that is one: less, as `x`, is for a server without keys, and part of many words."""

# What a server may tell in another form, as space or quotes, could not be found there.
_KEY = re.compile(r"[!#-&(-\[\]-~]+")


class Secret(logging.Filter):
    """A key. As a filter of log records it takes the key out of them, since a server may send it back."""

    def __init__(self, value: str) -> None:
        super().__init__()
        self._value = value.strip()
        plain = re.escape(self._value)
        self._found = re.compile(plain if len(self._value) >= SHORTEST else rf"(?<![^\W_]){plain}(?![^\W_])")
        if not self._value:
            raise UsageError("no API key: set OPENAI_API_KEY (to any word, where the server asks for no key)")
        if not _KEY.fullmatch(self._value):
            raise UsageError("the API key has characters that no key has: copy it into OPENAI_API_KEY again")

    def __repr__(self) -> str:
        return "Secret()"

    def reveal(self) -> str:
        """The key itself."""
        return self._value

    def hide(self, text: str) -> str:
        """`text` without the key; without the whole words that a short one is."""
        return self._found.sub(HIDDEN, text)

    def filter(self, record: logging.LogRecord) -> bool:
        """Take the key out of a record."""
        message = record.getMessage()
        if self._value in message:
            record.msg, record.args = self.hide(message), None
        return True

    def guard(self) -> None:
        """Filter what the loggers say that exist by now."""
        for logger in _loggers():
            logger.addFilter(self)

    def release(self) -> None:
        """Undo `guard`."""
        for logger in _loggers():
            logger.removeFilter(self)


def _loggers() -> list[logging.Logger]:
    """A filter holds for its own logger only, not for those below it: all of them."""
    return [
        logging.getLogger(name) for name in list(logging.root.manager.loggerDict) if name.startswith(LOGGERS)
    ]
