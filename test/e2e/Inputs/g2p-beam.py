"""g2p-beam.py NPZ COUNT: COUNT made words with what a beam of three finds for them, a line of `relax-run --calls=` each.

numpy, in double precision, hypothesis by hypothesis; `g2p-beam.calls` is what it wrote for 100 words.
"""

import random
import sys

import numpy

W = {name: value.astype(numpy.float64) for name, value in numpy.load(sys.argv[1]).items()}
START, STOP, WIDTH, STEPS = 2, 3, 3, 20


def cell(side, x, h):
    xr, xz, xn = numpy.split(W[side + "_w_ih"] @ x + W[side + "_b_ih"], 3)
    hr, hz, hn = numpy.split(W[side + "_w_hh"] @ h + W[side + "_b_hh"], 3)
    r, z = 1 / (1 + numpy.exp(-xr - hr)), 1 / (1 + numpy.exp(-xz - hz))
    n = numpy.tanh(xn + r * hn)
    return (1 - z) * n + z * h


def beam(letters):
    h = numpy.zeros(256)
    for letter in letters + [2]:
        h = cell("enc", W["enc_emb"][letter], h)
    found = [(0.0, START, h, [])]
    for _ in range(STEPS):
        if all(token == STOP for _, token, _, _ in found):
            break
        ways = []
        for score, token, state, said in found:
            if token == STOP:
                ways.append((score, token, state, said))
                continue
            following = cell("dec", W["dec_emb"][token], state)
            logits = W["fc_w"] @ following + W["fc_b"]
            logs = logits - logits.max() - numpy.log(numpy.exp(logits - logits.max()).sum())
            for index in numpy.argsort(-logs, kind="stable")[:WIDTH]:
                more = said if index == STOP else said + [int(index)]
                ways.append((score + logs[index], int(index), following, more))
        found = sorted(ways, key=lambda way: -way[0])[:WIDTH]
    return found[0]


random.seed(1)
for _ in range(int(sys.argv[2])):
    word = [random.randint(3, 28) for _ in range(random.randint(0, 9))]
    score, _, _, said = beam(word)
    print(f'"--input={len(word)}xi64={" ".join(map(str, word))}" '
          f'"--expect=phonemes={len(said)}xi64={" ".join(map(str, said))}" "--expect=score=f32={score:.9g}"')
