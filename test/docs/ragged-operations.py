"""Whether docs/language/ragged.md gives a reason for every operation on tensors that refuses ragged ones, and for no other:
ragged-operations.py REFERENCE.md RULES.c PAGE.md"""

import fnmatch
import re
import sys

SECTION = re.compile(r"^### relax\.(\w+)\n(.*?)(?=^##|\Z)", re.M | re.S)
TABLE = re.compile(r"^\| refuse \| why \|\n\| --- \| --- \|\n((?:\|.*\n)+)", re.M)
OWN = {"call", "match_cast", "call_tir", "return"}  # what is said of these depends on more than ragged operands


def main():
    reference, rules, page = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
    takes = set(" ".join(re.findall(r'"([^"]*)"', rules[rules.index("rules[] = {") : rules.index("findRule")])).split())
    tensors = {name for name, text in SECTION.findall(reference) if re.search(r"^- `.*`!relax\.tensor`", text, re.M)}
    rows = TABLE.search(page)
    patterns = [p for row in (rows[1].splitlines() if rows else []) for p in re.findall(r"`([\w*]+)`", row.split("|")[1])]
    refuse = tensors - takes - OWN
    silent = [name for name in sorted(refuse) if not any(fnmatch.fnmatch(name, p) for p in patterns)]
    wrong = [p for p in patterns if not any(fnmatch.fnmatch(name, p) for name in refuse) or any(fnmatch.fnmatch(name, p) for name in takes)]
    for what, names in (("no reason", silent), ("a reason that is none", wrong)):
        if names:
            print(f"{what}: {' '.join(names)}")
    print(f"{len(takes)} take ragged tensors, {len(refuse)} refuse them")
    return bool(silent or wrong)


sys.exit(main())
