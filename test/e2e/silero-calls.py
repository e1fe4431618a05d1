"""The calls of Silero VAD over its test.wav: silero-calls.py FOLDER OUT [STEPS]

Chunks of 512 samples, each behind the last 64 of the one before, as .npy files in OUT, and the file OUT/calls for
relax-run, which carries the state from call to call and expects the probabilities that FOLDER records within 1e-4.
"""

import pathlib
import struct
import sys
import wave

CHUNK, CONTEXT = 512, 64


def npy(shape, numbers):
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}"
    head += " " * (-(len(head) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(f"<{len(numbers)}f", *numbers)


def main():
    folder, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    with wave.open(str(folder / "test.wav")) as file:
        raw = file.readframes(file.getnframes())
    samples = [0.0] * CONTEXT + [s / 32768 for s in struct.unpack(f"<{len(raw) // 2}h", raw)]
    expected = (folder / "expected_probs_16k_onnx_weights.txt").read_text(encoding="ascii").split()
    steps = int(sys.argv[3]) if len(sys.argv) > 3 else len(expected)
    zeros = out / "zeros.npy"
    zeros.write_bytes(npy((2, 1, 128), [0.0] * 256))
    lines = []
    for step in range(steps):
        piece = samples[step * CHUNK : step * CHUNK + CONTEXT + CHUNK]
        piece += [0.0] * (CONTEXT + CHUNK - len(piece))
        (out / f"{step}.npy").write_bytes(npy((1, len(piece)), piece))
        state = "--carry=stateN=state" if step else f"--input=state=@{zeros}"
        lines.append(
            f"--input=input=@{out}/{step}.npy {state} --input=sr=i64=16000 "
            f"--expect=output=1x1xf32={expected[step]} --rtol=0 --atol=1e-4"
        )
    (out / "calls").write_text("\n".join(lines) + "\n", encoding="ascii")


main()
