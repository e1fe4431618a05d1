// RUN: relax-opt %s --relax-legalize | FileCheck %s

// One of i and the reducing iterator is always 0: n + 1 - p elements go into
// one. What the types say needs no iterator, or no sum.
relax.func @reduce(%x: !relax.tensor<[n, m, 4], f32>, %a: !relax.tensor<[k], i64>) {
  %s = relax.reduced_shape %x over %a : (!relax.tensor<[n, m, 4], f32>, !relax.tensor<[k], i64>) -> !relax.shape<[p, q, r]> binds (p, q, r)
  %0 = relax.reduce_to "max" %x to %s : (!relax.tensor<[n, m, 4], f32>, !relax.shape<[p, q, r]>) -> !relax.tensor<[p, q, r], f32>
  %t = relax.shape given (%s : !relax.shape<[p, q, r]>) : !relax.shape<[p, 1, 4]>
  %1 = relax.reduce_to "mean" %x to %t : (!relax.tensor<[n, m, 4], f32>, !relax.shape<[p, 1, 4]>) -> !relax.tensor<[p, 1, 4], f32>
  relax.return
}
// CHECK-LABEL: relax.func @reduce(
// CHECK: %0 = relax.call_tir @max(%x) given (%s : !relax.shape<[p, q, r]>)
// CHECK: relax.check(n * min(p - 1, 1) - p * min(p - 1, 1) == 0) of "'relax.reduce_to'" given (%x, %t
// CHECK-NEXT: [[S:%.*]] = relax.call_tir @sum(%x) given (%t : !relax.shape<[p, 1, 4]>)
// CHECK-NEXT: %2 = relax.call_tir @mean([[S]], %x) given (%t : !relax.shape<[p, 1, 4]>)
// CHECK-LABEL: tir.func private @max(%X: !tir.buffer<[n, m, 4], f32>, %Y: !tir.buffer<[p, q, r], f32>)
// CHECK-NEXT: tir.compute "max" (%i, %j, %k, reduce %l, reduce {{%.*}}, reduce {{%.*}}) in [p, q, r, n - p + 1, m - q + 1, -r + 5] {
// CHECK-NEXT: %x = tir.load %X[%i + %l, %j + {{%.*}}, %k + {{%.*}}] : !tir.buffer<[n, m, 4], f32>
// CHECK-NEXT: tir.reduce @max_f32(%x) into (%Y[%i, %j, %k])
// CHECK-LABEL: tir.func private @sum(
// CHECK-NEXT: tir.compute "sum" (%i, %j, %k, reduce %l, reduce {{%.*}}) in [p, 1, 4, n - p + 1, m] {
// CHECK-NEXT: tir.load %X[%i + %l, {{%.*}}, %k]
// CHECK-LABEL: tir.func private @mean(
// CHECK: tir.extent (m * n - m * p + m) : index
