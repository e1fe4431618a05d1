// RUN: relax-opt %s --split-input-file --verify-diagnostics

relax.func @return_count(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-error@+1 {{'relax.return' op returns 2 values, expected 1}}
  relax.return %x, %x : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

// -----

relax.func @return_type(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[m, n], f32> {
  // expected-note@-1 {{symbol 'm' is bound here}}
  // expected-error@+1 {{'relax.return' op value 0: expected !relax.tensor<[m, n], f32>, got !relax.tensor<[n, m], f32>}}
  relax.return %x : !relax.tensor<[n, m], f32>
}

// -----

// What a sequence holds is what the type says, because no check looks at it; a tensor would get one (test/Transforms/Shapes/DeduceFit.mlir).
relax.func @return_unknown(%x: !relax.tensor<[n], f32>, %y: !relax.sequence<!relax.tensor<[?], f32>>) -> !relax.sequence<!relax.tensor<[n], f32>> {
  // expected-note@-1 {{symbol 'n' is bound here}}
  // expected-error@+1 {{'relax.return' op value 0: expected !relax.sequence<!relax.tensor<[n], f32>>, got !relax.sequence<!relax.tensor<[?], f32>>}}
  relax.return %y : !relax.sequence<!relax.tensor<[?], f32>>
}

// -----

// One symbol stands for one extent.
relax.func private @return_bound(%x: !relax.tensor<[n], i8>) -> (!relax.tensor<[k], i8>, !relax.tensor<[2 * k], i8>) binds (k) {
  // expected-note@-1 {{symbol 'n' is bound here}}
  // expected-error@+1 {{'relax.return' op value 1: expected !relax.tensor<[2 * n], i8>, got !relax.tensor<[n], i8>}}
  relax.return %x, %x : !relax.tensor<[n], i8>, !relax.tensor<[n], i8>
}

// -----

relax.func @callee(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call' op '@nobody' is no relax.func of the module}}
  relax.call @nobody(%x) : (!relax.tensor<[n], f32>) -> ()
  relax.return
}

// -----

relax.func private @f(%x: !relax.tensor<[n], f32>) {
  relax.return
}
relax.func @call_counts(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call' op has 2 operands and 0 results, but '@f' has 1 and 0}}
  relax.call @f(%x, %x) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> ()
  relax.return
}

// -----

relax.func private @f(%x: !relax.tensor<[n, 2 * n], f32>) {
  relax.return
}
// No m makes them equal; [m, 3 * m] could fit, so it would get a check (test/Transforms/Shapes/DeduceCallChecks.mlir).
relax.func @call_composite(%x: !relax.tensor<[m, 2 * m + 1], f32>) {
  // expected-note@-1 {{symbol 'm' is bound here}}
  // expected-error@+1 {{'relax.call' op operand 0: expected !relax.tensor<[m, 2 * m], f32>, got !relax.tensor<[m, 2 * m + 1], f32>; if they are equal, say so with 'relax.match_cast'}}
  relax.call @f(%x) : (!relax.tensor<[m, 2 * m + 1], f32>) -> ()
  relax.return
}

// -----

// A check that the compiler writes is of tensors and shapes, in tuples too, and in nothing else.
relax.func private @f(%x: !relax.tensor<[n], f32>, %y: tuple<!relax.optional<!relax.tensor<[n], f32>>>) {
  relax.return
}
relax.func @call_twice_unknown(%x: !relax.tensor<[?], f32>, %y: tuple<!relax.optional<!relax.tensor<[?], f32>>>) {
  // expected-error@+1 {{'relax.call' op operand 1: expected tuple<!relax.optional<!relax.tensor<[?], f32>>>, got tuple<!relax.optional<!relax.tensor<[?], f32>>>; if they are equal, say so with 'relax.match_cast'}}
  relax.call @f(%x, %y) : (!relax.tensor<[?], f32>, tuple<!relax.optional<!relax.tensor<[?], f32>>>) -> ()
  relax.return
}

// -----

relax.func private @f(%x: !relax.tensor<[4], f32>) {
  relax.return
}
relax.func @call_rank(%x: !relax.tensor<[?, 4], f32>) {
  // expected-error@+1 {{'relax.call' op operand 0: expected !relax.tensor<[4], f32>, got !relax.tensor<[?, 4], f32>}}
  relax.call @f(%x) : (!relax.tensor<[?, 4], f32>) -> ()
  relax.return
}

// -----

relax.func private @f(%x: !relax.tensor<[n], f32>) {
  relax.return
}
relax.func @call_elements(%x: !relax.tensor<[n], f16>) {
  // expected-note@-1 {{symbol 'n' is bound here}}
  // expected-error@+1 {{'relax.call' op operand 0: expected !relax.tensor<[n], f32>, got !relax.tensor<[n], f16>}}
  relax.call @f(%x) : (!relax.tensor<[n], f16>) -> ()
  relax.return
}

// -----

relax.func private @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32> {
  %0 = relax.concat %x, %x axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32>
  relax.return %0 : !relax.tensor<[2 * n], f32>
}
relax.func @call_result(%x: !relax.tensor<[3], f32>) {
  // expected-error@+1 {{'relax.call' op result 0: expected !relax.tensor<[6], f32>, got !relax.tensor<[3], f32>}}
  %0 = relax.call @f(%x) : (!relax.tensor<[3], f32>) -> !relax.tensor<[3], f32>
  relax.return
}

// -----

// Only the callee knows k: the call names it or says nothing.
relax.func private @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[k], f32> binds (k) {
  relax.return %x : !relax.tensor<[n], f32>
}
relax.func @call_unbound(%x: !relax.tensor<[n], f32>) {
  // expected-note@-1 {{symbol 'n' is bound here}}
  // expected-error@+1 {{'relax.call' op result 0: expected !relax.tensor<[?], f32>, got !relax.tensor<[n], f32>}}
  %0 = relax.call @f(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

relax.func private @f(%x: !relax.tensor<[n], i8>, %y: !relax.tensor<[4611686018427387904 * n], i8>) {
  relax.return
}
relax.func @call_overflow(%x: !relax.tensor<[2], i8>, %y: !relax.tensor<[1], i8>) {
  // expected-error@+1 {{'relax.call' op operand 1: cannot compute the expected type, got !relax.tensor<[1], i8>: value exceeds 64 bits}}
  relax.call @f(%x, %y) : (!relax.tensor<[2], i8>, !relax.tensor<[1], i8>) -> ()
  relax.return
}

// -----

relax.func private @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  relax.return %x : !relax.tensor<[n], f32>
}
relax.func @call_tir_callee(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call_tir' op '@f' is no tir.func of the module}}
  %0 = relax.call_tir @f(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

tir.func @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}
relax.func @no_arena(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call_tir' op places: expected an arena, and an offset or '?' per result}}
  %0 = relax.call_tir @k(%x) in at [0] : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

tir.func @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}
relax.func @two_places(%x: !relax.tensor<[n], f32>) {
  %arena = relax.arena bytes 8 * n
  // expected-error@+1 {{'relax.call_tir' op places: expected an arena, and an offset or '?' per result}}
  %0 = relax.call_tir @k(%x) in %arena at [0, 4 * n] : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

tir.func @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}
relax.func @call_tir_buffers(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call_tir' op has 3 operands and results, but '@k' has 2 buffers}}
  %0 = relax.call_tir @k(%x, %x) : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

// expected-error@+1 {{'relax.weight' op expected either 'from "FILE" at OFFSET', 'from "FILE" entry "NAME"' or 'prepared by @f'}}
relax.weight @nowhere : !relax.tensor<[2], f32>

// -----

// expected-error@+1 {{'relax.weight' op expected either 'from "FILE" at OFFSET', 'from "FILE" entry "NAME"' or 'prepared by @f'}}
relax.weight @both : !relax.tensor<[2], f32> from "w.bin" at 0 prepared by @f

// -----

// expected-error@+1 {{'relax.weight' op dimension 1: expected a literal extent}}
relax.weight @symbolic : !relax.tensor<[2, ?], f32> from "w.bin" at 0

// -----

// expected-error@+1 {{'relax.weight' op expected a type with a rank}}
relax.weight @unranked : !relax.tensor<*, f32> from "w.bin" at 0

// -----

relax.func @no_weight() {
  // expected-error@+1 {{'relax.get_weight' op '@no_weight' is no relax.weight of the module}}
  %0 = relax.get_weight @no_weight : !relax.tensor<[2], f32>
  relax.return
}

// -----

relax.weight @w : !relax.tensor<[2], f32> from "w.bin" at 0
relax.func @weight_type() {
  // expected-error@+1 {{'relax.get_weight' op type differs from that of '@w'}}
  %0 = relax.get_weight @w : !relax.tensor<[3], f32>
  relax.return
}

// -----

relax.func @constant() {
  // expected-error@+1 {{expected elements of a ranked tensor}}
  %0 = relax.constant dense<1> : vector<2xi8>
  relax.return
}

// -----

relax.func @generic_constant() {
  // expected-error@+1 {{'relax.constant' op expected elements of a ranked tensor}}
  %0 = "relax.constant"() <{value = dense<1> : vector<2xi8>}> : () -> !relax.tensor<[2], i8>
  relax.return
}

// -----

relax.func @cast_elements(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op cannot change the element type}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], i32> binds (k)
  relax.return
}

// -----

relax.func @cast_rank(%x: !relax.tensor<[?, ?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op rank: expected 2, got 1}}
  %0 = relax.match_cast %x : !relax.tensor<[?, ?], f32> to !relax.tensor<[k], f32> binds (k)
  relax.return
}

// -----

relax.func @cast_without_binds(%x: !relax.tensor<[?], f32>) {
  // expected-error@+1 {{'relax.match_cast' op symbol 'k' in a result type comes from no operand and is not in 'binds (...)'}}
  %0 = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32>
  relax.return
}

// -----

// expected-error@+1 {{'relax.weight' op weights path '../w.bin' contains '..'}}
relax.weight @w : !relax.tensor<[2], f32> from "../w.bin" at 0

// -----

// expected-error@+1 {{'relax.weight' op offset: expected at least 0}}
relax.weight @w : !relax.tensor<[2], f32> from "w.bin" at -1

// -----

// expected-error@+1 {{'relax.weight' op expected either 'from "FILE" at OFFSET', 'from "FILE" entry "NAME"' or 'prepared by @f'}}
relax.weight @w : !relax.tensor<[2], f32> from "w.bin"

// -----

// expected-error@+1 {{'relax.weight' op expected either 'from "FILE" at OFFSET', 'from "FILE" entry "NAME"' or 'prepared by @f'}}
relax.weight @w : !relax.tensor<[2], f32> from "w.npz" at 0 entry "w"

// -----

// expected-error@+1 {{'relax.weight' op expected either 'from "FILE" at OFFSET', 'from "FILE" entry "NAME"' or 'prepared by @f'}}
"relax.weight"() <{entry = "w", prepared_by = @f, sym_name = "w", type = !relax.tensor<[2], f32>}> : () -> ()

// -----

// expected-error@+1 {{'relax.weight' op entry: expected a name}}
relax.weight @w : !relax.tensor<[2], f32> from "w.npz" entry ""

// -----

// expected-error@+1 {{'relax.weight' op sha256: expected 64 hexadecimal digits}}
relax.weight @w : !relax.tensor<[2], f32> from "w.bin" at 0 sha256 "00ff"

// -----

// expected-error@+1 {{'relax.weight' op expected either 'from "FILE" at OFFSET', 'from "FILE" entry "NAME"' or 'prepared by @f'}}
relax.weight @w : !relax.tensor<[2], f32> sha256 "00ff" prepared by @f

// -----

// expected-error@+1 {{'relax.func' op has no body, and everybody may call it: give it one, or declare it 'private'}}
"relax.func"() <{function_type = () -> (), sym_name = "f"}> ({}) : () -> ()

// -----

// expected-error@+1 {{'relax.func' op has no body, and everybody may call it: give it one, or declare it 'private'}}
relax.func @public(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>

// -----

// expected-error@+1 {{expected a body that is not empty}}
relax.func private @empty() {}

// -----

// A declaration's symbols are defined as those of other functions.
// expected-error@+1 {{symbol 'k' in a result type is not bound: a bare dimension of an argument, 'symbols (k)' or 'binds (k)' defines it}}
relax.func private @nonzero(%x: !relax.tensor<[n], i64>) -> !relax.tensor<[k], i64>

// -----

// expected-error@+1 {{symbol 'm' in an argument type is not bound}}
relax.func private @composite(%x: !relax.tensor<[2 * m], i64>)

// -----

// expected-error@+1 {{symbol 'm' in a fact is not bound}}
relax.func private @fact(%x: !relax.tensor<[n], i64>) where (m <= n)

// -----

relax.func private @declared(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n + 1], f32>
relax.func @caller(%x: !relax.tensor<[k], f32>) {
  // expected-note@-1 {{symbol 'k' is bound here}}
  // expected-error@+1 {{result 0: expected !relax.tensor<[k + 1], f32>, got !relax.tensor<[k], f32>}}
  %y = relax.call @declared(%x) : (!relax.tensor<[k], f32>) -> !relax.tensor<[k], f32>
  relax.return
}

// -----

// A program trusts its caller: what it reads and writes is what its types say.
tir.func @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}
relax.func @call_tir_extent(%x: !relax.tensor<[n], f32>) {
  // expected-note@-1 {{symbol 'n' is bound here}}
  // expected-error@+1 {{'relax.call_tir' op buffer 1: expected !tir.buffer<[n], f32> of the callee, got !relax.tensor<[n + 1], f32>}}
  %0 = relax.call_tir @k(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n + 1], f32>
  relax.return
}

// -----

tir.func @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}
relax.func @call_tir_rank(%x: !relax.tensor<[n], f32>) {
  // expected-note@-1 {{symbol 'n' is bound here}}
  // expected-error@+1 {{'relax.call_tir' op buffer 1: expected !tir.buffer<[n], f32> of the callee, got !relax.tensor<[n, 1], f32>}}
  %0 = relax.call_tir @k(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n, 1], f32>
  relax.return
}

// -----

tir.func @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}
relax.func @call_tir_type(%x: !relax.tensor<[n], f64>) {
  // expected-note@-1 {{symbol 'n' is bound here}}
  // expected-error@+1 {{'relax.call_tir' op buffer 0: expected !tir.buffer<[n], f32> of the callee, got !relax.tensor<[n], f64>}}
  %0 = relax.call_tir @k(%x) : (!relax.tensor<[n], f64>) -> !relax.tensor<[n], f64>
  relax.return
}

