"""Lists the innermost loops with multiply-adds in `llvm-objdump -d` output: registers.py FILE zmm|ymm|4s

The second argument is how the full width of the target is written. A loop is the code from the target of backward jumps to the last of them, without another such target in between.
"""

import re
import sys

JUMP = r"(?:j\w+|b(?:\.\w+)?|cbn?z|tbn?z)\s"
LINE = re.compile(r"^\s*([0-9a-f]+):\s+(.*)$")


def loops(lines):
    code, ends = [], {}
    for line in lines:
        match = LINE.match(line)
        if not match:
            continue
        address, text = int(match[1], 16), match[2].strip()
        code.append((address, text))
        jump = re.match(JUMP + r".*?\b0x([0-9a-f]+)", text)
        if jump and int(jump[1], 16) <= address:
            ends[int(jump[1], 16)] = address
    for start, end in sorted(ends.items(), key=lambda loop: loop[1]):
        if not any(start < other <= end for other in ends):
            yield [text for address, text in code if start <= address <= end]


def main():
    width = sys.argv[2]
    for body in loops(open(sys.argv[1], encoding="utf-8")):
        fused = [t for t in body if re.match("vfmadd|fmla|fmadd", t)]
        packed = [t for t in fused if re.match(r"(vfmadd\d+p[sd]|fmla)\b", t) and re.search(rf"[%.]{width}", t)]
        stack = [t for t in body if re.search(r"\(%rsp|\(%rbp|\[sp", t)]
        ahead = [t for t in body if re.match("prefetch|prfm", t)]
        shared = [t for t in body if "vbroadcast" in t or "{1to16}" in t]
        if fused:
            print(f"{len(fused)} multiply-adds, {len(packed)} packed in {width}, {len(shared)} broadcasts, "
                  f"{len(ahead)} prefetches, "
                  f"{len(stack)} uses of the stack")


main()
