"""Where a C source can be changed: a comparison, a number plus or minus one, two operands swapped.

A change is named by its function and by its number there, so that its name stays what it is when other functions are edited.
"""

import collections
import re

FUNCTION = re.compile(r"^(?!#|/|typedef)(?P<head>[A-Za-z][^;={}#]*?\b(?P<name>\w+)\([^;{}]*\)) \{\n(?P<body>.*?)^\}", re.MULTILINE | re.DOTALL)
TOKEN = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|//[^\n]*|/\*.*?\*/', re.DOTALL)
SIMPLE = r"[a-zA-Z_][\w.]*(?:->[\w.]+)*"
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
KINDS = ("compare", "number", "swap")
# What is about messages and checks of our own, and the ends of loops over null.
DULL = re.compile(r"assert\(|[Ff]ail\w*\(|EmitOp\w*\(|EmitError|EmitRemark|strBufAppend|ARENA_ARRAY|ARENA_NEW|NULL")

Change = collections.namedtuple("Change", "file function kind number old new")


def without_words(text):
    """Strings and comments become blanks of the same length."""
    return TOKEN.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def statement(text, offset):
    """From the `;`, `{` or `}` before the offset to the next one."""
    begin = max(text.rfind(end, 0, offset) for end in ";{}")
    ends = [place for place in (text.find(end, offset) for end in ";{}") if place >= 0]
    return text[begin + 1 : min(ends, default=len(text))]


def places(body):
    """(kind, begin, end, old, new) of every change in the text of a function, in the order of the text."""
    plain, found = without_words(body), []
    for match in re.finditer(r" (<=|>=|==|!=|<|>) ", plain):
        found.append(("compare", match.start(1), match.end(1), match[1], COMPARISONS[match[1]]))
    for match in re.finditer(r"(?<![\w.])(\d+)(?![\w.])", plain):
        for new in (int(match[1]) + 1, int(match[1]) - 1):
            if new >= 0:
                found.append(("number", match.start(1), match.end(1), match[1], str(new)))
    for match in re.finditer(rf"(?<![\w.>]){SIMPLE} (?:-|/|%|<|<=) {SIMPLE}(?![\w.(\[]|->)", plain):
        left, sign, right = match[0].split()
        found.append(("swap", match.start(), match.end(), match[0], f"{right} {sign} {left}"))
    for match in re.finditer(rf"(?<=[(,\s])({SIMPLE}), ({SIMPLE})(?=[,)])", plain):
        if match[1] != match[2]:
            found.append(("swap", match.start(), match.end(), match[0], f"{match[2]}, {match[1]}"))
    return [place for place in found if not DULL.search(statement(plain, place[1]))]


def functions(text):
    """The matches of all functions, with groups head, name and body."""
    plain = without_words(text)
    return list(FUNCTION.finditer(plain))


def changes(path, text):
    """Every change of a source."""
    out = []
    for function in functions(text):
        counts = collections.Counter()
        for kind, _, _, old, new in places(text[function.start("body") : function.end("body")]):
            out.append(Change(path, function["name"], kind, counts[kind, old, new], old, new))
            counts[kind, old, new] += 1
    return out


def changed_body(body, change):
    """The body with the change, or None where it has no such place any more."""
    count = 0
    for kind, begin, end, old, new in places(body):
        if (kind, old, new) == change[2:3] + change[4:6]:
            if count == change.number:
                return body[:begin] + new + body[end:]
            count += 1
    return None


def line_of(text, change):
    """The line of the change in the source."""
    for function in functions(text):
        if function["name"] != change.function:
            continue
        body, count = text[function.start("body") : function.end("body")], 0
        for kind, begin, _, old, new in places(body):
            if (kind, old, new) == change[2:3] + change[4:6]:
                if count == change.number:
                    return text.count("\n", 0, function.start("body") + begin) + 1
                count += 1
    return 0


def with_switch(text, numbered):
    """The source with all changes, {number: change}, of which `relaxMutant()` picks one."""
    pieces, end = [], 0
    for function in functions(text):
        mine = {n: change for n, change in numbered.items() if change.function == function["name"]}
        begin, close = function.start("body"), function.end("body")
        body = text[begin:close]
        bodies = {n: changed_body(body, change) for n, change in mine.items()}
        falls = "  return;\n" if re.search(rf"\bvoid\s+{function['name']}\(", function["head"]) else ""
        pieces.append(text[end:begin])
        for number, other in bodies.items():
            if other is not None:
                pieces.append(f"  if (relaxMutant() == {number}) {{\n{other}{falls}  }}\n")
        end = begin
    return "int relaxMutant(void);\n" + "".join(pieces) + text[end:]
