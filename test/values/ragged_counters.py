"""Multiply-adds of CoRa's encoder layer over the work of its products: ragged_counters.py MODEL LISTS BATCH LIST=MOST... [--pad]

MODEL is test/models/cora-encoder.mlir; hidden 32 becomes 512. MOST is in percent; --pad makes all sentences as long as the longest:
then the counter has to say so."""

import pathlib
import re
import subprocess
import sys

HIDDEN, WIDE = 512, 2048


def main():
    pad = "--pad" in sys.argv
    model, lists, batch, *goals = [text for text in sys.argv[1:] if text != "--pad"]
    text = pathlib.Path(model).read_text(encoding="utf-8")
    for small, large in ((32, HIDDEN), (96, 3 * HIDDEN), (128, WIDE)):
        text = re.sub(rf"\b{small}\b", str(large), text)
    missed, all_over = False, []
    for goal in goals:
        name, _, most = goal.partition("=")
        given = pathlib.Path(lists) / f"{name}_train_lengths.txt"
        lengths = [int(line) for line in given.read_text(encoding="utf-8").split()[: int(batch)]]
        exact = sum(n * (4 * HIDDEN * HIDDEN + 2 * HIDDEN * WIDE) + 2 * HIDDEN * n * n for n in lengths)
        run = [max(lengths)] * len(lengths) if pad else lengths
        command = ["relax-run", "-", "--entry=layer", "--counters", "--seed=1", f"--input=len={len(run)}xi64={','.join(map(str, run))}", f"--dims=t={sum(run)}"]
        out = subprocess.run(command, check=True, input=text, stdout=subprocess.PIPE, encoding="utf-8").stdout
        over = 100 * (int(re.search(r"multiply_adds=(\d+)", out)[1]) / exact - 1)
        aux = int(re.search(r"aux_bytes=(\d+)", out)[1])
        all_over.append(over)
        good = 0 <= over <= float(most) and aux == 8 * (len(lengths) + 1)
        missed |= not good
        print(f"{name}: {over:.2f} % {'at most' if good else 'above'} {most} %, {aux} bytes of begins")
    print(f"mean {sum(all_over) / len(all_over):.2f} %")
    return missed


sys.exit(main())
