"""What the lint scripts of this folder share: the files we wrote by hand, and C text without comments."""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
FOLDERS = ("dialects", "lib", "tools")
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)


def files(*suffixes, folders=FOLDERS):
    """Our sources with one of `suffixes`, sorted; generated and imported ones are not in the tree."""
    found = (path for folder in folders for path in (ROOT / folder).rglob("*") if path.suffix in suffixes)
    return sorted(path for path in found if path.is_file())


def without_comments(text):
    """Comments become blanks; line numbers and string literals stay."""

    def blank(match):
        token = match[0]
        return re.sub(r"[^\n]", " ", token) if token[0] == "/" else token

    return TOKEN.sub(blank, text)


def where(path, text, offset):
    return f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, offset) + 1}"
