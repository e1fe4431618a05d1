"""relax-run --batch-graph on 200 made graphs of 4 to 12 nodes, against reference.py.

  policies.py DIR     a folder for files
"""

import json
import pathlib
import subprocess
import sys

import graphs
import reference

POLICIES = {
    "depth": reference.depth_policy,
    "agenda": reference.agenda_policy,
    "sufficient": reference.sufficient_policy,
    "optimal": None,
}


def relax_run(*arguments):
    done = subprocess.run(["relax-run", *arguments, "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and not done.stderr, (arguments[-1], done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()]


def check(nodes, row, expected, what):
    """Is the row of a graph what it has to be? `expected` is a sequence."""
    assert row["nodes"] == len(nodes) and row["types"] == len({type for type, _, _ in nodes}), what
    assert row["lower_bound"] == reference.lower_bound(nodes), what
    assert row["batches"] == len(row["sequence"]) and row["sequence"] == expected, (what, row, expected)


def main(folder):
    made = [graphs.made(seed, 4 + seed % 9, 2 + seed // 2 % 4) for seed in range(200)]
    paths = [folder / f"{seed}.txt" for seed in range(len(made))]
    for nodes, path in zip(made, paths, strict=True):
        path.write_text(reference.text_of(nodes))
        assert reference.parse(path.read_text()) == nodes
    best = [reference.optimum(nodes) for nodes in made]
    for policy, function in POLICIES.items():
        rows = relax_run(*(f"--batch-graph={path}" for path in paths), f"--policy={policy}")
        for nodes, path, row, optimum in zip(made, paths, rows, best, strict=True):
            check(nodes, row, function(nodes) if function else row["sequence"], (policy, path))
            assert row["lower_bound"] <= optimum <= row["batches"], path
            assert function or row["batches"] == optimum, path
        print(f"{policy}: {sum(row['batches'] == optimum for row, optimum in zip(rows, best, strict=True))} of 200 at the optimum")
    # Types of more than 64 nodes, more than 64 types.
    for seed in range(4):
        path, nodes = folder / f"large{seed}.txt", graphs.made(seed, 250, 3 if seed < 2 else 100)
        path.write_text(reference.text_of(nodes))
        for policy in ("depth", "agenda", "sufficient"):
            check(nodes, relax_run(f"--batch-graph={path}", f"--policy={policy}")[0], POLICIES[policy](nodes), path)
    reached = 0
    for nodes, path, optimum in zip(made, paths, best, strict=True):
        table = path.with_suffix(".table")
        (row,) = relax_run(f"--batch-graph={path}", f"--learn={table}", "--iterations=300")
        check(nodes, row, reference.table_policy(nodes, table.read_text()), path)
        assert row["lower_bound"] <= optimum <= row["batches"], path
        reached += row["batches"] == optimum
    print(f"learnt: {reached} of 200 at the optimum")
    assert reached >= 180


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
