"""formula.py NAME=VALUE... : the value of `after planning:` of the first function in a memory report on
standard input, as `arena_bytes=...`, so that it can be compared with what a run counts."""

import re
import sys


class Extent(int):
    """`@` is `ceildiv`: Python gives it the precedence of `*`, as our grammar does."""

    def __matmul__(self, other):
        return Extent(-(-int(self) // int(other)))

    def __mul__(self, other):
        return Extent(int(self) * int(other))

    def __add__(self, other):
        return Extent(int(self) + int(other))

    __rmul__, __radd__ = __mul__, __add__


values = {name: Extent(value) for name, value in (text.split("=") for text in sys.argv[1:])}
formula = re.search(r"after planning: +(.*) bytes in", sys.stdin.read()).group(1)
formula = formula.replace("ceildiv", "@").replace("floordiv", "//").replace("mod", "%")
print(f"arena_bytes={int(eval(formula, {'__builtins__': {}, 'min': min, 'max': max}, values))} allocations=1")
