"""Tables that are searched by halves have their rows in order: a row out of order is not found, and the message that a user
then gets is about something else. Such a table is one whose name is an argument of bsearch, of rows that begin with a
text (in braces, or each a text alone).

  tables.py [ROOT]     ROOT: another tree
"""

import re
import sys

import source

SEARCH = re.compile(r"\bbsearch\s*\(\s*[^,]+,\s*(\w+)\s*,")
TEXT = r'"((?:\\.|[^"\\\n])*)"'
ROW = re.compile(rf"^[ \t]*\{{?\s*{TEXT}", re.MULTILINE)


def rows_of(text, name):
    """(offset, first text) of each row of the table `name`; nothing if it is no table of this file."""
    begin = re.search(rf"^(?:static )?const [^;={{}}]*\b{name}\[\w*\]\s*=\s*\{{", text, re.MULTILINE)
    if not begin:
        return []
    end = text.index("\n}", begin.end())
    return [(row.start(1), row[1]) for row in ROW.finditer(text, begin.end(), end)]


def main():
    if len(sys.argv) > 1:
        source.ROOT = source.pathlib.Path(sys.argv[1]).resolve()
    tables = wrong = 0
    for path in source.files(".c"):
        text = source.without_comments(path.read_text(encoding="utf-8"))
        for name in sorted(set(SEARCH.findall(text))):
            rows = rows_of(text, name)
            tables += bool(rows)
            for (_, before), (offset, row) in zip(rows, rows[1:]):
                if row <= before:
                    print(f"{source.where(path, text, offset)}: row '{row}' of '{name}': expected it before '{before}' (the table is searched by halves)")
                    wrong += 1
    print(f"{tables} tables, {wrong} rows out of order")
    return 1 if wrong or not tables else 0


if __name__ == "__main__":
    sys.exit(main())