// -----

tir.func @k(%X: !tir.buffer<[2 * m], f32>, %Y: !tir.buffer<[m], f32>) {
  tir.return
}
relax.func @call_tir_composite(%x: !relax.tensor<[n], f32>) {
  // expected-note@-1 {{symbol 'n' is bound here}}
  // expected-error@+1 {{'relax.call_tir' op buffer 0: expected !tir.buffer<[2 * m], f32> of the callee, got !relax.tensor<[n], f32>}}
  %0 = relax.call_tir @k(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

tir.func @k(%X: !tir.buffer<[2 * m], f32>, %Y: !tir.buffer<[2 * m], f32>) symbols (m) {
  tir.return
}
relax.func @call_tir_symbols(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.call_tir' op symbols: the callee's clause has no 'k'}}
  %0 = relax.call_tir @k(%x) symbols (k = n) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return
}

// -----

tir.func @k(%X: !tir.buffer<[2 * m], f32>, %Y: !tir.buffer<[2 * m], f32>) symbols (m) {
  tir.return
}
relax.func @call_tir_value(%x: !relax.tensor<[2], f32>) {
  // expected-error@+1 {{'relax.call_tir' op symbols: expected an expression for 'm'}}
  %0 = "relax.call_tir"(%x) <{callee = @k, operandSegmentSizes = array<i32: 1, 0, 0>, symbols = {m = 1 : i64}}> : (!relax.tensor<[2], f32>) -> !relax.tensor<[2], f32>
  relax.return
}

