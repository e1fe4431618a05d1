// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s

// CHECK: relax.func private @f(%x: !relax.tensor<[n, ?], f32>, %r: !relax.ref<tuple<!relax.tensor<[n], f32>, !relax.ref<!relax.fn<() -> ()>>>>)
relax.func private @f(%x: !relax.tensor<[n, ?], f32>, %r: !relax.ref<tuple<!relax.tensor<[n], f32>, !relax.ref<!relax.fn<() -> ()>>>>) {
  // CHECK-NEXT: %p = relax.ref %x : !relax.ref<!relax.tensor<[n, ?], f32>>
  %p = relax.ref %x : !relax.ref<!relax.tensor<[n, ?], f32>>
  // CHECK-NEXT: %y = relax.ref_read %p : !relax.ref<!relax.tensor<[n, ?], f32>>
  %y = relax.ref_read %p : !relax.ref<!relax.tensor<[n, ?], f32>>
  // CHECK-NEXT: relax.ref_write %y to %p : !relax.ref<!relax.tensor<[n, ?], f32>>
  relax.ref_write %y to %p : !relax.ref<!relax.tensor<[n, ?], f32>>
  relax.return
}
