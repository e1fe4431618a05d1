// RUN: relax-opt %s --relax-test-rename-symbols=seed=1 | FileCheck %s
// RUN: relax-opt %s --relax-test-rename-symbols=seed=77 | FileCheck %s
// RUN: relax-opt %s --relax-test-rename-symbols=seed=1 --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// The same seed gives the same names, another one others.
// RUN: relax-opt %s --relax-test-rename-symbols=seed=5 > %t1
// RUN: relax-opt %s --relax-test-rename-symbols=seed=5 > %t2
// RUN: diff %t1 %t2
// RUN: relax-opt %s --relax-test-rename-symbols=seed=6 > %t3
// RUN: not diff %t1 %t3

// COUNT: {{^ +}}6  relax-test-rename-symbols.symbols-renamed

// No name of a symbol is left, in types, facts and clauses.
// CHECK-LABEL: relax.func @main(
// CHECK-NOT: {{\[n,|\[n\]|[ (]n[ ,)]|, k|binds \(k\)}}
// CHECK-SAME:      %x: !relax.tensor<{{\[}}[[N:[a-z][0-9_]+]], ?], f32>)
// CHECK-SAME:      -> !relax.tensor<{{\[}}[[N]], ?], f32> where (1 <= [[N]] <= 64, 2 * [[N]] <= 100)
relax.func @main(%x: !relax.tensor<[n, ?], f32>) -> !relax.tensor<[n, ?], f32> where (1 <= n <= 64, 2 * n <= 100) {
  // CHECK: relax.match_cast {{.*}} binds ([[K:[a-z][0-9_]+]]) where ([[K]] <= 9)
  %a = relax.match_cast %x : !relax.tensor<[n, ?], f32> to !relax.tensor<[n, k], f32> binds (k) where (k <= 9)
  // The key is the callee's name, the value the caller's.
  // CHECK: relax.call_tir @kernel(%a) symbols ([[$W:[a-z][0-9_]+]] = 2 * [[K]]) : (!relax.tensor<{{\[}}[[N]], [[K]]], f32>) -> !relax.tensor<{{\[}}[[N]], [[K]]], f32>
  %b = relax.call_tir @kernel(%a) symbols (w = 2 * k) : (!relax.tensor<[n, k], f32>) -> !relax.tensor<[n, k], f32>
  relax.return %b : !relax.tensor<[n, k], f32>
}

// CHECK-LABEL: tir.func @kernel(
// CHECK-SAME:      %A: !tir.buffer<{{\[}}[[A:[a-z][0-9_]+]], [[B:[a-z][0-9_]+]]], f32>, %C: !tir.buffer<{{\[}}[[A]], [[B]]], f32>) symbols ([[$W]])
tir.func @kernel(%A: !tir.buffer<[n, m], f32>, %C: !tir.buffer<[n, m], f32>) symbols (w) {
  tir.return
}

// CHECK-LABEL: relax.func private @none(
// CHECK-SAME:      %x: !relax.tensor<[4], f32>
relax.func private @none(%x: !relax.tensor<[4], f32>) -> !relax.tensor<[4], f32> {
  relax.return %x : !relax.tensor<[4], f32>
}

relax.func private @one(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  relax.return %x : !relax.tensor<[n], f32>
}
