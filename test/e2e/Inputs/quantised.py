"""Programs over weights in blocks: quantised.py FOLDER MODELS writes, for each format, FORMAT.cast.mlir (what its blocks mean,
with the files of blocks.npz beside) and FORMAT.product.mlir (a product and rows of a matrix of the models), and runs them."""

import pathlib
import subprocess
import sys
import zipfile

# Matrices of test/models/quantised: file, entry, rows, columns.
MATRICES = {
    "q4_0": ("blocks", "blk.0.attn_q", 64, 64), "q4_1": ("blocks", "blk.0.attn_k", 32, 64),
    "q5_0": ("blocks", "blk.0.attn_v", 32, 64), "q5_1": ("blocks", "blk.1.attn_k", 32, 64),
    "q8_0": ("blocks", "token_embd", 48, 64), "q2_k": ("kquants", "blk.0.attn_q", 32, 256),
    "q3_k": ("kquants", "blk.0.attn_k", 16, 256), "q4_k": ("kquants", "token_embd", 48, 256),
    "q5_k": ("kquants", "blk.0.ffn_gate", 32, 256), "q6_k": ("kquants", "output", 48, 256),
}

CAST = """\
relax.weight @w : !relax.tensor<[12, {size}], !relax.quant<{name}>> from "{name}.blocks.npy" at 128
relax.func @decoded() -> !relax.tensor<[12, {size}], f32> {{
  %w = relax.get_weight @w : !relax.tensor<[12, {size}], !relax.quant<{name}>>
  %d = relax.cast %w : !relax.tensor<[12, {size}], !relax.quant<{name}>> to !relax.tensor<[12, {size}], f32>
  relax.return %d : !relax.tensor<[12, {size}], f32>
}}
"""

PRODUCT = """\
!blocks = !relax.tensor<[{rows}, {columns}], !relax.quant<{name}>>
!numbers = !relax.tensor<[{rows}, {columns}], f32>
!turned = !relax.tensor<[{columns}, {rows}], f32>
!x = !relax.tensor<[n, {columns}], f32>
!y = !relax.tensor<[n, {rows}], f32>
relax.weight @w : !blocks from "{file}.gguf" entry "{entry}.weight"
relax.func @product(%x: !x) -> !y {{
  %w = relax.get_weight @w : !blocks
  %d = relax.cast %w : !blocks to !numbers
  %t = relax.permute_dims %d axes [1, 0] : (!numbers) -> !turned
  %y = relax.matmul %x, %t : (!x, !turned) -> !y
  relax.return %y : !y
}}
relax.func @rows(%i: !relax.tensor<[n], i64>) -> !x {{
  %w = relax.get_weight @w : !blocks
  %r = relax.take %w, %i axis 0 : (!blocks, !relax.tensor<[n], i64>) -> !relax.tensor<[n, {columns}], !relax.quant<{name}>>
  %d = relax.cast %r : !relax.tensor<[n, {columns}], !relax.quant<{name}>> to !x
  relax.return %d : !x
}}
"""


# The decoded matrix has two users, one of them in a loop.
TWICE = """\
!blocks = !relax.tensor<[{rows}, {columns}], !relax.quant<{name}>>
!numbers = !relax.tensor<[{rows}, {columns}], f32>
!turned = !relax.tensor<[{columns}, {rows}], f32>
!x = !relax.tensor<[n, {columns}], f32>
relax.weight @w : !blocks from "{file}.gguf" entry "{entry}.weight"
relax.func @twice(%x: !x) -> !x {{
  %w = relax.get_weight @w : !blocks
  %d = relax.cast %w : !blocks to !numbers
  %t = relax.permute_dims %d axes [1, 0] : (!numbers) -> !turned
  %y = relax.matmul %x, %t : (!x, !turned) -> !x
  %stop = relax.constant dense<false> : tensor<i1>
  %go = relax.constant dense<true> : tensor<i1>
  %z, %on = relax.while (%a: !x = %y, %more: !relax.tensor<[], i1> = %go) {{
    relax.condition %more
  }} do {{
    %b = relax.matmul %a, %t : (!x, !turned) -> !x
    relax.yield %b, %stop : !x, !relax.tensor<[], i1>
  }}
  relax.return %z : !x
}}
"""


def run(*command):
    done = subprocess.run(["relax-run", *command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: {done.stderr}")


EXACT = ["--rtol=0", "--atol=0"]


def check_cast(folder, name):
    """Bit for bit what the package gguf says, also of scales that are 0, subnormal, infinite and NaN."""
    for mode in ("reference", "compiled"):
        run(folder / f"{name}.cast.mlir", f"--mode={mode}", f"--expect=@{folder}/{name}.values.npy", *EXACT)


def check_product(folder, name, weights):
    """Agrees with the reference at every extent; two threads give the bits of one."""
    program = [folder / f"{name}.product.mlir", f"--weights-dir={weights}"]
    one, two = [], []
    for n in (0, 1, 2, 7, 33):
        call = ["--then"] * (n > 0) + ["--entry=product", f"--dims=n={n}"]
        one += call + [f"--output=result0=@{folder}/{n}.npy", "--rtol=1e-4", "--atol=1e-4"]
        two += call + [f"--expect=result0=@{folder}/{n}.npy", *EXACT]
    run(*program, "--compare=reference,compiled", "--threads=1", *one)
    run(*program, "--threads=2", *two)
    rows = ["--entry=rows", "--input=i=3xi64=15 0 -1", *EXACT, "--then", "--entry=rows", "--input=i=0xi64=", *EXACT]
    run(*program, "--compare=reference,compiled", *rows)


def main(folder, models):
    zipfile.ZipFile(models / "quantised" / "blocks.npz").extractall(folder)
    for name, (file, entry, rows, columns) in MATRICES.items():
        # What stands before the numbers of a .npy file: 128 bytes, here and in most of them.
        header = (folder / f"{name}.blocks.npy").read_bytes()[:128]
        assert header[-1:] == b"\n"
        size = 256 if name.endswith("k") else 32
        (folder / f"{name}.cast.mlir").write_text(CAST.format(**locals()))
        (folder / f"{name}.product.mlir").write_text(PRODUCT.format(**locals()))
        if name == "q4_0":
            (folder / f"{name}.twice.mlir").write_text(TWICE.format(**locals()))
        check_cast(folder, name)
        check_product(folder, name, models / "quantised")
        print(name)


main(*map(pathlib.Path, sys.argv[1:]))
