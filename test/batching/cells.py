"""relax-batch-cells on straight lines of up to 12 operations: as many batches as the optimum by search (reference.py) of the same graph.

  cells.py DIR        a folder for files
"""

import json
import pathlib
import random
import subprocess
import sys

import reference

MAPS = {"tanh": 1, "exp": 1, "add": 2, "multiply": 2}


def line(seed):
    """Its text, and its graph: types are operations, products those of a weight."""
    rng = random.Random(seed)
    values, rows, nodes, types = ["%a", "%b", "%c"], [], [], {}
    made = {}
    for n in range(2 + seed % 11):
        name = rng.choice(["product", "product", *MAPS])
        if name == "product":
            weight = rng.choice("UV")
            x = rng.choice(values)
            row = f"relax.matmul %{weight}, {x} : (!relax.tensor<[2, 2], f32>, !h) -> !h"
            kind, operands = weight, [x]
        else:
            operands = [rng.choice(values) for _ in range(MAPS[name])]
            row = f"relax.{name} {', '.join(operands)} : !h"
            kind = name
        nodes.append((types.setdefault(kind, len(types)), False, [made[x] for x in operands if x in made]))
        values.append(f"%v{n}")
        made[f"%v{n}"] = n
        rows.append(f"  %v{n} = {row}")
    text = "!h = !relax.tensor<[2], f32>\nrelax.func @main(%a: !h, %b: !h, %c: !h) -> ("
    results = [value for value in made if rng.random() < 0.5] or [f"%v{len(nodes) - 1}"]
    text += ", ".join("!h" for _ in results) + ") {\n"
    text += "  %U = relax.constant dense<[[0.5, -0.25], [0.125, 0.5]]> : tensor<2x2xf32>\n"
    text += "  %V = relax.constant dense<[[0.25, 0.5], [-0.5, 0.125]]> : tensor<2x2xf32>\n"
    text += "\n".join(rows) + f"\n  relax.return {', '.join(results)} : {', '.join('!h' for _ in results)}\n}}\n"
    return text, nodes


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (command, done.stderr)
    return done


def main(folder):
    searched = made = 0
    for seed in range(60):
        text, nodes = line(seed)
        path, out = folder / f"{seed}.mlir", folder / f"{seed}.out.mlir"
        path.write_text(text)
        done = run("relax-opt", path, "--pass-pipeline=builtin.module(relax.func(relax-batch-cells))", "--counters=json", "-o", out)
        counts = {row.split(".")[-1]: value for row, value in json.loads(done.stderr).items()}
        if counts["batches"] == 0:  # one product or none: nothing to gain
            assert sum(" relax.matmul " in row for row in text.splitlines()) < 2, path
            continue
        searched += 1
        made += counts["operations-made"]
        assert counts["operations"] == len(nodes), path
        assert counts["batches"] == reference.optimum(nodes), (path, counts, reference.optimum(nodes))
        if seed % 10 == 9:
            for file in (path, out):
                done = run("relax-run", file, "--mode=reference", f"--seed={seed}")
                file.with_suffix(".txt").write_text(done.stdout)
            assert path.with_suffix(".txt").read_text() == out.with_suffix(".txt").read_text(), path
    print(f"{searched} lines at the optimum, {made} operations made")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
