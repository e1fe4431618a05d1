// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'tir.func' op argument 1: expected a '!tir.buffer'}}
tir.func @tensors(%X: !tir.buffer<[n], f32>, %y: !relax.tensor<[n], f32>) {
  tir.return
}

// -----

// expected-error@+1 {{'tir.func' op has results: programs write into buffers}}
tir.func @results(%X: !tir.buffer<[n], f32>) -> !tir.buffer<[n], f32> {
  tir.return
}

// -----

// expected-error@+1 {{expected one identity per state component}}
tir.monoid @identities (f32, f32) identity (0.0) {
^combine(%a: f32, %b: f32, %c: f32, %d: f32):
  tir.yield %a, %b : f32, f32
}

// -----

// expected-error@+1 {{combine: expected 2 arguments, got 3}}
tir.monoid @arguments (f32) identity (0.0) {
^combine(%a: f32, %b: f32, %c: f32):
  tir.yield %a : f32
}

// -----

// expected-error@+1 {{combine: expected a 'tir.yield' of 1 values}}
tir.monoid @yields (f32) identity (0.0) {
^combine(%a: f32, %b: f32):
  tir.yield %a, %b : f32, f32
}

// -----

// expected-error@+1 {{combine: component 1 differs from its state type}}
tir.monoid @types (f32, i64) identity (0.0, 0) {
^combine(%a: f32, %b: i64, %c: f32, %d: f32):
  tir.yield %a, %b : f32, i64
}

// -----

tir.func @space(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.alloc' op space: expected local, register or workspace, got 'shared'}}
  %T = tir.alloc "T" shared : !tir.buffer<[4], f32>
  tir.return
}

// -----

tir.func @alloc_symbol(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.alloc' op symbol 'm' in a result type comes from no operand and is not in 'binds (...)'}}
  %T = tir.alloc "T" local : !tir.buffer<[m], f32>
  tir.return
}

// -----

tir.func @domain_symbol(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{symbol 'm' in an attribute is not bound: a bare dimension of an argument, 'symbols (m)' or 'binds (m)' defines it}}
  tir.compute "c" (%i) in [m] {
  }
  tir.return
}

// -----

tir.func @domain(%X: !tir.buffer<[n, m], f32>) {
  // expected-error@+1 {{has 2 iterators, but 1 extents}}
  tir.compute "c" (%i, %j) in [n] {
  }
  tir.return
}

// -----

tir.func @for_domain(%X: !tir.buffer<[n, m], f32>) {
  // expected-error@+1 {{expected one extent, got 2}}
  tir.for "c" (%i) in [n, m] {
  }
  tir.return
}

// -----

tir.func @masked(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.for' op masked: expected a number of lanes}}
  tir.for "c" (%i) in [n] vector masked {
  }
  tir.return
}

// -----

tir.func @lanes(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.for' op lanes: expected at least 2, got 1}}
  tir.for "c" (%i) in [n] vector 1 {
  }
  tir.return
}

// -----

tir.func @load_rank(%X: !tir.buffer<[n, m], f32>) {
  tir.compute "c" (%i) in [n] {
    // expected-error@+1 {{'tir.load' op has 1 indices for a buffer of rank 2}}
    %x = tir.load %X[%i] : !tir.buffer<[n, m], f32>
  }
  tir.return
}

// -----

tir.func @store_rank(%X: !tir.buffer<[], f32>) {
  tir.compute "c" (%i) in [1] {
    %x = tir.load %X[] : !tir.buffer<[], f32>
    // expected-error@+1 {{'tir.store' op has 1 indices for a buffer of rank 0}}
    tir.store %x, %X[%i] : !tir.buffer<[], f32>
  }
  tir.return
}

// -----

tir.func @access_type(%X: !tir.buffer<[n], f32>) {
  tir.compute "c" (%i) in [n] {
    // expected-error@+1 {{expected a '!tir.buffer' type, got 'f32'}}
    %x = tir.load %X[%i] : f32
  }
  tir.return
}

// -----

tir.func @expression(%X: !tir.buffer<[n], f32>) {
  tir.compute "c" (%i) in [n] {
    // expected-error@+1 {{expected a symbol, an integer or '('}}
    %x = tir.load %X[%i +] : !tir.buffer<[n], f32>
  }
  tir.return
}

