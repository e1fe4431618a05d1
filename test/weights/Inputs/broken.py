"""broken.py DIR: writes weight files that are wrong in one way each, and expects of relax-translate one message that says
so, exit status 1 and nothing on the standard output. Prints how many.
"""

import pathlib
import struct
import subprocess
import sys

import files

F32 = files.f32(1, 2, 3, 4, 5, 6)
CRC = 16  # where it stands in an entry of a zip directory


def tensors(header, data=F32):
    return files.safetensors(header, data)


def one(dtype='"F32"', shape="[2,3]", offsets="[0,24]", more=""):
    return tensors(f'{{"w":{{"dtype":{dtype},"shape":{shape},"data_offsets":{offsets}{more}}}}}')


def two(first, second, size, name="v"):
    entry = '"%s":{"dtype":"U8","shape":[%d],"data_offsets":[%d,%d]}'
    return tensors(
        "{" + entry % ("w", first[1] - first[0], *first) + "," + entry % (name, second[1] - second[0], *second) + "}",
        bytes(size),
    )


SAFETENSORS = {
    "long-header": (struct.pack("<Q", 2**60) + b"{}", "expected a header of 1152921504606846976 bytes, got a file of 10 bytes"),
    "no-json": (tensors('{"w":{"dtype":"F32"'), "byte 19 of the header is no JSON"),
    "json-behind": (tensors("{}{}", b""), "byte 2 of the header is no JSON"),
    "deep": (tensors('{"w":' + "[" * 300), "byte 260 of the header: text is nested too deeply, expected at most 256 open brackets"),
    "deep-numbers": (tensors('{"w":' + "-" * 300), "byte 261 of the header: expression is nested too deeply, expected at most 256 minus signs in a row"),
    "nul": (tensors('{"w\0":1}'), "the header is no list of tensors"),
    "many-values": (tensors('{"w":[' + "1," * 200000 + "1]}"), "the header is no list of tensors"),
    "no-object": (tensors('{"w":7}'), "entry 'w': expected exactly 'dtype', 'shape' and 'data_offsets'"),
    "one-key-more": (one(more=',"device":"gpu"'), "entry 'w': expected exactly 'dtype', 'shape' and 'data_offsets'"),
    "no-type": (one(dtype="7"), "entry 'w': expected 'dtype' to be a string"),
    "no-shape": (one(shape='"2x3"'), "entry 'w': expected 'shape' to be a list"),
    "fraction": (one(shape="[2.5,3]"), "entry 'w': expected extents to be integers below 2^53"),
    "negative": (one(shape="[-2,3]"), "entry 'w': expected extents to be integers below 2^53"),
    "rank": (one(shape=f"[{'1,' * 16}1]"), "entry 'w': expected a rank of at most 16, got a longer 'shape'"),
    "elements-2-60": (one(shape=f"[{2**30},{2**30}]"), f"entry 'w': expected {2**62} bytes for elements f32 of extents [{2**30}, {2**30}], got 24"),
    "elements-2-64": (one(shape=f"[{2**32},{2**32}]"), "entry 'w': its bytes exceed 64 bits"),
    "other-size": (one(dtype='"F16"'), "entry 'w': expected 12 bytes for elements f16 of extents [2, 3], got 24"),
    "no-bytes": (one(offsets="[0,0]"), "entry 'w': expected 24 bytes for elements f32 of extents [2, 3], got 0"),
    "one-offset": (one(offsets="[24]"), "entry 'w': expected 'data_offsets' to be two integers in rising order below 2^53"),
    "falling-offsets": (one(offsets="[24,0]"), "entry 'w': expected 'data_offsets' to be two integers in rising order below 2^53"),
    "offset-2-60": (one(offsets=f"[{2**60},{2**60}]"), "entry 'w': expected 'data_offsets' to be two integers in rising order below 2^53"),
    "behind-the-end": (one(offsets="[8,32]"), "entry 'w': expected 24 bytes at offset 73, got a file of 89 bytes"),
    "overlap": (two((0, 4), (2, 6), 6), "entry 'v': expected its bytes to begin at offset 117, behind those before, got 115"),
    "gap": (two((0, 4), (6, 8), 8), "entry 'v': expected its bytes to begin at offset 117, behind those before, got 119"),
    "gap-in-front": (two((2, 4), (4, 8), 8), "entry 'w': expected its bytes to begin at offset 113, behind those before, got 115"),
    "bytes-at-the-end": (two((0, 4), (4, 8), 11), "3 bytes at the end of the file belong to no entry"),
    "twice": (two((0, 4), (4, 8), 8, "w"), "entry 'w': expected one entry of a name, got two"),
    "no-name": (two((0, 4), (4, 8), 8, ""), "entry '': expected a name"),
    "strange-name": (two((0, 4), (4, 9), 8, "a\\nb\\u001b"), "entry 'a\\0Ab\\1B': expected 5 bytes at offset 126, got a file of 130 bytes"),
}


