// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// Functions without a body. Names of arguments stay, numbers do not.
// CHECK: relax.func private @nothing(){{$}}
relax.func private @nothing()
// CHECK-NEXT: relax.func private @nonzero(%x: !relax.tensor<[n], i64>, %arg1: !relax.tensor<[], i1>) -> !relax.tensor<[k], i64> binds (k) where (k <= n){{$}}
relax.func private @nonzero(%x: !relax.tensor<[n], i64>, %0: !relax.tensor<[], i1>) -> !relax.tensor<[k], i64> binds (k) where (k <= n)
// CHECK-NEXT: relax.func private @names(%arg0: !relax.tensor<[0], f32> {relax.name = "in 0"}, %y: !relax.tensor<[1], f32>) -> (!relax.tensor<[1], f32> {relax.name = "out"}){{$}}
relax.func private @names(%x: !relax.tensor<[0], f32> {relax.name = "in 0"}, %x2: !relax.tensor<[1], f32> {relax.name = "y"}) -> (!relax.tensor<[1], f32> {relax.name = "out"})
// Of equal names only numbers can tell.
// CHECK-NEXT: relax.func private @equal(%arg0: !relax.tensor<[n], f32> {relax.name = "x"}, %arg1: !relax.tensor<[n], f32> {relax.name = "x"}){{$}}
relax.func private @equal(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32> {relax.name = "x"})

// CHECK-LABEL: relax.func @call(
relax.func @call(%x: !relax.tensor<[n], i64>, %p: !relax.tensor<[], i1>) -> !relax.tensor<[?], i64> {
  // CHECK-NEXT: %y = relax.call @nonzero(%x, %p) : (!relax.tensor<[n], i64>, !relax.tensor<[], i1>) -> !relax.tensor<[q], i64> binds (q)
  %y = relax.call @nonzero(%x, %p) : (!relax.tensor<[n], i64>, !relax.tensor<[], i1>) -> !relax.tensor<[q], i64> binds (q)
  relax.return %y : !relax.tensor<[q], i64>
}

// Storage that changes hands.
// CHECK-LABEL: relax.func @step(%kv: !relax.tensor<[t, 64], f32> donated reserve = [4096], %row: !relax.tensor<[1, 64], f32>) -> !relax.tensor<[t + 1, 64], f32> in %kv where (t <= 4095) {
// GENERIC: arg_attrs = [{relax.donated, relax.reserve = array<i64: 4096>}, {}]
// GENERIC-SAME: res_attrs = [{relax.in = 0 : i64}]
relax.func @step(%kv: !relax.tensor<[t, 64], f32> donated reserve = [4096], %row: !relax.tensor<[1, 64], f32>) -> !relax.tensor<[t + 1, 64], f32> in %kv where (t <= 4095) {
  %b = relax.append %kv, %row at 0 : (!relax.tensor<[t, 64], f32>, !relax.tensor<[1, 64], f32>) -> !relax.tensor<[t + 1, 64], f32>
  relax.return %b : !relax.tensor<[t + 1, 64], f32>
}
// CHECK-LABEL: relax.func @all(%x: !relax.tensor<[n], f32>, %k: !relax.tensor<[1, t, 8], f32> {relax.name = "k 0"} donated reserve = [1, 0], %v: !relax.tensor<[t, 8], f32> donated) -> (!relax.tensor<[n], f32>, !relax.tensor<[t, 8], f32> in %v, !relax.tensor<[1, t, 8], f32> {relax.name = "k 1"} in %k) {
relax.func @all(%x: !relax.tensor<[n], f32>, %k: !relax.tensor<[1, t, 8], f32> {relax.name = "k 0"} donated reserve = [1, 0], %v: !relax.tensor<[t, 8], f32> donated) -> (!relax.tensor<[n], f32>, !relax.tensor<[t, 8], f32> in %v, !relax.tensor<[1, t, 8], f32> {relax.name = "k 1"} in %k) {
  relax.return %x, %v, %k : !relax.tensor<[n], f32>, !relax.tensor<[t, 8], f32>, !relax.tensor<[1, t, 8], f32>
}
// CHECK-LABEL: relax.func @named_alone(%v: !relax.tensor<[t], f32> donated) -> (!relax.tensor<[t], f32> {relax.name = "out 0"} in %v) {
relax.func @named_alone(%v: !relax.tensor<[t], f32> donated) -> (!relax.tensor<[t], f32> {relax.name = "out 0"} in %v) {
  relax.return %v : !relax.tensor<[t], f32>
}
// CHECK-LABEL: relax.func private @declared(%kv: !relax.tensor<[t, 64], f32> donated reserve = [16], %arg1: !relax.tensor<[1], f32>) -> !relax.tensor<[t + 1, 64], f32> in %kv{{$}}
relax.func private @declared(%kv: !relax.tensor<[t, 64], f32> donated reserve = [16], %1: !relax.tensor<[1], f32>) -> !relax.tensor<[t + 1, 64], f32> in %kv
