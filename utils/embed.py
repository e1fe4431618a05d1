#!/usr/bin/env python3
"""embed.py IN OUT.c NAME: a file as the C string NAME, with a NUL behind it and its length in NAMELength."""
import pathlib
import sys


def main():
    source, out, name = sys.argv[1:]
    data = pathlib.Path(source).read_bytes()
    rows = [", ".join(str(byte) for byte in data[i : i + 24]) for i in range(0, len(data), 24)]
    text = f"/* Written by utils/embed.py from {pathlib.Path(source).name}. */\n#include <stddef.h>\n"
    text += f"const size_t {name}Length = {len(data)};\n"
    text += f"const char {name}[] = {{\n    " + ",\n    ".join(rows) + ", 0};\n"
    pathlib.Path(out).write_text(text, encoding="utf-8")


main()
