"""relax-run --batch-graph --layout on made graphs: what it says is gathered is what is, by where the results lie; each
result has one place.

  layout.py DIR     a folder for files
"""

import json
import pathlib
import subprocess
import sys

import graphs
import reference


def agenda(nodes):
    of = {}
    for (type, _, _), depth in zip(nodes, reference.depths(nodes)):
        of.setdefault(type, []).append(depth)
    mean = {type: reference.Fraction(sum(found), len(found)) for type, found in of.items()}
    return reference.batches_of(nodes, lambda ready, done: min(ready, key=lambda type: (mean[type], type)))


def main(folder):
    made = [graphs.made(seed, 6 + 3 * (seed % 12), 2 + seed % 4) for seed in range(100)]
    paths = [folder / f"{seed}.txt" for seed in range(len(made))]
    for nodes, path in zip(made, paths, strict=True):
        path.write_text(reference.text_of(nodes))
    command = ["relax-run", *(f"--batch-graph={path}" for path in paths), "--policy=agenda", "--layout", "--json"]
    rows = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    lists = wrong = 0
    for nodes, path, row in zip(made, paths, map(json.loads, rows), strict=True):
        batches = agenda(nodes)
        assert [[nodes[batch[0]][0], len(batch)] for batch in batches] == row["sequence"], path
        assert sorted(row["memory"]) == list(range(len(nodes))), path
        place = {node: at for at, node in enumerate(row["memory"])}
        found = [reference.gathers(nodes, batch, place) for batch in batches]
        assert found == row["gathers"], (path, found, row)
        wrong += sum(found)
        as_they_come = dict(zip(range(len(nodes)), range(len(nodes))))
        lists += sum(reference.gathers(nodes, batch, as_they_come) for batch in batches)
    print(f"gathered: {wrong}, in the order of the nodes {lists}")
    assert wrong < lists


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
