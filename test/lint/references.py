"""Paths that comments and pages name are there: files and folders of the tree, links of Markdown, rules of the symbols' page,
and in docs/architecture.md the functions of its walks. Prints one line per wrong one; exit status 1 if there is one.
With a folder as argument that tree is looked at (the test of this test).
"""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else __file__ + "/../../..").resolve()
ROOMS = "lib|dialects|docs|test|tools|utils|share|cmake"
PATH = re.compile(rf"(?<![\w/.%$}}{{-])((?:{ROOMS})/[\w/.+-]*\w|CONTRIBUTING\.md|DESIGN\.md)(?![\w*{{<]|/?[*{{<])(, rules? [\d, and]+)?")
LINK = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)")
WALK = re.compile(r"^\|.*\| `([\w/.]+)` \| `(\w+)` \|$", re.M)
SOURCES = {".c", ".h", ".cpp", ".hpp", ".td", ".md", ".py", ".mlir", ".test"}
# Pages that show files which a reader is to make, and tests that make trees of their own.
EXAMPLES = re.compile(r"docs/add-[\w-]+\.md|test/lint/.*|test/utils/.*|test/docs/.*|utils/new-pass|.*/proto/.*|test/faults/.*|test/models/SOURCE\.md")


def files():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True)
    names = listed.stdout.split("\n") if listed.returncode == 0 and len(sys.argv) < 2 else None
    if names is None:
        names = [path.relative_to(ROOT).as_posix() for path in sorted(ROOT.rglob("*")) if path.is_file()]
    return [name for name in names if pathlib.PurePosixPath(name).suffix in SOURCES]


def exists(name):
    """A path of the tree; `lib/Sym/Model` stands for its .c and .h, `...gen.h` is generated."""
    if ".gen." in name or name.endswith((".inc", ".pb-c.h")) or "NAME" in name:
        return True
    return (ROOT / name).exists() or any((ROOT / name).parent.glob(pathlib.PurePosixPath(name).name + ".*"))


def rules_of(text):
    return {int(number) for number in re.findall(r"\d+", text or "")}


def complaints(name, text):
    page = pathlib.PurePosixPath(name)
    if not EXAMPLES.fullmatch(name):
        for match in PATH.finditer(text):
            line = text.count("\n", 0, match.start()) + 1
            if not exists(match[1]):
                yield f"{name}:{line}: '{match[1]}' is not there"
            elif match[1].endswith("symbols.md"):
                heads = {int(n) for n in re.findall(r"^## (\d+)\.", (ROOT / match[1]).read_text(encoding="utf-8"), re.M)}
                for number in sorted(rules_of(match[2]) - heads):
                    yield f"{name}:{line}: '{match[1]}' has no rule {number}"
    if page.suffix == ".md":
        for match in LINK.finditer(text):
            if not (ROOT / page.parent / match[1]).exists():
                yield f"{name}:{text.count(chr(10), 0, match.start()) + 1}: the link '{match[1]}' leads nowhere"
    if name == "docs/architecture.md":
        for file, function in WALK.findall(text):
            path = ROOT / file
            if path.is_file() and not re.search(rf"^[^\s#/].*\b{function}\(", path.read_text(encoding="utf-8"), re.M):
                yield f"{name}: '{file}' has no function '{function}'"


def main():
    wrong, looked = [], 0
    for name in files():
        looked += 1
        wrong += complaints(name, (ROOT / name).read_text(encoding="utf-8"))
    print("\n".join(wrong + [f"{looked} files, {len(wrong)} wrong references"]))
    return 1 if wrong or not looked else 0


if __name__ == "__main__":
    sys.exit(main())
