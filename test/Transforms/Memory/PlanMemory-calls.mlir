// A function that is called again and again works in the arena that its last call left, if nothing lives in it any more.
// RUN: relax-run %s --input=i64=100 --input=2x3xf32=1 --input=3x3xf32=1 --counters --poison 2>&1 | FileCheck %s
// CHECK: counters @main: kernels_compiled=0 kernels_run={{[0-9]+}} arena_bytes={{[0-9]+}} allocations=2 {{.*}} bytes_copied=0
// Calls inside of a call have memory of their own.
// RUN: relax-run %s --entry=nested --input=i64=6 --input=2x3xf32=1 --input=3x3xf32=1 --compare=reference,compiled --poison | FileCheck %s --check-prefix=NESTED
// NESTED: agree: 1 result
!int = !relax.tensor<[], i64>
!x = !relax.tensor<[n, 3], f32>
!w = !relax.tensor<[3, 3], f32>
relax.func private @cell(%x: !x, %w: !w) -> !x {
  %a = relax.matmul %x, %w : (!x, !w) -> !x
  %s = relax.softmax %a over 1 : !x
  %b = relax.matmul %s, %w : (!x, !w) -> !x
  %t = relax.softmax %b over 1 : !x
  relax.return %t : !x
}
relax.func private @go(%i: !int, %x: !x, %w: !w) -> !x {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %p = relax.equal %i, %zero : (!int, !int) -> !relax.tensor<[], i1>
  %y = relax.if %p -> !x {
    relax.yield %x : !x
  } else {
    %j = relax.subtract %i, %one : !int
    %z = relax.call @cell(%x, %w) : (!x, !w) -> !x
    %c = relax.call @go(%j, %z, %w) : (!int, !x, !w) -> !x
    relax.yield %c : !x
  }
  relax.return %y : !x
}
relax.func @main(%i: !int, %x: !x, %w: !w) -> !x {
  %y = relax.call @go(%i, %x, %w) : (!int, !x, !w) -> !x
  relax.return %y : !x
}
relax.func private @tree(%i: !int, %x: !x, %w: !w) -> !x {
  %zero = relax.constant dense<0> : tensor<i64>
  %one = relax.constant dense<1> : tensor<i64>
  %p = relax.equal %i, %zero : (!int, !int) -> !relax.tensor<[], i1>
  %a = relax.matmul %x, %w : (!x, !w) -> !x
  %s = relax.softmax %a over 1 : !x
  %y = relax.if %p -> !x {
    relax.yield %x : !x
  } else {
    %j = relax.subtract %i, %one : !int
    %l = relax.call @tree(%j, %s, %w) : (!int, !x, !w) -> !x
    %r = relax.call @tree(%j, %l, %w) : (!int, !x, !w) -> !x
    %b = relax.add %l, %r : !x
    %c = relax.add %b, %s : !x
    relax.yield %c : !x
  }
  relax.return %y : !x
}
relax.func @nested(%i: !int, %x: !x, %w: !w) -> !x {
  %y = relax.call @tree(%i, %x, %w) : (!int, !x, !w) -> !x
  relax.return %y : !x
}
