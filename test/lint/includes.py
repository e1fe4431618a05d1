"""The floors of the house (docs/architecture.md, floors), read off the #include lines: a room uses only itself
and rooms of lower floors. Prints one line for each include that does not; exit status 1 if there is one.
With a folder as argument that tree is looked at (the test of this test).
"""

import pathlib
import re
import sys

import source

# From the ground up; rooms of one floor do not use each other.
FLOORS = [
    ["lib/Support"],
    ["lib/Sym", "lib/Tokenizer"],
    ["lib/Bridge/Core", "lib/Runtime"],
    ["dialects/Sym", "lib/Backends"],
    ["dialects/TIR"],
    ["dialects/Relax"],
    ["dialects/VM"],
    ["lib/Analysis"],
    ["lib/Interpreter"],
    ["lib/Schedule"],
    ["lib/Transforms"],
    ["lib/Conversion"],
    ["lib/Frontend", "lib/Target"],
    ["lib/Bridge/Tool"],
    ["tools"],
]
# The same inside of a room.
INNER = {"lib/Frontend/ONNX": [["Model"], ["Import"], ["Ops", "ML"]]}
FLOOR = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
NO_MLIR = {"lib/Support", "lib/Sym", "lib/Tokenizer", "lib/Runtime", "lib/Backends"}  # They run where there is no compiler.
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def room_of(path):
    """The room that a path, relative to the root of the tree, lies in; None for other places."""
    parts = pathlib.PurePosixPath(path).parts
    for length in (1, 2, 3):
        if "/".join(parts[:length]) in FLOOR:
            return "/".join(parts[:length])
    return None


def inner_floor(path):
    """(room, floor) of a file in a room that has floors of its own."""
    for room, floors in INNER.items():
        for floor, folders in enumerate(floors):
            if any(path.startswith(f"{room}/{folder}/") for folder in folders):
                return room, floor
    return None, 0


def inner_complaint(path, header):
    """What is wrong with `header` in the file `path` of the same room, or None."""
    (room, floor), (other, used) = inner_floor(path), inner_floor(header)
    if room and room == other and used > floor:
        return f"'{path.rsplit('/', 1)[0]}' lies below"
    return None


def complaint(user, bracket, header):
    """What is wrong with `header` in a file of room `user`, or None."""
    if re.match(r"(mlir|llvm)(-c)?/", header):
        return f"'{user}' is free of MLIR and LLVM" if user in NO_MLIR else None
    if bracket == "<" or header.endswith(".pb-c.h"):  # the latter is generated from a .proto file
        return None
    used = room_of(header)
    if used is None:
        return "expected a path from the root of the tree ('lib/...' or 'dialects/...')"
    if used == user:
        return None
    if used == "lib/Bridge/Tool" and user != "tools":
        return f"'{used}' is for tools only"
    if (user, used) == ("lib/Interpreter", "lib/Runtime") and "/Ops/" in header:
        return "the interpreter may use the runtime's tensors, never its op library"
    if FLOOR[used] >= FLOOR[user]:
        return f"'{user}' (floor {FLOOR[user]}) uses '{used}' (floor {FLOOR[used]})"
    return None


def main():
    if len(sys.argv) > 1:
        source.ROOT = pathlib.Path(sys.argv[1]).resolve()
    complaints, includes = [], 0
    for path in source.files(".c", ".h", ".cpp", ".hpp"):
        name = path.relative_to(source.ROOT).as_posix()
        user = room_of(name)
        text = path.read_text(encoding="utf-8")
        if user is None:
            complaints.append(f"{path.relative_to(source.ROOT)}:1: lies in no room of docs/architecture.md, floors")
            continue
        for match in INCLUDE.finditer(text):
            includes += 1
            message = complaint(user, match[1], match[2]) or inner_complaint(name, match[2])
            if message:
                complaints.append(f'{source.where(path, text, match.start())}: includes "{match[2]}": {message}')
    print("\n".join(complaints + [f"{includes} includes, {len(complaints)} against the floors"]))
    return 1 if complaints or not includes else 0


if __name__ == "__main__":
    sys.exit(main())
