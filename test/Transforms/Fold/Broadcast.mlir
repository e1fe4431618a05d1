// What relax.broadcast_to repeats is computed once.
// RUN: relax-opt %s --relax-fold > %t.mlir && FileCheck %s --input-file=%t.mlir
// RUN: relax-run %t.mlir --against=%s --mode=reference --entry=mask --dims=b=2,n=5 --then --entry=mask --dims=b=0,n=3 --then --entry=mask --dims=b=1,n=1 --then --entry=mask --dims=b=2,n=0 --then --entry=operand --dims=n=3,m=4 --then --entry=operand --dims=n=1,m=1 --then --entry=operand --dims=n=0,m=2 --then --entry=number --dims=n=3 --then --entry=number --dims=n=0 --then --entry=quotient '--input=x=0xi32=' '--input=d=1xi32=0' | FileCheck %s --check-prefix=AGREE
// AGREE-COUNT-10: no difference

// The mask of an exported encoder: a row, not a square.
// CHECK-LABEL: relax.func @mask(
relax.func @mask(%s: !relax.tensor<[b, n, n], f32>, %k: !relax.tensor<[b, n], i64>) -> (!relax.tensor<[b, n, n], f32>, !relax.tensor<[b, n, n], i1>) {
  %one = relax.constant dense<1.0> : tensor<f32>
  %least = relax.constant dense<-1.0e+30> : tensor<f32>
  %r = relax.reshape %k : (!relax.tensor<[b, n], i64>) -> !relax.tensor<[b, 1, n], i64>
  %e = relax.broadcast_to %r : (!relax.tensor<[b, 1, n], i64>) -> !relax.tensor<[b, n, n], i64>
  // CHECK: relax.cast %{{.*}} : !relax.tensor<[b, 1, n], i64> to !relax.tensor<[b, 1, n], f32>
  %f = relax.cast %e : !relax.tensor<[b, n, n], i64> to !relax.tensor<[b, n, n], f32>
  // CHECK: relax.subtract {{.*}} -> !relax.tensor<[b, 1, n], f32>
  %d = relax.subtract %one, %f : (!relax.tensor<[], f32>, !relax.tensor<[b, n, n], f32>) -> !relax.tensor<[b, n, n], f32>
  // CHECK: %[[C:.*]] = relax.cast %{{.*}} : !relax.tensor<[b, 1, n], f32> to !relax.tensor<[b, 1, n], i1>
  %c = relax.cast %d : !relax.tensor<[b, n, n], f32> to !relax.tensor<[b, n, n], i1>
  // CHECK: %[[W:.*]] = relax.where {{.*}} -> !relax.tensor<[b, 1, n], f32>
  %w = relax.where %c, %least, %d : (!relax.tensor<[b, n, n], i1>, !relax.tensor<[], f32>, !relax.tensor<[b, n, n], f32>) -> !relax.tensor<[b, n, n], f32>
  // CHECK: %[[Y:.*]] = relax.add %s, %{{.*}} : (!relax.tensor<[b, n, n], f32>, !relax.tensor<[b, 1, n], f32>) -> !relax.tensor<[b, n, n], f32>
  %y = relax.add %s, %w : !relax.tensor<[b, n, n], f32>
  // The condition itself is a result.
  // CHECK: relax.return %[[Y]],
  relax.return %y, %c : !relax.tensor<[b, n, n], f32>, !relax.tensor<[b, n, n], i1>
}

// An operand that needs no repetition; one that has to be repeated, because the others do not make the result.
// CHECK-LABEL: relax.func @operand(
relax.func @operand(%x: !relax.tensor<[n, m], f32>, %v: !relax.tensor<[m], f32>, %c: !relax.tensor<[n, 1], f32>) -> (!relax.tensor<[n, m], f32>, !relax.tensor<[n, m], f32>) {
  %r = relax.broadcast_to %v given (%x) : (!relax.tensor<[m], f32>, !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  // CHECK: %[[Y:.*]] = relax.multiply %x, %v
  %y = relax.multiply %x, %r : !relax.tensor<[n, m], f32>
  // Two that are repeated in different directions.
  %s = relax.broadcast_to %c given (%x) : (!relax.tensor<[n, 1], f32>, !relax.tensor<[n, m], f32>) -> !relax.tensor<[n, m], f32>
  // CHECK: %[[Z:.*]] = relax.add %v, %c : (!relax.tensor<[m], f32>, !relax.tensor<[n, 1], f32>) -> !relax.tensor<[n, m], f32>
  %z = relax.add %r, %s : !relax.tensor<[n, m], f32>
  // CHECK: relax.return %[[Y]], %[[Z]]
  relax.return %y, %z : !relax.tensor<[n, m], f32>, !relax.tensor<[n, m], f32>
}

// A number is a constant, whatever it was repeated for. What the result's type needs is not in that of a number.
// CHECK-LABEL: relax.func @number(
relax.func @number(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %two = relax.constant dense<2.0> : tensor<f32>
  %r = relax.broadcast_to %two given (%x) : (!relax.tensor<[], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  // CHECK: %[[Y:.*]] = relax.multiply %x, %two
  %y = relax.multiply %x, %r : !relax.tensor<[n], f32>
  // CHECK: %[[Z:.*]] = relax.exp %{{.*}} : !relax.tensor<[n], f32>
  %z = relax.exp %r : !relax.tensor<[n], f32>
  // CHECK: relax.return %[[Y]], %[[Z]]
  relax.return %y, %z : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

// A division by zero of no elements is none.
// CHECK-LABEL: relax.func @quotient(
relax.func @quotient(%x: !relax.tensor<[n], i32>, %d: !relax.tensor<[1], i32>) -> !relax.tensor<[n], i32> {
  %one = relax.constant dense<1> : tensor<1xi32>
  %r = relax.broadcast_to %d given (%x) : (!relax.tensor<[1], i32>, !relax.tensor<[n], i32>) -> !relax.tensor<[n], i32>
  %s = relax.broadcast_to %one given (%x) : (!relax.tensor<[1], i32>, !relax.tensor<[n], i32>) -> !relax.tensor<[n], i32>
  // CHECK: relax.divide %{{.*}} : !relax.tensor<[n], i32>
  %q = relax.divide %s, %r : !relax.tensor<[n], i32>
  relax.return %q : !relax.tensor<[n], i32>
}
