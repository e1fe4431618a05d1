"""Runs tables of operators (test/values) at every stage in reference mode: stages.py OUT-FOLDER TABLE...

Given values are compared with those of the table; for made ones the text of each stage is compared with the text that it came
from, at extents of 0, 1 and 7, both interpreted."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "values"))
import operators
import script

operators.EXTENTS = (0, 1, 7)
STAGES = ("fused", "scheduled", "planned", "vm")


def run(*command):
    done = script.run_within(300, command, text=True)
    return done.stderr.strip() or str(done.returncode) if done.returncode else ""


def check(rows, out, name, *options):
    source, calls, errors = out / f"{name}.mlir", out / f"{name}.calls", []
    source.write_text("".join(row.function() for row in rows))
    calls.write_text("\n".join(" ".join(f"'{word}'" for word in call) for row in rows for call in row.calls()) + "\n")
    for stage in STAGES:  # each from the text of the one before
        lowered = out / f"{name}.{stage}.mlir"
        error = run("relax-opt", source, "--relax-pipeline=cpu", f"--to={stage}", "-o", lowered)
        source = lowered
        error = error or run("relax-run", lowered, "--mode=reference", f"--calls=@{calls}", *options)
        if error:
            errors.append(f"{stage}: {error}")
    return errors


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    failed = 0
    for table in map(pathlib.Path, sys.argv[2:]):
        rows = [row for row in operators.read(table) if row.error is None]
        given, made = [row for row in rows if not row.made], [row for row in rows if row.made]
        errors = check(given, out, f"{table.stem}-given") if given else []
        if made:
            errors += check(made, out, f"{table.stem}-made", f"--against={out / (table.stem + '-made.mlir')}")
        print("\n".join([*errors, f"{table.stem}: {len(rows)} rows, {len(errors)} stages wrong"]))
        failed += bool(errors) or not rows
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
