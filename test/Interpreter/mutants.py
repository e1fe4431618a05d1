"""Mutants of programs: mutants.py TABLE OUT-FOLDER [--propose=N]

A mutant is the text of a program at some stage with one change. The table has one a line, `|` between the fields:

    PROGRAM | STAGE | OLD | NEW | K | COMMAND | MESSAGE

OLD, a regular expression, is replaced by NEW where it stands for the K-th time (from 0). COMMAND says what finds it:

    against   relax-run MUTANT --mode=reference --against=PROGRAM --cases=40
    values    relax-run MUTANT --compare-values=PROGRAM --dims=...     the first value that differs, by name
    compiled  relax-run MUTANT --against=PROGRAM --cases=40             (stages that the compiled side goes on from)

and MESSAGE is what it has to say. With --propose, N changes are drawn with a fixed seed, tried, and printed as lines of the
table; those that nothing finds are printed behind `#`.
"""

import pathlib
import random
import re
import sys

import script

HERE = pathlib.Path(__file__).parent
DIMS = {"block": "n=7", "rows": "n=3,m=17", "windows": "h=5"}
STAGES = ("graph", "fused", "scheduled", "planned", "vm")
SWAPS = [("addf", "subf"), ("mulf", "addf"), ("subf", "addf"), ("divf", "mulf"), ("maximumf", "minimumf"), ("math.exp", "math.tanh"),
         ("math.erf", "math.tanh"), ("math.tanh", "math.erf"), (r"%i\b", "%j"), (r"%j\b", "%i"), (r" \+ 1\b", " + 2"), (r"\b0\.5", "0.25"),
         (r"5\.000000e-01", "2.500000e-01"), (r"1\.000000e\+00", "2.000000e+00"), ("0xFF800000", "0.0"), ("identity \\(0.000000e\\+00\\)",
         "identity (1.000000e+00)"), ("relax.gelu", "relax.relu"), ("relax.softmax", "relax.log_softmax"), ("relax.multiply", "relax.add"),
         ("relax.subtract", "relax.add"), ("relax.add", "relax.subtract"), ("relax.max ", "relax.min "), ("relax.exp", "relax.tanh"),
         ("relax.tanh", "relax.exp"), (r"in \[n,", "in [n - 1,"), (r"in \[n\]", "in [n - 1]"), (" ceildiv ", " floordiv "), ("arith.minsi", "arith.maxsi"),
         ("arith.remui", "arith.divui"), ("arith.addi", "arith.subi"), ("arith.muli", "arith.addi"), ("vector<16xf32>", "vector<8xf32>"),
         (r"at \[0\]", "at [64]"), (r"at \[64\]", "at [0]"), (r"\bslt\b", "sle"), (r"<add>", "<mul>"), (r"at \(0\)", "at (64)")]


def run(*command):
    done = script.run_within(100, command, text=True)
    return done.returncode, done.stderr


def text_of(program, stage, out):
    source = HERE / "Inputs" / f"{program}.mlir"
    if stage == "graph":
        return source.read_text()
    lowered = out / f"{program}.{stage}.mlir"
    if not lowered.exists():
        code, error = run("relax-opt", source, "--relax-pipeline=cpu", "--target=x86-64-v4", f"--to={stage}", "-o", lowered)
        assert code == 0, error
    return lowered.read_text()


def change(text, old, new, count):
    found = list(re.finditer(old, text))
    if count >= len(found):
        return None
    at = found[count]
    return text[:at.start()] + new + text[at.end():]


def find(program, mutant, command):
    source = HERE / "Inputs" / f"{program}.mlir"
    options = {"against": ["--mode=reference", f"--against={source}", "--cases=40"], "compiled": [f"--against={source}", "--cases=40"],
               "values": [f"--compare-values={source}", f"--dims={DIMS[program]}"]}[command]
    return run("relax-run", mutant, *options)


def kind_of(error):
    for word in ("first value that differs", "outside of", "nothing has written", "differs from", "expected one of the values", "elements of", "cannot compute an index", "divides by zero",
                 "do not lie in", "beyond", "bytes", "writes element"):
        if word in error:
            return word
    return ""


def propose(out, count):
    numbers = random.Random(17)
    seen = set()
    while len(seen) < count:
        program, stage = numbers.choice(sorted(DIMS)), numbers.choice(STAGES)
        old, new = numbers.choice(SWAPS)
        text = text_of(program, stage, out)
        places = len(re.findall(old, text))
        if not places or (pick := (program, stage, old, new, numbers.randrange(places))) in seen:
            continue
        mutant = out / "mutant.mlir"
        mutant.write_text(change(text, *pick[2:]))
        if run("relax-opt", mutant)[0] != 0:
            continue  # it is no program
        seen.add(pick)
        command = numbers.choice(("values", "against")) if stage in ("graph", "fused") else "against"
        if command == "values" and kind_of(find(program, mutant, command)[1]) != "first value that differs":
            command = "against"
        code, error = find(program, mutant, command)
        print("" if code else "# ", " | ".join(map(str, (*pick, command, kind_of(error)))), sep="", flush=True)


def main():
    table, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    if len(sys.argv) > 3:
        propose(out, int(sys.argv[3].removeprefix("--propose=")))
        return 0
    tried, lost = 0, 0
    for line in table.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        program, stage, old, new, count, command, message = line.split(" | ")
        text = change(text_of(program, stage, out), old, new, int(count))
        tried += 1
        (out / "mutant.mlir").write_text(text or "")
        code, error = find(program, out / "mutant.mlir", command) if text else (0, "nothing to change")
        if code != 1 or message not in error:
            lost += 1
            print(f"not found: {line}\n  {error.strip()[:300]}")
    print(f"{tried} mutants, {lost} not found")
    return 1 if lost or not tried else 0


if __name__ == "__main__":
    sys.exit(main())
