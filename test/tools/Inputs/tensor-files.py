"""TensorProto files in every encoding: tensor-files.py FOLDER"""

import struct
import sys


def varint(number):
    number &= (1 << 64) - 1
    text = b""
    while number > 127:
        text += bytes([number & 127 | 128])
        number >>= 7
    return text + bytes([number])


def field(number, value):
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def write(name, data_type, dims, *values):
    text = b"".join(field(1, dim) for dim in dims) + field(2, data_type) + b"".join(values) + field(8, b"t")
    with open(f"{sys.argv[1]}/{name}.pb", "wb") as file:
        file.write(text)


F32, U8, I64, STRING, BOOL, F16, F64, C64, BF16, F8 = 1, 2, 7, 8, 9, 10, 11, 14, 16, 19
U4, I4, F4, E8M0, U2, I2 = 21, 22, 23, 24, 25, 26
write("raw", F32, [3], field(9, struct.pack("<3f", 1, -2, 0.5)))
write("typed", F32, [3], field(4, struct.pack("<3f", 1, -2, 0.5)))
write("unpacked", F32, [3], b"".join(varint(4 << 3 | 5) + struct.pack("<f", x) for x in (1, -2, 0.5)))
write("f64", F64, [3], field(10, struct.pack("<3d", 1, -2, 0.5)))
write("i64", I64, [2, 1], field(7, varint(-1) + varint(9)))
write("u8", U8, [2], field(5, varint(255) + varint(0)))
write("f16", F16, [], field(5, varint(0x3C00)))
write("bf16", BF16, [1], field(9, b"\x80\x3f"))
write("bool", BOOL, [2], field(9, b"\x01\x00"))
write("empty", F32, [0, 3])
entries = [(b"location", b"data.bin"), (b"offset", b"4"), (b"length", b"12")]
outside = [(b"location", b"../data.bin"), (b"offset", b"4"), (b"length", b"12")]
for name, pairs in ("external", entries), ("outside", outside):
    write(name, F32, [3], *(field(13, field(1, key) + field(2, value)) for key, value in pairs), field(14, 1))
with open(f"{sys.argv[1]}/data.bin", "wb") as file:
    file.write(b"....." [:4] + struct.pack("<3f", 1, -2, 0.5))
write("short", F32, [3], field(9, b"1234"))
write("c64", C64, [1], field(9, b"12345678"))
write("f8", F8, [3], field(9, b"\x7c\x3e\x80"))
write("e8m0", E8M0, [2], field(5, varint(127) + varint(255)))
write("f4", F4, [3], field(9, b"\x17\x0a"))
write("i4", I4, [3], field(5, varint(0x7F) + varint(0x08)))
write("u4", U4, [2], field(9, b"\xf1"))
write("i2", I2, [5], field(9, b"\xe4\x02"))
write("u2", U2, [0], field(9, b""))
write("string", STRING, [1], field(6, b"text"))
write("deep", F32, [1] * 17, field(9, b"1234"))
with open(f"{sys.argv[1]}/cut.pb", "wb") as file:
    file.write(field(1, 3) + b"\x4a\x0c12")
with open(f"{sys.argv[1]}/nothing.pb", "wb") as file:
    pass
