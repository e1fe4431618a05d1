"""What the conformance command reads of ONNX files, with the standard library only: protobuf's wire format
(https://protobuf.dev/programming-guides/encoding/) and the fields of onnx.proto that it needs."""

import array
import math
import struct

import npy

# onnx.proto, TensorProto.DataType: our name, bytes of an element, NumPy's code (None: NumPy has none).
DTYPES = {
    1: ("f32", 4, "<f4"), 2: ("ui8", 1, "|u1"), 3: ("i8", 1, "|i1"), 4: ("ui16", 2, "<u2"), 5: ("i16", 2, "<i2"),
    6: ("i32", 4, "<i4"), 7: ("i64", 8, "<i8"), 9: ("i1", 1, "|b1"), 10: ("f16", 2, "<f2"), 11: ("f64", 8, "<f8"),
    12: ("ui32", 4, "<u4"), 13: ("ui64", 8, "<u8"), 16: ("bf16", 2, None), 17: ("f8E4M3FN", 1, None),
    18: ("f8E4M3FNUZ", 1, None), 19: ("f8E5M2", 1, None), 20: ("f8E5M2FNUZ", 1, None), 21: ("ui4", 1, None), 22: ("i4", 1, None),
    23: ("f4E2M1FN", 1, None), 24: ("f8E8M0FNU", 1, None), 25: ("ui2", 1, None), 26: ("i2", 1, None),
}
# Of these a byte holds several elements, from the low bits up: bits of one.
PACKED = {21: 4, 22: 4, 23: 4, 25: 2, 26: 2}
# Bits of the fraction, bias of the exponent, patterns of NaN and of infinity without the sign.
FLOATS = {
    "bf16": (16, 7, 127, range(0x7F81, 0x8000), 0x7F80), "f8E4M3FN": (8, 3, 7, (0x7F,), None),
    "f8E4M3FNUZ": (8, 3, 8, (), None), "f8E5M2": (8, 2, 15, (0x7D, 0x7E, 0x7F), 0x7C),
    "f8E5M2FNUZ": (8, 2, 16, (), None), "f4E2M1FN": (4, 1, 1, (), None),
}
STRING = 8  # among the data types
TENSOR, SEQUENCE, OPTIONAL = 1, 4, 9  # the fields of a TypeProto
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


def encode(number, value):
    """The bytes of a field: an int, or the bytes of anything else."""

    def number_bytes(rest):
        out = bytearray()
        while rest > 0x7F:
            out.append(rest & 0x7F | 0x80)
            rest >>= 7
        return bytes(out + bytes([rest]))

    if isinstance(value, int):
        return number_bytes(number << 3) + number_bytes(value & ((1 << 64) - 1))
    return number_bytes(number << 3 | 2) + number_bytes(len(value)) + value


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


def decode(name, pattern):
    """The number that a bit pattern stands for, where NumPy has no such type."""
    if name == "f8E8M0FNU":
        return math.nan if pattern == 255 else 2.0 ** (pattern - 127)
    if name not in FLOATS:
        width = int(name.lstrip("ui"))
        return pattern - (1 << width) if name[0] == "i" and pattern >> (width - 1) else pattern
    width, fraction, bias, nan, infinity = FLOATS[name]
    sign, magnitude = pattern >> (width - 1), pattern & ((1 << (width - 1)) - 1)
    if magnitude in nan or (name.endswith("UZ") and pattern == 1 << (width - 1)):
        return math.nan
    exponent, digits = magnitude >> fraction, magnitude & ((1 << fraction) - 1)
    value = math.ldexp(digits + ((1 << fraction) if exponent else 0), max(exponent, 1) - bias - fraction)
    return math.copysign(math.inf if magnitude == infinity else value, -1 if sign else 1)


def argument(data, path):
    """A TensorProto as a value for relax-run: a file of its own, or text where NumPy has no such type."""
    dtype, shape, raw = tensor(data)
    name, size, code = DTYPES[dtype]
    if code is None:
        patterns = struct.unpack(f"<{len(raw) // size}{'BH'[size - 1]}", raw)
        if dtype in PACKED:
            bits, mask = PACKED[dtype], (1 << PACKED[dtype]) - 1
            patterns = [byte >> at & mask for byte in patterns for at in range(0, 8, bits)][: math.prod(shape)]
        values = (decode(name, pattern) for pattern in patterns)
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


def holds_numbers(model, number):
    """Of each graph input (field 11) that no initializer fills, or output (field 12): is it a tensor of numbers?"""
    graph = field(model, 7)
    filled = {field(value, 8) for kind, value in fields(graph) if kind == 5} if number == 11 else ()
    infos = [value for kind, value in fields(graph) if kind == number and field(value, 1) not in filled]
    return [field(info, 2, 1, 1) in DTYPES for info in infos]


def input_kinds(model):
    """Of each graph input that no initializer fills: TENSOR, SEQUENCE or OPTIONAL."""
    graph = field(model, 7)
    filled = {field(value, 8) for kind, value in fields(graph) if kind == 5}
    infos = [value for kind, value in fields(graph) if kind == 11 and field(value, 1) not in filled]
    return [next((kind for kind, _ in fields(field(info, 2)) if kind in (SEQUENCE, OPTIONAL)), TENSOR) for info in infos]


def parts(kind, number):
    """The kind of the value in field `number` of a SequenceProto or an OptionalProto, or None."""
    return {(SEQUENCE, 3): TENSOR, (OPTIONAL, 3): TENSOR, (OPTIONAL, 5): SEQUENCE}.get((kind, number))


def shapes(data, kind):
    """The shapes of all tensors in a value."""
    if kind == TENSOR:
        return [[extent for number, value in fields(data) if number == 1 for extent in numbers(value, "q", False)]]
    inner = ((value, parts(kind, number)) for number, value in fields(data))
    return [shape for value, part in inner if part for shape in shapes(value, part)]


def repeated(items, count):
    """`count` of the items, from the beginning again and again."""
    return (items * -(-count // len(items)))[:count] if items else items


def resized(data, kind, mapping):
    """The bytes of a value whose extents became others; its elements are repeated from the beginning, zeros if it had
    none."""
    if kind != TENSOR:
        inner = [(number, value, parts(kind, number)) for number, value in fields(data)]
        return b"".join(encode(number, resized(value, part, mapping) if part else value) for number, value, part in inner)
    old = shapes(data, TENSOR)[0]
    shape = [mapping.get(extent, extent) for extent in old]
    if shape == old:
        return data
    head = b"".join(encode(1, extent) for extent in shape)
    if field(data, 2) == STRING:
        texts = [value for number, value in fields(data) if number == 6] or [b""]
        return head + encode(2, STRING) + b"".join(encode(6, text) for text in repeated(texts, math.prod(shape)))
    dtype, _, raw = tensor(data)
    bits = PACKED.get(dtype, 8 * DTYPES[dtype][1])
    size = -(-bits * math.prod(shape) // 8)
    return head + encode(2, dtype) + encode(9, repeated(raw or bytes(size), size))


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
