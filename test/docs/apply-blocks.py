"""Applies the ```diff blocks of a page to copies of files: what a how-to says to write has to fit the tree.

  apply-blocks.py PAGE.md ROOT OUT     files of ROOT, changed, go to OUT

A block has a line `+++ PATH` per file and hunks with `@@` between them. A hunk has no line numbers: its lines with
' ' and '-' stand in the file exactly once, in this order, one behind the other. A file that is not there yet has one hunk,
of lines with '+'.
"""

import pathlib
import re
import sys


def hunks(page):
    """(path, lines) of each hunk."""
    for block in re.finditer(r"^```diff\n(.*?)^```$", page, re.M | re.S):
        for part in re.split(r"^(?=\+\+\+ )", block[1], flags=re.M)[1:]:
            head, _, body = part.partition("\n")
            for hunk in re.split(r"^@@\n", body, flags=re.M):
                yield head.removeprefix("+++ "), hunk.splitlines()


def text_of(lines, signs):
    return "".join(line[1:] + "\n" for line in lines if line[:1] in signs)


def main():
    page, root, out = (pathlib.Path(argument) for argument in sys.argv[1:])
    texts, failures = {}, 0
    for path, lines in hunks(page.read_text(encoding="utf-8")):
        before, after = text_of(lines, " -"), text_of(lines, " +")
        if path not in texts and not before and not (root / path).exists():
            texts[path] = after
            continue
        text = texts.get(path) or (root / path).read_text(encoding="utf-8")
        places = ("\n" + text).count("\n" + before)
        if places != 1 or before == after:
            failures += 1
            print(f"{page.name}: {path}: expected one place, got {places}, for:\n{before}")
        texts[path] = ("\n" + text).replace("\n" + before, "\n" + after, 1)[1:]
    for path, text in texts.items():
        (out / path).parent.mkdir(parents=True, exist_ok=True)
        (out / path).write_text(text, encoding="utf-8")
        print(path)
    return 1 if failures or not texts else 0


if __name__ == "__main__":
    sys.exit(main())
