"""Circles of source files: an edge from A.c to B.c where A.c names a function or a table that B.c defines. Files of one
circle can only be understood together. Prints each circle, largest first, and the sums; exit status 1 if one has more than
--limit files, or all together more than --total.

  circles.py [--edges] [--limit=N] [--total=N] [ROOT]     --edges: why, a line per pair of files; ROOT: another tree
"""

import argparse
import collections
import re
import sys

import source

LIMIT, TOTAL = 12, 70  # a quarter of the 281 files of commit 6a93a52
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "else", "do"}
TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'')
NAME = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*")
# At the start of a line: what clang-format leaves there is no body.
FUNCTION = re.compile(r"^(?!\s|#|typedef\b|else\b|return\b)([\w \t\n*]*?\b(\w+)[ \t]*\((?:[^;{}()]|\([^;{}()]*\))*\))\s*\{", re.MULTILINE)
TABLE = re.compile(r"^((?!\s|#|typedef\b|extern\b)[\w \t\n*()]*?\b(\w+)(?:\[[^\]]*\])*\s*=)", re.MULTILINE)


def defined(text):
    """(names that others may use, names of this file alone)."""
    outside, inside = set(), set()
    for match in [*FUNCTION.finditer(text), *TABLE.finditer(text)]:
        if match[2] not in KEYWORDS:
            (inside if re.match(r"static\b", match[1]) else outside).add(match[2])
    return outside, inside


def graph():
    """{file: {file that defines: names}}"""
    definer, texts, own = {}, {}, {}
    for path in source.files(".c"):
        text = source.without_comments(path.read_text(encoding="utf-8"))
        text = TEXT.sub('""', re.sub(r"^[ \t]*#[ \t]*include.*", "", text, flags=re.MULTILINE))
        name = path.relative_to(source.ROOT).as_posix()
        outside, inside = defined(text)
        texts[name], own[name] = text, outside | inside
        for symbol in outside:
            definer[symbol] = name if definer.get(symbol, name) == name else None  # of several programs: no one's
    edges = {}
    for name, text in texts.items():
        edges[name] = collections.defaultdict(set)
        for symbol in set(NAME.findall(text)) - own[name]:
            if definer.get(symbol):
                edges[name][definer[symbol]].add(symbol)
    return edges


def circles(edges):
    """The strongly connected components of more than one file (Tarjan, without recursion)."""
    number, low, stack, on_stack, found = {}, {}, [], set(), []
    for root in edges:
        if root in number:
            continue
        work = [(root, iter(sorted(edges[root])))]
        number[root] = low[root] = len(number)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in number:
                    number[other] = low[other] = len(number)
                    stack.append(other)
                    on_stack.add(other)
                    work.append((other, iter(sorted(edges[other]))))
                    break
                if other in on_stack:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    at = stack.index(node)
                    on_stack.difference_update(stack[at:])
                    if len(stack) - at > 1:
                        found.append(sorted(stack[at:]))
                    del stack[at:]
    return sorted(found, key=lambda circle: (-len(circle), circle))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("root", nargs="?", default=source.ROOT)
    parser.add_argument("--edges", action="store_true")
    parser.add_argument("--limit", type=int, default=LIMIT)
    parser.add_argument("--total", type=int, default=TOTAL)
    options = parser.parse_args()
    source.ROOT = source.pathlib.Path(options.root).resolve()
    edges = graph()
    found = circles(edges)
    for circle in found:
        print(f"{len(circle)} files: {', '.join(circle)}")
        for name in circle if options.edges else []:
            for other, symbols in sorted(edges[name].items()):
                if other in circle:
                    print(f"    {name} -> {other}: {', '.join(sorted(symbols))}")
    total, largest = sum(map(len, found)), max(map(len, found), default=0)
    print(f"{len(edges)} files, {total} in {len(found)} circles, at most {largest} in one")
    return 1 if total > options.total or largest > options.limit or not edges else 0


if __name__ == "__main__":
    sys.exit(main())
