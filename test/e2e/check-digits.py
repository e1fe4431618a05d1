"""Compares ten outputs of mnist.onnx with ONNX Runtime's answers: check-digits.py EXPECTED.json DIR, where
DIR/0.npy to DIR/9.npy are float32 [1, 10]. The tolerance is 1e-5; the arg max has to be the digit."""

import json
import pathlib
import sys

import npy

expected = json.loads(pathlib.Path(sys.argv[1]).read_text())
right, worst = 0, 0.0
for digit in range(10):
    shape, got = npy.read(pathlib.Path(sys.argv[2]) / f"{digit}.npy")
    errors = [abs(a - b) for a, b in zip(got, expected[f"{digit}.pgm"])]
    right += shape == (1, 10) and got.index(max(got)) == digit and all(error <= 1e-5 for error in errors)
    worst = max(worst, *errors)
print(f"{right} of 10 digits right, largest error {worst:.1e}")
sys.exit(right != 10)
