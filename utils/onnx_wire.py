"""What the conformance command reads of ONNX files, with the standard library only: protobuf's wire format
(https://protobuf.dev/programming-guides/encoding/) and the fields of onnx.proto that it needs."""

import array
import struct

import npy

# onnx.proto, TensorProto.DataType: our name, bytes of an element, NumPy's code (None: NumPy has none).
DTYPES = {
    1: ("f32", 4, "<f4"), 2: ("ui8", 1, "|u1"), 3: ("i8", 1, "|i1"), 4: ("ui16", 2, "<u2"), 5: ("i16", 2, "<i2"),
    6: ("i32", 4, "<i4"), 7: ("i64", 8, "<i8"), 9: ("i1", 1, "|b1"), 10: ("f16", 2, "<f2"), 11: ("f64", 8, "<f8"),
    12: ("ui32", 4, "<u4"), 13: ("ui64", 8, "<u8"), 16: ("bf16", 2, None),
}
# Fields of TensorProto with typed values; int32_data holds the bits of all narrow types.
TYPED = {4: ("f", True), 5: ("i", False), 7: ("q", False), 10: ("d", True), 11: ("Q", False)}


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def fields(data):
    """(number, value) of each field of a message; a value is an int, or the bytes of anything else."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            length, at = varint(data, at)
            value, at = data[at : at + length], at + length
        elif kind in (1, 5):
            length = 8 if kind == 1 else 4
            value, at = data[at : at + length], at + length
        else:
            raise ValueError(f"wire type {kind}")
        yield key >> 3, value


def numbers(value, code, is_float):
    """The numbers of one occurrence of a repeated field, packed or not."""
    if isinstance(value, int):
        return [value]
    if is_float:
        return struct.unpack(f"<{len(value) // struct.calcsize(code)}{code}", value)
    result, at = [], 0
    while at < len(value):
        number, at = varint(value, at)
        result.append(number)
    return result


def operators(model):
    """Operator types of a model's nodes, with those of its subgraphs, as `Add` or `ai.onnx.ml::Binarizer`."""
    found = []

    def graph(data):
        for number, value in fields(data):
            if number == 1:
                node(value)

    def node(data):
        name = domain = ""
        for number, value in fields(data):
            if number == 4:
                name = value.decode("utf-8", "replace")
            elif number == 7:
                domain = value.decode("utf-8", "replace")
            elif number == 5:
                for field, part in fields(value):
                    if field in (6, 11):
                        graph(part)
        found.append(f"{domain}::{name}" if domain not in ("", "ai.onnx") else name)

    for number, value in fields(model):
        if number == 7:
            graph(value)
    return found


def tensor(data):
    """(dtype number, shape, little-endian bytes) of a TensorProto; ValueError if it is of a type above."""
    dtype, shape, raw, typed = 0, [], None, []
    for number, value in fields(data):
        if number == 1:
            shape += numbers(value, "q", False)
        elif number == 2:
            dtype = value
        elif number == 9:
            raw = bytes(value)
        elif number in TYPED:
            typed += numbers(value, *TYPED[number])
    if dtype not in DTYPES:
        raise ValueError(f"element type {dtype}")
    if raw is None:
        size, kind = DTYPES[dtype][1], DTYPES[dtype][0]
        if kind in ("f32", "f64"):
            raw = array.array("f" if kind == "f32" else "d", typed).tobytes()
        else:
            raw = b"".join((number & ((1 << 8 * size) - 1)).to_bytes(size, "little") for number in typed)
    return dtype, shape, raw


def argument(data, path):
    """A TensorProto as a value for relax-run: a file of its own, or text where NumPy has no such type."""
    dtype, shape, raw = tensor(data)
    name, size, code = DTYPES[dtype]
    if code is None:
        bits = struct.unpack(f"<{len(raw) // size}H", raw)
        values = (struct.unpack("<f", struct.pack("<I", word << 16))[0] for word in bits)
        return "".join(f"{extent}x" for extent in shape) + name + "=" + " ".join(map(repr, values))
    npy.write_bytes(path, shape, code, raw)
    return "@" + path


def field(data, *path):
    """The value at the first occurrence of each field number of `path`, or None."""
    for wanted in path:
        data = next((value for number, value in fields(data) if number == wanted), None)
        if data is None:
            return None
    return data


def input_shape(model):
    """Extents of a model's first input that no initializer fills; a dimension without one is 1."""
    graph = field(model, 7)
    filled = {field(value, 8) for number, value in fields(graph) if number == 5}
    inputs = [value for number, value in fields(graph) if number == 11 and field(value, 1) not in filled]
    shape = field(inputs[0], 2, 1, 2)
    return [field(value, 1) if isinstance(field(value, 1), int) else 1 for number, value in fields(shape) if number == 1]


def ramp(shape, path):
    """The input that upstream gives to the light models: k / n at place k of n, in f32. A value for relax-run."""
    count = 1
    for extent in shape:
        count *= extent
    npy.write(path, shape, array.array("f", [k / count for k in range(count)]))
    return "@" + path
