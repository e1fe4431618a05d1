"""break.py WHAT IN OUT [N]: a broken copy of a file.

cut N        its first N bytes (negative: without its last -N)
flip N       bit N flipped
nested       without IN: an ONNX model with 100,000 messages inside each other
deep TEXT    without IN: module text with 100,000 times TEXT, a pair of brackets around a word
"""

import pathlib
import sys


def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def nested(depth):
    """graph { node { attribute { g { node { ... } } } } }, from the inside; built back to front to stay linear."""
    parts, size = [], 0
    for level in range(depth):
        head = varint((1, 6, 5)[level % 3] << 3 | 2)[::-1]
        length = varint(size)[::-1]
        parts += [length, head]
        size += len(length) + len(head)
    return b"".join(parts)[::-1]


def main():
    what, out = sys.argv[1], pathlib.Path(sys.argv[3])
    number = int(sys.argv[4]) if what in ("cut", "flip") else 0
    if what == "nested":
        opset = field(8, varint(2 << 3) + varint(13))
        out.write_bytes(field(7, nested(100000)) + opset)
    elif what == "deep":
        before, after = sys.argv[2].split("x")
        out.write_text(f"module attributes {{a = {before * 100000}1{after * 100000}}} {{}}\n", encoding="utf-8")
    else:
        data = bytearray(pathlib.Path(sys.argv[2]).read_bytes())
        if what == "cut":
            data = data[:number]
        else:
            data[number // 8] ^= 1 << number % 8
        out.write_bytes(data)


if __name__ == "__main__":
    main()
