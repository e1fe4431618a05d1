// RUN: relax-opt %s --relax-prepare-weights --split-input-file | FileCheck %s
// A second run changes nothing.
// RUN: relax-opt %s --relax-prepare-weights --split-input-file > %t
// RUN: relax-opt %t --relax-prepare-weights --split-input-file | diff %t -

// The largest expressions move: %s (with %wt and %w2 behind it) and what is
// packed from it; %b alone does not, and neither does what needs %x. Names come
// from the values, else from the first weight.
// CHECK-LABEL: relax.weight @w : {{.*}} from "m.bin" at 0
// CHECK-NEXT: relax.weight @b : {{.*}} from "m.bin" at 128
// CHECK-NEXT: relax.weight @s : !relax.tensor<[4, 8], f32> prepared by @prepare
// CHECK-NEXT: relax.weight @w_prepared : !relax.tensor<[8, 4], f32> prepared by @prepare
// CHECK: relax.func private @prepare() -> (!relax.tensor<[4, 8], f32> {relax.prepares = @s}, !relax.tensor<[8, 4], f32> {relax.prepares = @w_prepared}) {
// CHECK-NEXT: %w = relax.get_weight @w
// CHECK-NEXT: %b = relax.get_weight @b
// CHECK-NEXT: %wt = relax.permute_dims %w
// CHECK-NEXT: %w2 = relax.permute_dims %wt
// CHECK-NEXT: %s = relax.add %w2, %b
// CHECK-NEXT: %[[P:.*]] = relax.call_tir @pack(%s)
// CHECK-NEXT: relax.return %s, %[[P]]
// CHECK: relax.func @main(
// CHECK-NEXT: %b = relax.get_weight @b
// CHECK-NEXT: %s = relax.get_weight @s
// CHECK-NEXT: %y = relax.matmul %x, %s
// CHECK-NEXT: %z = relax.add %y, %b
// CHECK-NEXT: %[[Q:.*]] = relax.get_weight @w_prepared
// CHECK-NEXT: %u = relax.matmul %z, %[[Q]]
// CHECK-NEXT: %v = relax.matmul %u, %s
// CHECK-NEXT: relax.return %v
relax.weight @w : !relax.tensor<[4, 8], f32> from "m.bin" at 0
relax.weight @b : !relax.tensor<[8], f32> from "m.bin" at 128
tir.func @pack(%X: !tir.buffer<[4, 8], f32>, %Y: !tir.buffer<[8, 4], f32>) { tir.return }
relax.func @main(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 8], f32> {
  %w = relax.get_weight @w : !relax.tensor<[4, 8], f32>
  %b = relax.get_weight @b : !relax.tensor<[8], f32>
  %wt = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[4, 8], f32>) -> !relax.tensor<[8, 4], f32>
  %w2 = relax.permute_dims %wt axes [1, 0] : (!relax.tensor<[8, 4], f32>) -> !relax.tensor<[4, 8], f32>
  %s = relax.add %w2, %b : (!relax.tensor<[4, 8], f32>, !relax.tensor<[8], f32>) -> !relax.tensor<[4, 8], f32>
  %y = relax.matmul %x, %s : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %z = relax.add %y, %b : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8], f32>) -> !relax.tensor<[n, 8], f32>
  %1 = relax.call_tir @pack(%s) : (!relax.tensor<[4, 8], f32>) -> !relax.tensor<[8, 4], f32>
  %u = relax.matmul %z, %1 : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %v = relax.matmul %u, %s : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 8], f32>) -> !relax.tensor<[n, 8], f32>
  relax.return %v : !relax.tensor<[n, 8], f32>
}

// -----

