// Extents in the simplest form that the facts allow.
// RUN: relax-opt %s --relax-simplify-shapes | FileCheck %s
// RUN: relax-opt %s --relax-simplify-shapes > %t.1 && relax-opt %t.1 --relax-simplify-shapes > %t.2 && diff %t.1 %t.2
// RUN: relax-run %s --entry=slices --dims=n=5,m=9 --compare=reference,compiled | FileCheck %s --check-prefix=VALUE
// RUN: relax-run %s --entry=slices --dims=n=1,m=9 --compare=reference,compiled | FileCheck %s --check-prefix=ONE

// CHECK-LABEL: relax.func @slices(
// CHECK-SAME: -> (!relax.tensor<[n - 1], f32>, !relax.tensor<[n], f32>)
// VALUE: result0 = dense<{{.*}}> : tensor<4xf32>
// VALUE: result1 = dense<{{.*}}> : tensor<5xf32>
// ONE: result0 = dense<> : tensor<0xf32>
// ONE: result1 = dense<{{.*}}> : tensor<1xf32>
relax.func @slices(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> (!relax.tensor<[?], f32>, !relax.tensor<[?], f32>) where (1 <= n <= 8, m == 9) {
  // CHECK: %a = relax.strided_slice %x {{.*}} -> !relax.tensor<[max(n - 1, 0)], f32>
  // CHECK-NEXT: %a_0 = relax.match_cast %a : !relax.tensor<[max(n - 1, 0)], f32> to !relax.tensor<[n - 1], f32>
  // CHECK-NEXT: %b = relax.negative %a_0 : !relax.tensor<[n - 1], f32>
  %a = relax.strided_slice %x axes [0] begins [1] ends [9223372036854775807] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[max(n - 1, 0)], f32>
  %b = relax.negative %a : !relax.tensor<[max(n - 1, 0)], f32>
  // The slice that keeps all is gone.
  // CHECK-NEXT: relax.negative %x : !relax.tensor<[n], f32>
  %c = relax.strided_slice %x axes [0] begins [0] ends [8] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[min(n, 8)], f32>
  %d = relax.negative %c : !relax.tensor<[min(n, 8)], f32>
  relax.return %b, %d : !relax.tensor<[max(n - 1, 0)], f32>, !relax.tensor<[min(n, 8)], f32>
}

// Roundings without a rest, rests that are known, minima that are decided.
// CHECK-LABEL: relax.func @divisions(
relax.func @divisions(%x: !relax.tensor<[n, m], f32>, %u: !relax.tensor<*, f32>) where (n mod 4 == 0, m <= 3) {
  // CHECK: relax.match_cast %u : !relax.tensor<*, f32> to !relax.tensor<[8 * (n floordiv 4), n ceildiv 4, n mod 2, min(m, 5)], f32>
  %a = relax.match_cast %u : !relax.tensor<*, f32> to !relax.tensor<[8 * (n floordiv 4), n ceildiv 4, n mod 2, min(m, 5)], f32> given (%x : !relax.tensor<[n, m], f32>)
  // CHECK-NEXT: %b = relax.relu %a
  // CHECK-NEXT: relax.match_cast %b : {{.*}} to !relax.tensor<[2 * n, n ceildiv 4, 0, m], f32>
  %b = relax.relu %a : !relax.tensor<[8 * (n floordiv 4), n ceildiv 4, n mod 2, min(m, 5)], f32>
  %c = relax.relu %b : !relax.tensor<[8 * (n floordiv 4), n ceildiv 4, n mod 2, min(m, 5)], f32>
  relax.return
}

// CHECK-LABEL: relax.func @small(
relax.func @small(%x: !relax.tensor<[n], f32>, %u: !relax.tensor<*, f32>) where (n <= 3) {
  // CHECK: relax.match_cast %b : {{.*}} to !relax.tensor<[0, n, 4], f32>
  %a = relax.match_cast %u : !relax.tensor<*, f32> to !relax.tensor<[n floordiv 4, n mod 4, max(n, 4)], f32> given (%x : !relax.tensor<[n], f32>)
  %b = relax.relu %a : !relax.tensor<[n floordiv 4, n mod 4, max(n, 4)], f32>
  %c = relax.relu %b : !relax.tensor<[n floordiv 4, n mod 4, max(n, 4)], f32>
  relax.return
}

// Nothing is known: nothing changes. No cast for what nobody uses.
// CHECK-LABEL: relax.func @open(
// CHECK-NOT: match_cast
relax.func @open(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[min(n, 8)], f32> where (1 <= m) {
  %a = relax.strided_slice %y axes [0] begins [1] ends [9223372036854775807] steps [1] : (!relax.tensor<[m], f32>) -> !relax.tensor<[max(m - 1, 0)], f32>
  %b = relax.strided_slice %x axes [0] begins [0] ends [8] steps [1] : (!relax.tensor<[n], f32>) -> !relax.tensor<[min(n, 8)], f32>
  relax.return %b : !relax.tensor<[min(n, 8)], f32>
}
