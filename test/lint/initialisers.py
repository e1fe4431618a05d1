"""Arrays whose initialiser reads the array itself, which has no value yet: compilers say nothing of `T a[] = {x, a[0]}`.

  initialisers.py [ROOT]     ROOT: another tree
"""

import re
import sys

import source

ARRAY = re.compile(r"\b(\w+)(?:\[[^\]]*\])+\s*=\s*\{([^;]*)\}\s*[;,]")
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"')


def main():
    if len(sys.argv) > 1:
        source.ROOT = source.pathlib.Path(sys.argv[1]).resolve()
    arrays = found = 0
    for path in source.files(".c", ".h", ".cpp"):
        text = source.without_comments(path.read_text(encoding="utf-8"))
        text = TEXT.sub(lambda match: " " * len(match[0]), text)
        for match in ARRAY.finditer(text):
            arrays += 1
            # A field of the same name is another thing.
            if re.search(rf"(?<![\w.>]){match[1]}\b", match[2]):
                print(f"{source.where(path, text, match.start())}: '{match[1]}' is read by its own initialiser")
                found += 1
    print(f"{arrays} arrays, {found} read by their initialisers")
    return 1 if found or not arrays else 0


if __name__ == "__main__":
    sys.exit(main())
