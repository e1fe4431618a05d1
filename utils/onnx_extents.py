"""Further extents for a test of the ONNX backend suite: the same program, compiled before, on inputs of other shapes.

Equal extents stay equal and 1 stays 1, so that what has to agree agrees. Values are those of the test, repeated from
the beginning: axes, indices and the like stay what they were where their extents do. What the operator does not allow
(the reference interpreter refuses it) is left out.
"""

import math

import npy
import onnx_wire


def variants(shapes):
    """[(what, {extent: another one})]: one without elements, one of odd extents."""
    extents = sorted({extent for shape in shapes for extent in shape if extent > 1}, reverse=True)
    found = []
    for extent in extents[:3]:
        found.append((f"extent {extent} is 0", {extent: 0}))
    if extents:
        found.append(("odd extents", {extent: 2 * extent + 1 for extent in extents}))
        found += [(f"extent {extent} is {2 * extent + 1}", {extent: 2 * extent + 1}) for extent in extents[:3]]
    return found


def resized(tensor, mapping, path):
    """A (dtype number, shape, bytes) in another shape as a value for relax-run."""
    dtype, shape, raw = tensor
    size, code = onnx_wire.DTYPES[dtype][1:]
    other = [mapping.get(extent, extent) for extent in shape]
    count, bytes_needed = math.prod(shape), math.prod(other) * size
    if other != shape:
        raw = (raw * -(-bytes_needed // len(raw)) if count else bytes(bytes_needed))[:bytes_needed]
    npy.write_bytes(path, other, code, raw)
    return "@" + path


def inputs(files):
    """The tensors of the files, or None if some is no tensor that a .npy file can hold."""
    tensors = []
    for file in files:
        try:
            tensors.append(onnx_wire.tensor(file.read_bytes()))
        except (ValueError, IndexError):
            return None
        if onnx_wire.DTYPES[tensors[-1][0]][2] is None:
            return None
    return tensors


def check(test, text, folder, run, interpreter, both):
    """(None, or why it fails; how many sets of extents the operator allows, of one without elements and one odd).

    `run(command)` returns None, or why it failed; `interpreter` and `both` are the beginnings of the commands that run
    `text` in reference mode and that compare the modes.
    """
    files = test.sets[0][0] if test.sets else None
    numbers = onnx_wire.holds_numbers(test.model.read_bytes(), 11)
    if not files or not all(numbers[: len(files)]):  # strings, sequences, optionals
        return None, 0
    tensors = inputs(files)
    if not tensors:
        return None, 0
    allowed, kinds, names = [], set(), []
    for number, (what, mapping) in enumerate(variants([shape for _, shape, _ in tensors])):
        kind = 0 in mapping.values()
        if kind in kinds:  # one of each
            continue
        values = [
            f"--input={resized(tensor, mapping, str(folder / f'extents{number}-{index}.npy'))}"
            for index, tensor in enumerate(tensors)
        ]
        if run([*interpreter, *values]) is None:
            kinds.add(kind)
            names.append(what)
            allowed.append(values)
    if not allowed:
        return None, 0
    command = list(both)
    for index, values in enumerate(allowed):
        command += (["--then"] if index else []) + values
    failed = run(command)
    return (f"{' and '.join(names)}: {failed}" if failed else None), len(allowed)
