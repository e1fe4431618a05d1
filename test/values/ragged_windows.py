"""Each function of a model compiled and interpreted for five batches: ragged_windows.py MODEL."""

import pathlib
import re
import subprocess
import sys

BATCHES = [("2,0,5,1", "4,3,0,1"), ("64", "64"), ("65,130", "129,1"), ("", ""), ("1,200", "140,70")]


def rows(text):
    return sum(int(word) for word in text.split(",") if word)


def main():
    model = sys.argv[1]
    text = pathlib.Path(model).read_text(encoding="utf-8")
    good = total = 0
    for name, arguments in re.findall(r"relax.func @(\w+)\(([^)]*)\)", text):
        for q, k in BATCHES:
            count = len([word for word in q.split(",") if word])
            extents = {"!q": f"{rows(q)}x8", "!k": f"{rows(k)}x8", "!m": f"{rows(k)}"}
            command = ["relax-run", model, f"--entry={name}", "--compare=reference,compiled", "--poison",
                       f"--input=ql={count}xi64={q}", f"--input=kl={count}xi64={k}"]
            for number, (value, kind) in enumerate(re.findall(r"%(\w+): (![qkm])\b", arguments)):
                size = 8 * rows(k if kind == "!k" else q) if kind != "!m" else rows(k)
                elements = ",".join(str((37 * (i + number) % 23 - 11) / 4) for i in range(size))
                command.append(f"--input={value}={extents[kind]}xf32={elements}")
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            total += 1
            good += done.returncode == 0 and "agree: 1 result" in done.stdout
            if done.returncode:
                print(name, q, k, done.stdout[-300:])
    print(f"{good} of {total} agree")
    return good != total


sys.exit(main())
