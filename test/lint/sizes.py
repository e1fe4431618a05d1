"""How long our files are: fails above 350 lines of a file (one idea a file, near 200), where hand-written C++
is more than 5 % of C and C++ together, and where clang-format has broken the line that says what a file is. What had better stay together stands in sizes-larger.txt, a line
`FILE: LINES  # reason` each: it may have so many. Prints the sums.

  sizes.py [ROOT]     ROOT: another tree
"""

import sys

import source

LIMIT, CXX_SHARE = 350, 0.05


def lines_of(paths):
    return {path.relative_to(source.ROOT).as_posix(): path.read_text(encoding="utf-8").count("\n") for path in paths}


def broken_heads():
    """Files whose first line, `//===- NAME - what it is ---===//`, does not end there."""
    for path in source.files(".c", ".h", ".cpp", ".hpp"):
        with path.open(encoding="utf-8") as file:
            head = file.readline().rstrip()
        if head.startswith("//===-") and not head.endswith("===//"):
            yield f"{path.relative_to(source.ROOT).as_posix()}:1: expected the title on one line"


def larger():
    """What the list allows: {file: lines}, and complaints about the list."""
    path = source.ROOT / "test" / "lint" / "sizes-larger.txt"
    allowed, complaints = {}, []
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        entry, _, reason = line.partition("  # ")
        name, _, limit = entry.partition(": ")
        allowed[name] = int(limit) if reason.strip() else 0
        if not reason.strip():
            complaints.append(f"{path.name}: {name}: expected a reason")
    return allowed, complaints


def main():
    if len(sys.argv) > 1:
        source.ROOT = source.pathlib.Path(sys.argv[1]).resolve()
    c, cxx = lines_of(source.files(".c", ".h")), lines_of(source.files(".cpp", ".hpp"))
    # Scripts of utils/ have no suffix.
    other = lines_of(source.files(".td") + source.files(".py", ".c", ".h", "", folders=("utils", "test")))
    allowed, complaints = larger()
    counts = c | cxx | other
    for name, count in counts.items():
        limit = allowed.get(name, LIMIT)
        if count > limit:
            complaints.append(f"{name}: {count} lines, expected at most {limit}")
    for name in allowed:
        if counts.get(name, 0) <= LIMIT:
            complaints.append(f"sizes-larger.txt: not needed: {name}")
    share = sum(cxx.values()) / max(1, sum(c.values()) + sum(cxx.values()))
    if share > CXX_SHARE:
        complaints.append(f"C++ is {share:.1%} of our lines, expected at most {CXX_SHARE:.0%}")
    complaints += broken_heads()
    print("\n".join(complaints))
    print(f"C {sum(c.values())} lines in {len(c)} files, C++ {sum(cxx.values())} in {len(cxx)} ({share:.1%})")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
