"""NumPy's .npy files with the standard library only (format 1.0, C order, little endian).

An array is a pair (shape, values): a tuple of ints and a flat array.array in row-major order.
Format: https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
"""

import array
import ast
import struct
import sys

CODES = {"f": "<f4", "d": "<f8", "i": "<i4", "q": "<i8", "B": "|u1"}
MAGIC = b"\x93NUMPY"


def write(path, shape, values):
    """Writes `values`, an array.array of typecode f, d, i, q or B, to `path`."""
    count = 1
    for extent in shape:
        count *= extent
    if count != len(values):
        raise ValueError(f"'{path}': expected {count} values for shape {tuple(shape)}, got {len(values)}")
    write_bytes(path, shape, CODES[values.typecode], little_endian(values).tobytes())


def write_bytes(path, shape, code, data):
    """The same of an array's bytes, row-major and little endian, whose elements NumPy calls `code`."""
    header = repr({"descr": code, "fortran_order": False, "shape": tuple(shape)})
    # Magic, version, length and header together are a multiple of 64 bytes and end in a newline.
    padding = -(len(MAGIC) + 4 + len(header) + 1) % 64
    header = (header + " " * padding + "\n").encode("ascii")
    with open(path, "wb") as out:
        out.write(MAGIC + b"\x01\x00" + struct.pack("<H", len(header)) + header)
        out.write(data)


def read(path):
    """The (shape, values) in `path`; ValueError if it is not such a file."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:6] != MAGIC or len(data) < 10:
        raise ValueError(f"'{path}': not an npy file")
    width, kind = (2, "<H") if data[6] == 1 else (4, "<I")
    (length,) = struct.unpack_from(kind, data, 8)
    start = 8 + width + length
    try:
        header = ast.literal_eval(data[8 + width : start].decode("latin-1"))
        shape, descr, fortran = header["shape"], header["descr"], header["fortran_order"]
    except (SyntaxError, KeyError, TypeError) as error:
        raise ValueError(f"'{path}': broken npy header") from error
    typecode = {code: letter for letter, code in CODES.items()}.get(descr)
    if typecode is None or (fortran and len(shape) > 1):
        raise ValueError(f"'{path}': element type '{descr}' or Fortran order is not supported")
    values = array.array(typecode)
    count = 1
    for extent in shape:
        count *= extent
    if len(data) - start != count * values.itemsize:
        raise ValueError(f"'{path}': expected {count * values.itemsize} bytes of data, got {len(data) - start}")
    values.frombytes(data[start:])
    return shape, little_endian(values)


def little_endian(values):
    if sys.byteorder == "big":
        values = values[:]
        values.byteswap()
    return values
