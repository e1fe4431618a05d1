// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

relax.weight @w : !relax.tensor<[4], f32> from "w.bin" at 0
relax.weight @p : !relax.tensor<[4], f32> prepared by @prepare
tir.func private @kernel(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) symbols (m) {
  tir.return
}

// CHECK-LABEL: vm.func private @prepare() attributes {prepare} {
vm.func private @prepare() attributes {prepare} {
  // CHECK-NEXT: %w = vm.weight @w : !relax.tensor<[4], f32>
  %w = vm.weight @w : !relax.tensor<[4], f32>
  // CHECK-NEXT: vm.set_weight @p, %w : !relax.tensor<[4], f32>
  vm.set_weight @p, %w : !relax.tensor<[4], f32>
  // CHECK-NEXT: vm.return{{$}}
  vm.return
}

// CHECK-LABEL: vm.func @main(%x: !relax.tensor<[n, 4], f32> {relax.name = "x:0"}, %y: !relax.tensor<[2 * n, m], f32>, %u: !relax.tensor<*, f32>) -> (!relax.tensor<[n, 4], f32> {relax.name = "out"}, !relax.tensor<[n], f32>) {
vm.func @main(%x: !relax.tensor<[n, 4], f32> {relax.name = "x:0"}, %y: !relax.tensor<[2 * n, m], f32>, %u: !relax.tensor<*, f32>) -> (!relax.tensor<[n, 4], f32> {relax.name = "out"}, !relax.tensor<[n], f32>) {
  // CHECK-NEXT: vm.check_tensor %x, "input 'x'" : !relax.tensor<[n, 4], f32>
  vm.check_tensor %x, "input 'x'" : !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: vm.check_tensor %u rank 2, "'relax.match_cast' %y" : !relax.tensor<*, f32>
  vm.check_tensor %u rank 2, "'relax.match_cast' %y" : !relax.tensor<*, f32>
  // CHECK-NEXT: %n = vm.dim %x axis 0, "input 'x'" : !relax.tensor<[n, 4], f32>
  %n = vm.dim %x axis 0, "input 'x'" : !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %m = vm.dim %y axis 1, "input 'y'" : !relax.tensor<[2 * n, m], f32>
  %m = vm.dim %y axis 1, "input 'y'" : !relax.tensor<[2 * n, m], f32>
  // CHECK-NEXT: vm.check_dim %x axis 1 is (4), "input 'x'" : !relax.tensor<[n, 4], f32>
  vm.check_dim %x axis 1 is (4), "input 'x'" : !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: vm.check_dim %y axis 0 is (2 * %n), "input 'y'" : !relax.tensor<[2 * n, m], f32>
  vm.check_dim %y axis 0 is (%n + %n), "input 'y'" : !relax.tensor<[2 * n, m], f32>
  // CHECK-NEXT: vm.check_fact (%n <= %m) always, "main"
  vm.check_fact(%n <= %m) always, "main"
  // CHECK-NEXT: vm.check_fact (%n mod 8 == 0), "main"
  vm.check_fact(%n mod 8 == 0), "main"
  // CHECK-NEXT: vm.check_fact (%n in {1, 8}), "main"
  vm.check_fact(%n in {1, 8}), "main"
  // CHECK-NEXT: %b = vm.broadcast_dim [%n, %m + 1] dimension 1, "'relax.broadcast_shape' %s"
  %b = vm.broadcast_dim [%n, %m + 1] dimension 1, "'relax.broadcast_shape' %s"
  // CHECK-NEXT: %i = vm.integers [%b, 2 * %n, -1] : !relax.tensor<[3], i64>
  %i = vm.integers [%b, %n + %n, -1] : !relax.tensor<[3], i64>
  // CHECK-NEXT: %q = vm.reduced_dim %i dimension 1 of [%n, 4] noop, "'relax.reduced_shape' %s" : !relax.tensor<[3], i64>
  %q = vm.reduced_dim %i dimension 1 of [%n, 4] noop, "'relax.reduced_shape' %s" : !relax.tensor<[3], i64>
  // CHECK-NEXT: %drop = vm.squeeze %x over %i noop, "'relax.squeeze' %y" : (!relax.tensor<[n, 4], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<*, f32>
  %drop = vm.squeeze %x over %i noop, "'relax.squeeze' %y" : (!relax.tensor<[n, 4], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<*, f32>
  // CHECK-NEXT: %more = vm.squeeze %x over %i inserts, "'relax.unsqueeze' %y" :
  %more = vm.squeeze %x over %i inserts, "'relax.unsqueeze' %y" : (!relax.tensor<[n, 4], f32>, !relax.tensor<[3], i64>) -> !relax.tensor<*, f32>
  // CHECK-NEXT: %place = vm.constant
  // CHECK-NEXT: %row = vm.row %x at %place, "'relax.take' %y" : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[4], f32>
  %place = vm.constant dense<-1> : tensor<i64>
  %row = vm.row %x at %place, "'relax.take' %y" : (!relax.tensor<[n, 4], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[4], f32>
  // CHECK-NEXT: %s = vm.storage bytes (4 * %n * %m + 64) : !vm.storage
  %s = vm.storage bytes (64 + 4 * %n * %m) : !vm.storage
  // CHECK-NEXT: %v = vm.view %s at (64) dims [%n, 4] : !vm.storage -> !relax.tensor<[n, 4], f32>
  %v = vm.view %s at (64) dims [%n, 4] : !vm.storage -> !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %a = vm.alloc [%n, 0] : !relax.tensor<[n, 0], f32>
  %a = vm.alloc [%n, 0] : !relax.tensor<[n, 0], f32>
  // CHECK-NEXT: %scalar = vm.alloc [] : !relax.tensor<[], i1>
  %scalar = vm.alloc [] : !relax.tensor<[], i1>
  // CHECK-NEXT: %c = vm.constant dense<[1.000000e+00, -2.500000e+00]> : tensor<2xf32>
  %c = vm.constant dense<[1.0, -2.5]> : tensor<2xf32>
  // CHECK-NEXT: vm.kernel @kernel(%x, %v) symbols [%n, %m + 1] : !relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>
  vm.kernel @kernel(%x, %v) symbols [%n, %m + 1] : !relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: vm.memory_limit bytes (4 * %n + 64)
  vm.memory_limit bytes (64 + 4 * %n)
  // CHECK-NEXT: %level = vm.memory_level of [4 * %n, 64]
  %level = vm.memory_level of [4 * %n, 64]
  // CHECK-NEXT: %other = vm.memory_level of [4 * %n, 64] reloads [0, %m]
  %other = vm.memory_level of [4 * %n, 64] reloads [0, %m]
  // CHECK-NEXT: %file = vm.file_storage bytes (4 * %n) : !vm.storage
  %file = vm.file_storage bytes (4 * %n) : !vm.storage
  // CHECK-NEXT: vm.copy %v from %x : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>) -> ()
  vm.copy %v from %x : (!relax.tensor<[n, 4], f32>, !relax.tensor<[n, 4], f32>) -> ()
  // CHECK-NEXT: vm.evict %a : !relax.tensor<[n, 0], f32>
  vm.evict %a : !relax.tensor<[n, 0], f32>
  // CHECK-NEXT: vm.kill %v : !relax.tensor<[n, 4], f32>
  vm.kill %v : !relax.tensor<[n, 4], f32>
  // CHECK-NEXT: %r = vm.reshape %x dims [4 * %n] : !relax.tensor<[n, 4], f32> -> !relax.tensor<[4 * n], f32>
  %r = vm.reshape %x dims [4 * %n] : !relax.tensor<[n, 4], f32> -> !relax.tensor<[4 * n], f32>
  // CHECK-NEXT: %p:3 = vm.call @helper(%x) : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[k], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  %p:3 = vm.call @helper(%x) : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[k], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  // CHECK-NEXT: %bytes = vm.view %s at (64) dims [8 * %n] : !vm.storage -> !relax.tensor<[8 * n], ui8>
  %bytes = vm.view %s at (64) dims [8 * %n] : !vm.storage -> !relax.tensor<[8 * n], ui8>
  // CHECK-NEXT: %w:2 = vm.call_library "mine.top"(%x) with {axis = 1 : i64, k = #sym.expr<_1 + 1>, modes = ["a", "b"], scale = 5.000000e-01 : f64, smallest} on [%n, %m] into (%bytes : !relax.tensor<[8 * n], ui8>) results [1], "here" : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[k], f32>, !relax.tensor<[k], i64>)
  %w:2 = vm.call_library "mine.top"(%x) with {axis = 1, k = #sym.expr<_1 + 1>, modes = ["a", "b"], scale = 0.5, smallest} on [%n, %m] into (%bytes : !relax.tensor<[8 * n], ui8>) results [1], "here" : (!relax.tensor<[n, 4], f32>) -> (!relax.tensor<[k], f32>, !relax.tensor<[k], i64>)
  // CHECK-NEXT: vm.call_library "mine.print"(), "there" : () -> ()
  vm.call_library "mine.print"(), "there" : () -> ()
  // CHECK-NEXT: vm.return %x, %p#1 : !relax.tensor<[n, 4], f32>, !relax.tensor<[n], f32>
  vm.return %x, %p#1 : !relax.tensor<[n, 4], f32>, !relax.tensor<[n], f32>
}

// CHECK-LABEL: vm.func private @helper(
vm.func private @helper(%x: !relax.tensor<[n, 4], f32>) -> (!relax.tensor<[k], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  %n = vm.dim %x axis 0, "input 'x'" : !relax.tensor<[n, 4], f32>
  %a = vm.alloc [%n] : !relax.tensor<[n], f32>
  %k = vm.alloc [3] : !relax.tensor<[k], f32>
  vm.return %k, %a, %a : !relax.tensor<[k], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

// What waits for others of its kind.
vm.func private @unit(%x: !relax.tensor<[k, n], f32>) -> !relax.tensor<[k, n], f32> {
  vm.return %x : !relax.tensor<[k, n], f32>
}
// CHECK-LABEL: vm.func @later(
vm.func @later(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %n = vm.dim %x axis 0, "x" : !relax.tensor<[n], f32>
  // CHECK: %y = vm.lazy [%n] : !relax.tensor<[n], f32>
  %y = vm.lazy [%n] : !relax.tensor<[n], f32>
  // CHECK-NEXT: vm.defer @unit(%x, %y) batched : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
  vm.defer @unit(%x, %y) batched : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
  // CHECK-NEXT: %z = vm.force %y : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  %z = vm.force %y : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  vm.return %z : !relax.tensor<[n], f32>
}

// Places that hold a value.
// CHECK-LABEL: vm.func @places
vm.func @places(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // CHECK-NEXT: %r = vm.ref %x : !relax.tensor<[n], f32> -> !relax.ref<!relax.tensor<[n], f32>>
  %r = vm.ref %x : !relax.tensor<[n], f32> -> !relax.ref<!relax.tensor<[n], f32>>
  // CHECK-NEXT: vm.ref_write %x to %r : !relax.tensor<[n], f32>, !relax.ref<!relax.tensor<[n], f32>>
  vm.ref_write %x to %r : !relax.tensor<[n], f32>, !relax.ref<!relax.tensor<[n], f32>>
  // CHECK-NEXT: %y = vm.ref_read %r : !relax.ref<!relax.tensor<[n], f32>> -> !relax.tensor<[n], f32>
  %y = vm.ref_read %r : !relax.ref<!relax.tensor<[n], f32>> -> !relax.tensor<[n], f32>
  vm.return %y : !relax.tensor<[n], f32>
}
