#!/usr/bin/env python3
"""memory-random.py FOLDER: made programs on all their plans, at limits in between, and with values computed again.

Results are compared to the bit. Prints how many programs, plans and evictions there were.
"""
import pathlib
import random
import re
import subprocess
import sys

SHAPE = "n, 64"
WIDTHS = [64, 128]
PROGRAMS, OPERATIONS = 6, 16


def tensor(shape):
    return f"!relax.tensor<[{shape}], f32>"


class LimitError(Exception):
    """It is too small."""


def program(draw):
    """Layers, sums and views, and then products with what these gave, some of it twice."""
    widths = [f"%w{a}_{b}: {tensor(f'{a}, {b}')}" for a in WIDTHS for b in WIDTHS]
    lines = [f"relax.func @main(%v0: {tensor(SHAPE)}, {', '.join(widths)}) -> {tensor(SHAPE)} where (1 <= n, likely n == 96) {{"]
    values = [("%v0", 64)]

    def add(text, width):
        name = f"%v{len(values)}"
        lines.append(f"  {name} = {text}")
        values.append((name, width))
        return name

    def layer(name, a, b):
        product = add(f"relax.matmul {name}, %w{a}_{b} : ({tensor(f'n, {a}')}, {tensor(f'{a}, {b}')}) -> {tensor(f'n, {b}')}", b)
        return add(f"relax.tanh {product} : {tensor(f'n, {b}')}", b)

    for _ in range(OPERATIONS):
        name, width = draw.choice([value for value in values[-3:] if value[1]])
        kind = draw.random()
        if kind < 0.5:
            layer(name, width, draw.choice(WIDTHS))
        elif kind < 0.85:
            old = draw.choice([value for value, other in values if other == width][:12])
            add(f"relax.add {name}, {old} : {tensor(f'n, {width}')}", width)
        else:
            half = tensor(f"2 * n, {width // 2}")
            view = add(f"relax.reshape {name} : ({tensor(f'n, {width}')}) -> {half}", 0)
            mapped = add(f"relax.tanh {view} : {half}", 0)
            add(f"relax.reshape {mapped} : ({half}) -> {tensor(f'n, {width}')}", width)
    last, width = "%v0", 64
    kept = [value for value in values if value[1]]
    for old, needed in kept[::-1] + draw.choices(kept, k=len(kept) // 2):
        if needed != width:
            last, width = layer(last, width, needed), needed
        last = add(f"relax.multiply {last}, {old} : {tensor(f'n, {width}')}", width)
        last, width = layer(last, width, 64), 64
    return "\n".join([*lines, f"  relax.return {last} : {tensor(SHAPE)}", "}"]) + "\n"


def run(path, *options):
    out = path.with_suffix(".npy")
    done = subprocess.run(["relax-run", path, "--threads=1", "--poison", f"--cache-dir={path.parent}/cache", "--counters",
                           f"--output=@{out}", *options], capture_output=True, text=True, check=False)
    if "expected a memory limit" in done.stderr:
        raise LimitError
    assert done.returncode == 0, (path, options, done.stderr)
    return out.read_bytes(), done.stdout


def check(path, text, extent):
    path.write_text(text, encoding="utf-8")
    planned = subprocess.run(["relax-opt", path, "--pass-pipeline=builtin.module(relax-cpu{to=planned levels=6})"],
                             capture_output=True, text=True, check=True).stdout
    levels = re.search(r"memory_level of \[(.*?)\]", planned)[1].split(", ")
    path.with_suffix(".planned.mlir").write_text(planned, encoding="utf-8")
    dims = f"--dims=n={extent}"
    expected, _ = run(path, dims)
    for level in range(len(levels)):
        result, _ = run(path.with_suffix(".planned.mlir"), dims, f"--memory-level={level}")
        assert result == expected, (path, level)
    _, counters = run(path, dims, "--recompute=dtr")
    whole = int(re.search(r"peak_bytes=(\d+)", counters)[1])
    for share in (0.6, 0.8, 1.0):
        try:
            result, counters = run(path, dims, "--recompute=dtr", f"--memory-limit={int(whole * share)}")
        except LimitError:
            continue
        break
    assert result == expected, path
    return len(levels), planned.count("relax.evict"), int(re.search(r"kernels_repeated=(\d+)", counters)[1])


def main(folder):
    plans = evictions = repeated = 0
    for seed in range(PROGRAMS):
        draw = random.Random(seed)
        counts = check(pathlib.Path(folder, f"{seed}.mlir"), program(draw), draw.choice([1, 7, 33, 96]))
        plans, evictions, repeated = plans + counts[0], evictions + counts[1], repeated + counts[2]
    print(f"{PROGRAMS} programs, {plans} plans, {evictions} evictions, {repeated} kernels again")


main(sys.argv[1])
