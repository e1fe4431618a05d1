// RUN: relax-opt %s --split-input-file --verify-diagnostics

vm.func @elements(%x: !relax.tensor<[t], f32>, %r: !relax.tensor<[1], f16>) {
  // expected-error@+1 {{'vm.append' op state, rows and result: expected one element type}}
  %a = vm.append %x, %r axis 0 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f16>) -> !relax.tensor<[t + 1], f32>
  vm.return
}

// -----

vm.func @sequences(%x: !relax.sequence<!relax.tensor<[2], f32>>) {
  // expected-error@+1 {{'vm.append' op state, rows and result: expected one element type}}
  %a = vm.append %x, %x axis 0 : (!relax.sequence<!relax.tensor<[2], f32>>, !relax.sequence<!relax.tensor<[2], f32>>) -> !relax.sequence<!relax.tensor<[2], f32>>
  vm.return
}

// -----

vm.func @ranks(%x: !relax.tensor<[t], f32>, %r: !relax.tensor<[1, 1], f32>) {
  // expected-error@+1 {{'vm.append' op state, rows and result: expected one rank}}
  %a = vm.append %x, %r axis 0 : (!relax.tensor<[t], f32>, !relax.tensor<[1, 1], f32>) -> !relax.tensor<[t + 1], f32>
  vm.return
}

// -----

vm.func @axis(%x: !relax.tensor<[t], f32>, %r: !relax.tensor<[1], f32>, %p: !relax.tensor<[], i64>) {
  // expected-error@+1 {{'vm.update' op axis: the state has no dimension 1}}
  %a = vm.update %x, %r from %p axis 1 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f32>, !relax.tensor<[], i64>) -> !relax.tensor<[t], f32>
  vm.return
}

// -----

vm.func @reserve(%x: !relax.tensor<[t], f32>, %r: !relax.tensor<[1], f32>) {
  // expected-error@+1 {{'vm.append' op reserve: expected at least 0, got -1}}
  %a = vm.append %x, %r axis 0 in_place reserve -1 : (!relax.tensor<[t], f32>, !relax.tensor<[1], f32>) -> !relax.tensor<[t + 1], f32>
  vm.return
}

// -----

// expected-error@+1 {{'vm.func' op argument 0: 'relax.reserve': expected array<i64>}}
vm.func @attribute(%x: !relax.tensor<[n], f32> {relax.reserve = 4 : i64} donated) {
  vm.return
}

// -----

// expected-error@+1 {{'vm.func' op result 0 cannot lie in argument 0, whose storage stays the caller's: make it 'donated'}}
vm.func @kept(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> in %x {
  vm.return %x : !relax.tensor<[n], f32>
}
