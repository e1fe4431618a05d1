// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'vm.func' op has a 'binds' clause: symbols are registers}}
vm.func private @binds() -> !relax.tensor<[k], f32> binds (k) {
  %a = vm.alloc [3] : !relax.tensor<[k], f32>
  vm.return %a : !relax.tensor<[k], f32>
}

// -----

// expected-error@+1 {{'vm.func' op has a 'symbols' clause: symbols are registers}}
vm.func @symbols() symbols (n) {
  vm.return
}

// -----

vm.func @number(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{expected integer value}}
  %n = vm.dim %x axis first, "input 'x'" : !relax.tensor<[n], f32>
  vm.return
}

// -----

// Extents are registers: there is no symbol n at this level.
vm.func @symbol(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{use of undeclared SSA value name}}
  %a = vm.alloc [%n] : !relax.tensor<[n], f32>
  vm.return
}

// -----

vm.func @one_fact(%x: !relax.tensor<[n], f32>) {
  %n = vm.dim %x axis 0, "input 'x'" : !relax.tensor<[n], f32>
  // expected-error@+1 {{expected one fact, got 2}}
  vm.check_fact(1 <= %n <= 4), "f"
  vm.return
}

// -----

vm.func @comparison(%x: !relax.tensor<[n], f32>) {
  %n = vm.dim %x axis 0, "input 'x'" : !relax.tensor<[n], f32>
  // expected-error@+1 {{expected '==', '<=', '<', '>=', '>' or 'in'}}
  vm.check_fact(%n), "f"
  vm.return
}

// -----

vm.func @placement(%s: !vm.storage) {
  // expected-error@+1 {{expected 'at'}}
  %v = vm.view %s dims [4] : !vm.storage -> !relax.tensor<[4], f32>
  vm.return
}

// -----

vm.func @tensors(%s: !vm.storage) {
  // expected-error@+1 {{operand #0 must be tensor, sequence, optional, object, function, reference, tuple or value of a data type, but got '!vm.storage'}}
  vm.kill %s : !vm.storage
  vm.return
}

// -----

vm.func @view_storage(%x: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{must be a piece of memory that tensors are views of, but got '!relax.tensor<[4], f32>'}}
  %v = vm.view %x at (0) dims [4] : !relax.tensor<[4], f32> -> !relax.tensor<[4], f32>
  vm.return
}

// -----

vm.func @no_expression() {
  // expected-error@+1 {{'vm.storage' op attribute 'bytes' failed to satisfy constraint: an expression}}
  %0 = "vm.storage"() <{bytes = 3 : i64}> : () -> !vm.storage
  vm.return
}

// -----

vm.func @no_expressions() {
  // expected-error@+1 {{'vm.alloc' op attribute 'dims' failed to satisfy constraint: expressions}}
  %0 = "vm.alloc"() <{dims = ["n"]}> : () -> !relax.tensor<[3], f32>
  vm.return
}

// -----

