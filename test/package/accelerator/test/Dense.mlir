// A quantised layer: its products are for mu8, scale and bias stay here.
// RUN: relax-opt %s "--relax-annotate=file=%S/../patterns.mlir target=mu8" --relax-merge-regions --relax-partition --relax-generate-regions -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// CHECK: relax.artefact @dense_mu8_1_code for @mu8 [
// CHECK-NEXT: "mu8 1",
// CHECK-NEXT: "product i0 c0 c1 c0",
// CHECK-NEXT: "results 0"
// CHECK: "product i0 c0 i1 c1",
// CHECK: relax.call_artefact @dense_mu8_0_code(
// RUN: relax-run %t.mlir --load-backend=%{backend} --regions=always --compare=reference,compiled --counters --dims=n=1 --then --dims=n=16 --then --dims=n=37 --then --dims=n=0 | FileCheck %s --check-prefix=RAN
// RAN-COUNT-4: regions_run=2 regions_left=0
// Text that somebody edited is refused, and our own kernels run.
// RUN: sed 's/product i0 c0 i1/product i7 c0 i1/' %t.mlir > %t.edited.mlir
// RUN: relax-run %t.edited.mlir --load-backend=%{backend} --compare=reference,compiled --counters --dims=n=3 2>&1 | FileCheck %s --check-prefix=EDITED
// EDITED: remark: back end 'mu8': 'run' of '@dense_mu8_0_code': operands are not those of a product of mu8; our own kernels run instead
// EDITED: regions_run=1 regions_left=1
// RUN: sed 's/"results 0"/"results 9"/' %t.mlir > %t.edited.mlir
// RUN: not relax-run %t.edited.mlir --load-backend=%{backend} --regions=always --dims=n=3 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: back end 'mu8': 'create' of '@dense_mu8_0_code': expected a text of mu8 1
relax.target @mu8 backend "mu8"
relax.func @dense(%x: !relax.tensor<[n, 70], i8>, %w: !relax.tensor<[70, 33], i8>, %b: !relax.tensor<[33], f32>) -> !relax.tensor<[n, 4], f32> {
  %zx = relax.constant dense<-3> : tensor<i8>
  %zw = relax.constant dense<2> : tensor<i8>
  %scale = relax.constant dense<0.015625> : tensor<f32>
  %v = relax.constant dense<[[1, -2, 3, -4]]> : tensor<1x4xi8>
  %p = relax.matmul_integer %x zero %zx, %w zero %zw
      : (!relax.tensor<[n, 70], i8>, !relax.tensor<[], i8>, !relax.tensor<[70, 33], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[n, 33], i32>
  %f = relax.cast %p : !relax.tensor<[n, 33], i32> to !relax.tensor<[n, 33], f32>
  %s = relax.multiply %f, %scale : (!relax.tensor<[n, 33], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[n, 33], f32>
  %t = relax.add %s, %b : (!relax.tensor<[n, 33], f32>, !relax.tensor<[33], f32>) -> !relax.tensor<[n, 33], f32>
  %m = relax.max %t over [1] keep_dims : (!relax.tensor<[n, 33], f32>) -> !relax.tensor<[n, 1], f32>
  %i = relax.cast %m : !relax.tensor<[n, 1], f32> to !relax.tensor<[n, 1], i8>
  %q = relax.matmul_integer %i zero %zw, %v zero %zw
      : (!relax.tensor<[n, 1], i8>, !relax.tensor<[], i8>, !relax.tensor<[1, 4], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[n, 4], i32>
  %y = relax.cast %q : !relax.tensor<[n, 4], i32> to !relax.tensor<[n, 4], f32>
  relax.return %y : !relax.tensor<[n, 4], f32>
}
