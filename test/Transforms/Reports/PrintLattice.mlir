// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-print-lattice))' 2>&1 >/dev/null | grep remark | FileCheck %s --implicit-check-not=remark:
// RUN: relax-opt %s | relax-opt - | FileCheck %s --check-prefix=TEXT

// TEXT: %known: !relax.scalar<n, i64>
// TEXT: %e: !relax.tensor<[n], ?>
// TEXT: %rule: !relax.fn<* first>
// TEXT: %double: !relax.fn<[k] (!relax.tensor<[k, k], f32>) -> !relax.tensor<[2 * k, n, ?], f32>>

// The top says nothing: everything passes, nothing comes back without a look at its kind.
// CHECK: remark: 'tensor' stands for 'object': yes
// CHECK: remark: common type: !relax.object
// CHECK: remark: where only the symbols of 'object' hold: !relax.tensor<[?], f32>
// CHECK: remark: 'any' stands for 'again': not by what is known
// CHECK: remark: common type: !relax.object
// CHECK: remark: where only the symbols of 'again' hold: !relax.object
relax.func @objects(
    %object: !relax.object, %tensor: !relax.tensor<[n], f32>,
    %again: !relax.tensor<[n], f32>, %any: !relax.object) {
  relax.return
}

// Kinds do not mix.
// CHECK: remark: 'shape' stands for 'tensor': never
// CHECK: remark: common type: !relax.object
// CHECK: remark: where only the symbols of 'tensor' hold: !relax.shape<[n]>
// CHECK: remark: 'float' stands for 'int': never
// CHECK: remark: common type: !relax.object
// CHECK: remark: where only the symbols of 'int' hold: f32
relax.func @kinds(
    %tensor: !relax.tensor<[n], f32>, %shape: !relax.shape<[n]>,
    %int: i64, %float: f32) {
  relax.return
}

// Scalars: the value may be known.
// CHECK: remark: 'known' stands for 'any': yes
// CHECK: remark: common type: i64
// CHECK: remark: where only the symbols of 'any' hold: i64
// CHECK: remark: 'some' stands for 'five': after a check
// CHECK: remark: common type: i64
// CHECK: remark: where only the symbols of 'five' hold: i64
// CHECK: remark: 't' stands for 's': after a check of 'n == m'
// CHECK: remark: common type: i64
// CHECK: remark: where only the symbols of 's' hold: i64
// CHECK: remark: 'y' stands for 'x': never
// CHECK: remark: common type: i64
// CHECK: remark: where only the symbols of 'x' hold: !relax.scalar<3, i64>
relax.func @scalars(
    %any: i64, %known: !relax.scalar<n, i64>,
    %five: !relax.scalar<5, i64>, %some: i64,
    %s: !relax.scalar<n, i64>, %t: !relax.scalar<m, i64>,
    %x: !relax.scalar<2, i64>, %y: !relax.scalar<3, i64>,
    %b: !relax.tensor<[n, m], i1>) {
  relax.return
}