// Equal expressions of functions, public and private, are one weight; a name
// that is taken gets a number.
// CHECK-LABEL: relax.weight @w :
// CHECK-NEXT: relax.weight @t_0 : {{.*}} prepared by @prepare_0
// CHECK-NOT: relax.weight
// CHECK: relax.func private @prepare_0()
// CHECK-NEXT: relax.get_weight @w
// CHECK-NEXT: %t = relax.permute_dims
// CHECK-NEXT: relax.return %t
// CHECK: relax.func @one
// CHECK-NEXT: %t = relax.get_weight @t_0
// CHECK-NEXT: relax.matmul %x, %t
// CHECK: relax.func @two
// CHECK-NEXT: %t = relax.get_weight @t_0
// CHECK-NEXT: relax.matmul %x, %t
// CHECK: relax.func private @prepare(
// CHECK-NEXT: %t = relax.get_weight @t_0
// CHECK-NEXT: relax.matmul %x, %t
relax.weight @w : !relax.tensor<[4, 4], f32> from "m.bin" at 0
tir.func @t(%X: !tir.buffer<[4, 4], f32>) { tir.return }
relax.func @one(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %w = relax.get_weight @w : !relax.tensor<[4, 4], f32>
  %t = relax.permute_dims %w axes [1, 0] : !relax.tensor<[4, 4], f32>
  %y = relax.matmul %x, %t : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
relax.func @two(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %w = relax.get_weight @w : !relax.tensor<[4, 4], f32>
  %t = relax.permute_dims %w axes [1, 0] : !relax.tensor<[4, 4], f32>
  %y = relax.matmul %x, %t : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
relax.func private @prepare(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %w = relax.get_weight @w : !relax.tensor<[4, 4], f32>
  %t = relax.permute_dims %w axes [1, 0] : !relax.tensor<[4, 4], f32>
  %y = relax.matmul %x, %t : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}

// -----

// What the prepare function calls runs before there are prepared weights, and
// keeps its own work.
// CHECK-LABEL: relax.weight @w :
// CHECK: relax.func private @inner
// CHECK-NEXT: relax.get_weight @w
// CHECK-NEXT: relax.permute_dims
// CHECK: relax.func private @outer
// CHECK-NEXT: relax.call @inner
// CHECK: relax.func @main
// CHECK-NEXT: relax.get_weight @t_0
relax.weight @w : !relax.tensor<[4, 4], f32> from "m.bin" at 0
relax.weight @p : !relax.tensor<[4, 4], f32> prepared by @load
relax.func private @inner() -> !relax.tensor<[4, 4], f32> {
  %w = relax.get_weight @w : !relax.tensor<[4, 4], f32>
  %t = relax.permute_dims %w axes [1, 0] : !relax.tensor<[4, 4], f32>
  relax.return %t : !relax.tensor<[4, 4], f32>
}
relax.func private @outer() -> !relax.tensor<[4, 4], f32> {
  %t = relax.call @inner() : () -> !relax.tensor<[4, 4], f32>
  relax.return %t : !relax.tensor<[4, 4], f32>
}
relax.func private @load() -> (!relax.tensor<[4, 4], f32> {relax.prepares = @p}) {
  %t = relax.call @outer() : () -> !relax.tensor<[4, 4], f32>
  relax.return %t : !relax.tensor<[4, 4], f32>
}
tir.func @t(%X: !tir.buffer<[4, 4], f32>) { tir.return }
relax.func @main() -> !relax.tensor<[4, 4], f32> {
  %w = relax.get_weight @w : !relax.tensor<[4, 4], f32>
  %t = relax.permute_dims %w axes [1, 0] : !relax.tensor<[4, 4], f32>
  relax.return %t : !relax.tensor<[4, 4], f32>
}

// -----

// An existing function is extended: new weights stand behind the last that it
// prepares and in the order of its results; what it prepares already is used,
// inside it as a value.
// CHECK-LABEL: relax.weight @w :
// CHECK-NEXT: relax.weight @t : {{.*}} prepared by @load
// CHECK-NEXT: relax.weight @tt : {{.*}} prepared by @load
// CHECK-NEXT: relax.weight @late : {{.*}} from
// CHECK: relax.func private @load() -> (!relax.tensor<[4, 8], f32> {relax.prepares = @t}, !relax.tensor<[8, 4], f32> {relax.prepares = @tt})
// CHECK-NEXT: %w = relax.get_weight @w
// CHECK-NEXT: %a = relax.permute_dims %w
// CHECK-NEXT: %tt = relax.permute_dims %a
// CHECK-NEXT: relax.return %a, %tt
// CHECK: relax.func @main
// CHECK-NEXT: %[[AGAIN:.*]] = relax.get_weight @t
// CHECK-NEXT: relax.matmul %x, %[[AGAIN]]
// CHECK-NEXT: %tt = relax.get_weight @tt
// CHECK-NEXT: relax.matmul %{{.*}}, %tt
relax.weight @w : !relax.tensor<[8, 4], f32> from "m.bin" at 0
relax.weight @t : !relax.tensor<[4, 8], f32> prepared by @load
relax.weight @late : !relax.tensor<[8], f32> from "m.bin" at 128
relax.func private @load() -> (!relax.tensor<[4, 8], f32> {relax.prepares = @t}) {
  %w = relax.get_weight @w : !relax.tensor<[8, 4], f32>
  %a = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[8, 4], f32>) -> !relax.tensor<[4, 8], f32>
  relax.return %a : !relax.tensor<[4, 8], f32>
}
relax.func @main(%x: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %w = relax.get_weight @w : !relax.tensor<[8, 4], f32>
  %again = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[8, 4], f32>) -> !relax.tensor<[4, 8], f32>
  %y = relax.matmul %x, %again : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %t = relax.get_weight @t : !relax.tensor<[4, 8], f32>
  %tt = relax.permute_dims %t axes [1, 0] : (!relax.tensor<[4, 8], f32>) -> !relax.tensor<[8, 4], f32>
  %z = relax.matmul %y, %tt : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 4], f32>) -> !relax.tensor<[n, 4], f32>
  relax.return %z : !relax.tensor<[n, 4], f32>
}