def tensor(rank=2, name=b"w", kind=0, shape=(3, 2), data=F32, length=None, version=101):
    head = struct.pack("<6i", 0x67676D66, version, 256, 8, 1, 0)
    return (
        head
        + struct.pack("<3i", rank, len(name) if length is None else length, kind)
        + struct.pack(f"<{len(shape)}i", *shape)
        + name
        + data
    )


RWKV = {
    "version": (tensor(version=102), "version 102 is not supported, only 100 and 101"),
    "short-header": (tensor()[:20], "expected a tensor, got 20 bytes at the end of the file"),
    "cut": (tensor()[:-1], "tensor 0: entry 'w': expected 24 bytes at offset 45, got a file of 68 bytes"),
    "rest": (tensor() + bytes(7), "tensor 1: expected a tensor, got 7 bytes at the end of the file"),
    "rank": (tensor(rank=17), "tensor 0: expected a rank of at most 16 and a name of 1 to 1024 bytes, got 17 and 1"),
    "name": (tensor(length=-1), "tensor 0: expected a rank of at most 16 and a name of 1 to 1024 bytes, got 2 and 4294967295"),
    "extent": (tensor(shape=(3, -2)), "tensor 0: entry 'w': expected an extent below 2^31"),
    "elements-2-60": (tensor(shape=(2**30, 2**30)), f"tensor 0: entry 'w': expected {2**62} bytes at offset 45, got a file of 69 bytes"),
    "elements-2-90": (tensor(rank=3, shape=(2**30,) * 3), "tensor 0: entry 'w': its bytes exceed 64 bits"),
    "blocks-2-90": (tensor(kind=8, rank=3, shape=(2**30,) * 3), "tensor 0: entry 'w': its bytes exceed 64 bits"),
    "type": (tensor(kind=4), "tensor 0: entry 'w': element type 4 is not known"),
    "block": (tensor(kind=7), "tensor 0: entry 'w': expected blocks of 32 elements"),
    "entries": (tensor() + tensor(rank=0, shape=(), data=bytes(4))[24:] * 2**17, "tensor 131072: entry 'w': expected at most 131072 entries"),
    "twice": (tensor() + tensor()[24:], "entry 'w': expected one entry of a name, got two"),
}


def zipped(members=None, deflated=False):
    path = pathlib.Path(sys.argv[1]) / "whole.npz"
    method = files.zipfile.ZIP_DEFLATED if deflated else files.zipfile.ZIP_STORED
    files.npz(path, members or {"w.npy": files.npy("<f4", False, [2, 3], F32)}, method)
    return path.read_bytes()


def change(data, signature, offset, form, value):
    """A number behind the last record of that signature changed."""
    data = bytearray(data)
    struct.pack_into(form, data, data.rindex(signature) + offset, value)
    return bytes(data)


END, ENTRY, LOCAL = b"PK\5\6", b"PK\1\2", b"PK\3\4"


def header(text, data=F32):
    npy = files.npy("<f4", False, [2, 3], data)
    start = npy.index(b"{")
    return zipped({"w.npy": npy[:start] + text.ljust(len(npy) - start - len(data) - 1).encode() + b"\n" + data})


