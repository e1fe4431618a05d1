"""Numbers above 2 in the rules of schedules, of which only lib/Schedule/Limits.c may have some: what follows from a target.

  literals.py [ROOT]     ROOT: another tree
"""

import re
import sys

import source

NUMBER = re.compile(r"(?<![\w.])(0x[0-9a-fA-F]+|\d+)(?![\w.])")
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')
RULES = re.compile(r"(Rule\w*|OrderDims\w*|Prefetch)\.[ch]")


def main():
    if len(sys.argv) > 1:
        source.ROOT = source.pathlib.Path(sys.argv[1]).resolve()
    paths = [path for path in source.files(".c", ".h", folders=["lib/Schedule"]) if RULES.fullmatch(path.name)]
    found = 0
    for path in paths:
        text = path.read_text(encoding="utf-8")
        code = TEXT.sub(lambda match: " " * len(match[0]), source.without_comments(text))
        for match in NUMBER.finditer(code):
            if int(match[1], 0) > 2 and not code[: match.start()].endswith("include <"):
                place = source.where(path, text, match.start())
                print(f"{place}: {match[1]}: expected a field of ScheduleLimits (lib/Schedule/Limits.h)")
                found += 1
    print(f"{len(paths)} files, {found} numbers")
    return 1 if found or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
