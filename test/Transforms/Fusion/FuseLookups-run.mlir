// Sums over an indicator are loads: no tensor of indicators is made, and places outside of the table give 0.
// RUN: relax-opt %s --relax-pipeline=cpu --to=fused -o %t.mlir
// RUN: grep 'relax.func\|call_tir' %t.mlir | FileCheck %s --check-prefix=FUSED
// RUN: relax-run %s --poison --entry=one_hot --compare=reference,compiled --dims=n=3 --input=x=3xi64="0 4 2" --then --entry=one_hot --dims=n=0 --then --entry=one_hot --input=x=2xi64="-1 5"
// RUN: relax-run %s --poison --entry=cast --compare=reference,compiled --input=x=2x3xi32="0 1 2 3 9 -7" --then --entry=cast --input=x=0x3xi32=
// RUN: relax-run %s --poison --entry=chosen --compare=reference,compiled --input=x=2xi32="1 3" --dims=n=2,m=5 --then --entry=chosen --dims=n=1,m=0
// RUN: relax-run %s --poison --entry=other --compare=reference,compiled --dims=n=3
// RUN: relax-run %s --poison --entry=no_weight --compare=reference,compiled --dims=n=3
// FUSED-LABEL: relax.func @one_hot(
// FUSED-NEXT: call_tir @fused_look_up
// FUSED-NOT: call_tir
relax.func @one_hot(%x: !relax.tensor<[n], i64>) -> !relax.tensor<[n, 3], f32> {
  %t = relax.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0], [0.5, 1.5, 2.5], [-1.0, -2.0, -3.0]]> : tensor<5x3xf32>
  %k = relax.constant dense<[[0, 1, 2, 3, 4]]> : tensor<1x5xi64>
  %x2 = relax.reshape %x : (!relax.tensor<[n], i64>) -> !relax.tensor<[n, 1], i64>
  %e = relax.equal %x2, %k : (!relax.tensor<[n, 1], i64>, !relax.tensor<[1, 5], i64>) -> !relax.tensor<[n, 5], i1>
  %c = relax.cast %e : !relax.tensor<[n, 5], i1> to !relax.tensor<[n, 5], f32>
  %y = relax.matmul %c, %t : (!relax.tensor<[n, 5], f32>, !relax.tensor<[5, 3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %y : !relax.tensor<[n, 3], f32>
}
// What follows element by element stays in the program.
// FUSED-LABEL: relax.func @cast(
// FUSED-NEXT: call_tir @fused_look_up
// FUSED-NOT: call_tir
relax.func @cast(%x: !relax.tensor<[n, 3], i32>) -> !relax.tensor<[n, 3, 2], f32> {
  %t = relax.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0]]> : tensor<4x2xf32>
  %b = relax.constant dense<[10.0, 20.0]> : tensor<2xf32>
  %k = relax.constant dense<[[[0, 1, 2, 3]]]> : tensor<1x1x4xi32>
  %x2 = relax.reshape %x : (!relax.tensor<[n, 3], i32>) -> !relax.tensor<[n, 3, 1], i32>
  %e = relax.equal %k, %x2 : (!relax.tensor<[1, 1, 4], i32>, !relax.tensor<[n, 3, 1], i32>) -> !relax.tensor<[n, 3, 4], i1>
  %c = relax.cast %e : !relax.tensor<[n, 3, 4], i1> to !relax.tensor<[n, 3, 4], f32>
  %y = relax.matmul %c, %t : (!relax.tensor<[n, 3, 4], f32>, !relax.tensor<[4, 2], f32>) -> !relax.tensor<[n, 3, 2], f32>
  %z = relax.add %y, %b : (!relax.tensor<[n, 3, 2], f32>, !relax.tensor<[2], f32>) -> !relax.tensor<[n, 3, 2], f32>
  %w = relax.tanh %z : !relax.tensor<[n, 3, 2], f32>
  relax.return %w : !relax.tensor<[n, 3, 2], f32>
}
// A choice between the element and 0 needs no weight: nothing is multiplied.
// FUSED-LABEL: relax.func @chosen(
// FUSED-NEXT: call_tir @fused_look_up
// FUSED-NOT: call_tir
relax.func @chosen(%x: !relax.tensor<[n], i32>, %t: !relax.tensor<[4, m], f32>) -> !relax.tensor<[n, m], f32> {
  %k = relax.constant dense<[[[0], [1], [2], [3]]]> : tensor<1x4x1xi32>
  %x2 = relax.reshape %x : (!relax.tensor<[n], i32>) -> !relax.tensor<[n, 1, 1], i32>
  %e = relax.equal %x2, %k : (!relax.tensor<[n, 1, 1], i32>, !relax.tensor<[1, 4, 1], i32>) -> !relax.tensor<[n, 4, 1], i1>
  %zero = relax.constant dense<0.0> : tensor<f32>
  %w = relax.where %e, %t, %zero : (!relax.tensor<[n, 4, 1], i1>, !relax.tensor<[4, m], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 4, m], f32>
  %y = relax.sum %w over [1] : (!relax.tensor<[n, 4, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}
// These do not count up: two places may be the same.
// FUSED-LABEL: relax.func @other(
// FUSED-NOT: look_up
relax.func @other(%x: !relax.tensor<[n], i32>) -> !relax.tensor<[n, 2], f32> {
  %t = relax.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %k = relax.constant dense<[[0, 1, 1]]> : tensor<1x3xi32>
  %x2 = relax.reshape %x : (!relax.tensor<[n], i32>) -> !relax.tensor<[n, 1], i32>
  %e = relax.equal %x2, %k : (!relax.tensor<[n, 1], i32>, !relax.tensor<[1, 3], i32>) -> !relax.tensor<[n, 3], i1>
  %c = relax.cast %e : !relax.tensor<[n, 3], i1> to !relax.tensor<[n, 3], f32>
  %y = relax.matmul %c, %t : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 2], f32>) -> !relax.tensor<[n, 2], f32>
  relax.return %y : !relax.tensor<[n, 2], f32>
}
// An input may have an infinity, and 0 times that is a NaN in every row.
// FUSED-LABEL: relax.func @no_weight(
// FUSED-NOT: look_up
relax.func @no_weight(%x: !relax.tensor<[n], i32>, %t: !relax.tensor<[3, 2], f32>) -> !relax.tensor<[n, 2], f32> {
  %k = relax.constant dense<[[0, 1, 2]]> : tensor<1x3xi32>
  %x2 = relax.reshape %x : (!relax.tensor<[n], i32>) -> !relax.tensor<[n, 1], i32>
  %e = relax.equal %x2, %k : (!relax.tensor<[n, 1], i32>, !relax.tensor<[1, 3], i32>) -> !relax.tensor<[n, 3], i1>
  %c = relax.cast %e : !relax.tensor<[n, 3], i1> to !relax.tensor<[n, 3], f32>
  %y = relax.matmul %c, %t : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 2], f32>) -> !relax.tensor<[n, 2], f32>
  relax.return %y : !relax.tensor<[n, 2], f32>
}
