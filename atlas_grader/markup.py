"""HTML and markdown around a cell's text: what is shown stays, what only styles it goes.

Every pattern stops at its own closing sign, so time grows with the length of the text only.
"""

from __future__ import annotations

import html
import re

# With the semicolon only: `&copy=1` and `&lang=en` are parts of addresses.
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});|&nbsp(?![\w=])")


def decode_entities(text: str) -> str:
    """Decode HTML entities, also twice encoded ones.

    >>> decode_entities("R&amp;D, 5&nbsp;km, ?a=1&copy=2") == "R&D, 5\\xa0km, ?a=1&copy=2"
    True
    """
    once = _ENTITY.sub(lambda entity: html.unescape(entity[0]), text)
    return _ENTITY.sub(lambda entity: html.unescape(entity[0]), once) if "&" in once else once


_ANGLED_ADDRESS = re.compile(r"<((?:https?|ftp)://[^<>\s]+)>|<(?:mailto:)?([^<>\s@]+@[^<>\s@]+)>")
_HREF = re.compile(r"""<a\s[^<>]*?\bhref\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)'|([^\s"'<>]+))[^<>]*>""", re.I)
_ALT = re.compile(r"""<img\s[^<>]*?\balt\s*=\s*(?:"([^"<>]*)"|'([^'<>]*)')[^<>]*>""", re.I)
_RAISED = re.compile(r"(.?)<sup(?:\s[^<>]*)?>([^<>]{0,40})</sup\s*>", re.I | re.S)
_BLOCK = re.compile(
    r"</?(?:br|p|div|li|ul|ol|tr|table|tbody|thead|h[1-6]|hr|dd|dt|dl|blockquote|section)(?:\s[^<>]*)?/?>",
    re.I,
)
_GAP = re.compile(r"</?t[dh](?:\s[^<>]*)?>", re.I)
# Known names only: `vector<int>` is no mark-up.
_TAG = re.compile(
    r"</?(?:a|abbr|b|bdi|bdo|big|caption|center|cite|code|data|dfn|em|figure|figcaption|font|i|img|ins|kbd|label|"
    r"mark|math|meter|nobr|nowiki|output|pre|q|ref|rp|rt|ruby|samp|small|span|strong|sub|sup|svg|time|tt|u|var|"
    r"wbr|article|body|html|main|header|footer|input|button|details|summary)(?:\s[^<>]*)?/?>"
    r"|<!--[^<>]*-->",
    re.I,
)
_STRIKE_TAG = re.compile(r"</?(?:s|del|strike)(?:\s[^<>]*)?>", re.I)
_ANY_TAG = re.compile(r"<(?P<end>/?)(?P<name>[a-z][a-z0-9]{0,15})\b(?P<attributes>[^<>]*+)>", re.I)
_CELLS = frozenset(("td", "th"))
_RAISED_SIGNS = str.maketrans("0123456789+-−–", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁻")
_RAISED_NUMBER = re.compile(r"\s*[-+−–]?\d{1,4}\s*")
_RAISED_LETTER = re.compile(r"\s*[a-z]\s*|\s*\d+(?:\s*[,;]\s*\d+)+\s*|\s*(?:nb|note|fn)\s*\.?\s*\d+\s*", re.I)


def strike_styled(text: str) -> str:
    """Write `<s>` into elements that a style strikes through, of a row into each of its cells.

    >>> strike_styled('<td style="text-decoration: line-through">5</td>')
    '<td style="text-decoration: line-through"><s>5</s></td>'
    """
    if "<" not in text or "line-through" not in text.casefold():
        return text
    opened: dict[str, list[bool]] = {}

    def struck(tag: re.Match[str]) -> str:
        name, attributes = tag["name"].lower(), tag["attributes"].casefold()
        stack = opened.setdefault(name, [])
        if tag["end"]:
            return f"</s>{tag[0]}" if stack and stack.pop() and name != "tr" else tag[0]
        if attributes.endswith("/"):
            return tag[0]
        is_struck = "line-through" in attributes and "style" in attributes
        row = opened.get("tr")
        stack.append(is_struck or (name in _CELLS and bool(row and row[-1])))
        if name != "tr" and tag.string.startswith("<s>", tag.end()):
            stack[-1] = False  # so it is written already
        return f"{tag[0]}<s>" if stack[-1] and name != "tr" else tag[0]

    return _ANY_TAG.sub(struck, text)


def drop_tags(text: str, found: list[str]) -> str:
    """Block tags become newlines, `<http…>` an address, `<s>` is `~~`, others go; link targets go to `found`.

    >>> drop_tags("10<sup>6</sup> km<br>x < 5", [])
    '10⁶ km\\nx < 5'
    """

    def address(link: re.Match[str]) -> str:
        found.append(link[1] or link[2])
        return f" {found[-1]} "

    def target(link: re.Match[str]) -> str:
        found.append(html.unescape(link[1] or link[2] or link[3] or ""))
        return ""

    text = _ANGLED_ADDRESS.sub(address, strike_styled(text))
    text = _HREF.sub(target, text)
    text = _ALT.sub(lambda image: image[1] or image[2] or "", text)
    text = _RAISED.sub(_raise, text)
    text = _STRIKE_TAG.sub("~~", _GAP.sub(" ", _BLOCK.sub("\n", text)))
    return _TAG.sub("", text)


def is_only_breaks(text: str) -> bool:
    """Whether nothing but line breaks and empty blocks is written: `<br>`, `<p></p>`."""
    return not _BLOCK.sub("", text).strip()


def _raise(sup: re.Match[str]) -> str:
    """Raised digits stay raised; a raised letter is a footnote, but in ordinals (`1<sup>a</sup>`)."""
    before, content = sup[1], sup[2]
    if _RAISED_NUMBER.fullmatch(content):
        return before + content.strip().translate(_RAISED_SIGNS)
    if _RAISED_LETTER.fullmatch(content) and not (before.isdigit() or before in "IVXLCM"):
        return f"{before}[{content.strip()}]"
    return before + content


# --- markdown ----------------------------------------------------------------------------

_INFO_LINE = re.compile(r"[\w+-]*+[ \t]*+\n")
_CODE = re.compile(r"(?<![\w`])(`{1,2}+)([^`]+)\1(?![^\W⁰¹²³⁴-⁹]|`)")
_LINK = re.compile(
    r"!?\[((?:[^\[\]]|\[[^\[\]]*+\])*+)\]"  # text, which may hold one level of brackets
    r"\(\s*<?((?:[^()\s<>]|\([^()\s<>]*+\))*+)>?"  # address, which may hold one level of brackets
    r"(?:\s+(?:\"[^\"()]*+\"|'[^'()]*+'|\([^()]*+\)))?\s*\)"  # title
)
_SOURCE_LINK = re.compile(
    r"\s*[(（]\s*\[(?:[\w-]+(?:\.[\w-]+)+|(?i:source|sources|src|link|ref|reference|citation|cite|\d{1,3}))\]"
    r"\(([^()\s]*+)\)\s*[)）]"
)
_SOURCE_ADDRESS = re.compile(r"(?<![\]\s])\s*[(（]\s*((?:https?://|www\.)[^()\s]++)\s*[)）]")
_LINKED_NUMBER = re.compile(
    r"(?<=[^\s(,;/|])(\s?)!?\[\[?(?:\^?\d{1,3}|(?i:source|ref|citation|cite))\]?\]\(([^()\s]*+)\)"
)
_REFERENCE_LINK = re.compile(r"\[([^\[\]\n]{2,}+)\]\[([\w.-]{0,30})\]")
_WIKI_LINK = re.compile(r"\[\[(?!\s*\d[\d,\s]*+\]\])(?:[^\[\]|\n]*+\|)?([^\[\]|\n]*+)\]\]")
_BOLD = re.compile(r"(?<!\\)\*\*(?![\s*])([^*]*[^*\s\\])\*\*")
# A raised digit behind it is a footnote.
_STARRED = re.compile(r"(?<![\w*\\)])\*(?![\s*])([^*\n]*[^*\s\\])\*(?![^\W⁰¹²³⁴-⁹]|\*)")
_UNDERLINED = re.compile(
    r"(?<![\w/=&?.#\\])(__|_)(?![\s_])([^_\n]++(?:_[^_\n]++){0,6})(?<![\s\\])\1(?![^\W⁰¹²³⁴-⁹]|/)"
)
_OPEN_BOLD = re.compile(r"\*\*(?=[^\s*])")
STRIKE = r"~~|<(?:s|del|strike)\b|\[/(?:s|del|strike)\]|\\(?:sout|st|[bx]?cancel)\s?\{"
"""A pattern of what strikes out in Markdown, HTML, BBCode and LaTeX."""
# `[s]45[/s]`, `\sout{45}`
_STRUCK_OTHERWISE = re.compile(
    r"\[(s|strike|del)\]([^\[\]]*+)\[/\1\]|\\(?:sout|st|[bx]?cancel)\s?\{([^{}]*+)\}", re.I
)
_STRUCK = re.compile(r"(?<![/~])~~(?=[^\s~])[^~]*~~(?!~)")
_IN_BRACKETS = re.compile(r"\[[^\[\]]*\]|\([^()]*\)")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


def drop_markdown(text: str, keep: frozenset[str], found: list[str], *, citing: bool) -> str:
    """Take emphasis, code marks, links and simple formulas away; link targets go to `found`.

    `citing` says that a bracketed address is a citation, as everywhere but in `url` columns.

    >>> drop_markdown("**[Lima](https://x.org/a_(b))** in `snake_case`", frozenset(), [], citing=True)
    'Lima in snake_case'
    >>> drop_markdown("5 * 3, C*, D*", frozenset(), [], citing=True)
    '5 * 3, C*, D*'
    """
    if "`" in text or "~~~" in text:
        code = _whole_code(text.strip())
        if code is not None:
            return code  # code is literal: `__init__`
        text = _CODE.sub(r"\2", text)
    if "[/" in text or ("\\" in text and "{" in text):
        text = _STRUCK_OTHERWISE.sub(lambda struck: f"~~{struck[2] or struck[3] or ''}~~", text)
    if "~~" in text:
        text = _drop_struck(text)
    if "](" in text or "][" in text or "[[" in text or "http" in text or "www." in text:
        text = _drop_links(text, found, citing=citing)
    if "\\" in text or "^" in text or ("$" in text and "_" in text):
        text = _drop_formulas(text)
    if "*" in text or "_" in text:
        text = _drop_emphasis(text, keep)
    return _ESCAPE.sub(r"\1", text) if "\\" in text else text


def _whole_code(text: str) -> str | None:
    """What stands in the fence or the code marks that a text consists of."""
    for fence in ("```", "~~~"):
        if len(text) > 6 and text.startswith(fence) and text.endswith(fence):
            inside = text.strip(fence[0])
            return None if fence in inside else _INFO_LINE.sub("", inside, count=1).strip()
    code = _CODE.fullmatch(text)
    return code[2] if code else None


def _drop_struck(text: str) -> str:
    """Text without what is struck out, which is not said; with its marks if nothing else is.

    >>> _drop_struck("~~London~~ Paris").strip(), _drop_struck("~~Paris~~ (1)")
    ('Paris', '~~Paris~~ (1)')
    """
    rest = _STRUCK.sub(" ", text)
    return rest if any(map(str.isalnum, _IN_BRACKETS.sub("", rest))) else text


def _drop_emphasis(text: str, keep: frozenset[str]) -> str:
    if "*" in text:
        text = _BOLD.sub(r"\1", _STARRED.sub(r"\1", text))
        text = _STARRED.sub(r"\1", text)
        if text.startswith("**") and text.count("**") == 1:
            text = _OPEN_BOLD.sub("", text, count=1)
    if "_" in text and "_" not in keep:
        text = _UNDERLINED.sub(r"\2", _UNDERLINED.sub(r"\2", text))
    return text


def _drop_links(text: str, found: list[str], *, citing: bool) -> str:
    def cited(link: re.Match[str]) -> str:
        found.append(link[link.re.groups])
        return ""

    def shown(link: re.Match[str]) -> str:
        found.append(link[2])
        return link[1]

    if citing:
        for pattern in (_LINKED_NUMBER, _SOURCE_LINK, _SOURCE_ADDRESS):
            if pattern.search(text):
                seen = len(found)
                without = pattern.sub(cited, text)
                if without.strip():
                    text = without
                else:
                    del found[seen:]
    text = _LINK.sub(shown, text)
    text = _WIKI_LINK.sub(r"\1", text)
    return _REFERENCE_LINK.sub(r"\1", text)


# --- formulas ----------------------------------------------------------------------------

_FORMULA = re.compile(r"\$\$?([^$\n]{1,200}+)\$\$?|\\\(([^()\n]{1,200}+)\\\)")
_STYLED = re.compile(r"\\(?:text|textbf|textit|mathrm|mathbf|mathit|operatorname)\s?\{([^{}]*)\}")
_FRACTION = re.compile(r"\\d?frac\{([^{}]*)\}\{([^{}]*)\}")
_DEGREE = re.compile(r"\^\{?\\circ\}?")
_POWER = re.compile(r"\^\{([^{}]*)\}|_\{([^{}]*)\}")
_THIN_SPACE = re.compile(r"\\[,;:! ]|~(?=\\)")
_COMMAND = re.compile(r"\\([A-Za-z]+)(?![A-Za-z])")
_NEWLINE = re.compile(r"\\n(?![a-z])")
_SIGNS = {
    "times": "×", "cdot": "·", "pm": "±", "approx": "≈", "sim": "~",
    "leq": "≤", "le": "≤", "geq": "≥", "ge": "≥", "degree": "°",
}  # fmt: skip


def _drop_formulas(text: str) -> str:
    r"""Write a simple formula as plain text.

    >>> _drop_formulas(r"$6.02 \times 10^{23}$ mol$^{-1}$")
    '6.02 × 10^23 mol^-1'
    """
    text = _FORMULA.sub(_bare_formula, text)
    if "^" in text or "_" in text:
        text = _DEGREE.sub("°", text)
        text = _POWER.sub(lambda power: power[2] if power[1] is None else f"^{power[1]}", text)
    if "\\" in text:
        text = _FRACTION.sub(r"\1/\2", _STYLED.sub(r"\1", text))
        text = _COMMAND.sub(lambda command: _SIGNS.get(command[1], command[0]), _THIN_SPACE.sub(" ", text))
        text = _NEWLINE.sub("\n", text)
    return text


def _bare_formula(formula: re.Match[str]) -> str:
    content = formula[1] or formula[2]
    # Two dollar amounts in one cell are no formula.
    return content if formula[1] is None or any(sign in content for sign in "\\^_{") else formula[0]
