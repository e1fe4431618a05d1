// CHECK-LABEL: chunk 0: status 1
// CHECK: error: 'vm.call' op '@nobody' is no vm.func of the module
vm.func @main() {
  vm.call @nobody() : () -> ()
  vm.return
}
// -----
// CHECK-LABEL: chunk 1: status 1
// CHECK: error: 'vm.kernel' op '@nobody' is no tir.func of the module
vm.func @main(%x: !relax.tensor<[n], f32>) {
  vm.kernel @nobody(%x) symbols [] : !relax.tensor<[n], f32>
  vm.return
}
// -----
// CHECK-LABEL: chunk 2: status 1
// CHECK: error: 'vm.weight' op '@nobody' is no weight of the module
vm.func @main() {
  %w = vm.weight @nobody : !relax.tensor<[2], f32>
  vm.return
}
// -----
// CHECK-LABEL: chunk 3: status 1
// CHECK: error: 'vm.set_weight' op '@nobody' is no weight of the module
vm.func @main(%x: !relax.tensor<[n], f32>) {
  vm.set_weight @nobody, %x : !relax.tensor<[n], f32>
  vm.return
}
// -----
// CHECK-LABEL: chunk 4: status 1
// CHECK: error: 'arith.constant' op is no instruction of the host program
vm.func @main() {
  %c = arith.constant 1 : index
  vm.return
}
// -----
// CHECK-LABEL: chunk 5: status 1
// CHECK: error: 'vm.func' op '{{.*}}' has a type that the runtime does not support
vm.func @main(%x: i32) {
  vm.return
}
// -----
// CHECK-LABEL: chunk 6: status 1
// CHECK: error: {{.*}}the module has no function to run
tir.func @kernel(%X: !tir.buffer<[n], f32>) {
  tir.return
}
// -----
// CHECK-LABEL: chunk 7: status 1
// CHECK: error: 'vm.alloc' op has an element type that the runtime does not support
vm.func @main() {
  %a = vm.alloc [2] : !relax.tensor<[2], index>
  vm.return
}
// -----
// CHECK-LABEL: chunk 8: status 1
// CHECK: error: 'relax.weight' op offset: expected at least 0
relax.weight @w : !relax.tensor<[2], f32> from "w.bin" at -4
vm.func @main() {
  vm.return
}
// -----
// CHECK-LABEL: chunk 9: status 1
// CHECK: error: 'relax.weight' op has an element type or rank that the runtime does not support
relax.weight @w : !relax.tensor<[2], index> from "w.bin" at 0
vm.func @main() {
  %w = vm.weight @w : !relax.tensor<[2], index>
  vm.return
}
// -----
// CHECK-LABEL: chunk 10: status 1
// CHECK: error: 'vm.constant' op elements: expected dense values of a type that the runtime supports
vm.func @main() {
  %c = vm.constant sparse<0, 1.0> : tensor<2xf32>
  vm.return
}
// -----
// CHECK-LABEL: chunk 11: status 1
// CHECK: error: host program: function 'main': operands of 'return' at word 0 are malformed
vm.func @main(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  vm.return
}
// -----
// CHECK-LABEL: chunk 12: status 1
// CHECK: error: 'vm.dim' op axis: the tensor has no dimension -1
vm.func @main(%x: !relax.tensor<[n], f32>) {
  %n = vm.dim %x axis -1, "input 'x'" : !relax.tensor<[n], f32>
  vm.return
}
// -----
// CHECK-LABEL: chunk 13: status 1
// CHECK: error: 'vm.alloc' op dims: expected those of the result type, got 2
vm.func @main() {
  %a = vm.alloc [2, 3] : !relax.tensor<[2], f32>
  vm.return
}
// -----
// CHECK-LABEL: chunk 14: status 1
// CHECK: error: 'vm.constant' op type differs from that of its elements
vm.func @main() {
  %c = "vm.constant"() <{value = dense<[1.0, 2.0]> : tensor<2xf32>}> : () -> !relax.tensor<[n], f32>
  vm.return
}
// -----
// CHECK-LABEL: chunk 15: status 1
// CHECK: error: host program: function 'main': operands of 'call' at word 0 are malformed
vm.func private @f(%x: !relax.tensor<[n], f32>) {
  vm.return
}
vm.func @main(%x: !relax.tensor<[n], f32>) {
  vm.call @f() : () -> ()
  vm.return
}
// -----
// CHECK-LABEL: chunk 16: status 1
// CHECK: error: 'vm.kernel' op buffers: expected 2, got 1
tir.func private @k(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) {
  tir.return
}
vm.func @main(%x: !relax.tensor<[n], f32>) {
  %n = vm.dim %x axis 0, "input 'x'" : !relax.tensor<[n], f32>
  vm.kernel @k(%x) symbols [%n] : !relax.tensor<[n], f32>
  vm.return
}
// -----
// CHECK-LABEL: chunk 17: status 1
// CHECK: error: 'vm.alloc' op symbol 'n' has no value here: expected values only in its expressions
vm.func @main(%x: !relax.tensor<[n], f32>) {
  %y = vm.alloc [2 * n + 2] : !relax.tensor<[2 * n + 2], f32>
  vm.return
}
