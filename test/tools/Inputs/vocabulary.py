"""vocabulary.py FILE.gguf: GPT-2's alphabet, the merge of `a` and `b`, no token to begin or to end with."""

import struct
import sys


def text(value):
    data = value.encode("utf-8")
    return struct.pack("<Q", len(data)) + data


def texts(key, values):
    return text(key) + struct.pack("<IIQ", 9, 8, len(values)) + b"".join(map(text, values))


visible = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
moved = [byte for byte in range(256) if byte not in visible]
letters = [chr(byte) if byte in visible else chr(256 + moved.index(byte)) for byte in range(256)]
with open(sys.argv[1], "wb") as file:
    file.write(b"GGUF" + struct.pack("<IQQ", 3, 0, 3))
    file.write(text("tokenizer.ggml.model") + struct.pack("<I", 8) + text("gpt2"))
    file.write(texts("tokenizer.ggml.tokens", [*letters, "ab"]) + texts("tokenizer.ggml.merges", ["a b"]))
