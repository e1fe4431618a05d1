"""files.py DIR: writes small weight files of every format (small.safetensors, small.npz, deflated.npz, zip64.npz,
small.rwkv, small.gguf) into the folder. The same bytes always: those of this folder were made by it, but
llama.gguf, which is of test/Frontend/GGUF/Inputs/llama.py OUT --type=mixed --wide --rope=yarn.
"""

import pathlib
import struct
import sys
import zipfile
import zlib


def f32(*values):
    return struct.pack(f"<{len(values)}f", *values)


def safetensors(header, data):
    """A file from the header's text and the bytes behind it."""
    text = header.encode()
    return struct.pack("<Q", len(text)) + text + data


def npy(descr, fortran, shape, data):
    extents = "".join(f"{extent}, " for extent in shape)
    text = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': ({extents}), }}".encode()
    text += b" " * (-(len(text) + 11) % 64) + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text + data


def npz(path, members, method=zipfile.ZIP_STORED):
    """A zip file of name -> bytes, without times."""
    with zipfile.ZipFile(path, "w") as file:
        for name, data in members.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = method
            file.writestr(info, data)


def zip64(name, data):
    """A zip file of one stored member, all of whose sizes and places stand in records of ZIP64."""
    crc, none = zlib.crc32(data), 0xFFFFFFFF
    local = struct.pack("<4s5H3I2H", b"PK\3\4", 45, 0, 0, 0, 0, crc, none, none, len(name), 20) + name
    local += struct.pack("<2H2Q", 1, 16, len(data), len(data)) + data
    entry = struct.pack("<4s6H3I5H2I", b"PK\1\2", 45, 45, 0, 0, 0, 0, crc, none, none, len(name), 28, 0, 0, 0, 0, none)
    entry += name + struct.pack("<2H3Q", 1, 24, len(data), len(data), 0)
    end = struct.pack("<4sQ2H2I4Q", b"PK\6\6", 44, 45, 45, 0, 0, 1, 1, len(entry), len(local))
    locator = struct.pack("<4sIQI", b"PK\6\7", 0, len(local) + len(entry), 1)
    return local + entry + end + locator + struct.pack("<4s4H2IH", b"PK\5\6", 0, 0, 0xFFFF, 0xFFFF, none, none, 0)


def rwkv(tensors, version=101):
    """A file of (name, type, extents from the outermost on, bytes)."""
    parts = [struct.pack("<6i", 0x67676D66, version, 256, 8, 1, 0)]
    for name, kind, shape, data in tensors:
        parts += [struct.pack("<3i", len(shape), len(name), kind), struct.pack(f"<{len(shape)}i", *shape[::-1])]
        parts += [name.encode(), data]
    return b"".join(parts)


def gguf(tensors, alignment=32):
    """A file of version 3 from (name, type, extents from the outermost on, bytes) and one key."""
    head = b"GGUF" + struct.pack("<IQQ", 3, len(tensors), 1)
    head += struct.pack("<Q", 17) + b"general.alignment" + struct.pack("<II", 4, alignment)
    data = b""
    for name, kind, shape, elements in tensors:
        head += struct.pack("<Q", len(name)) + name.encode() + struct.pack("<I", len(shape))
        head += struct.pack(f"<{len(shape)}Q", *shape[::-1]) + struct.pack("<IQ", kind, len(data))
        data += elements + bytes(-len(elements) % alignment)
    return head + bytes(-len(head) % alignment) + data


SAFETENSORS = (
    '{"__metadata__":{"format":"pt"},'
    '"layer.weight":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]},'
    '"half":{"dtype":"BF16","shape":[2],"data_offsets":[24,28]},'
    '"flags":{"dtype":"BOOL","shape":[3],"data_offsets":[28,31]},'
    '"fours":{"dtype":"F4","shape":[4],"data_offsets":[31,33]},'
    '"empty":{"dtype":"U8","shape":[0,7],"data_offsets":[33,33]},'
    '"complex":{"dtype":"C64","shape":[1],"data_offsets":[33,41]},'
    '"count":{"dtype":"I64","shape":[],"data_offsets":[41,49]}}'
)


def main():
    folder = pathlib.Path(sys.argv[1])
    data = f32(1, 2, 3, 4, 5, 6) + bytes.fromhex("803f 0040 01 00 01 52 f1") + bytes(8) + struct.pack("<q", -7)
    (folder / "small.safetensors").write_bytes(safetensors(SAFETENSORS, data))
    npz(folder / "small.npz", {
        "w.npy": npy("<f4", False, [2, 3], f32(1, 2, 3, 4, 5, 6)),
        "columns.npy": npy("<f8", True, [2, 3], struct.pack("<6d", 1, 4, 2, 5, 3, 6)),
        "big.npy": npy(">i4", False, [2], struct.pack(">2i", 1, -2)),
        "big_columns.npy": npy(">i2", True, [2, 2], struct.pack(">4h", 1, 3, 2, 4)),
        "empty.npy": npy("|u1", False, [0, 7], b""),
        "scalar.npy": npy("|b1", False, [], b"\x01"),
        "complex.npy": npy("<c8", False, [1], bytes(8)),
        "readme.txt": b"members with another suffix are passed over",
    })
    npz(folder / "deflated.npz", {
        "w.npy": npy("<f4", False, [2, 3], f32(1, 2, 3, 4, 5, 6)),
        "zeros.npy": npy("<f4", False, [300, 100], bytes(120000)),
        "columns.npy": npy("<i4", True, [2, 3], struct.pack("<6i", 1, 4, 2, 5, 3, 6)),
    }, zipfile.ZIP_DEFLATED)
    (folder / "zip64.npz").write_bytes(zip64(b"w.npy", npy("<f4", False, [2, 3], f32(1, 2, 3, 4, 5, 6))))
    (folder / "small.rwkv").write_bytes(rwkv([
        ("emb.weight", 0, [2, 3], f32(1, 2, 3, 4, 5, 6)),
        ("blocks.0.half", 1, [3], bytes.fromhex("003c 0040 00c2")),
        ("quantised", 8, [2, 32], bytes(48)),
        ("head.weight", 0, [1, 1, 2], f32(7, 8)),
    ]))
    (folder / "small.gguf").write_bytes(gguf([
        ("output.weight", 0, [2, 3], f32(1, 2, 3, 4, 5, 6)),
        ("blocks", 2, [2, 32], bytes(36)),
        ("half", 1, [3], bytes.fromhex("003c 0040 00c2")),
    ]))


if __name__ == "__main__":
    main()
