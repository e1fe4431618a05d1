// RUN: relax-opt %s --relax-prepare-weights | FileCheck %s --check-prefix=PREPARE
// RUN: relax-opt %s --relax-prepare-weights --relax-legalize --relax-fuse-ops | FileCheck %s --check-prefix=FUSE
// RUN: relax-opt %s --relax-pipeline=cpu --to=scheduled | FileCheck %s --check-prefix=SCHEDULED

// A large weight is not turned either: its rows are read as they lie in the file.
// PREPARE-LABEL: relax.func @large
// PREPARE-NEXT: %u = relax.get_weight @u : !relax.tensor<[2048, 2048], f16>
// PREPARE-NEXT: relax.permute_dims %u
// PREPARE-NEXT: relax.cast
// FUSE-LABEL: relax.func @large
// FUSE: relax.call_tir @fused_permute_dims_cast_matmul(%u, %x)
// SCHEDULED-DAG: tir.func private @fused_permute_dims_cast_matmul(%U: !tir.buffer<[2048, 2048], f16>, %X: !tir.buffer<[n, 2048], f32>, %Y: !tir.buffer<[n, 2048], f32>)
relax.weight @u : !relax.tensor<[2048, 2048], f16> from "w" at 16384
relax.func @large(%x: !relax.tensor<[n, 2048], f32>) -> !relax.tensor<[n, 2048], f32> {
  %u = relax.get_weight @u : !relax.tensor<[2048, 2048], f16>
  %ut = relax.permute_dims %u axes [1, 0] : (!relax.tensor<[2048, 2048], f16>) -> !relax.tensor<[2048, 2048], f16>
  %uf = relax.cast %ut : !relax.tensor<[2048, 2048], f16> to !relax.tensor<[2048, 2048], f32>
  %y = relax.matmul %x, %uf : (!relax.tensor<[n, 2048], f32>, !relax.tensor<[2048, 2048], f32>) -> !relax.tensor<[n, 2048], f32>
  relax.return %y : !relax.tensor<[n, 2048], f32>
}

// As the first factor, or read elsewhere too, it is turned once, at load.
// PREPARE-LABEL: relax.func @turned
// PREPARE-NEXT: %vt = relax.get_weight @vt : !relax.tensor<[2048, 2048], f32>
// PREPARE-NEXT: relax.matmul %vt, %x
relax.weight @t : !relax.tensor<[2048, 2048], f32> from "w" at 16384
relax.func @turned(%x: !relax.tensor<[2048, n], f32>) -> !relax.tensor<[2048, n], f32> {
  %t = relax.get_weight @t : !relax.tensor<[2048, 2048], f32>
  %vt = relax.permute_dims %t axes [1, 0] : (!relax.tensor<[2048, 2048], f32>) -> !relax.tensor<[2048, 2048], f32>
  %y = relax.matmul %vt, %x : (!relax.tensor<[2048, 2048], f32>, !relax.tensor<[2048, n], f32>) -> !relax.tensor<[2048, n], f32>
  relax.return %y : !relax.tensor<[2048, n], f32>
}
