// RUN: relax-opt %s --relax-lowering-report -o %t 2>&1 | FileCheck %s --match-full-lines --strict-whitespace
// The module is not changed.
// RUN: relax-opt %s | diff - %t
// RUN: relax-opt %s --relax-decompose --relax-legalize --relax-lowering-report -o /dev/null 2>&1 | FileCheck %s --check-prefix=LATER
// RUN: echo 'vm.func @f() { vm.return }' | relax-opt --relax-lowering-report 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK:lowering of @main
// CHECK-NEXT:  decomposed     1  relax.layer_norm
// CHECK-NEXT:  kernel         2  relax.add
// CHECK-NEXT:  library        1  relax.top_k
// CHECK-NEXT:  host           1  relax.constant
// CHECK-NEXT:  sum: 0 none, 1 decomposed, 2 kernel, 1 library, 1 host
// CHECK-NEXT:lowering of @branch
// CHECK-NEXT:  kernel         2  relax.relu
// CHECK-NEXT:  host           1  relax.if
// CHECK-NEXT:  sum: 0 none, 0 decomposed, 2 kernel, 0 library, 1 host

// LATER: lowering of @main
// LATER-NOT: decomposed {{.*}} relax.layer_norm
// LATER: kernel {{.*}} relax.call_tir
// LATER: library {{.*}} relax.call_library
// LATER: sum: 0 none, 0 decomposed,

// NONE: warning: no 'relax.func' to report on: after 'relax-to-vm' every operation has gone its way

relax.func @main(%x: !relax.tensor<[n, 8], f32>, %s: !relax.tensor<[8], f32>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], i64>) {
  %a = relax.add %x, %x : !relax.tensor<[n, 8], f32>
  %b = relax.add %a, %x : !relax.tensor<[n, 8], f32>
  %c = relax.layer_norm %b, %s from 1 epsilon 1.0e-05 : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8], f32>) -> !relax.tensor<[n, 8], f32>
  %k = relax.constant dense<3> : tensor<1xi64>
  %v, %i = relax.top_k %c, %k axis 1 : (!relax.tensor<[n, 8], f32>, !relax.tensor<[1], i64>) -> (!relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], i64>)
  relax.return %v, %i : !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 3], i64>
}
relax.func @branch(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.if %p -> (!relax.tensor<[n], f32>) {
    %a = relax.relu %x : !relax.tensor<[n], f32>
    relax.yield %a : !relax.tensor<[n], f32>
  } else {
    %b = relax.relu %x : !relax.tensor<[n], f32>
    relax.yield %b : !relax.tensor<[n], f32>
  }
  relax.return %y : !relax.tensor<[n], f32>
}
