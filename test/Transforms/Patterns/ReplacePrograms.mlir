// Loop programs are replaced by name, with operands and results in another layout.
// RUN: split-file %s %t
// RUN: relax-opt %t/main.mlir --relax-link=file=%t/turned.mlir --relax-replace-programs --counters -o %t/out.mlir 2>&1 | FileCheck %t/main.mlir --check-prefix=COUNTS
// RUN: FileCheck %t/main.mlir < %t/out.mlir
// RUN: relax-run %t/out.mlir --against=%t/main.mlir --dims=n=3 --then --dims=n=0 --then --dims=n=1 | FileCheck %t/main.mlir --check-prefix=SAME
// RUN: relax-opt %t/main.mlir --relax-link=file=%t/turned.mlir --relax-replace-programs --verify-by-running -o %t/out.mlir 2>&1 | FileCheck %t/main.mlir --check-prefix=VERIFIED
//
// Between two calls the permutations cancel.
// RUN: relax-opt %t/out.mlir --relax-apply-patterns=%root/share/relax/rewrites/layout.mlir | FileCheck %t/main.mlir --check-prefix=CANCEL
//
// A wrong program is found by running; wrong text is refused.
// RUN: sed 's/arith.addf/arith.subf/' %t/turned.mlir > %t/wrong.mlir
// RUN: not relax-opt %t/main.mlir --relax-link=file=%t/wrong.mlir --relax-replace-programs --verify-by-running 2>&1 | FileCheck %t/main.mlir --check-prefix=WRONG
// RUN: relax-opt %t/errors.mlir --split-input-file --verify-diagnostics --relax-replace-programs

//--- turned.mlir
tir.func private @turned(%X: !tir.buffer<[k, n], f32> {relax.layout = array<i64: 1, 0>}, %B: !tir.buffer<[k], f32>,
    %Y: !tir.buffer<[k, n], f32> {relax.layout = array<i64: 1, 0>}) attributes {relax.replaces = "biased"} {
  tir.compute "y" (%j, %i) in [k, n] {
    %x = tir.load %X[%j, %i] : !tir.buffer<[k, n], f32>
    %b = tir.load %B[%j] : !tir.buffer<[k], f32>
    %y = arith.addf %x, %b : f32
    tir.store %y, %Y[%j, %i] : !tir.buffer<[k, n], f32>
  }
  tir.return
}
//--- main.mlir
// COUNTS-DAG: 1 relax-replace-programs.programs-replaced
// COUNTS-DAG: 2 relax-replace-programs.calls-rewritten
// COUNTS-DAG: 4 relax-replace-programs.values-permuted
// SAME-COUNT-3: agree: 1 result
// VERIFIED: note: 2 of 2 changed modules run and agree
// WRONG: error: {{.*}}relax-replace-programs
// CHECK-NOT: @biased
// CHECK-LABEL: relax.func @main(
// CHECK-NEXT: %[[T:.*]] = relax.permute_dims %x axes [1, 0]
// CHECK-NEXT: %[[Y:.*]] = relax.call_tir @turned(%[[T]], %b) : (!relax.tensor<[4, n], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[4, n], f32>
// CHECK-NEXT: %[[B:.*]] = relax.permute_dims %[[Y]] axes [1, 0]
// CHECK-NEXT: %[[U:.*]] = relax.permute_dims %[[B]] axes [1, 0]
// CHECK-NEXT: relax.call_tir @turned(%[[U]], %b)
// CHECK: tir.func private @turned(
// CHECK-NOT: relax.replaces
// CANCEL-LABEL: relax.func @main(
// CANCEL-COUNT-2: relax.permute_dims
// CANCEL-NOT: relax.permute_dims
tir.func private @biased(%X: !tir.buffer<[n, k], f32>, %B: !tir.buffer<[k], f32>, %Y: !tir.buffer<[n, k], f32>) {
  tir.compute "y" (%i, %j) in [n, k] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, k], f32>
    %b = tir.load %B[%j] : !tir.buffer<[k], f32>
    %y = arith.addf %x, %b : f32
    tir.store %y, %Y[%i, %j] : !tir.buffer<[n, k], f32>
  }
  tir.return
}
relax.func @main(%x: !relax.tensor<[n, 4], f32>, %b: !relax.tensor<[4], f32>) -> !relax.tensor<[n, 4], f32> {
  %y = relax.call_tir @biased(%x, %b) : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[n, 4], f32>
  %z = relax.call_tir @biased(%y, %b) : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %z : !relax.tensor<[n, 4], f32>
}
//--- errors.mlir
// expected-error @+1 {{'relax.replaces': expected the name of a program}}
tir.func private @other(%X: !tir.buffer<[n], f32>) attributes {relax.replaces = 3 : i64} {
  tir.return
}
// -----
tir.func private @p(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}
// expected-error @+1 {{cannot stand for '@p': expected 2 arguments, got 1}}
tir.func private @other(%X: !tir.buffer<[n], f32>) attributes {relax.replaces = "p"} {
  tir.return
}
// -----
tir.func private @p(%X: !tir.buffer<[n, m], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}
// expected-error @+1 {{'relax.layout' of argument 0: expected array<i64: ...> with a permutation of its dimensions}}
tir.func private @other(%X: !tir.buffer<[n, m], f32> {relax.layout = array<i64: 1, 1>}, %Y: !tir.buffer<[n], f32>) attributes {relax.replaces = "p"} {
  tir.return
}
relax.func @main(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.call_tir @p(%x) : (!relax.tensor<[n, 4], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
