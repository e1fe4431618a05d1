// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK-LABEL: relax.func @shape(
relax.func @shape(%x: !relax.tensor<[n, 2 * n, ?], f32>, %any: !relax.tensor<*, i1>, %scalar: !relax.tensor<[], f32>) {
  // CHECK-NEXT: %s = relax.shape_of %x : !relax.tensor<[n, 2 * n, ?], f32> -> !relax.shape<[n, 2 * n, ?]>
  %s = relax.shape_of %x : !relax.tensor<[n, 2 * n, ?], f32> -> !relax.shape<[n, 2 * n, ?]>
  // CHECK-NEXT: %t = relax.shape_to_tensor %s : !relax.shape<[n, 2 * n, ?]> -> !relax.tensor<[3], i64>
  %t = relax.shape_to_tensor %s : !relax.shape<[n, 2 * n, ?]> -> !relax.tensor<[3], i64>
  // CHECK-NEXT: %u = relax.shape_of %any : !relax.tensor<*, i1> -> !relax.shape<*>
  %u = relax.shape_of %any : !relax.tensor<*, i1> -> !relax.shape<*>
  // CHECK-NEXT: %v = relax.shape_to_tensor %u : !relax.shape<*> -> !relax.tensor<[?], i64>
  %v = relax.shape_to_tensor %u : !relax.shape<*> -> !relax.tensor<[?], i64>
  // CHECK-NEXT: %w = relax.shape_of %scalar : !relax.tensor<[], f32> -> !relax.shape<[]>
  %w = relax.shape_of %scalar : !relax.tensor<[], f32> -> !relax.shape<[]>
  // CHECK-NEXT: %y = relax.shape_to_tensor %w : !relax.shape<[]> -> !relax.tensor<[0], i64>
  %y = relax.shape_to_tensor %w : !relax.shape<[]> -> !relax.tensor<[0], i64>
  relax.return
}
