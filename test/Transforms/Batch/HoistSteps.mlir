// The products of a list's elements with weights are one product in front of the fold.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-lower-match,relax-known-cases),relax-hoist-steps)' --counters -o %t.mlir 2> %t.counts
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=COUNT < %t.counts
// A second time nothing is left.
// RUN: relax-opt %t.mlir --relax-hoist-steps | diff %t.mlir -
// With `batch=` the run time does this.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{to=graph})' | FileCheck %s --check-prefix=DONE
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax-cpu{to=graph batch=line})' | FileCheck %s --check-prefix=STAYS
// DONE: @run_steps(
// STAYS-NOT: _steps
// No element, one and three: the values are those of the text.
// RUN: relax-run %s --compare=reference,compiled --input=l=@Nil --input=m=@End 2>&1 | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --compare=reference,compiled --input=l='@Cons(4xf32=1 2 3 4, @Nil)' --input=m='@Row(2x4xf32=1 2 3 4 5 6 7 8, 4xf32=1 0 2 0, @End)' 2>&1 | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --compare=reference,compiled --input=l='@Cons(4xf32=1 2 3 4, @Cons(4xf32=0 -2 3 4, @Cons(4xf32=9 2 0 4, @Nil)))' --input=m='@Row(2x4xf32=1 2 3 4 5 6 7 8, 4xf32=1 0 2 0, @Row(2x4xf32=3 2 1 4 5 9 7 8, 4xf32=1 5 2 0, @End))' 2>&1 | FileCheck %s --check-prefix=AGREE
// AGREE: agree: 3 results

// COUNT-DAG: 2 relax-hoist-steps.folds
// COUNT-DAG: 3 relax-hoist-steps.products-hoisted

!word = !relax.tensor<[4], f32>
!wide = !relax.tensor<[16384], f32>
!rows = !relax.tensor<[2, 16384], f32>
relax.adt @Words { @Nil, @Cons(!word, !relax.adt<@Words>) }
relax.adt @Pairs { @End, @Row(!relax.tensor<[2, 4], f32>, !word, !relax.adt<@Pairs>) }
relax.weight @W : !relax.tensor<[16384, 4], f32> prepared by @prepare
relax.weight @V : !relax.tensor<[4, 16384], f32> prepared by @prepare
relax.weight @S : !relax.tensor<[4, 4], f32> prepared by @prepare
relax.func private @prepare() -> (!relax.tensor<[16384, 4], f32> {relax.prepares = @W}, !relax.tensor<[4, 16384], f32> {relax.prepares = @V}, !relax.tensor<[4, 4], f32> {relax.prepares = @S}) {
  %i = relax.iota begin 0 step 1 : !relax.tensor<[65536], f32>
  %s = relax.sin %i : !relax.tensor<[65536], f32>
  %l = relax.reshape %s : (!relax.tensor<[65536], f32>) -> !relax.tensor<[16384, 4], f32>
  %r = relax.reshape %s : (!relax.tensor<[65536], f32>) -> !relax.tensor<[4, 16384], f32>
  %k = relax.iota begin 0 step 1 : !relax.tensor<[16], f32>
  %m = relax.reshape %k : (!relax.tensor<[16], f32>) -> !relax.tensor<[4, 4], f32>
  relax.return %l, %r, %m : !relax.tensor<[16384, 4], f32>, !relax.tensor<[4, 16384], f32>, !relax.tensor<[4, 4], f32>
}

// The cell is a function of its own, the weight on the left is turned round.
relax.func private @cell(%x: !word, %h: !wide) -> !wide {
  %W = relax.get_weight @W : !relax.tensor<[16384, 4], f32>
  %p = relax.matmul %W, %x : (!relax.tensor<[16384, 4], f32>, !word) -> !wide
  %s = relax.add %p, %h : !wide
  %t = relax.tanh %s : !wide
  relax.return %t : !wide
}
// CHECK: relax.func private @run(%a0: !relax.adt<@Words>, %a1: !relax.tensor<[16384], f32>)
// CHECK: %count, %last = relax.while
// CHECK: relax.tensor_to_shape %{{.*}} -> !relax.shape<[n]> binds (n)
// CHECK: relax.while
// CHECK: relax.get_field %l @Cons at 0
// CHECK: relax.update_slice
// CHECK: %[[V:.*]] = relax.permute_dims %W
// CHECK-NEXT: %[[P:.*]] = relax.matmul %xs0, %[[V]] : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 16384], f32>) -> !relax.tensor<[n, 16384], f32>
// CHECK-NEXT: relax.call @run_steps(%a0, %a1, %[[P]], %zero)
// CHECK: relax.func private @run_steps(%l: !relax.adt<@Words>, %h: !relax.tensor<[16384], f32>, %products: !relax.tensor<[n, 16384], f32>, %step: !relax.tensor<[], i64>)
// CHECK: %[[ROW:.*]] = relax.take %products, %step axis 0
// CHECK-NEXT: relax.add %[[ROW]], %h
// CHECK: %[[NEXT:.*]] = relax.add %step, %
// CHECK-NEXT: relax.call @run_steps(%rest, %{{.*}}, %products, %[[NEXT]])
relax.func private @run(%l: !relax.adt<@Words>, %h: !wide) -> !wide {
  %y = relax.match %l : !relax.adt<@Words> -> !wide {
    case @Nil { relax.yield %h : !wide }
    case @Cons(%x: !word, %rest: !relax.adt<@Words>) {
      %t = relax.call @cell(%x, %h) : (!word, !wide) -> !wide
      %z = relax.call @run(%rest, %t) : (!relax.adt<@Words>, !wide) -> !wide
      relax.yield %z : !wide
    }
  }
  relax.return %y : !wide
}

