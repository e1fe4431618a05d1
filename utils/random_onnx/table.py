"""How often each operator is drawn."""

from random_onnx import control, elementwise, layout, reductions, selection, windows

TABLE = {
    elementwise.unary: 8, elementwise.bounded: 3, elementwise.rounding: 1, elementwise.binary: 10,
    elementwise.with_constant: 4, elementwise.compare: 3, elementwise.logical: 2, elementwise.where: 3,
    elementwise.cast: 3, elementwise.clip: 1,
    reductions.reduce: 6, reductions.arg: 1, reductions.softmax: 3, reductions.layer_norm: 2, reductions.cumsum: 1,
    reductions.matmul: 6,
    windows.conv: 3, windows.pool: 1,
    layout.transpose: 5, layout.merge: 3, layout.flatten: 1, layout.reshape_like: 2, layout.unsqueeze: 3,
    layout.squeeze: 2, layout.concat: 4,
    selection.slice_of: 5, selection.gather: 3, selection.pad: 2, selection.expand: 2, selection.tile: 1,
    selection.split: 2, selection.top_k: 1, selection.trilu: 1, selection.range_of: 1,
}
CONTROL = TABLE | {control.branch: 8, control.repeat: 6, control.scan: 4}
