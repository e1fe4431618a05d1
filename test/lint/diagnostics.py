"""Each text of an error, warning, remark or note in our sources occurs in some test (docs/testing.md).

A message is a string literal with a blank in it that is passed to a function whose name ends in Error, Fail,
Context, Malformed, Warning, Remark or Note, is streamed into such a call (C++), is appended to a text named error or
message, or is returned (the reason in a message). `a '%s' b` counts as tested where `a '` and `' b` stand in this order in one line of a test; literals
of C tests that are split over lines count as one line. What no test can provoke stands in
diagnostics-untested.txt, a line `FILE: message  # reason` each.

  diagnostics.py [--report] [ROOT]     --report: only lists them, exit status 0; ROOT: another tree
"""

import re
import sys

import source

CALL = re.compile(
    r"\b\w*(?:[eE]rror|[fF]ail|Context|Malformed|[wW]arning|[rR]emark|[nN]ote)\s*\("
    r"|\bstrBufAppend\w*\s*\(\s*&?[\w>.-]*(?:error|message)\w*\s*,"
)
LITERAL = r'"(?:\\.|[^"\\\n])*"'
# `return` up to its semicolon, where it is no word of a literal.
RETURN = re.compile(rf'{LITERAL}|\breturn\b((?:[^;"]|"(?:\\.|[^"\\])*")*);')
# Adjacent literals are one, also with <inttypes.h> macros between them: "%" PRId64 " bytes".
GROUP = re.compile(rf"{LITERAL}(?:\s*(?:{LITERAL}|PRI\w+))*")
CONVERSION = re.compile(r"%(?:[-+ #0]*[\d*]*(?:\.[\d*]+)?(?:hh|h|ll|l|j|z|t|L)?[diouxXeEfFgGaAcsp])")
TESTS = {".mlir", ".test", ".c", ".h", ".py", ".txt", ".json"}


def unquote(group):
    """The text of adjacent literals; a macro like PRId64 completes the `%` before it."""
    pieces = re.findall(rf"{LITERAL}|PRI\w+", group)
    text = "".join(piece[1:-1] if piece[0] == '"' else "d" for piece in pieces)
    return re.sub(r"\\(.)", lambda match: {"n": "\n", "t": "\t"}.get(match[1], match[1]), text)


def call_end(text, start):
    """Where the call ends whose arguments begin at `start`, with what is streamed into it (C++)."""
    depth, position, streamed = 1, start, False
    while position < len(text):
        token = source.TOKEN.match(text, position)
        if token:
            position = token.end()
            continue
        depth += {"(": 1, "{": 1, "[": 1, ")": -1, "}": -1, "]": -1}.get(text[position], 0)
        position += 1
        if depth == 0 and not streamed:
            streamed = text[position:].lstrip()[:2] == "<<"
            if not streamed:
                return position
        if depth < 0 or (depth == 0 and text[position - 1] == ";"):
            return position
    return position


def messages(path):
    """(place, message) of each message in a source file."""
    text = source.without_comments(path.read_text(encoding="utf-8"))
    seen = set()
    spans = [(call.end(), call_end(text, call.end())) for call in CALL.finditer(text)]
    spans += [match.span(1) for match in RETURN.finditer(text) if match[1] is not None]
    for begin, end in spans:
        for group in GROUP.finditer(text, begin, end):
            message = unquote(group[0])
            if group.start() not in seen and " " in message.strip():
                seen.add(group.start())
                yield source.where(path, text, group.start()), message


def test_lines(root):
    """All lines of all tests, except these scripts."""
    lines = []
    for path in sorted((root / "test").rglob("*")):
        if path.suffix in TESTS and path.is_file() and "lint" not in path.relative_to(root).parts:
            text = path.read_text(encoding="utf-8", errors="replace")
            if path.suffix in {".c", ".h", ".py"}:
                text = re.sub(r'"\s*\n\s*"', "", text).replace('\\"', '"')
            lines += re.sub(r"\bexpected-(?:error|warning|remark|note)", "", text).splitlines()
    return lines


def is_tested(message, lines):
    """Whether the literal parts of every line of `message` stand in this order in one line of a test."""
    message = re.sub(r"^'(?:%s|[\w.]+)' op ", "", message)  # tests need not repeat the operation's name
    for line in message.splitlines():
        parts = [part.replace("%%", "%").strip() for part in CONVERSION.split(line)]
        parts = [part for part in parts if part]
        pattern = re.compile(".*".join(map(re.escape, parts)))
        longest = max(parts, key=len, default="")
        if not any(longest in candidate and pattern.search(candidate) for candidate in lines):
            return False
    return True


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--report"]
    if arguments:
        source.ROOT = source.pathlib.Path(arguments[0]).resolve()
    allow_list = source.ROOT / "test" / "lint" / "diagnostics-untested.txt"
    allowed = {}
    if allow_list.exists():
        for line in allow_list.read_text(encoding="utf-8").splitlines():
            entry, _, reason = line.partition("  # ")
            allowed[entry] = reason.strip()
    lines, untested, total, used = test_lines(source.ROOT), [], 0, set()
    for path in source.files(".c", ".cpp", ".h"):
        for place, message in messages(path):
            total += 1
            entry = f"{place.split(':')[0]}: {message}"
            if is_tested(message, lines):
                continue
            if allowed.get(entry):
                used.add(entry)
                continue
            untested.append(f"{place}: no test has this message: {message!r}")
    untested += [f"{allow_list.name}: not needed, or without a reason: {entry}" for entry in allowed if entry not in used]
    print("\n".join(untested + [f"{total} messages, {len(untested)} untested"]))
    return 1 if "--report" not in sys.argv and (untested or not total) else 0


if __name__ == "__main__":
    sys.exit(main())