// -----

tir.func @divisor(%X: !tir.buffer<[n], f32>) {
  tir.compute "c" (%i) in [n] {
    // expected-error@+1 {{expected a divisor of at least 1, got 0}}
    %x = tir.load %X[%i floordiv 0] : !tir.buffer<[n], f32>
  }
  tir.return
}

// -----

tir.func @reduce_count(%X: !tir.buffer<[n], f32>) {
  tir.compute "c" (reduce %i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    // expected-error@+1 {{expected one target per value}}
    "tir.reduce"(%x, %X, %X, %i) <{monoid = @add, exprs = [[#sym.expr<_0>], [#sym.expr<_0>]], operandSegmentSizes = array<i32: 1, 2, 1>}> : (f32, !tir.buffer<[n], f32>, !tir.buffer<[n], f32>, index) -> ()
  }
  tir.return
}

// -----

tir.func @reduce_rank(%X: !tir.buffer<[n], f32>) {
  tir.compute "c" (reduce %i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    // expected-error@+1 {{'tir.reduce' op has 2 indices for a buffer of rank 1}}
    tir.reduce @add (%x) into (%X[%i, 0]) : !tir.buffer<[n], f32>
  }
  tir.return
}

// -----

tir.func @monoid(%X: !tir.buffer<[n], f32>) {
  tir.compute "c" (reduce %i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    // expected-error@+1 {{'tir.reduce' op '@monoid' is no tir.monoid of the module}}
    tir.reduce @monoid (%x) into (%X[0]) : !tir.buffer<[n], f32>
  }
  tir.return
}

// -----

tir.monoid @count (i64) identity (0) {
^combine(%a: i64, %b: i64):
  %c = arith.addi %a, %b : i64
  tir.yield %c : i64
}
tir.func @state(%X: !tir.buffer<[n], f32>) {
  tir.compute "c" (reduce %i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], f32>
    // expected-error@+1 {{'tir.reduce' op values differ from the state of '@count'}}
    tir.reduce @count (%x) into (%X[0]) : !tir.buffer<[n], f32>
  }
  tir.return
}

// -----

tir.func @memref(%X: !tir.buffer<[n, 768], f32>) {
  // expected-error@+1 {{'tir.as_memref' op memref type differs from the buffer's}}
  %M = tir.as_memref %X : !tir.buffer<[n, 768], f32> to memref<?x?xf32>
  tir.return
}

// -----

// A dim that prints as a number is no dynamic one.
tir.func @memref_fixed(%X: !tir.buffer<[n, 768], f32>) {
  // expected-error@+1 {{'tir.as_memref' op memref type differs from the buffer's}}
  %M = tir.as_memref %X : !tir.buffer<[n, 768], f32> to memref<4x768xf32>
  tir.return
}

// -----

// expected-error@+1 {{'_0' is reserved and cannot name a symbol}}
tir.func @reserved(%X: !tir.buffer<[2 * n], f32>) symbols (_0) {
  tir.return
}

// -----

// expected-error@+1 {{symbol 'n' in an argument type is not bound}}
tir.func @unbound(%X: !tir.buffer<[2 * n], f32>) {
  tir.return
}

// -----

// Programs have no results: nothing could bind.
// expected-error@+1 {{'tir.func' op binds 'k', which is no bare dimension of a result type}}
tir.func @binds(%X: !tir.buffer<[n], f32>) binds (k) {
  tir.return
}

// -----

//===----------------------------------------------------------------------===//
// The generic form can say what ours cannot
//===----------------------------------------------------------------------===//

tir.func @no_expression(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.load' op attribute 'exprs' failed to satisfy constraint: expressions}}
  %0 = "tir.load"(%X) <{exprs = [3 : i64], operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tir.buffer<[n], f32>) -> f32
  tir.return
}

// -----

tir.func @no_such_index(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.load' op failed to verify that every value in an expression is an index operand}}
  %0 = "tir.load"(%X) <{exprs = [#sym.expr<_0>], operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tir.buffer<[n], f32>) -> f32
  tir.return
}

// -----

tir.func @load_type(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.load' op result: expected the buffer's element type}}
  %0 = "tir.load"(%X) <{exprs = [#sym.expr<0>], operandSegmentSizes = array<i32: 1, 0, 0>}> : (!tir.buffer<[n], f32>) -> f64
  tir.return
}

// -----

tir.func @store_type(%X: !tir.buffer<[n], f32>) {
  %c = arith.constant 1 : i32
  // expected-error@+1 {{'tir.store' op value: expected the buffer's element type}}
  "tir.store"(%c, %X) <{exprs = [#sym.expr<0>]}> : (i32, !tir.buffer<[n], f32>) -> ()
  tir.return
}

// -----

tir.func @extent(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.extent' op attribute 'expr' failed to satisfy constraint: an expression}}
  %0 = "tir.extent"() <{expr = 1 : i64}> : () -> index
  tir.return
}

// -----

tir.func @compute_counts(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.compute' op expected a kind and an extent per iterator}}
  "tir.compute"() <{name = "c", kinds = ["spatial"], lower = [], upper = [#sym.expr<n>]}> ({
  ^body(%i: index):
  }) : () -> ()
  tir.return
}

// -----

tir.func @compute_kind(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.compute' op iterator 0: expected spatial, reduce or scan}}
  "tir.compute"() <{name = "c", kinds = ["fast"], lower = [#sym.expr<0>], upper = [#sym.expr<n>]}> ({
  ^body(%i: index):
  }) : () -> ()
  tir.return
}

// -----

tir.func @compute_type(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.compute' op iterator 0: expected type index}}
  "tir.compute"() <{name = "c", kinds = ["scan"], lower = [#sym.expr<0>], upper = [#sym.expr<n>]}> ({
  ^body(%i: f32):
  }) : () -> ()
  tir.return
}

// -----

tir.func @for_counts(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.for' op expected one iterator and one extent}}
  "tir.for"() <{name = "c", kind = "serial", lower = [#sym.expr<0>], upper = [#sym.expr<n>]}> ({
  ^body(%i: index, %j: index):
  }) : () -> ()
  tir.return
}

// -----

tir.func @for_kind(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.for' op kind: expected serial, parallel, vector or unroll}}
  "tir.for"() <{name = "c", kind = "warp", lower = [#sym.expr<0>], upper = [#sym.expr<n>]}> ({
  ^body(%i: index):
  }) : () -> ()
  tir.return
}

// -----

tir.func @for_iterator(%X: !tir.buffer<[n], f32>) {
  // expected-error@+1 {{'tir.for' op iterator: expected reduce or scan}}
  "tir.for"() <{name = "c", kind = "serial", iterator = "spatial", lower = [#sym.expr<0>], upper = [#sym.expr<n>]}> ({
  ^body(%i: index):
  }) : () -> ()
  tir.return
}

// -----

// expected-error@+1 {{'tir.func' op attribute 'facts' failed to satisfy constraint: facts}}
"tir.func"() <{sym_name = "facts", function_type = () -> (), facts = [3 : i64]}> ({
  "tir.return"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{'tir.func' op 'symbols': 'a b' cannot name a symbol}}
"tir.func"() <{sym_name = "names", function_type = () -> (), symbols = ["a b"]}> ({
  "tir.return"() : () -> ()
}) : () -> ()

// -----

// expected-error@+1 {{'tir.func' op has no body}}
"tir.func"() <{function_type = () -> (), sym_name = "f"}> ({}) : () -> ()

// -----

tir.func @reason(%X: !tir.buffer<[n], i32>) {
  %ok = arith.constant true
  // expected-error@+1 {{'tir.check' op reason: expected 'division by zero', 'index out of bounds' or 'shapes do not fit', got 'bad weather'}}
  tir.check %ok else "bad weather"
  tir.return
}

// -----

tir.func @triangle(%X: !tir.buffer<[n, n], f32>) {
  // expected-error@+1 {{domain names iterator '%i' of the same operation: expected symbols and iterators of enclosing loops (put a 'tir.for' over the outer one around it)}}
  tir.compute "t" (%i, %j) in [n, %i + 1] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[n, n], f32>
    tir.store %x, %X[%i, %j] : !tir.buffer<[n, n], f32>
  }
  tir.return
}

// -----

tir.func @view_size(%X: !tir.buffer<[n, 4], f32>) {
  // expected-error@+1 {{'tir.view' op result: expected as many elements of the same type}}
  %x = tir.view %X as !tir.buffer<[n, 2], f32> : !tir.buffer<[n, 4], f32>
  tir.return
}

// -----

tir.func @view_element(%X: !tir.buffer<[n, 4], f32>) {
  // expected-error@+1 {{'tir.view' op result: expected as many elements of the same type}}
  %x = tir.view %X as !tir.buffer<[4 * n], i32> : !tir.buffer<[n, 4], f32>
  tir.return
}

// -----

tir.func @view_local() {
  %T = tir.alloc "T" local : !tir.buffer<[2, 2], f32>
  // expected-error@+1 {{'tir.view' op buffer: expected an argument of the program}}
  %x = tir.view %T as !tir.buffer<[4], f32> : !tir.buffer<[2, 2], f32>
  tir.return
}

// -----

tir.func @view_beside(%X: !tir.buffer<[2, 2], f32>) {
  // expected-error@+1 {{'tir.view' op buffer: has other uses, expected no other name for its memory}}
  %x = tir.view %X as !tir.buffer<[4], f32> : !tir.buffer<[2, 2], f32>
  %M = tir.as_memref %X : !tir.buffer<[2, 2], f32> to memref<2x2xf32>
  tir.return
}

// -----

tir.func @begins_of_rows(%A: !tir.buffer<[b], i64>, %L: !tir.buffer<[b], i64>) {
  // expected-error@+1 {{'tir.ascends' op expected lengths and one more begin, all of i64}}
  %ok = tir.ascends %A by (%L) : !tir.buffer<[b], i64> by !tir.buffer<[b], i64>
  tir.return
}

// -----

// Its own body says how often it runs: it is used before it is there, and no name flows in with it.
tir.func private @early(%X: !tir.buffer<[b], i64>) {
  tir.for "i" (%i) in [b] {
    // expected-error@+1 {{operation's operand is unlinked}}
    tir.for "r" (%j) in [%n] {
      %n = tir.extent (1) : index
    }
  }
  tir.return
}

// -----

tir.func @nobody_knows(%X: !tir.buffer<[4, 8], f32>, %Y: !tir.buffer<[4, 8], f32>) {
  tir.compute "c" (%i, %j) in [4, 8] {
    %x = tir.load %X[%i, %j] : !tir.buffer<[4, 8], f32>
    // expected-error@+1 {{'tir.store' op index 0: expected an expression, got '?'}}
    tir.store %x, %Y[? + %i, %j] : !tir.buffer<[4, 8], f32>
  }
  tir.return
}

// -----

tir.func @from_where_nobody_knows(%X: !tir.buffer<[4], f32>) {
  // expected-error@+1 {{'tir.for' op lower bound 0: expected an expression, got '?'}}
  tir.for "i" (%i) in [? to 4] {
    %x = tir.load %X[%i] : !tir.buffer<[4], f32>
    tir.store %x, %X[%i] : !tir.buffer<[4], f32>
  }
  tir.return
}

// -----

tir.func @from_where_no_compute_knows(%X: !tir.buffer<[4], f32>) {
  // expected-error@+1 {{'tir.compute' op lower bound 0: expected an expression, got '?'}}
  tir.compute "c" (%i) in [? to 4] {
    %x = tir.load %X[%i] : !tir.buffer<[4], f32>
    tir.store %x, %X[%i] : !tir.buffer<[4], f32>
  }
  tir.return
}

// -----

tir.func @as_often_as_nobody_knows(%X: !tir.buffer<[4], f32>) {
  // expected-error@+1 {{'tir.for' op extent 0: expected an expression, got '?'}}
  tir.for "i" (%i) in [?] {
    tir.compute "c" (%j) in [4] {
      %x = tir.load %X[%j] : !tir.buffer<[4], f32>
      tir.store %x, %X[%j] : !tir.buffer<[4], f32>
    }
  }
  tir.return
}
