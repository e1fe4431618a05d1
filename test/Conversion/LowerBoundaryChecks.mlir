// RUN: relax-opt %s --relax-lower-boundary-checks | FileCheck %s
// RUN: relax-opt %s --relax-lower-boundary-checks --relax-lower-boundary-checks | FileCheck %s
// RUN: relax-opt %s --relax-lower-boundary-checks --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=COUNT
// RUN: relax-opt %s --relax-lower-boundary-checks | relax-run - --entry=main --dims=n=3,m=1 --seed=1 > %t.after
// RUN: relax-run %s --entry=main --dims=n=3,m=1 --seed=1 | diff - %t.after
// RUN: relax-opt %s --relax-lower-boundary-checks | not relax-run - --entry=main --dims=n=9,m=1 2>&1 | FileCheck %s --check-prefix=FACT
// RUN: relax-opt %s --relax-lower-boundary-checks | not relax-run - --entry=main --input=3x4xf32= --input=1x6xf32= 2>&1 | FileCheck %s --check-prefix=DIM

// COUNT-DAG: {{^ +}}1  relax-lower-boundary-checks.functions-split
// COUNT-DAG: {{^ +}}0  relax-lower-boundary-checks.functions-kept
// FACT: main: expected n <= 8, got n = 9 (from input 'x', dimension 0)
// DIM: input 'x'

// Rank and element type of all, then every dimension in order, what is bound further right after it, then the facts.
// CHECK-LABEL: vm.func @main(
// CHECK-SAME:      %x: !relax.tensor<[n, 2 * m], f32>, %y: !relax.tensor<[m, n + 3], f32>) -> (!relax.tensor<[n, 2 * m], f32> {relax.name = "out 0"})
// CHECK-NEXT:    vm.check_tensor %x, "input 'x'"
// CHECK-NEXT:    vm.check_tensor %y, "input 'y'"
// CHECK-NEXT:    %n = vm.dim %x axis 0, "input 'x'"
// CHECK-NEXT:    %m = vm.dim %y axis 0, "input 'y'"
// CHECK-NEXT:    vm.check_dim %y axis 1 is (%n + 3), "input 'y'"
// CHECK-NEXT:    vm.check_dim %x axis 1 is (2 * %m), "input 'x'"
// CHECK-NEXT:    vm.check_fact (%n <= 8) always, "main"
// CHECK-NEXT:    %[[R:.*]] = vm.call @main_body(%x, %y)
// CHECK-NEXT:    vm.return %[[R]]
// CHECK-LABEL: relax.func private @main_body(
// CHECK-SAME:      where (n <= 8, likely n == 4)
// CHECK-NEXT:    relax.exp %x
relax.func @main(%x: !relax.tensor<[n, 2 * m], f32>, %y: !relax.tensor<[m, n + 3], f32>) -> (!relax.tensor<[n, 2 * m], f32> {relax.name = "out 0"})
    where (n <= 8, likely n == 4) {
  %e = relax.exp %x : !relax.tensor<[n, 2 * m], f32>
  relax.return %e : !relax.tensor<[n, 2 * m], f32>
}
// CHECK-LABEL: relax.func private @inner(
relax.func private @inner(%x: !relax.tensor<[n], f32>) where (n <= 8) {
  relax.return
}
