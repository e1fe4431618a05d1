"""The light models of the ONNX backend suite with other weights: compiled mode against the reference interpreter.

The suite ships these topologies with all weights equal, which hides a kernel that mixes up rows, channels or taps. Here
each of them becomes pseudo-random, the same in every run: of a spread that keeps values of one size from layer to layer
(2 / fan-in, He et al. 2015), and scales and variances between 0.5 and 2. A softmax at the end, which would show the
largest value only, becomes a division by the length. Run by `utils/onnx-suite --seeded`.
"""

import math
import random

import npy
import onnx_wire

FLOAT, INT64 = 1, 7
RMS = 0.018867  # of numbers with a uniform fraction and the highest byte 0x3C: 2^-7 to 2^-5


def numbers(name, count, spread, positive=False):
    """Bytes of `count` f32, seeded by `name`; random bits under a highest byte that gives the sign and the size."""
    source = random.Random(name)
    step = math.ceil(math.log(spread / RMS, 4)) if not positive else 3  # 0x3F: 0.5 to 2
    large = RMS * 4.0**step
    share = (spread**2 - (large / 4) ** 2) / (large**2 - (large / 4) ** 2)  # of the larger of two highest bytes
    high = [0x3C + step - (not positive and (code >> 1) >= 128 * share) for code in range(256)]
    table = bytes(byte | (0 if positive else (code & 1) << 7) for code, byte in enumerate(high))
    data = bytearray(4 * count)
    for place in range(3):
        data[place::4] = source.randbytes(count)
    data[3::4] = source.randbytes(count).translate(table)
    return bytes(data)


def tensor(name, shape, data):
    """A TensorProto."""
    parts = b"".join(onnx_wire.encode(1, extent) for extent in shape)
    return parts + onnx_wire.encode(2, FLOAT) + onnx_wire.encode(8, name) + onnx_wire.encode(9, data)


def shapes_of(graph):
    """{name: extents} of the initializers that are shapes."""
    found = {}
    for number, value in onnx_wire.fields(graph):
        if number == 5 and onnx_wire.field(value, 2) == INT64:
            shape = onnx_wire.tensor(value)
            found[onnx_wire.field(value, 8)] = memoryview(shape[2]).cast("q").tolist()
    return found


def node_parts(node):
    """(operator, inputs, outputs) of a NodeProto."""
    parts = {1: [], 2: [], 4: [b""]}
    for number, value in onnx_wire.fields(node):
        if number in parts:
            parts[number].append(value)
    return parts[4][-1], parts[1], parts[2]


def normalised(source, result):
    """A NodeProto that brings a vector to length 1."""
    axis = onnx_wire.encode(1, b"axis") + onnx_wire.encode(3, 1) + onnx_wire.encode(20, 2)
    node = onnx_wire.encode(1, source) + onnx_wire.encode(2, result)
    return node + onnx_wire.encode(4, b"LpNormalization") + onnx_wire.encode(5, axis)


def seeded(model):
    """The model with pseudo-random weights in the place of constants."""
    graph = onnx_wire.field(model, 7)
    shapes = shapes_of(graph)
    last = {onnx_wire.field(value, 1) for number, value in onnx_wire.fields(graph) if number == 12}
    positive = set()  # scales and variances of batch normalisation
    for number, value in onnx_wire.fields(graph):
        if number == 1:
            operator, inputs, _ = node_parts(value)
            positive |= {inputs[1], inputs[4]} if operator == b"BatchNormalization" else set()
    parts = []
    for number, value in onnx_wire.fields(graph):
        operator, inputs, outputs = node_parts(value) if number == 1 else (b"", [], [])
        if operator == b"ConstantOfShape" and inputs[0] in shapes:
            shape = shapes[inputs[0]]
            spread = math.sqrt(2 / math.prod(shape[1:])) if len(shape) > 1 else 0.05
            data = numbers(outputs[0].decode(), math.prod(shape), spread, outputs[0] in positive)
            parts.append(onnx_wire.encode(5, tensor(outputs[0], shape, data)))
        elif operator == b"Softmax" and outputs[0] in last:
            parts.append(onnx_wire.encode(1, normalised(inputs[0], outputs[0])))
        else:
            parts.append(onnx_wire.encode(number, value))
    return b"".join(
        onnx_wire.encode(number, b"".join(parts) if number == 7 else value) for number, value in onnx_wire.fields(model)
    )


def run_test(test, forms, mode, run, translate, compare, folder):
    """{(form, mode): None or a reason}; `translate` and `compare` are the beginnings of the commands."""
    model = folder / "seeded.onnx"
    model.write_bytes(seeded(test.model.read_bytes()))
    shape = onnx_wire.input_shape(test.model.read_bytes())
    npy.write_bytes(str(folder / "input.npy"), shape, "<f4", numbers("input", math.prod(shape), 1.0))
    results = {}
    for form in forms:
        text = folder / f"{form}.mlir"
        erase = ["--onnx-erase-dims=all"] if form == "erased" else []
        failed = run([*translate, str(model), *erase, "-o", str(text)])
        command = [*compare, str(text), f"--weights-dir={folder}", f"--input=@{folder / 'input.npy'}"]
        results[form, mode] = failed or run(command)
    return results