// -----

// A result more than four times as large as the weights behind it stays, what
// is below it moves; five weights of one size in a row are no growth, a cut
// that is blown up again is. What is empty is not too large.
// CHECK-LABEL: relax.weight @w :
// CHECK-NEXT: relax.weight @p :
// CHECK-NEXT: relax.weight @four :
// CHECK-NEXT: relax.weight @row :
// CHECK-NEXT: relax.weight @cut :
// CHECK-NEXT: relax.weight @none :
// CHECK-NOT: relax.weight
// CHECK: relax.func @main
// CHECK-DAG: %five = relax.broadcast_to %p
// CHECK-DAG: %back = relax.broadcast_to %cut
relax.weight @w : !relax.tensor<[1, 8], f32> from "m.bin" at 0
relax.func @main() -> (!relax.tensor<[5, 8], f32>, !relax.tensor<[4, 8], f32>, !relax.tensor<[5, 8], f32>, !relax.tensor<[1, 8], f32>, !relax.tensor<[1, 0], f32>) {
  %w = relax.get_weight @w : !relax.tensor<[1, 8], f32>
  %p = relax.relu %w : !relax.tensor<[1, 8], f32>
  %five = relax.broadcast_to %p : (!relax.tensor<[1, 8], f32>) -> !relax.tensor<[5, 8], f32>
  %four = relax.broadcast_to %w : (!relax.tensor<[1, 8], f32>) -> !relax.tensor<[4, 8], f32>
  %row = relax.concat %w, %w, %w, %w, %w axis 0 : (!relax.tensor<[1, 8], f32>, !relax.tensor<[1, 8], f32>, !relax.tensor<[1, 8], f32>, !relax.tensor<[1, 8], f32>, !relax.tensor<[1, 8], f32>) -> !relax.tensor<[5, 8], f32>
  %cut = relax.strided_slice %w axes [1] begins [0] ends [1] steps [1] : (!relax.tensor<[1, 8], f32>) -> !relax.tensor<[1, 1], f32>
  %back = relax.broadcast_to %cut : (!relax.tensor<[1, 1], f32>) -> !relax.tensor<[1, 8], f32>
  %none = relax.strided_slice %w axes [1] begins [0] ends [0] steps [1] : (!relax.tensor<[1, 8], f32>) -> !relax.tensor<[1, 0], f32>
  relax.return %five, %four, %row, %back, %none : !relax.tensor<[5, 8], f32>, !relax.tensor<[4, 8], f32>, !relax.tensor<[5, 8], f32>, !relax.tensor<[1, 8], f32>, !relax.tensor<[1, 0], f32>
}

// -----

// Constants count as weights; without a weight the new one stands first. A cast
// that checks stays.
// CHECK: module {
// CHECK-NEXT: relax.weight @constant_prepared : !relax.tensor<[2], f64> prepared by @prepare
// CHECK: relax.func private @prepare() -> (!relax.tensor<[2], f64> {relax.prepares = @constant_prepared})
// CHECK: relax.func @main
// CHECK: relax.get_weight @constant_prepared
// CHECK: relax.match_cast
relax.func @main() -> (!relax.tensor<[2], f64>, !relax.tensor<[2], f32>) {
  %c = relax.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = relax.cast %c : !relax.tensor<[2], f32> to !relax.tensor<[2], f64>
  %m = relax.match_cast %c : !relax.tensor<[2], f32> to !relax.tensor<[2], f32>
  relax.return %0, %m : !relax.tensor<[2], f64>, !relax.tensor<[2], f32>
}

