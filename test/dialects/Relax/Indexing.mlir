// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK-LABEL: relax.func @parts(
relax.func @parts(%x: !relax.tensor<[n, 8, m], f32>, %i: !relax.tensor<[k, 2], i64>, %j: !relax.tensor<[], i32>, %u: !relax.tensor<*, f32>) {
  // CHECK-NEXT: %t = relax.take %x, %i axis 1 : (!relax.tensor<[n, 8, m], f32>, !relax.tensor<[k, 2], i64>) -> !relax.tensor<[n, k, 2, m], f32>
  %t = relax.take %x, %i axis 1 : (!relax.tensor<[n, 8, m], f32>, !relax.tensor<[k, 2], i64>) -> !relax.tensor<[n, k, 2, m], f32>
  // CHECK-NEXT: %s = relax.take %x, %j axis 2 : (!relax.tensor<[n, 8, m], f32>, !relax.tensor<[], i32>) -> !relax.tensor<[n, 8], f32>
  %s = relax.take %x, %j axis 2 : (!relax.tensor<[n, 8, m], f32>, !relax.tensor<[], i32>) -> !relax.tensor<[n, 8], f32>
  // CHECK-NEXT: %v = relax.take %u, %i axis 0 : (!relax.tensor<*, f32>, !relax.tensor<[k, 2], i64>) -> !relax.tensor<*, f32>
  %v = relax.take %u, %i axis 0 : (!relax.tensor<*, f32>, !relax.tensor<[k, 2], i64>) -> !relax.tensor<*, f32>
  // CHECK-NEXT: %a, %b = relax.split %x axis 1 : (!relax.tensor<[n, 8, m], f32>) -> (!relax.tensor<[n, 4, m], f32>, !relax.tensor<[n, 4, m], f32>)
  %a, %b = relax.split %x axis 1 : (!relax.tensor<[n, 8, m], f32>) -> (!relax.tensor<[n, 4, m], f32>, !relax.tensor<[n, 4, m], f32>)
  // CHECK-NEXT: %c, %d, %e = relax.split %x axis 0 : (!relax.tensor<[n, 8, m], f32>) -> (!relax.tensor<[n floordiv 3, 8, m], f32>, !relax.tensor<[?, 8, m], f32>, !relax.tensor<*, f32>)
  %c, %d, %e = relax.split %x axis 0 : (!relax.tensor<[n, 8, m], f32>) -> (!relax.tensor<[n floordiv 3, 8, m], f32>, !relax.tensor<[?, 8, m], f32>, !relax.tensor<*, f32>)
  // CHECK-NEXT: %f, %g = relax.split %x axis 1 sizes [8, 0] : (!relax.tensor<[n, 8, m], f32>) -> (!relax.tensor<[n, 8, m], f32>, !relax.tensor<[n, 0, m], f32>)
  %f, %g = relax.split %x axis 1 sizes [8, 0] : (!relax.tensor<[n, 8, m], f32>) -> (!relax.tensor<[n, 8, m], f32>, !relax.tensor<[n, 0, m], f32>)
  relax.return
}
// CHECK-LABEL: relax.func @slices(
relax.func @slices(%x: !relax.tensor<[n, 8], f32>, %l: !relax.tensor<[1], i64>, %y: !relax.tensor<[p, s], f32>) {
  // CHECK-NEXT: %a = relax.dynamic_slice %x, %l, %l, %l axes [1] : (!relax.tensor<[n, 8], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[n, ?], f32>
  %a = relax.dynamic_slice %x, %l, %l, %l axes [1] : (!relax.tensor<[n, 8], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[n, ?], f32>
  // CHECK-NEXT: %along = relax.dynamic_slice %x, %l, %l, %l along %l axes [0, 1] : (!relax.tensor<[n, 8], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?, ?], f32>
  %along = relax.dynamic_slice %x, %l, %l, %l along %l axes [0, 1] : (!relax.tensor<[n, 8], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?, ?], f32>
  // CHECK-NEXT: %b = relax.dynamic_slice %x, %l, %l, %l axes [0] : (!relax.tensor<[n, 8], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[q, 8], f32> binds (q) where (q <= n)
  %b = relax.dynamic_slice %x, %l, %l, %l axes [0] : (!relax.tensor<[n, 8], f32>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[q, 8], f32> binds (q) where (q <= n)
  // CHECK-NEXT: %c = relax.slice %x axes [0] begins [p] steps [2] given (%y) : (!relax.tensor<[n, 8], f32>, !relax.tensor<[p, s], f32>) -> !relax.tensor<[s, 8], f32>
  %c = relax.slice %x axes [0] begins [p] steps [2] given (%y) : (!relax.tensor<[n, 8], f32>, !relax.tensor<[p, s], f32>) -> !relax.tensor<[s, 8], f32>
  // CHECK-NEXT: %d = relax.slice %x axes [1, 0] begins [3, n - 1] steps [1, -1] : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 5], f32>
  %d = relax.slice %x axes [1, 0] begins [3, n - 1] steps [1, -1] : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 5], f32>
  relax.return
}