// -----

// expected-error@+1 {{unknown key 'layout' in a tensor type: expected 'device', 'padding' or '>' behind the element type ('layout' and 'sharding' are reserved, there is no other key)}}
relax.func @key(%x: !relax.tensor<[n], f32, layout = @nchw>) {
  relax.return
}

// -----

// expected-error@+1 {{expected a key behind the element type}}
relax.func @no_key(%x: !relax.tensor<[n], f32, 4>) {
  relax.return
}

// -----

// A shape is no tensor, whatever is checked.
relax.func @main(%x: !relax.tensor<[n], i64>) {
  // expected-error@+1 {{'relax.match_cast' op cannot make a shape of a tensor or a tensor of a shape: use 'relax.shape_of' or 'relax.shape_to_tensor'}}
  %s = relax.match_cast %x : !relax.tensor<[n], i64> to !relax.shape<[n]>
  relax.return
}

// -----

relax.weight @a : !relax.tensor<[2], f32> prepared by @prepare
relax.weight @w : !relax.tensor<[3], f32> prepared by @prepare
// expected-error@+1 {{'relax.func' op result 1: what prepares weights takes no arguments, and each result names a weight of its type that is 'prepared by' it, {relax.prepares = @w}, got '@w'}}
relax.func private @prepare() -> (!relax.tensor<[2], f32> {relax.prepares = @a}, !relax.tensor<[2], f32> {relax.prepares = @w}) {
  %c = relax.constant dense<1.0> : tensor<2xf32>
  relax.return %c, %c : !relax.tensor<[2], f32>, !relax.tensor<[2], f32>
}