// -----

// Several results of one kernel; only those that are used become weights.
// CHECK-LABEL: relax.weight @w :
// CHECK-NEXT: relax.weight @p : !relax.tensor<[2], f32> prepared by @prepare
// CHECK-NEXT: relax.weight @p_0 : !relax.tensor<[4], f32> prepared by @prepare
// CHECK: %p:3 = relax.call_tir @split
// CHECK-NEXT: relax.return %p#0, %p#2
relax.weight @w : !relax.tensor<[9], f32> from "m.bin" at 0
tir.func @split(%X: !tir.buffer<[9], f32>, %A: !tir.buffer<[2], f32>, %B: !tir.buffer<[3], f32>, %C: !tir.buffer<[4], f32>) { tir.return }
relax.func @main() -> (!relax.tensor<[2], f32>, !relax.tensor<[4], f32>) {
  %w = relax.get_weight @w : !relax.tensor<[9], f32>
  %p:3 = relax.call_tir @split(%w) : (!relax.tensor<[9], f32>) -> (!relax.tensor<[2], f32>, !relax.tensor<[3], f32>, !relax.tensor<[4], f32>)
  relax.return %p#0, %p#2 : !relax.tensor<[2], f32>, !relax.tensor<[4], f32>
}

// -----

// Nothing to move: no function, no weight, and the weight that nothing computes
// with is read where it is.
// CHECK-LABEL: relax.weight @w :
// CHECK-NEXT: relax.func @main
// CHECK-NEXT: relax.get_weight @w
// CHECK-NEXT: relax.return
relax.weight @w : !relax.tensor<[9], f32> from "m.bin" at 0
relax.func @main() -> !relax.tensor<[9], f32> {
  %w = relax.get_weight @w : !relax.tensor<[9], f32>
  relax.return %w : !relax.tensor<[9], f32>
}

// -----

// The prepare function is lowered already: it cannot take more.
// CHECK-LABEL: relax.weight @w :
// CHECK: relax.func @main
// CHECK: relax.relu
relax.weight @w : !relax.tensor<[9], f32> from "m.bin" at 0
relax.weight @p : !relax.tensor<[9], f32> prepared by @load
vm.func private @load() attributes {prepare} {
  %w = vm.weight @w : !relax.tensor<[9], f32>
  vm.set_weight @p, %w : !relax.tensor<[9], f32>
  vm.return
}
relax.func @main() -> !relax.tensor<[9], f32> {
  %w = relax.get_weight @w : !relax.tensor<[9], f32>
  %n = relax.relu %w : !relax.tensor<[9], f32>
  relax.return %n : !relax.tensor<[9], f32>
}

// -----