def npz():
    whole, small = zipped(), zipped(deflated=True)
    two_members = zipped({name: files.npy("<f4", False, [2, 3], F32) for name in ("a.npy", "b.npy")})
    one_name = two_members.replace(b"b.npy", b"a.npy")
    return {
        "no-end": (whole[:-1], "the end of the zip file is missing"),
        "only-begin": (whole[:60], "the end of the zip file is missing"),
        "directory-place": (change(whole, END, 16, "<I", 2**31), "the directory does not lie in the file"),
        "directory-size": (change(whole, END, 12, "<I", 2**31), "the directory does not lie in the file"),
        "members": (change(change(whole, END, 8, "<H", 2), END, 10, "<H", 2), "expected at most 1 members, got 2"),
        "no-zip64": (change(whole, END, 10, "<H", 0xFFFF), "the ZIP64 record of the directory is missing"),
        "no-zip64-field": (change(whole, ENTRY, 24, "<I", 0xFFFFFFFF), "member w.npy: its ZIP64 field is missing"),
        "no-entry": (change(whole, ENTRY, 0, "<I", 7), "expected an entry of the directory"),
        "long-entry": (change(whole, ENTRY, 28, "<H", 60000), "expected an entry of the directory"),
        "encrypted": (change(whole, ENTRY, 8, "<H", 1), "member w.npy: it is encrypted"),
        "method": (change(whole, ENTRY, 10, "<H", 14), "member w.npy: expected it stored or deflated, got compression method 14"),
        "member-place": (change(whole, ENTRY, 42, "<I", 3), "member w.npy: the directory points to no member"),
        "local-crc": (change(whole, LOCAL, 14, "<I", 1), "member w.npy: the directory and what stands in front of the member differ"),
        "local-size": (change(whole, LOCAL, 22, "<I", 1), "member w.npy: the directory and what stands in front of the member differ"),
        "local-name": (change(whole, LOCAL, 28, "<H", 60000), "member w.npy: expected 152 bytes at offset 60035, got the directory at 187"),
        "sizes": (change(change(whole, ENTRY, 24, "<I", 150), LOCAL, 22, "<I", 150), "member w.npy: 152 bytes in the file cannot hold 150 of content"),
        "bomb": (change(change(small, ENTRY, 24, "<I", 2**31), LOCAL, 22, "<I", 2**31), f"member w.npy: {len_of(small)} bytes in the file cannot hold 2147483648 of content"),
        "shared-bytes": (change(one_name, ENTRY, 42, "<I", 0), "two members share bytes"),
        "other-name": (whole.replace(b"w.npy", b"v.npy", 1), "member w.npy: the directory and what stands in front of the member differ"),
        "local-encrypted": (change(whole, LOCAL, 6, "<H", 1), "member w.npy: the directory and what stands in front of the member differ"),
        "more-members": (change(change(two_members, END, 8, "<H", 1), END, 10, "<H", 1), "the directory has more than its 1 members"),
        "disk": (change(whole, END, 4, "<H", 1), "expected one file, got a part of several"),
        "directory-disk": (change(whole, END, 6, "<H", 1), "expected one file, got a part of several"),
        "members-of-others": (change(whole, END, 8, "<H", 0), "expected one file, got a part of several"),
        "content-longer": (change(change(small, ENTRY, 24, "<I", 156), LOCAL, 22, "<I", 156), "entry 'w': its deflated bytes are damaged"),
        "no-npy": (zipped({"w.npy": b"what is no array"}), "entry 'w': not an .npy file"),
        "no-header": (zipped({"w.npy": b""}), "entry 'w': not an .npy file"),
        "npy-key": (header("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), 'more': 1}"), "entry 'w': unexpected key in the header"),
        "structured": (header("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (6,)}"), "entry 'w': structured elements are not supported"),
        "elements-2-60": (header(f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({2**60},)}}"), f"entry 'w': expected {2**62} bytes for elements f32 of extents [{2**60}], got 24"),
        "elements-2-64": (header(f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({2**62}, 8)}}"), "entry 'w': its bytes exceed 64 bits"),
        "twice": (one_name, "entry 'a': expected one entry of a name, got two"),
        "damaged": (flip(small, -80), "entry 'w': its deflated bytes are damaged"),
    }


def len_of(data):
    return struct.unpack_from("<I", data, data.rindex(ENTRY) + 20)[0]


def flip(data, at):
    data = bytearray(data)
    data[at] ^= 0xFF
    return bytes(data)


def read():
    """Found out when the elements are read, not when they are listed."""
    whole, small = zipped(), zipped(deflated=True)
    other = change(change(small, ENTRY, CRC, "<I", 7), LOCAL, 14, "<I", 7)
    longer = zipped({"w.npy": files.npy("<f4", False, [2, 3], F32 + b"more")}, deflated=True)
    longer = change(change(longer, ENTRY, 24, "<I", 152), LOCAL, 22, "<I", 152)
    return {
        "crc": (flip(whole, whole.index(F32)), "entry 'w': expected CRC "),
        "deflated-crc": (other, "entry 'w': expected CRC 00000007, got "),
        "content": (longer, "entry 'w': expected 152 bytes of content, got others"),
        "complex": (zipped({"w.npy": files.npy("<c8", False, [3], F32)}), "entry 'w': elements '<c8' are of no type that is known"),
    }


def problem(path, option, message):
    result = subprocess.run(
        ["relax-translate", option, path], capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    if result.returncode != 1 or result.stdout or result.stderr.count("\n") != 1 or message not in result.stderr:
        return f"{path.name}: expected '{message}', got exit status {result.returncode}, {result.stderr[:500]!r}"
    return None


def main():
    folder = pathlib.Path(sys.argv[1])
    nothing = "expected a file in the format safetensors, npz, GGUF or rwkv.cpp (of others: 'at OFFSET')"
    other = {"nothing": (b"", nothing), "text": (b"relax.weight", nothing)}
    sets = [("", "--list-weights", other), ("read: ", "--import-weights", read())]
    for name, cases in (("safetensors: ", SAFETENSORS), ("rwkv.cpp: ", RWKV), ("npz: ", npz())):
        sets.append((name, "--list-weights", cases))
    problems, count = [], 0
    for prefix, option, cases in sets:
        for name, (data, message) in cases.items():
            path = folder / f"{prefix.rstrip(': ')}-{name}"
            path.write_bytes(data)
            expected = message if prefix in ("", "read: ") else f"{prefix}{message}"
            what = problem(path, option, f"'{path}': {expected}")
            problems += [what] if what else []
            count += 1
    print("\n".join([*problems, f"{count} broken files, {len(problems)} without the message"]))
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
