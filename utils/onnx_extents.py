"""Further extents for a test of the ONNX backend suite: the same program, compiled before, on inputs of other shapes.

Equal extents stay equal and 1 stays 1, so that what has to agree agrees. Values are those of the test, repeated from
the beginning: axes, indices and the like stay what they were where their extents do. What the operator does not allow
(the reference interpreter refuses it) is left out, with the interpreter's reason.
"""

import collections
import math

import onnx_wire

KINDS = ("none", "odd")  # a set of extents without elements, and one of odd extents
NO_EXTENT = "no input has an extent above 1"
# None or why the program fails; {kind: why it was left out}.
Outcome = collections.namedtuple("Outcome", "failed left_out")


def variants(shapes):
    """[(kind, what, {extent: another one})]."""
    extents = sorted({extent for shape in shapes for extent in shape if extent > 1}, reverse=True)
    found = [("none", f"extent {extent} is 0", {extent: 0}) for extent in extents[:3]]
    if extents:
        found.append(("odd", "odd extents", {extent: 2 * extent + 1 for extent in extents}))
    return found + [("odd", f"extent {extent} is {2 * extent + 1}", {extent: 2 * extent + 1}) for extent in extents[:3]]


def check(test, folder, run, interpreter, both):
    """The Outcome of a test.

    `run(command)` returns None, or why it failed; `interpreter` and `both` are the beginnings of the commands that run
    the program in reference mode and that compare the modes.
    """
    files = test.sets[0][0] if test.sets else None
    if not files:
        return Outcome(None, dict.fromkeys(KINDS, "no inputs"))
    kinds = onnx_wire.input_kinds(test.model.read_bytes())
    inputs = [(file.read_bytes(), kind) for file, kind in zip(files, kinds)]
    left_out, allowed = dict.fromkeys(KINDS, NO_EXTENT), {}
    for number, (kind, what, mapping) in enumerate(variants([shape for pair in inputs for shape in onnx_wire.shapes(*pair)])):
        if kind in allowed:
            continue
        values = []
        for index, (data, proto) in enumerate(inputs):
            path = folder / f"extents{number}-{index}.pb"
            path.write_bytes(onnx_wire.resized(data, proto, mapping))
            values.append(f"--input=@{path}")
        refused = run([*interpreter, *values])
        if refused is None:
            allowed[kind] = (what, values)
            left_out.pop(kind)
        elif left_out[kind] is NO_EXTENT:
            left_out[kind] = f"{what}: {refused}"
    if not allowed:
        return Outcome(None, left_out)
    command = list(both)
    for index, (_, values) in enumerate(allowed.values()):
        command += (["--then"] if index else []) + values
    failed = run(command)
    whats = " and ".join(what for what, _ in allowed.values())
    return Outcome(f"{whats}: {failed}" if failed else None, left_out)


def summary(outcomes):
    """Lines that say how many programs ran, and what was left out and why."""
    ran = sum(len(KINDS) - len(outcome.left_out) for outcome in outcomes)
    programs = sum(len(outcome.left_out) < len(KINDS) for outcome in outcomes)
    failed = sum(outcome.failed is not None for outcome in outcomes)
    lines = [f"{programs} programs at {ran} other sets of extents, {failed} fail"]
    for kind, name in zip(KINDS, ("without elements", "of odd extents")):
        reasons = [outcome.left_out[kind] for outcome in outcomes if kind in outcome.left_out]
        fixed = sum(reason in ("no inputs", NO_EXTENT) for reason in reasons)
        lines.append(
            f"left out: {len(reasons)} sets {name}: {fixed} without an extent above 1, "
            f"{len(reasons) - fixed} that the reference interpreter refuses (--list-failures says why)"
        )
    return lines