// Windows of a convolution become weights, which can be packed: a fill, which is
// more than four times as large as its constant, and constants, of however many
// channels. A fill that is added stays.
// CHECK-LABEL: relax.weight @fill : !relax.tensor<[16, 1, 3], f32> prepared by @prepare
// CHECK-NEXT: relax.weight @many : !relax.tensor<[16, 16, 1], f32> prepared by @prepare
// CHECK-NEXT: relax.weight @few : !relax.tensor<[7, 16, 1], f32> prepared by @prepare
// CHECK-NEXT: relax.func private @prepare()
// CHECK-NEXT: relax.constant dense<2.0
// CHECK-NEXT: %fill = relax.broadcast_to
// CHECK-NEXT: %many = relax.constant
// CHECK-NEXT: %few = relax.constant
// CHECK-NEXT: relax.return %fill, %many, %few
// CHECK: relax.func @main
// CHECK: %[[FILL:.*]] = relax.get_weight @fill
// CHECK: %added = relax.broadcast_to
// CHECK: %[[MANY:.*]] = relax.get_weight @many
// CHECK: %[[FEW:.*]] = relax.get_weight @few
// CHECK: relax.conv %x, %[[FILL]]
// CHECK: relax.add %{{.*}}, %added
// CHECK: relax.conv %{{.*}}, %[[MANY]]
// CHECK: relax.conv %{{.*}}, %[[FEW]]
relax.func @main(%x: !relax.tensor<[n, 1, m], f32>) -> !relax.tensor<[n, 7, max(m - 2, 0)], f32> {
  %c = relax.constant dense<2.0> : tensor<f32>
  %fill = relax.broadcast_to %c : (!relax.tensor<[], f32>) -> !relax.tensor<[16, 1, 3], f32>
  %added = relax.broadcast_to %c : (!relax.tensor<[], f32>) -> !relax.tensor<[16, 1], f32>
  %many = relax.constant dense<3.0> : tensor<16x16x1xf32>
  %few = relax.constant dense<4.0> : tensor<7x16x1xf32>
  %y = relax.conv %x, %fill strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 1, m], f32>, !relax.tensor<[16, 1, 3], f32>) -> !relax.tensor<[n, 16, max(m - 2, 0)], f32>
  %z = relax.add %y, %added : (!relax.tensor<[n, 16, max(m - 2, 0)], f32>, !relax.tensor<[16, 1], f32>) -> !relax.tensor<[n, 16, max(m - 2, 0)], f32>
  %u = relax.conv %z, %many strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 16, max(m - 2, 0)], f32>, !relax.tensor<[16, 16, 1], f32>) -> !relax.tensor<[n, 16, max(m - 2, 0)], f32>
  %v = relax.conv %u, %few strides [1] pads [0, 0] dilations [1] groups 1 : (!relax.tensor<[n, 16, max(m - 2, 0)], f32>, !relax.tensor<[7, 16, 1], f32>) -> !relax.tensor<[n, 7, max(m - 2, 0)], f32>
  relax.return %v : !relax.tensor<[n, 7, max(m - 2, 0)], f32>
}

// -----

// Out of the versions of a dispatch, which see nothing around them: both share what is equal. Not out of a branch, which may never run.
// CHECK-LABEL: relax.weight @w :
// CHECK-NEXT: relax.weight @t : !relax.tensor<[8, 4], f32> prepared by @prepare
// CHECK-NOT: prepared by
// CHECK: relax.func @main(
// CHECK: when (n <= 4)
// CHECK-NEXT: %t = relax.get_weight @t
// CHECK-NEXT: relax.matmul
// CHECK: else
// CHECK-NEXT: %{{.*}} = relax.get_weight @t
// CHECK-NEXT: relax.matmul
// CHECK: relax.if %p
// CHECK: relax.permute_dims
relax.weight @w : !relax.tensor<[4, 8], f32> from "m.bin" at 0
relax.func @main(%p: !relax.tensor<[], i1>, %x: !relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 4], f32> {
  %y = relax.dispatch (%x) : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[n, 4], f32> {
    when (n <= 4) (%a: !relax.tensor<[n, 8], f32>) {
      %w = relax.get_weight @w : !relax.tensor<[4, 8], f32>
      %t = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[4, 8], f32>) -> !relax.tensor<[8, 4], f32>
      %z = relax.matmul %a, %t : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 4], f32>) -> !relax.tensor<[n, 4], f32>
      relax.yield %z : !relax.tensor<[n, 4], f32>
    }
    else (%a: !relax.tensor<[n, 8], f32>) {
      %w = relax.get_weight @w : !relax.tensor<[4, 8], f32>
      %u = relax.permute_dims %w axes [1, 0] : (!relax.tensor<[4, 8], f32>) -> !relax.tensor<[8, 4], f32>
      %z = relax.matmul %a, %u : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 4], f32>) -> !relax.tensor<[n, 4], f32>
      relax.yield %z : !relax.tensor<[n, 4], f32>
    }
  }
  %r = relax.if %p -> !relax.tensor<[n, 4], f32> {
    %w = relax.get_weight @w : !relax.tensor<[4, 8], f32>
    %s = relax.add %w, %w : !relax.tensor<[4, 8], f32>
    %t = relax.permute_dims %s axes [1, 0] : (!relax.tensor<[4, 8], f32>) -> !relax.tensor<[8, 4], f32>
    %z = relax.matmul %x, %t : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 4], f32>) -> !relax.tensor<[n, 4], f32>
    relax.yield %z : !relax.tensor<[n, 4], f32>
  } else {
    relax.yield %y : !relax.tensor<[n, 4], f32>
  }
  relax.return %r : !relax.tensor<[n, 4], f32>
}
