"""What a base class of operations says of its bits is what utils/dialect_gen reads: each bit of our own in a `*Base.td` is
read there, and each name in backquotes of the comment in front of the class is a bit of it or one of upstream that is read.

  records.py [ROOT]     ROOT: another tree
"""

import re
import sys

import source

CLASS = re.compile(r"((?:^///.*\n)+)^class \w+_Op<[^{]*\{(.*?)^\}", re.MULTILINE | re.DOTALL)


def main():
    if len(sys.argv) > 1:
        source.ROOT = source.pathlib.Path(sys.argv[1]).resolve()
    read = "".join(path.read_text(encoding="utf-8") for path in sorted((source.ROOT / "utils" / "dialect_gen").glob("*.py")))
    count = wrong = 0
    for path in source.files(".td"):
        text = path.read_text(encoding="utf-8")
        for match in CLASS.finditer(text):
            bits = re.findall(r"\bbit (\w+)", match[2])
            named = re.findall(r"^/// `(\w+)`", match[1], re.MULTILINE)
            for name in sorted({*bits, *named}):
                count += 1
                if f'"{name}"' not in read:
                    print(f"{source.where(path, text, match.start(2))}: '{name}' is read by nothing in utils/dialect_gen")
                    wrong += 1
    print(f"{count} bits, {wrong} wrong")
    return 1 if wrong or not count else 0


if __name__ == "__main__":
    sys.exit(main())