vm.func @no_fact() {
  // expected-error@+1 {{'vm.check_fact' op attribute 'fact' failed to satisfy constraint: a fact}}
  "vm.check_fact"() <{fact = #sym.expr<1>, subject = "f"}> : () -> ()
  vm.return
}

// -----

vm.func @no_such_register() {
  // expected-error@+1 {{'vm.storage' op failed to verify that every value in an expression is an index operand}}
  %0 = "vm.storage"() <{bytes = #sym.expr<4 * _0>}> : () -> !vm.storage
  vm.return
}

// -----

vm.func @no_such_fact_register(%x: !relax.tensor<[n], f32>) {
  %n = vm.dim %x axis 0, "input 'x'" : !relax.tensor<[n], f32>
  // expected-error@+1 {{'vm.check_fact' op failed to verify that every value in an expression is an index operand}}
  "vm.check_fact"(%n) <{fact = #sym.fact<le _0, _1>, subject = "f"}> : (i64) -> ()
  vm.return
}

// -----

vm.func @places(%x: !relax.tensor<[4], ui8>) {
  // expected-error@+1 {{'vm.call_library' op results: expected an ascending list with a result, at most number 31, per place}}
  %y = vm.call_library "mine.f"(%x) into (%x : !relax.tensor<[4], ui8>) results [1], "here" : (!relax.tensor<[4], ui8>) -> !relax.tensor<[4], ui8>
  vm.return
}

// -----

vm.func @place_twice(%x: !relax.tensor<[4], ui8>) {
  // expected-error@+1 {{'vm.call_library' op results: expected an ascending list with a result, at most number 31, per place}}
  %y, %z = vm.call_library "mine.f"() into (%x, %x : !relax.tensor<[4], ui8>, !relax.tensor<[4], ui8>) results [1, 1], "here" : () -> (!relax.tensor<[4], ui8>, !relax.tensor<[4], ui8>)
  vm.return
}

// -----

vm.func @argument() {
  // expected-error@+1 {{'vm.call_library' op argument 'order': expected an integer, a float, a string, a list of them or an expression}}
  vm.call_library "mine.f"() with {order = {}}, "here" : () -> ()
  vm.return
}

// -----

vm.func @argument_list() {
  // expected-error@+1 {{'vm.call_library' op argument 'order': expected an integer, a float, a string, a list of them or an expression}}
  vm.call_library "mine.f"() with {order = ["a", 1]}, "here" : () -> ()
  vm.return
}

// -----

vm.func @argument_register(%x: !relax.tensor<[n], f32>) {
  %n = vm.dim %x axis 0, "input 'x'" : !relax.tensor<[n], f32>
  // expected-error@+1 {{'vm.call_library' op failed to verify that every value in an expression is an index operand}}
  vm.call_library "mine.f"() with {k = #sym.expr<_1>} on [%n], "here" : () -> ()
  vm.return
}

// -----

// expected-error@+1 {{'vm.func' op has no body}}
"vm.func"() <{function_type = () -> (), sym_name = "f"}> ({}) : () -> ()

// -----

vm.func @axis(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'vm.dim' op axis: the tensor has no dimension 1}}
  %n = vm.dim %x axis 1, "input 'x'" : !relax.tensor<[n], f32>
  vm.return
}

// -----

vm.func @checked_axis(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'vm.check_dim' op axis: the tensor has no dimension -1}}
  vm.check_dim %x axis -1 is (8), "input 'x'" : !relax.tensor<[n], f32>
  vm.return
}

// -----

vm.func @view_dims(%s: !vm.storage) {
  // expected-error@+1 {{'vm.view' op dims: expected those of the result type, got 2}}
  %v = vm.view %s at (0) dims [4, 1] : !vm.storage -> !relax.tensor<[4], f32>
  vm.return
}

// -----

vm.func @row_type(%x: !relax.tensor<[4, 2], f32>, %i: !relax.tensor<[], i64>) {
  // expected-error@+1 {{'vm.row' op expected a result type without the first dimension of the input's}}
  %v = vm.row %x at %i, "row" : (!relax.tensor<[4, 2], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[4], f32>
  vm.return
}

// -----

vm.func @reshape_dims(%x: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{'vm.reshape' op dims: expected those of the result type, got 0}}
  %v = vm.reshape %x dims [] : !relax.tensor<[4], f32> -> !relax.tensor<[4], f32>
  vm.return
}

// -----

vm.func @constant() {
  // expected-error@+1 {{'vm.constant' op type differs from that of its elements}}
  %c = "vm.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> !relax.tensor<[3], f32>
  vm.return
}

// -----

vm.func @no_kernel(%x: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{'vm.kernel' op '@no_kernel' is no tir.func of the module}}
  vm.kernel @no_kernel(%x) symbols [] : !relax.tensor<[4], f32>
  vm.return
}

// -----

tir.func private @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f64>) symbols (m) {
  tir.return
}
vm.func @kernel_buffers(%x: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{'vm.kernel' op buffers: expected 2, got 1}}
  vm.kernel @k(%x) symbols [4, 1] : !relax.tensor<[4], f32>
  vm.return
}

// -----

tir.func private @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f64>) symbols (m) {
  tir.return
}
vm.func @kernel_types(%x: !relax.tensor<[4], f32>) {
  // expected-error@+1 {{'vm.kernel' op buffer 1: expected the element type of the kernel}}
  vm.kernel @k(%x, %x) symbols [4, 1] : !relax.tensor<[4], f32>, !relax.tensor<[4], f32>
  vm.return
}

// -----

tir.func private @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f64>) symbols (m) {
  tir.return
}
vm.func @kernel_symbols(%x: !relax.tensor<[4], f32>, %y: !relax.tensor<[4], f64>) {
  // expected-error@+1 {{'vm.kernel' op symbols: expected 2, got 1}}
  vm.kernel @k(%x, %y) symbols [4] : !relax.tensor<[4], f32>, !relax.tensor<[4], f64>
  vm.return
}

// -----

vm.func @places(%x: !relax.tensor<[4], ui8>) {
  // expected-error@+1 {{'vm.call_library' op results: expected an ascending list with a result, at most number 31, per place}}
  %y = vm.call_library "mine.f"(%x) into (%x : !relax.tensor<[4], ui8>) results [1], "here" : (!relax.tensor<[4], ui8>) -> !relax.tensor<[4], ui8>
  vm.return
}

