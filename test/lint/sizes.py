"""How long our files are: fails above 400 lines of a file (one idea a file, near 200) and where hand-written C++
is more than 5 % of C and C++ together. Prints the sums.

  sizes.py [--report]     --report: exit status 0
"""

import sys

import source

LIMIT, CXX_SHARE = 400, 0.05


def lines_of(paths):
    return {path: path.read_text(encoding="utf-8").count("\n") for path in paths}


def main():
    c = lines_of(source.files(".c", ".h"))
    cxx = lines_of(source.files(".cpp", ".hpp"))
    other = lines_of(source.files(".td") + source.files(".py", ".c", ".sh", folders=("utils", "test")))
    complaints = [
        f"{path.relative_to(source.ROOT)}: {count} lines, expected at most {LIMIT}"
        for path, count in (c | cxx | other).items()
        if count > LIMIT
    ]
    share = sum(cxx.values()) / max(1, sum(c.values()) + sum(cxx.values()))
    if share > CXX_SHARE:
        complaints.append(f"C++ is {share:.1%} of our lines, expected at most {CXX_SHARE:.0%}")
    print("\n".join(complaints))
    print(f"C {sum(c.values())} lines in {len(c)} files, C++ {sum(cxx.values())} in {len(cxx)} ({share:.1%})")
    return 1 if complaints and "--report" not in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