// Two fields: rows of one are multiplied one behind the other.
// CHECK: relax.func private @both(
// CHECK: relax.reshape %xs0 : (!relax.tensor<[n, 2, 4], f32>) -> !relax.tensor<[2 * n, 4], f32>
// CHECK: relax.reshape %{{.*}} : (!relax.tensor<[2 * n, 16384], f32>) -> !relax.tensor<[n, 2, 16384], f32>
// CHECK: relax.matmul %xs1, %
// CHECK: relax.call @both_steps(
relax.func private @both(%m: !relax.adt<@Pairs>, %h: !rows) -> !rows {
  %y = relax.match %m : !relax.adt<@Pairs> -> !rows {
    case @End { relax.yield %h : !rows }
    case @Row(%x: !relax.tensor<[2, 4], f32>, %w: !word, %rest: !relax.adt<@Pairs>) {
      %V = relax.get_weight @V : !relax.tensor<[4, 16384], f32>
      %p = relax.matmul %x, %V : (!relax.tensor<[2, 4], f32>, !relax.tensor<[4, 16384], f32>) -> !rows
      %q = relax.matmul %w, %V : (!word, !relax.tensor<[4, 16384], f32>) -> !wide
      %a = relax.add %p, %q : (!rows, !wide) -> !rows
      %s = relax.add %a, %h : !rows
      %t = relax.tanh %s : !rows
      %z = relax.call @both(%rest, %t) : (!relax.adt<@Pairs>, !rows) -> !rows
      relax.yield %z : !rows
    }
  }
  relax.return %y : !rows
}

// A small weight, and products of the state, stay.
// CHECK: relax.func private @stays(
// CHECK-NOT: relax.while
// CHECK: relax.call @stays(
relax.func private @stays(%l: !relax.adt<@Words>, %h: !word) -> !word {
  %y = relax.match %l : !relax.adt<@Words> -> !word {
    case @Nil { relax.yield %h : !word }
    case @Cons(%x: !word, %rest: !relax.adt<@Words>) {
      %S = relax.get_weight @S : !relax.tensor<[4, 4], f32>
      %p = relax.matmul %S, %x : (!relax.tensor<[4, 4], f32>, !word) -> !word
      %V = relax.get_weight @V : !relax.tensor<[4, 16384], f32>
      %k = relax.matmul %h, %V : (!word, !relax.tensor<[4, 16384], f32>) -> !wide
      %m = relax.max %k : (!wide) -> !relax.tensor<[], f32>
      %n = relax.add %p, %m : (!word, !relax.tensor<[], f32>) -> !word
      %t = relax.tanh %n : !word
      %z = relax.call @stays(%rest, %t) : (!relax.adt<@Words>, !word) -> !word
      relax.yield %z : !word
    }
  }
  relax.return %y : !word
}

relax.func @main(%l: !relax.adt<@Words>, %m: !relax.adt<@Pairs>) -> (!wide, !rows, !word) {
  %zero = relax.constant dense<0.25> : tensor<16384xf32>
  %zeros = relax.constant dense<0.5> : tensor<2x16384xf32>
  %none = relax.constant dense<[0.1, 0.2, 0.3, 0.4]> : tensor<4xf32>
  %a = relax.call @run(%l, %zero) : (!relax.adt<@Words>, !wide) -> !wide
  %b = relax.call @both(%m, %zeros) : (!relax.adt<@Pairs>, !rows) -> !rows
  %c = relax.call @stays(%l, %none) : (!relax.adt<@Words>, !word) -> !word
  relax.return %a, %b, %c : !wide, !rows, !word
}