// -----

vm.func @place_twice(%x: !relax.tensor<[4], ui8>) {
  // expected-error@+1 {{'vm.call_library' op results: expected an ascending list with a result, at most number 31, per place}}
  %y, %z = vm.call_library "mine.f"() into (%x, %x : !relax.tensor<[4], ui8>, !relax.tensor<[4], ui8>) results [1, 1], "here" : () -> (!relax.tensor<[4], ui8>, !relax.tensor<[4], ui8>)
  vm.return
}

// -----

vm.func @argument() {
  // expected-error@+1 {{'vm.call_library' op argument 'order': expected an integer, a float, a string, a list of them or an expression}}
  vm.call_library "mine.f"() with {order = {}}, "here" : () -> ()
  vm.return
}

// -----

vm.func @argument_list() {
  // expected-error@+1 {{'vm.call_library' op argument 'order': expected an integer, a float, a string, a list of them or an expression}}
  vm.call_library "mine.f"() with {order = ["a", 1]}, "here" : () -> ()
  vm.return
}

// -----

vm.func @argument_register(%x: !relax.tensor<[n], f32>) {
  %n = vm.dim %x axis 0, "input 'x'" : !relax.tensor<[n], f32>
  // expected-error@+1 {{'vm.call_library' op failed to verify that every value in an expression is an index operand}}
  vm.call_library "mine.f"() with {k = #sym.expr<_1>} on [%n], "here" : () -> ()
  vm.return
}

// -----

// expected-error@+1 {{'vm.func' op has no body}}
"vm.func"() <{sym_name = "f", function_type = () -> ()}> ({
}) : () -> ()

// -----

vm.func @integers() {
  // expected-error@+1 {{'vm.integers' op expected a result type !relax.tensor<[2], i64>}}
  %i = vm.integers [1, 2] : !relax.tensor<[2], i32>
  vm.return
}

// -----

vm.func @reduced_dim(%a: !relax.tensor<[k], i64>) {
  // expected-error@+1 {{'vm.reduced_dim' op dimension 2 is not among the extents}}
  %d = vm.reduced_dim %a dimension 2 of [1, 2], "a" : !relax.tensor<[k], i64>
  vm.return
}

// -----

vm.func @killed(%x: !relax.tensor<[4], f32>) -> !relax.tensor<[4], f32> {
  %y = vm.alloc [4] : !relax.tensor<[4], f32>
  // expected-note@+1 {{it ends here}}
  vm.kill %y : !relax.tensor<[4], f32>
  // expected-error@+1 {{uses a tensor behind its end}}
  vm.copy %y from %x : (!relax.tensor<[4], f32>, !relax.tensor<[4], f32>) -> ()
  vm.return %x : !relax.tensor<[4], f32>
}

// -----

// Of two arms that exclude each other one may end it and the other use it; behind both it is no more.
vm.func @killed_in_arm(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %n = vm.dim %x axis 0, "input 'x'" : !relax.tensor<[n], f32>
  %y = vm.alloc [%n] : !relax.tensor<[n], f32>
  %z = vm.branch (%n <= 4) arm "few" -> (!relax.tensor<[n], f32>) {
    // expected-note@+1 {{it ends here}}
    vm.evict %y : !relax.tensor<[n], f32>
    vm.yield %x : !relax.tensor<[n], f32>
  } else {
    vm.yield %y : !relax.tensor<[n], f32>
  }
  // expected-error@+1 {{uses a tensor behind its end}}
  vm.return %y : !relax.tensor<[n], f32>
}

// -----

vm.func @killed_each_round(%x: !relax.tensor<[4], f32>, %k: !relax.tensor<[], i64>) -> !relax.tensor<[], i64> {
  %r = vm.loop (%k) : (!relax.tensor<[], i64>) -> !relax.tensor<[], i64> {
  ^bb0(%c: !relax.tensor<[], i64>):
    %e = vm.load_extent %c element 0, "k" : !relax.tensor<[], i64>
    vm.condition (1 <= %e) arm "again"
  } do {
  ^bb0(%c: !relax.tensor<[], i64>):
    // expected-error@+1 {{'vm.kill' op ends a tensor of outside of a loop in each of its rounds}}
    vm.kill %x : !relax.tensor<[4], f32>
    vm.yield %c : !relax.tensor<[], i64>
  }
  vm.return %r : !relax.tensor<[], i64>
}