// Containers: by what they hold. An empty one is of every type of its kind, so nothing is never.
// CHECK: remark: 'y' stands for 'x': yes
// CHECK: remark: common type: !relax.tensor<[n, m], f32>
// CHECK: remark: where only the symbols of 'x' hold: !relax.tensor<[n, m], f32>
// CHECK: remark: 'one' stands for 'any': yes
// CHECK: remark: common type: !relax.sequence<!relax.tensor<[?], f32>>
// CHECK: remark: where only the symbols of 'any' hold: !relax.sequence<!relax.tensor<[?], f32>>
// CHECK: remark: 'm' stands for 'n': after a check of 'n == m'
// CHECK: remark: common type: !relax.sequence<!relax.tensor<[?], f32>>
// CHECK: remark: where only the symbols of 'n' hold: !relax.sequence<!relax.tensor<[?], f32>>
// CHECK: remark: 'int' stands for 'float': not by what is known
// CHECK: remark: common type: !relax.sequence<!relax.tensor<[?], ?>>
// CHECK: remark: where only the symbols of 'float' hold: !relax.sequence<!relax.tensor<[?], i64>>
// CHECK: remark: 'sequence' stands for 'optional': never
// CHECK: remark: common type: !relax.object
// CHECK: remark: where only the symbols of 'optional' hold: !relax.sequence<!relax.tensor<[?], f32>>
// CHECK: remark: 'o' stands for 'p': not by what is known
// CHECK: remark: common type: !relax.object
// CHECK: remark: where only the symbols of 'p' hold: !relax.optional<!relax.tensor<[?], f32>>
// CHECK: remark: 'a' stands for 'b': yes
// CHECK: remark: common type: !relax.optional<!relax.tensor<[n], !relax.string>>
// CHECK: remark: where only the symbols of 'b' hold: !relax.optional<!relax.tensor<[n], !relax.string>>
relax.func @containers(
    %x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[n, m], f32>,
    %any: !relax.sequence<!relax.tensor<[?], f32>>, %one: !relax.sequence<!relax.tensor<[n], f32>>,
    %n: !relax.sequence<!relax.tensor<[n], f32>>, %m: !relax.sequence<!relax.tensor<[m], f32>>,
    %float: !relax.sequence<!relax.tensor<[?], f32>>, %int: !relax.sequence<!relax.tensor<[?], i64>>,
    %optional: !relax.optional<!relax.tensor<[?], f32>>, %sequence: !relax.sequence<!relax.tensor<[?], f32>>,
    %p: !relax.optional<!relax.sequence<!relax.tensor<[?], f32>>>, %o: !relax.optional<!relax.tensor<[?], f32>>,
    %b: !relax.optional<!relax.tensor<[n], !relax.string>>, %a: !relax.optional<!relax.tensor<[n], !relax.string>>) {
  relax.return
}

// Shapes: nothing, the rank, extents.
// CHECK: remark: 'known' stands for 'any': yes
// CHECK: remark: common type: !relax.shape<*>
// CHECK: remark: where only the symbols of 'any' hold: !relax.shape<[?, 4]>
// CHECK: remark: 'four' stands for 'rank': yes
// CHECK: remark: common type: !relax.shape<[?, ?]>
// CHECK: remark: where only the symbols of 'rank' hold: !relax.shape<[?, 4]>
// CHECK: remark: 'three' stands for 'two': never
// CHECK: remark: common type: !relax.shape<*>
// CHECK: remark: where only the symbols of 'two' hold: !relax.shape<[n, 4, 1]>
// CHECK: remark: 'q' stands for 'p': never
// CHECK: remark: common type: !relax.shape<[n, ?]>
// CHECK: remark: where only the symbols of 'p' hold: !relax.shape<[n, 5]>
relax.func @shapes(
    %any: !relax.shape<*>, %known: !relax.shape<[n, 4]>,
    %rank: !relax.shape<[?, ?]>, %four: !relax.shape<[n, 4]>,
    %two: !relax.shape<[n, 4]>, %three: !relax.shape<[n, 4, 1]>,
    %p: !relax.shape<[n, 4]>, %q: !relax.shape<[n, 5]>) {
  relax.return
}

// Tensors: a static shape passes where an unknown one is expected; the other way needs a check. Extents 0 and 1 are extents.
// CHECK: remark: 'static' stands for 'rank': yes
// CHECK: remark: common type: !relax.tensor<[?, ?], f32>
// CHECK: remark: where only the symbols of 'rank' hold: !relax.tensor<[0, 1], f32>
// CHECK: remark: 'open' stands for 'need': after a check
// CHECK: remark: common type: !relax.tensor<[?, 4], f32>
// CHECK: remark: where only the symbols of 'need' hold: !relax.tensor<[?, 4], f32>
// CHECK: remark: 'b' stands for 'a': after a check of 'n == m'
// CHECK: remark: common type: !relax.tensor<[?, m + n], f32>
// CHECK: remark: where only the symbols of 'a' hold: !relax.tensor<[m, m + n], f32>
// CHECK: remark: 'd' stands for 'c': never
// CHECK: remark: common type: !relax.tensor<[?], f32>
// CHECK: remark: where only the symbols of 'c' hold: !relax.tensor<[n + 1], f32>
// CHECK: remark: 'f' stands for 'e': yes
// CHECK: remark: common type: !relax.tensor<[n], ?>
// CHECK: remark: where only the symbols of 'e' hold: !relax.tensor<[n], f16>
// CHECK: remark: 'h' stands for 'g': not by what is known
// CHECK: remark: common type: !relax.tensor<*, ?>
// CHECK: remark: where only the symbols of 'g' hold: !relax.tensor<*, ?>
relax.func @tensors(
    %rank: !relax.tensor<[?, ?], f32>, %static: !relax.tensor<[0, 1], f32>,
    %need: !relax.tensor<[n, 4], f32>, %open: !relax.tensor<[?, 4], f32>,
    %a: !relax.tensor<[n, n + m], f32>, %b: !relax.tensor<[m, m + n], f32>,
    %c: !relax.tensor<[n], f32>, %d: !relax.tensor<[n + 1], f32>,
    %e: !relax.tensor<[n], ?>, %f: !relax.tensor<[n], f16>,
    %g: !relax.tensor<[n], f32>, %h: !relax.tensor<*, ?>,
    %m: !relax.tensor<[m], f32>) {
  relax.return
}

