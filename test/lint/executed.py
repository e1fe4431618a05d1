"""Reference mode executes every operation of functions: each operation of the reference pages of relax and vm has a row in a
table of lib/Interpreter, but those that declare something, patterns, and what ends a region, which its operation reads.

  executed.py [ROOT]     ROOT: another tree
"""

import re
import sys

import source

DECLARES = {"relax.adt", "relax.artefact", "relax.batch_policy", "relax.func", "relax.target", "relax.weight", "vm.func"}
PATTERNS = {"relax.match_any", "relax.match_chain", "relax.match_check", "relax.pattern", "relax.pattern_return", "relax.rewrite"}
ENDS = {"relax.condition", "relax.return", "relax.yield", "vm.condition", "vm.return", "vm.yield"}


def main():
    if len(sys.argv) > 1:
        source.ROOT = source.pathlib.Path(sys.argv[1]).resolve()
    rows = set()
    for path in source.files(".c"):
        if "lib/Interpreter/" in str(path):
            rows |= set(re.findall(r'\{"((?:relax|vm)\.\w+)",', path.read_text(encoding="utf-8")))
    operations = missing = 0
    for page in ("relax", "vm"):
        text = (source.ROOT / "docs" / "reference" / f"{page}.md").read_text(encoding="utf-8")
        for name in re.findall(rf"^### ({page}\.\w+)$", text, re.MULTILINE):
            operations += 1
            if name not in rows | DECLARES | PATTERNS | ENDS:
                print(f"'{name}': expected a row in lib/Interpreter: reference mode runs every stage")
                missing += 1
    print(f"{operations} operations, {missing} that reference mode does not execute")
    return 1 if missing or not operations else 0


if __name__ == "__main__":
    sys.exit(main())
