#!/usr/bin/env python3
"""memory-replay.py FOLDER LOGS OPERATORS: made logs, replayed by relax-run and by a model of its own, under each policy and heuristic.

All that both print is equal. Prints how many replays there were, and how they ended.
"""

import collections
import json
import pathlib
import random
import subprocess
import sys

from memory_replay_model import replay

POLICIES = ["eager", "banish", "ignore"]
HEURISTICS = ["h_DTR", "h_DTR_eq", "h_DTR_local", "h_DTR_full", "h_LRU", "h_size", "h_MSPS", "h_e*"]
SHARES = [0.99, 0.97, 0.94, 0.9, 0.85, 0.8, 0.7]


class Log:
    """Views, results of one operator, several names of a tensor, changes in place; nothing that was released is read."""

    def __init__(self, draw, operators):
        self.draw, self.records, self.names, self.count = draw, [], [], 0
        self.few = draw.random() < 0.5  # different sizes: equal scores
        self.most = draw.randint(3, 15)  # names at a time
        for _ in range(draw.randint(1, 4)):
            self.emit("CONSTANT", NAME=self.name())
            self.emit("MEMORY", NAME=self.names[-1], MEMORY=self.size())
        kinds = [self.call] * 9 + [self.change, self.copy, self.copy_from] + [self.release] * 5
        for _ in range(operators):
            draw.choice(kinds)() if len(self.names) > 1 else self.call()

    def emit(self, instruction, **fields):
        self.records.append({"INSTRUCTION": instruction, **fields})

    def name(self):
        self.count += 1
        self.names.append(f"x{self.count}")
        return self.names[-1]

    def size(self):
        return str(self.draw.randint(0, 4) if self.few else self.draw.randint(1, 1000))

    def call(self):
        if len(self.names) > self.most:
            self.release()
        near = self.names[-8:] if self.draw.random() < 0.7 else self.names
        arguments = [self.draw.choice(near) for _ in range(self.draw.randint(1, 3))]
        results = [self.name() for _ in range(self.draw.choice([1, 1, 1, 2, 3]))]
        self.emit("CALL", NAME="f", ARGS=arguments, RESULT=results, TIME=str(self.draw.randint(0, 100)))
        for result in results:
            self.emit("MEMORY", NAME=result, MEMORY=self.size())
            self.emit("ALIAS", NAME=result, ALIAS="0" if len(arguments) == 1 and self.draw.random() < 0.4 else "-1")

    def change(self):
        arguments = self.draw.sample(self.names, min(len(self.names), 3))
        changed = self.draw.sample(range(len(arguments)), self.draw.randint(1, len(arguments)))
        self.emit("MUTATE", NAME="m", ARGS=arguments, MUTATE=changed, TIME=str(self.draw.randint(1, 100)))

    def copy(self):
        source = self.draw.choice(self.names)
        self.emit("COPY", DST=self.name(), SRC=source)

    def copy_from(self):
        to, source = self.draw.sample(self.names, 2)
        self.emit("COPY_FROM", DST=to, SRC=source)

    def release(self):
        name = self.draw.choice(self.names)
        self.names.remove(name)
        self.emit("RELEASE", NAME=name)


def run(path, heuristic, policy, budget):
    command = ["relax-run", f"--replay={path}", f"--heuristic={heuristic}", f"--policy={policy}", f"--budget={budget}", "--json"]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        sys.exit(f"{' '.join(command)}: {result.stderr}")
    return json.loads(result.stdout)


def main():
    folder, logs, operators = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    ends = collections.Counter()
    sys.setrecursionlimit(100000)  # operators are computed again as deep as a log goes
    for seed in range(logs):
        draw = random.Random(seed)
        records = Log(draw, operators).records
        path = folder / f"{seed}.log"
        start = {"INSTRUCTION": "ANNOTATE", "ANNOTATION": "START"}
        path.write_text("".join(json.dumps(record) + "\n" for record in [start, *records]), encoding="utf-8")
        peak = replay(records, "h_LRU", "banish", 2**62)["peak_bytes"]
        for policy in POLICIES:
            for heuristic in HEURISTICS:
                budget = max(1, int(peak * draw.choice(SHARES)))
                expected, got = replay(records, heuristic, policy, budget), run(path, heuristic, policy, budget)
                if expected != got:
                    sys.exit(f"{path}: {policy} {heuristic} {budget}: expected {expected}, got {got}")
                ends[got["status"]] += 1
    print(f"{sum(ends.values())} replays: " + ", ".join(f"{ends[end]} {end}" for end in ("ok", "thrash", "oom")))


main()
