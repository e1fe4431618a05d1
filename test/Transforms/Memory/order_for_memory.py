"""order_for_memory.py RELAX_OPT: peaks of 200 random graphs as they stand, as relax-order-for-memory orders them, and the best.

A graph has 3 to 8 calls, whose results are [n, c] or [n, m, c]. A peak is the most that is live at a step, its operands and
results included. The best comes from all sets of calls that may be done first (enumeration of all orders, with memory).
"""

import functools
import random
import re
import subprocess
import sys

EXTENTS = [(1, 1), (3, 50), (50, 3), (1000, 7), (64, 64)]


def graph(r):
    """Calls: (operands, coefficient, has m); the last reads what nobody else does."""
    calls = []
    for i in range(r.randint(2, 7)):
        operands = r.sample(range(i), min(i, r.randint(0, 2)))
        calls.append((operands, r.randint(1, 40), r.random() < 0.4))
    used = {o for operands, _, _ in calls for o in operands}
    calls.append(([i for i in range(len(calls)) if i not in used], 1, False))
    return calls


def dims(call):
    return f"[n, m, {call[1]}]" if call[2] else f"[n, {call[1]}]"


def text(name, calls):
    head = "!relax.tensor<[n, m], f32>"
    lines, kernels = [], []
    for i, call in enumerate(calls):
        types = [head] + [f"!relax.tensor<{dims(calls[o])}, f32>" for o in call[0]]
        buffers = [t.replace("relax.tensor", "tir.buffer") for t in [*types, f"!relax.tensor<{dims(call)}, f32>"]]
        arguments = ", ".join(f"%a{k}: {t}" for k, t in enumerate(buffers))
        kernels.append(f"tir.func private @{name}_{i}({arguments}) {{\n  tir.return\n}}")
        operands = ", ".join(["%x"] + [f"%v{o}" for o in call[0]])
        lines.append(f"  %v{i} = relax.call_tir @{name}_{i}({operands}) : ({', '.join(types)}) -> !relax.tensor<{dims(call)}, f32>")
    result = f"!relax.tensor<{dims(calls[-1])}, f32>"
    body = "\n".join([*lines, f"  relax.return %v{len(calls) - 1} : {result}"])
    return "\n".join([*kernels, f"relax.func @{name}(%x: {head}) -> {result} {{\n{body}\n}}"])


def sizes(calls, n, m):
    return [4 * n * call[1] * (m if call[2] else 1) for call in calls]


def live_behind(calls, done):
    """Results of `done` that something else still reads; the last is returned."""
    return [i for i in done if i == len(calls) - 1 or any(i in c[0] for k, c in enumerate(calls) if k not in done)]


def peak(calls, order, bytes_of):
    most, done = 0, set()
    for i in order:
        most = max(most, sum(bytes_of[k] for k in live_behind(calls, done)) + bytes_of[i])
        done.add(i)
    return most


def best(calls, bytes_of):
    @functools.lru_cache(None)
    def rest(done):
        if len(done) == len(calls):
            return 0
        now = sum(bytes_of[k] for k in live_behind(calls, done))
        ready = [i for i, c in enumerate(calls) if i not in done and set(c[0]) <= done]
        return min(max(now + bytes_of[i], rest(done | {i})) for i in ready)

    return rest(frozenset())


def main():
    r = random.Random(18)
    graphs = {f"g{i}": graph(r) for i in range(200)}
    module = "\n".join(text(name, calls) for name, calls in graphs.items())
    command = [sys.argv[1], "-", "--pass-pipeline=builtin.module(relax.func(relax-order-for-memory))"]
    out = subprocess.run(command, input=module, stdout=subprocess.PIPE, text=True, check=True).stdout
    worse = changed = better = 0
    ratios, old_ratios = [], []
    for name, calls in graphs.items():
        order = [int(i) for i in re.findall(rf"call_tir @{name}_(\d+)\(", out)]
        assert sorted(order) == list(range(len(calls))), name
        changed += order != sorted(order)
        peaks = []
        for n, m in EXTENTS:
            bytes_of = sizes(calls, n, m)
            old, new, least = peak(calls, sorted(order), bytes_of), peak(calls, order, bytes_of), best(calls, bytes_of)
            worse += new > old
            peaks.append((old, new))
            ratios.append(new / least)
            old_ratios.append(old / least)
        better += any(new < old for old, new in peaks)
    mean, old_mean = sum(ratios) / len(ratios), sum(old_ratios) / len(old_ratios)
    print(f"worse {worse}, changed {changed}, better {better}, mean of the best: before {old_mean:.3f}, now {mean:.3f}")
    sys.exit(worse > 0 or mean > 1.1 or better == 0)


main()