// What the facts say counts.
// CHECK: remark: 'y' stands for 'x': never
// CHECK: remark: common type: !relax.tensor<[n, ?], f32>
// CHECK: remark: where only the symbols of 'x' hold: !relax.tensor<[m, ?], f32>
// CHECK: remark: 'b' stands for 'a': never
// CHECK: remark: common type: !relax.tensor<[?], f32>
// CHECK: remark: where only the symbols of 'a' hold: !relax.tensor<[?], f32>
relax.func @facts(
    %x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[m, k], f32>,
    %a: !relax.tensor<[k], f32>, %b: !relax.tensor<[n], f32>) where (n == m, k < n) {
  relax.return
}

// Part by part.
// CHECK: remark: 'b' stands for 'a': after a check of 'n == m'
// CHECK: remark: common type: tuple<!relax.tensor<[?], f32>, i64>
// CHECK: remark: where only the symbols of 'a' hold: tuple<!relax.tensor<[?], f32>, !relax.scalar<n, i64>>
// CHECK: remark: 'd' stands for 'c': never
// CHECK: remark: common type: !relax.object
// CHECK: remark: where only the symbols of 'c' hold: tuple<i64, i64>
relax.func @tuples(
    %a: tuple<!relax.tensor<[n], f32>, i64>, %b: tuple<!relax.tensor<[m], f32>, !relax.scalar<n, i64>>,
    %c: tuple<i64>, %d: tuple<i64, i64>,
    %x: !relax.tensor<[n, m], f32>) {
  relax.return
}

