// RUN: relax-opt %s --relax-mark-decisions -o %t && FileCheck %s < %t
// RUN: relax-opt %t --relax-mark-decisions | diff %t -
// RUN: relax-run %t --input=3xf32='1 3 2' --input=i64=1 --compare=reference,compiled

// CHECK-LABEL: relax.func @main(
relax.func @main(%x: !relax.tensor<[n], f32>, %i: !relax.tensor<[], i64>) -> (!relax.tensor<[], i64>, !relax.tensor<[n], i1>) {
  %zero = relax.constant dense<0.0> : tensor<f32>
  %one = relax.constant dense<1> : tensor<i64>
  // One of `n`, where it is used first: the next operation stays beside it.
  // CHECK: %best = relax.arg_max %x
  // CHECK-NEXT: %most = relax.max %x
  // CHECK-NEXT: %large = relax.less %zero, %most
  // CHECK-NEXT: %[[N:.*]] = relax.shape given (%x : !relax.tensor<[n], f32>) : !relax.shape<[n]>
  // CHECK-NEXT: %[[BEST:.*]] = relax.decide %best below %[[N]]
  // CHECK-NEXT: relax.add %[[BEST]], %i
  %best = relax.arg_max %x over 0 : (!relax.tensor<[n], f32>) -> !relax.tensor<[], i64>
  %most = relax.max %x over [0] : (!relax.tensor<[n], f32>) -> !relax.tensor<[], f32>
  %large = relax.less %zero, %most : (!relax.tensor<[], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[], i1>
  %sum = relax.add %best, %i : !relax.tensor<[], i64>
  // What integers decide is none, nor is a mask.
  // CHECK-NEXT: %p = relax.less %i, %sum
  // CHECK-NEXT: %mask = relax.less %x, %zero
  // CHECK-NEXT: %[[LARGE:.*]] = relax.decide %large : (!relax.tensor<[], i1>) -> !relax.tensor<[], i1>
  // CHECK-NEXT: relax.if %[[LARGE]]
  // CHECK-NOT: relax.decide
  %p = relax.less %i, %sum : (!relax.tensor<[], i64>, !relax.tensor<[], i64>) -> !relax.tensor<[], i1>
  %mask = relax.less %x, %zero : (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n], i1>
  %y = relax.if %large -> !relax.tensor<[], i64> {
    relax.yield %sum : !relax.tensor<[], i64>
  } else {
    %z = relax.if %p -> !relax.tensor<[], i64> {
      relax.yield %one : !relax.tensor<[], i64>
    } else {
      relax.yield %i : !relax.tensor<[], i64>
    }
    relax.yield %z : !relax.tensor<[], i64>
  }
  relax.return %y, %mask : !relax.tensor<[], i64>, !relax.tensor<[n], i1>
}
