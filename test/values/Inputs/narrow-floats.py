"""Writes what NarrowFloats.test runs: narrow-floats.py OUT-FOLDER

Bit patterns f16.npy and ui16.npy (all), f32.npy and f64.npy (all upper 16 bits, the lower ones at both ends and around
the middle), i32.npy and ui8.npy (all); casts.mlir with a function per conversion, and casts.calls with a call of each."""

import array
import pathlib
import sys

import npy

HALVES = ("f16", "bf16")
NARROW = ("f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU", "f4E2M1FN")
ATTRIBUTES = ("", " {no_saturate}", ' {round_mode = "down"}', ' {no_saturate, round_mode = "nearest"}')

out = pathlib.Path(sys.argv[1])
out.mkdir(parents=True, exist_ok=True)
words = array.array("H", range(1 << 16))
patterns = {"f16": words, "ui16": words, "ui8": array.array("B", range(256))}
patterns["i32"] = array.array("i", [1 << bit | rest for bit in range(8, 31) for rest in (0, 1, 5 << bit - 8, 1 << bit - 1)])
for name, code, bits in (("f32", "I", 32), ("f64", "Q", 64)):
    low = bits - 16
    middle = 1 << low - 1
    rests = (0, 1, middle >> 3, middle - 1, middle, middle + 1, (1 << low) - 1)
    patterns[name] = array.array(code, [upper << low | rest for upper in range(1 << 16) for rest in rests])
for name, code in (("f16", "<f2"), ("f32", "<f4"), ("f64", "<f8"), ("ui8", "|u1"), ("ui16", "<u2"), ("i32", "<i4")):
    npy.write_bytes(str(out / f"{name}.npy"), [len(patterns[name])], code, patterns[name].tobytes())

text, calls = [], []


def function(source, *lines):
    name = f"f{len(text)}"
    body = "".join(f"  {line}\n" for line in lines)
    result = lines[-1].rpartition(" ")[2]
    text.append(
        f"relax.func @{name}(%x: {tensor(source)}) -> !relax.tensor<[n], {result} {{\n{body}"
        f"  relax.return %y : !relax.tensor<[n], {result}\n}}\n"
    )
    calls.append(f"--entry={name} --input=x=@{out}/{source}.npy\n")


def tensor(element):
    return f"!relax.tensor<[n], {element}>"


for element, other in (HALVES, HALVES[::-1]):
    for source in ("f32", "f64", "i32"):
        function(source, f"%y = relax.cast %x : {tensor(source)} to {tensor(element)}")
    bits = f"%b = relax.bitcast %x as {element} : ({tensor('ui16')}) -> {tensor(element)}"
    for target in ("f32", "f64", other):
        function("ui16", bits, f"%y = relax.cast %b : {tensor(element)} to {tensor(target)}")
    function("ui16", bits, f"%y = relax.sqrt %b : {tensor(element)}")
for element in NARROW:
    for attributes in ATTRIBUTES[: None if element == "f8E8M0FNU" else 2]:
        for source in ("f16", "f32", "f64"):
            function(source, f"%y = relax.cast %x{attributes} : {tensor(source)} to {tensor(element)}")
    if element != "f4E2M1FN":
        bits = f"%b = relax.bitcast %x as {element} : ({tensor('ui8')}) -> {tensor(element)}"
        function("ui8", bits, f"%y = relax.cast %b : {tensor(element)} to {tensor('f32')}")
(out / "casts.mlir").write_text("".join(text))
(out / "casts.calls").write_text("".join(calls))
print(f"{len(text)} conversions")