// Functions: opaque, with a rule, with a signature: arguments the other way round; names of own symbols do not matter.
// CHECK: remark: 'y' stands for 'x': yes
// CHECK: remark: common type: !relax.tensor<[n, m], f32>
// CHECK: remark: where only the symbols of 'x' hold: !relax.tensor<[n, m], f32>
// CHECK: remark: 'one' stands for 'any': yes
// CHECK: remark: common type: !relax.fn<*>
// CHECK: remark: where only the symbols of 'any' hold: !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>>
// CHECK: remark: 'b' stands for 'a': yes
// CHECK: remark: common type: !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>>
// CHECK: remark: where only the symbols of 'a' hold: !relax.fn<[j] (!relax.tensor<[j], f32>) -> !relax.tensor<[j], f32>>
// CHECK: remark: 'narrow' stands for 'wide': yes
// CHECK: remark: common type: !relax.fn<(!relax.tensor<[4], f32>) -> !relax.tensor<[?], f32>>
// CHECK: remark: where only the symbols of 'wide' hold: !relax.fn<(!relax.tensor<[?], f32>) -> !relax.tensor<[4], f32>>
// CHECK: remark: 'w' stands for 'n': after a check
// CHECK: remark: common type: !relax.fn<(!relax.tensor<[4], f32>) -> !relax.tensor<[?], f32>>
// CHECK: remark: where only the symbols of 'n' hold: !relax.fn<(!relax.tensor<[4], f32>) -> !relax.tensor<[?], f32>>
// CHECK: remark: 'none' stands for 'rule': after a check
// CHECK: remark: common type: !relax.fn<*>
// CHECK: remark: where only the symbols of 'rule' hold: !relax.fn<*>
// CHECK: remark: 'unary' stands for 'binary': never
// CHECK: remark: common type: !relax.fn<*>
// CHECK: remark: where only the symbols of 'binary' hold: !relax.fn<(i64) -> i64>
relax.func private @functions(
    %x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[n, m], f32>,
    %any: !relax.fn<*>, %one: !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>>,
    %a: !relax.fn<[k] (!relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>>, %b: !relax.fn<[j] (!relax.tensor<[j], f32>) -> !relax.tensor<[j], f32>>,
    %wide: !relax.fn<(!relax.tensor<[4], f32>) -> !relax.tensor<[?], f32>>, %narrow: !relax.fn<(!relax.tensor<[?], f32>) -> !relax.tensor<[4], f32>>,
    %n: !relax.fn<(!relax.tensor<[?], f32>) -> !relax.tensor<[4], f32>>, %w: !relax.fn<(!relax.tensor<[4], f32>) -> !relax.tensor<[?], f32>>,
    %rule: !relax.fn<* first>, %none: !relax.fn<*>,
    %binary: !relax.fn<(i64, i64) -> i64>, %unary: !relax.fn<(i64) -> i64>) {
  relax.return
}

// The result of a call from the type of the function alone; what stays unbound is erased.
// CHECK: remark: the call gives: !relax.tensor<[2 * m + 2, n, ?], f32>
// CHECK: remark: the call gives: nothing, because the argument does not fit
// CHECK: remark: the call gives: tuple<!relax.tensor<[0], f32>, !relax.shape<[?, 0]>>
// CHECK: remark: the call gives: !relax.tensor<[n], f32>
// CHECK: remark: the call gives: !relax.object
relax.func private @calls(
    %double: !relax.fn<[k] (!relax.tensor<[k, k], f32>) -> !relax.tensor<[2 * k, n, ?], f32>>, %x: !relax.tensor<[m + 1, m + 1], f32>,
    %f: !relax.fn<[k] (!relax.tensor<[k, k], f32>) -> !relax.tensor<[2 * k], f32>>, %y: !relax.tensor<[3, 4], f32>,
    %g: !relax.fn<[k, j] (!relax.tensor<[k], f32>) -> (!relax.tensor<[k], f32>, !relax.shape<[j, k]>)>, %z: !relax.tensor<[0], f32>,
    %first: !relax.fn<* first>, %p: !relax.tensor<[n], f32>,
    %opaque: !relax.fn<*>, %q: !relax.tensor<[m], f32>) {
  relax.return
}

// Devices: known or not, like element types.
// CHECK: remark: 'there' stands for 'anywhere': yes
// CHECK: remark: common type: !relax.tensor<[n], f32>
// CHECK: remark: where only the symbols of 'anywhere' hold: !relax.tensor<[n], f32, device = @gpu0>
// CHECK: remark: 'somewhere' stands for 'here': not by what is known
// CHECK: remark: common type: !relax.tensor<[n], f32>
// CHECK: remark: where only the symbols of 'here' hold: !relax.tensor<[n], f32>
// CHECK: remark: 'other' stands for 'one': never
// CHECK: remark: common type: !relax.tensor<[n], f32>
// CHECK: remark: where only the symbols of 'one' hold: !relax.tensor<[n], f32, device = @gpu1>
// CHECK: remark: 'm' stands for 'n': after a check of 'n == m'
// CHECK: remark: common type: !relax.tensor<[?], f32, device = @gpu0>
// CHECK: remark: where only the symbols of 'n' hold: !relax.tensor<[?], f32, device = @gpu0>
relax.func @devices(
    %anywhere: !relax.tensor<[n], f32>, %there: !relax.tensor<[n], f32, device = @gpu0>,
    %here: !relax.tensor<[n], f32, device = @gpu0>, %somewhere: !relax.tensor<[n], f32>,
    %one: !relax.tensor<[n], f32, device = @gpu0>, %other: !relax.tensor<[n], f32, device = @gpu1>,
    %n: !relax.tensor<[n], f32, device = @gpu0>, %m: !relax.tensor<[m], f32, device = @gpu0>) {
  relax.return
}
