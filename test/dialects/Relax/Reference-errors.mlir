// RUN: not relax-opt %s --split-input-file 2>&1 | FileCheck %s

// CHECK: [[@LINE+1]]:58: error: expected the type of a tensor, container, data type, function or reference, as in '!relax.ref<!relax.tensor<[], f32>>'
relax.func private @f(%x: !relax.ref<!relax.shape<[n, 4]>>) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:1: error: 'relax.func' op argument 0: a public function neither takes nor gives references; declare it 'private'
relax.func @f(%x: !relax.ref<!relax.tensor<[], f32>>) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:1: error: 'relax.func' op result 1: a public function neither takes nor gives references; declare it 'private'
relax.func @f(%x: !relax.tensor<[], f32>) -> (!relax.tensor<[], f32>, tuple<!relax.ref<!relax.tensor<[], f32>>>) {
  %r = relax.ref %x : !relax.ref<!relax.tensor<[], f32>>
  %t = relax.tuple %r : (!relax.ref<!relax.tensor<[], f32>>) -> tuple<!relax.ref<!relax.tensor<[], f32>>>
  relax.return %x, %t : !relax.tensor<[], f32>, tuple<!relax.ref<!relax.tensor<[], f32>>>
}

// -----

// Only an equal type passes for it: what is read there is what was written here.
relax.func private @g(%r: !relax.ref<!relax.tensor<[?], f32>>) {
  relax.return
}
relax.func @f(%x: !relax.tensor<[n], f32>) {
  %r = relax.ref %x : !relax.ref<!relax.tensor<[n], f32>>
  // CHECK: [[@LINE+1]]:3: error: 'relax.call' op operand 0: expected !relax.ref<!relax.tensor<[?], f32>>, got !relax.ref<!relax.tensor<[n], f32>>
  relax.call @g(%r) : (!relax.ref<!relax.tensor<[n], f32>>) -> ()
  relax.return
}

// -----

relax.func private @f(%r: !relax.ref<!relax.tensor<[], f32>>, %i: !relax.tensor<[], i64>) {
  // CHECK: [[@LINE+1]]:19: error: use of value '%i' expects different type
  relax.ref_write %i to %r : !relax.ref<!relax.tensor<[], f32>>
  relax.return
}

// -----

relax.func private @read(%r: !relax.ref<!relax.tensor<[], f32>>) -> !relax.tensor<[], f32> {
  %x = relax.ref_read %r : !relax.ref<!relax.tensor<[], f32>>
  relax.return %x : !relax.tensor<[], f32>
}
relax.func private @f(%r: !relax.ref<!relax.tensor<[], f32>>) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.closure' op is of a function that has effects ('relax.ref_read'): expected a type that says 'effects'
  %f = relax.closure @read(%r) : (!relax.ref<!relax.tensor<[], f32>>) -> !relax.fn<() -> !relax.tensor<[], f32>>
  relax.return
}
