// Functions that may wait while other work of the instance goes on.
// RUN: split-file %s %t
// RUN: relax-opt %t/tree.mlir --pass-pipeline='builtin.module(relax-cpu{to=fused batch=line})' -o %t/tree.out
// RUN: FileCheck %t/tree.mlir < %t/tree.out
// Twice is once, and it reaches the machine.
// RUN: relax-opt %t/tree.out --relax-batch | diff %t/tree.out -
// RUN: relax-opt %t/tree.out --pass-pipeline='builtin.module(relax-cpu)' | FileCheck %s --check-prefix=VM
// VM: vm.func private @walk({{.*}} attributes {relax.concurrent}
// What happens in an order keeps it: with something that is emitted nothing goes on early, nor with decisions that may be given.
// RUN: sed 's|^  relax.return %%c|  relax.emit %%c as "sum" : !h\n&|' %t/tree.mlir > %t/emits.mlir
// RUN: relax-opt %t/emits.mlir --pass-pipeline='builtin.module(relax-cpu{to=fused batch=line})' | FileCheck %s --check-prefix=NONE
// RUN: relax-opt %t/tree.mlir --pass-pipeline='builtin.module(relax-mark-decisions,relax-cpu{to=fused batch=line})' | FileCheck %s --check-prefix=NONE
// NONE-NOT: relax.concurrent
// NONE: relax.force
// NONE-NOT: relax.concurrent

//--- tree.mlir
!h = !relax.tensor<[2], f32>
!one = !relax.tensor<[], f32>
!bool = !relax.tensor<[], i1>
!tree = !relax.adt<@Tree>
relax.adt @Tree { @Leaf(!h), @Node(!tree, !tree) }
// Waits for what it decides by, and another child may follow.
// CHECK-LABEL: relax.func private @walk(
// CHECK-SAME: attributes {relax.concurrent}
relax.func private @walk(%t: !tree) -> !h {
  %y = relax.match %t : !tree -> !h {
    case @Leaf(%x: !h) {
      %z = relax.call @shrink(%x) : (!h) -> !h
      relax.yield %z : !h
    }
    case @Node(%l: !tree, %r: !tree) {
      %a = relax.call @walk(%l) : (!tree) -> !h
      %b = relax.call @walk(%r) : (!tree) -> !h
      %c = relax.add %a, %b : !h
      relax.yield %c : !h
    }
  }
  relax.return %y : !h
}
// Waits, but nothing goes on beside it.
// CHECK-LABEL: relax.func private @shrink(
// CHECK-NOT: relax.concurrent
// CHECK-SAME: {
relax.func private @shrink(%x: !h) -> !h {
  %limit = relax.constant dense<1.0> : tensor<f32>
  %score = relax.sum %x over [0] : (!h) -> !one
  %on = relax.less %limit, %score : (!one, !one) -> !bool
  %y = relax.if %on -> !h {
    %s = relax.tanh %x : !h
    %z = relax.call @shrink(%s) : (!h) -> !h
    relax.yield %z : !h
  } else {
    relax.yield %x : !h
  }
  relax.return %y : !h
}
// Never waits.
// CHECK-LABEL: relax.func private @leaves(
// CHECK-NOT: relax.concurrent
// CHECK-SAME: {
relax.func private @leaves(%t: !tree) -> !h {
  %y = relax.match %t : !tree -> !h {
    case @Leaf(%x: !h) { relax.yield %x : !h }
    case @Node(%l: !tree, %r: !tree) {
      %a = relax.call @leaves(%l) : (!tree) -> !h
      %b = relax.call @leaves(%r) : (!tree) -> !h
      %c = relax.add %a, %b : !h
      relax.yield %c : !h
    }
  }
  relax.return %y : !h
}
relax.func @main(%t: !tree) -> !h {
  %a = relax.call @walk(%t) : (!tree) -> !h
  %b = relax.call @leaves(%t) : (!tree) -> !h
  %c = relax.add %a, %b : !h
  relax.return %c : !h
}
