"""test/batching/models.py weights tagger|gru FOLDER | sentences COUNT [MOST]: small models that are written for one instance, their weights and inputs.

weights writes tagger.npz or gru.npz, drawn from a seeded generator; sentences prints a line for `relax-run --calls=` each, of 0 to MOST words.
"""
import array
import random
import struct
import sys
import zipfile

SHAPES = {
    "tagger": {"E": (32, 8), "Wf": (4, 12, 8), "Uf": (4, 12, 12), "Bf": (4, 12), "Wb": (4, 12, 8), "Ub": (4, 12, 12), "Bb": (4, 12),
               "M": (10, 24), "C": (5, 10)},
    "gru": {"E": (32, 8), "W": (3, 12, 8), "U": (3, 12, 12), "V": (3, 12, 8), "T": (3, 12, 12), "C": (32, 12)},
}


def weights(model, folder):
    generator = random.Random(20)
    with zipfile.ZipFile(f"{folder}/{model}.npz", "w") as archive:
        for name, shape in SHAPES[model].items():
            count = 1
            for extent in shape:
                count *= extent
            head = repr({"descr": "<f4", "fortran_order": False, "shape": shape})
            head += " " * (-(len(head) + 11) % 64) + "\n"
            values = array.array("f", (generator.uniform(-1, 1) / shape[-1] ** 0.5 for _ in range(count)))
            archive.writestr(f"{name}.npy", b"\x93NUMPY\1\0" + struct.pack("<H", len(head)) + head.encode() + values.tobytes())


def sentences(count, most=12):
    generator = random.Random(21)
    for index in range(int(count)):
        words = [generator.randrange(32) for _ in range(int(most) if index == 0 else generator.randrange(int(most) + 1))]
        text = "@Nil"
        for word in reversed(words):
            text = f"@Cons(i64={word}, {text})"
        print(f'"--input={text}"')


if __name__ == "__main__":
    {"weights": weights, "sentences": sentences}[sys.argv[1]](*sys.argv[2:])
