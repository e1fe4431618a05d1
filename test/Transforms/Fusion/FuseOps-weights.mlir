// RUN: relax-opt %s --relax-prepare-weights | FileCheck %s --check-prefix=PREPARE
// RUN: relax-opt %s --relax-prepare-weights --relax-legalize --relax-fuse-ops | FileCheck %s --check-prefix=FUSE
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled --target=x86-64-v4 | FileCheck %s --check-prefix=SCHEDULED

// A weight stays as narrow as it is where only products widen it: its transpose is prepared, the cast becomes part of the product,
// and the packed weight is narrow too. What something else widens as well is widened once, at load.
// PREPARE: relax.weight @wt : !relax.tensor<[64, 48], f16> prepared by @prepare
// PREPARE: relax.weight @vf : !relax.tensor<[64, 48], f32> prepared by @prepare
// PREPARE: relax.func @product
// PREPARE: relax.cast %wt : !relax.tensor<[64, 48], f16> to !relax.tensor<[64, 48], f32>
// FUSE-LABEL: relax.func @product
// FUSE-NEXT: %wt = relax.get_weight @wt : !relax.tensor<[64, 48], f16>
// FUSE-NEXT: relax.call_tir @fused_cast_matmul(%wt, %x)
// FUSE-LABEL: relax.func @both
// FUSE: relax.call_tir @matmul(%x, %vf)
// SCHEDULED-DAG: relax.weight @wt_packed : !relax.tensor<[2, 64, 32], f16> prepared by @prepare
// SCHEDULED-DAG: tir.func private @fused_cast_matmul(%Wt: !tir.buffer<[2, 64, 32], f16>, %X: !tir.buffer<[n, 64], f32>, %Y: !tir.buffer<[n, 48], f32>)
relax.weight @w : !relax.tensor<[48, 64], f16> from "w" at 0
relax.weight @v : !relax.tensor<[64, 48], f16> from "w" at 8192
relax.func @product(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 48], f32> {
  %w = relax.get_weight @w : !relax.tensor<[48, 64], f16>
  %wt = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[48, 64], f16>) -> !relax.tensor<[64, 48], f16>
  %wf = relax.cast %wt : !relax.tensor<[64, 48], f16> to !relax.tensor<[64, 48], f32>
  %y = relax.matmul %x, %wf : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 48], f32>) -> !relax.tensor<[n, 48], f32>
  relax.return %y : !relax.tensor<[n, 48], f32>
}
relax.func @both(%x: !relax.tensor<[n, 64], f32>) -> (!relax.tensor<[n, 48], f32>, !relax.tensor<[64, 48], f32>) {
  %v = relax.get_weight @v : !relax.tensor<[64, 48], f16>
  %vf = relax.cast %v : !relax.tensor<[64, 48], f16> to !relax.tensor<[64, 48], f32>
  %y = relax.matmul %x, %vf : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 48], f32>) -> !relax.tensor<[n, 48], f32>
  relax.return %y, %vf : !relax.tensor<[n, 48], f32>, !relax.tensor<[64, 48], f32>
}
