// Values before and after fusion, at extents 0, 1, 2 and 7: padding, slices,
// transposes, broadcasts, values with several readers, reductions in between.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-legalize,relax-to-vm,tir.func(lower-tir))' -o %t.plain
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-legalize,relax-fuse-ops)' -o %t.text
// RUN: FileCheck %s --input-file=%t.text
// RUN: relax-opt %t.text --pass-pipeline='builtin.module(relax.func(relax-plan-memory),relax-to-vm,tir.func(lower-tir))' -o %t.fused
// RUN: relax-run %t.plain --entry=mixed --dims=n=0 --output=@%t.0.npy --then --entry=mixed --dims=n=1 --output=@%t.1.npy --then --entry=mixed --dims=n=2 --output=@%t.2.npy --then --entry=mixed --dims=n=7 --output=@%t.7.npy
// RUN: relax-run %t.fused --poison --entry=mixed --dims=n=0 --expect=@%t.0.npy --then --entry=mixed --dims=n=1 --expect=@%t.1.npy --then --entry=mixed --dims=n=2 --expect=@%t.2.npy --then --entry=mixed --dims=n=7 --expect=@%t.7.npy
// By hand: rows sum to 3 and 12, the mean square of the row is added to each.
// RUN: relax-run %t.fused --entry=rows "--input=2x3xf32=0 1 2 3 4 5" | FileCheck %s --check-prefix=ROWS
// RUN: relax-run %t.fused --entry=rows "--input=0x3xf32=" --then --entry=rows "--input=1x3xf32=1 1 1" | FileCheck %s --check-prefix=EMPTY

// CHECK-LABEL: relax.func @rows
// CHECK-NEXT: relax.call_tir @fused_multiply_sum_multiply(%x)
// CHECK-NEXT: relax.call_tir @add
// CHECK-NEXT: relax.return
// ROWS: {{\[\[}}5.0, 6.0, 7.0], [53.0, 54.0, 55.0]]
// EMPTY: dense<> : tensor<0x3xf32>
// EMPTY: {{\[\[}}4.0, 4.0, 4.0]]
relax.func @rows(%x: !relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 3], f32> {
  %c = relax.constant dense<1.0> : tensor<f32>
  %q = relax.multiply %x, %x : !relax.tensor<[n, 3], f32>
  %s = relax.sum %q over [1] keep_dims : (!relax.tensor<[n, 3], f32>) -> !relax.tensor<[n, 1], f32>
  %m = relax.multiply %s, %c : (!relax.tensor<[n, 1], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 1], f32>
  %y = relax.add %x, %m : (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}

// CHECK-LABEL: relax.func @mixed
relax.func @mixed(%x: !relax.tensor<[n, 4], f32>, %w: !relax.tensor<[4, 6], f32>, %b: !relax.tensor<[6], f32>) -> !relax.tensor<[n, 3, 2], f32> {
  %half = relax.constant dense<0.5> : tensor<f32>
  %a = relax.tanh %x : !relax.tensor<[n, 4], f32>
  %d = relax.multiply %a, %half : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 4], f32>
  %e = relax.add %d, %a : !relax.tensor<[n, 4], f32>
  %p = relax.matmul %e, %w : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 6], f32>) -> !relax.tensor<[n, 6], f32>
  %q = relax.add %p, %b : (!relax.tensor<[n, 6], f32>, !relax.tensor<[6], f32>) -> !relax.tensor<[n, 6], f32>
  %r = relax.relu %q : !relax.tensor<[n, 6], f32>
  %t = relax.permute_dims %r axes [1, 0] : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[6, n], f32>
  %u = relax.strided_slice %t axes [0] begins [5] ends [-7] steps [-1] : (!relax.tensor<[6, n], f32>) -> !relax.tensor<[6, n], f32>
  %v = relax.max %u over [0] keep_dims : (!relax.tensor<[6, n], f32>) -> !relax.tensor<[1, n], f32>
  %y = relax.subtract %u, %v : (!relax.tensor<[6, n], f32>, !relax.tensor<[1, n], f32>) -> !relax.tensor<[6, n], f32>
  %z = relax.permute_dims %y axes [1, 0] : (!relax.tensor<[6, n], f32>) -> !relax.tensor<[n, 6], f32>
  %s = relax.reshape %z : (!relax.tensor<[n, 6], f32>) -> !relax.tensor<[n, 3, 2], f32>
  relax.return %s : !relax.tensor<[n, 3, 2], f32>
}
