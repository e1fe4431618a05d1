// Sequences, optionals and strings as types: all text forms, calls, loops.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s
// RUN: relax-opt %s --split-input-file --test-rename-symbols | FileCheck %s --check-prefix=RENAMED

// CHECK-LABEL: relax.func private @held(%x: !relax.tensor<[n], f32>, %s: !relax.sequence<!relax.tensor<[n, ?], f32>>,
// CHECK-SAME:    %o: !relax.optional<!relax.sequence<!relax.tensor<*, i64>>>, %t: !relax.tensor<[2 * n], !relax.string>) -> !relax.sequence<!relax.tensor<[n, ?], f32>>
// RENAMED-LABEL: relax.func private @held(
// RENAMED-SAME:    !relax.tensor<[[[N:[a-z_0-9]+]]], f32>, {{.*}}: !relax.sequence<!relax.tensor<[[[N]], ?], f32>>
relax.func private @held(%x: !relax.tensor<[n], f32>, %s: !relax.sequence<!relax.tensor<[n, ?], f32>>,
    %o: !relax.optional<!relax.sequence<!relax.tensor<*, i64>>>, %t: !relax.tensor<[n + n], !relax.string>)
    -> !relax.sequence<!relax.tensor<[n, ?], f32>> {
  relax.return %s : !relax.sequence<!relax.tensor<[n, ?], f32>>
}

// What holds one extent for all may stand where each has its own.
// CHECK-LABEL: relax.func @calls(
relax.func @calls(%x: !relax.tensor<[k], f32>, %s: !relax.sequence<!relax.tensor<[k, 4], f32>>,
    %o: !relax.optional<!relax.sequence<!relax.tensor<[0], i64>>>, %t: !relax.tensor<[2 * k], !relax.string>)
    -> !relax.sequence<!relax.tensor<[k, ?], f32>> {
  // CHECK: relax.call @held(%x, %s, %o, %t) : {{.*}} -> !relax.sequence<!relax.tensor<[k, ?], f32>>
  %r = relax.call @held(%x, %s, %o, %t) : (!relax.tensor<[k], f32>, !relax.sequence<!relax.tensor<[k, 4], f32>>,
    !relax.optional<!relax.sequence<!relax.tensor<[0], i64>>>, !relax.tensor<[2 * k], !relax.string>) -> !relax.sequence<!relax.tensor<[k, ?], f32>>
  relax.return %r : !relax.sequence<!relax.tensor<[k, ?], f32>>
}

// CHECK-LABEL: relax.func @loop(
relax.func @loop(%s: !relax.sequence<!relax.tensor<[?], f32>>, %p: !relax.tensor<[], i1>, %any: !relax.object) -> (!relax.sequence<!relax.tensor<[?], f32>>, !relax.object) {
  // CHECK: relax.while (%a: !relax.sequence<!relax.tensor<[?], f32>> = %s)
  %r = relax.while (%a: !relax.sequence<!relax.tensor<[?], f32>> = %s) : (!relax.sequence<!relax.tensor<[?], f32>>) -> !relax.sequence<!relax.tensor<[?], f32>> {
    relax.condition %p
  } do {
    relax.yield %a : !relax.sequence<!relax.tensor<[?], f32>>
  }
  relax.return %r, %any : !relax.sequence<!relax.tensor<[?], f32>>, !relax.object
}

// Operations that move elements take strings.
// CHECK-LABEL: relax.func @strings(
relax.func @strings(%t: !relax.tensor<[n, 2], !relax.string>) -> (!relax.tensor<[2, n], !relax.string>, !relax.tensor<[n, 2], i1>) {
  %a = relax.permute_dims %t axes [1, 0] : (!relax.tensor<[n, 2], !relax.string>) -> !relax.tensor<[2, n], !relax.string>
  // CHECK: relax.constant dense<["one", "", "a\22b"]> : tensor<3x!relax.string>
  %c = relax.constant dense<["one", "", "a\"b"]> : tensor<3x!relax.string>
  %e = relax.equal %t, %t : (!relax.tensor<[n, 2], !relax.string>, !relax.tensor<[n, 2], !relax.string>) -> !relax.tensor<[n, 2], i1>
  relax.return %a, %e : !relax.tensor<[2, n], !relax.string>, !relax.tensor<[n, 2], i1>
}
