#!/usr/bin/env python3
"""Writes what parser errors can show, from the reference pages: how operations look, and which names there are.

usage: syntax-gen.py OUT.c PAGE.md...

PAGE.md are docs/reference/{sym,relax,tir,vm}.md: `### relax.exp`, then a line of four blanks and the syntax; `### !relax.tensor`
and `### #sym.fact` are a type and an attribute, whose syntax is the first example of that name between back quotes. A new operation is in the table when utils/gen-docs has run.
"""
import os
import re
import sys

ENTRY = re.compile(r"^### ([!#]?\w+\.\w+)\n(?:\n[^\n]*\n)?(?:\n    (\S[^\n]*)\n)?", re.M)
WORD = re.compile(r"(?<![\w<%@\".\[])[a-z_]{2,}(?![\w>\"(.\]])")
NOT_WORDS = {"types", "type", "names", "name", "facts", "exprs", "expr", "value", "and"}  # they stand for something


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def main():
    out, *pages = sys.argv[1:]
    texts = [open(page, encoding="utf-8").read() for page in pages]
    entries = [match for text in texts for match in ENTRY.findall(text)]
    syntax = sorted((name, text) for name, text in entries if text and name[0] not in "!#")
    examples = re.compile(r"^### ([!#][\w.]+)\n(?:(?!###)[^`])*`(\1<[^`\n]*)`", re.M)
    shown = sorted(match for text in texts for match in examples.findall(text))
    names = sorted(name for name, _ in entries if name[0] in "!#")
    words = {word for _, text in syntax for word in WORD.findall(text.split("=", 1)[-1])} - NOT_WORDS
    words |= {"where", "attributes", "private", "binds", "symbols", "ensures"}
    text = '/* Written by utils/syntax-gen.py. */\n#include "lib/Bridge/Core/Syntax.h"\n\n'
    text += "const SyntaxLine syntaxLines[] = {\n" + "".join(f"    {{{quoted(n)}, {quoted(t)}}},\n" for n, t in syntax + shown)
    text += "    {0, 0},\n};\n"
    for variable, values in (("syntaxNames", names), ("syntaxWords", sorted(words))):
        text += f"const char *const {variable}[] = {{\n" + "".join(f"    {quoted(v)},\n" for v in values) + "    0,\n};\n"
    if not os.path.exists(out) or open(out, encoding="utf-8").read() != text:
        with open(out, "w", encoding="utf-8") as file:
            file.write(text)


main()
