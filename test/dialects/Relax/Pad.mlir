// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK-LABEL: relax.func @margins
relax.func @margins(%x: !relax.tensor<[n, 0], f32>, %v: !relax.tensor<[], f32>, %w: !relax.tensor<[2], i64>, %y: !relax.tensor<[k], f32>, %k: !relax.tensor<[1], i64>) {
  // CHECK-NEXT: %a = relax.pad %x low [k, -1] mode "constant" value %v given (%y) : (!relax.tensor<[n, 0], f32>, !relax.tensor<[], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[2 * k + n, 3], f32>
  %a = relax.pad %x low [k, -1] mode "constant" value %v given (%y) : (!relax.tensor<[n, 0], f32>, !relax.tensor<[], f32>, !relax.tensor<[k], f32>) -> !relax.tensor<[n + 2 * k, 3], f32>
  // CHECK-NEXT: %b = relax.pad %x low [1, 0] mode "wrap" : (!relax.tensor<[n, 0], f32>) -> !relax.tensor<[n + 1, 0], f32>
  %b = relax.pad %x low [1, 0] mode "wrap" : (!relax.tensor<[n, 0], f32>) -> !relax.tensor<[n + 1, 0], f32>
  // CHECK-NEXT: %c = relax.dynamic_pad %x, %w axes [0] mode "edge" : (!relax.tensor<[n, 0], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, 0], f32>
  %c = relax.dynamic_pad %x, %w axes [0] mode "edge" : (!relax.tensor<[n, 0], f32>, !relax.tensor<[2], i64>) -> !relax.tensor<[?, 0], f32>
  // CHECK-NEXT: %d = relax.dynamic_pad %x, %w axes [1] mode "constant" value %v : {{.*}} -> !relax.tensor<[n, m], f32> binds (m)
  %d = relax.dynamic_pad %x, %w axes [1] mode "constant" value %v : (!relax.tensor<[n, 0], f32>, !relax.tensor<[2], i64>, !relax.tensor<[], f32>) -> !relax.tensor<[n, m], f32> binds (m)
  // CHECK-NEXT: %e = relax.dynamic_pad %x, %w along %k axes [0, 1] mode "wrap" : (!relax.tensor<[n, 0], f32>, !relax.tensor<[2], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?, ?], f32>
  %e = relax.dynamic_pad %x, %w along %k axes [0, 1] mode "wrap" : (!relax.tensor<[n, 0], f32>, !relax.tensor<[2], i64>, !relax.tensor<[1], i64>) -> !relax.tensor<[?, ?], f32>
  relax.return
}
