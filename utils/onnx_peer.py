"""The tests of the ONNX backend suite in ONNX Runtime, in the same forms and with the same tolerances.

Run by `utils/onnx-suite --peer=onnxruntime`: a child per thread answers one test a line, so that a crash costs one
test. $ONNX_PYTHON is a Python with onnx, onnxruntime and numpy (default: this one). As a program this file is the child.
"""

import json
import os
import subprocess
import sys
import threading

local = threading.local()


def start_child():
    python = os.environ.get("ONNX_PYTHON", sys.executable)
    # Operator sets that were not released yet are allowed.
    environment = {**os.environ, "ALLOW_RELEASED_ONNX_OPSETS_ONLY": "0"}
    local.child = subprocess.Popen(
        [python, __file__],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )  # fmt: skip


def run_test(test, forms, modes):
    results = {}
    for form in forms:
        if not getattr(local, "child", None):
            start_child()
        sets = [[list(map(str, files)) if files is not None else None for files in part] for part in test.sets]
        try:
            local.child.stdin.write(json.dumps([str(test.model), form, sets]) + "\n")
            local.child.stdin.flush()
            answer = json.loads(local.child.stdout.readline())
        except (OSError, ValueError):
            local.child.wait()
            answer = f"crash or no onnxruntime (exit status {local.child.returncode})"
            local.child = None
        results[form, modes[0]] = answer
    return results


def erase(model):
    """Every extent of inputs and outputs becomes a name of its own."""
    filled = {tensor.name for tensor in model.graph.initializer}
    for info in [*model.graph.input, *model.graph.output]:
        if info.name not in filled:
            for index, dim in enumerate(info.type.tensor_type.shape.dim):
                dim.dim_param = f"{info.name}_{index}"
    del model.graph.value_info[:]


def load(path, info):
    """The value in a .pb file, for an input or output of this type."""
    import onnx
    from onnx import numpy_helper

    with open(path, "rb") as file:
        data = file.read()
    kind = info.type.WhichOneof("value")
    if kind == "sequence_type":
        return numpy_helper.to_list(onnx.SequenceProto.FromString(data))
    if kind == "optional_type":
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(data))
    return numpy_helper.to_array(onnx.TensorProto.FromString(data))


def feed(onnxruntime, value, info):
    """What the session takes; types that NumPy lacks go by their bits."""
    if value.dtype.num >= 256:
        bits = value.view(f"u{value.itemsize}")
        kind = info.type.tensor_type.elem_type
        return onnxruntime.OrtValue.ortvalue_from_numpy_with_onnx_type(bits, kind)
    return onnxruntime.OrtValue.ortvalue_from_numpy(value)


def fetch(value, expected):
    """A result as an array; of a type that NumPy lacks by its bits."""
    import ctypes

    import numpy

    if getattr(expected, "dtype", None) is None or expected.dtype.num < 256:
        return value.numpy()
    count = int(numpy.prod(value.shape()))
    data = ctypes.string_at(value.data_ptr(), count * expected.itemsize)
    return numpy.frombuffer(data, expected.dtype).reshape(value.shape())


def compare(got, expected):
    import numpy

    if isinstance(expected, list):
        assert isinstance(got, list) and len(got) == len(expected), "length of a sequence"
        for pair in zip(got, expected):
            compare(*pair)
        return
    if expected is None or got is None:
        assert got is expected, "an empty optional"
        return
    got = numpy.asarray(got)
    assert got.shape == expected.shape, f"expected shape {expected.shape}, got {got.shape}"
    if expected.dtype.kind in "OSU":
        assert [str(x) for x in got.ravel()] == [str(x) for x in expected.ravel()], "strings differ"
        return
    assert got.dtype == expected.dtype, f"expected {expected.dtype}, got {got.dtype}"
    if expected.dtype.kind in "iub":
        assert numpy.array_equal(got, expected), "integers differ"
    else:
        numpy.testing.assert_allclose(got.astype("f8"), expected.astype("f8"), rtol=1e-3, atol=1e-7)


def check(path, form, sets):
    """None or why the test fails."""
    import numpy
    import onnx
    import onnxruntime

    try:
        model = onnx.load(path)
        filled = {tensor.name for tensor in model.graph.initializer}
        inputs = [info for info in model.graph.input if info.name not in filled]
        if form == "erased":
            erase(model)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.log_severity_level = 4
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        for files, expected in sets:
            if files is None:
                name = inputs[0].name
                given = next(info for info in onnx.load(path).graph.input if info.name == name)
                shape = [dim.dim_value or 1 for dim in given.type.tensor_type.shape.dim]
                count = numpy.prod(shape)
                feeds = {inputs[0].name: (numpy.arange(count).reshape(shape) / count).astype("f4")}
            else:
                feeds = {info.name: load(file, info) for info, file in zip(inputs, files)}
            wanted = [load(file, info) for info, file in zip(model.graph.output, expected)]
            exotic = any(getattr(value, "dtype", None) is not None and value.dtype.num >= 256 for value in [*feeds.values(), *wanted])
            if exotic:
                kinds = {info.name: info for info in inputs}
                feeds = {name: feed(onnxruntime, value, kinds[name]) for name, value in feeds.items()}
                got = session.run_with_ort_values(None, feeds)
                got = [fetch(*pair) for pair in zip(got, wanted)]
            else:
                got = session.run(None, feeds)
            for pair in zip(got, wanted):
                compare(*pair)
    except Exception as error:
        return f"{type(error).__name__}: {error}".replace("\n", " ")[:200]
    return None


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(check(*json.loads(line))), flush=True)
