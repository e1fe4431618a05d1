// What share/relax/backends/onednn.mlir takes, for any extents.
// RUN: relax-opt %s "--relax-annotate=file=%root/share/relax/backends/onednn.mlir target=dnn" --relax-merge-regions --relax-partition --relax-partition-report -o %t.mlir 2> %t.report
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.report
// RUN: relax-run %t.mlir --entry=attention --mode=reference --against=%s --cases=4 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: relax-run %t.mlir --entry=convolutions --mode=reference --against=%s --cases=4 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: agree: 4 calls

// All but the change of order is one region.
// CHECK-LABEL: relax.func @attention(
// CHECK-NEXT: relax.permute_dims
// CHECK-NEXT: relax.constant
// CHECK-NEXT: relax.call @attention_dnn_0
// CHECK-NEXT: relax.return
// REPORT: partition of @attention
// REPORT-NEXT: @attention_dnn_0 on @dnn: 6 operations, 32 * b * h * n * n multiply-adds
relax.func @attention(%q: !relax.tensor<[b, h, n, 16], f32>, %k: !relax.tensor<[b, n, h, 16], f32>, %v: !relax.tensor<[b, h, n, 16], f32>,
    %mask: !relax.tensor<[b, 1, n, n], f32>) -> !relax.tensor<[b, h, n, 16], f32> {
  %t = relax.permute_dims %k axes [0, 2, 3, 1] : (!relax.tensor<[b, n, h, 16], f32>) -> !relax.tensor<[b, h, 16, n], f32>
  %c = relax.constant dense<4.0> : tensor<f32>
  %s = relax.matmul %q, %t : (!relax.tensor<[b, h, n, 16], f32>, !relax.tensor<[b, h, 16, n], f32>) -> !relax.tensor<[b, h, n, n], f32>
  %d = relax.divide %s, %c : (!relax.tensor<[b, h, n, n], f32>, !relax.tensor<[], f32>) -> !relax.tensor<[b, h, n, n], f32>
  %a = relax.add %d, %mask : (!relax.tensor<[b, h, n, n], f32>, !relax.tensor<[b, 1, n, n], f32>) -> !relax.tensor<[b, h, n, n], f32>
  %p = relax.softmax %a over 3 : !relax.tensor<[b, h, n, n], f32>
  %y = relax.matmul %p, %v : (!relax.tensor<[b, h, n, n], f32>, !relax.tensor<[b, h, n, 16], f32>) -> !relax.tensor<[b, h, n, 16], f32>
  %r = relax.relu %y : !relax.tensor<[b, h, n, 16], f32>
  relax.return %r : !relax.tensor<[b, h, n, 16], f32>
}
// CHECK-LABEL: relax.func @layers(
// CHECK-NEXT: relax.call @layers_dnn_0(%x, %w, %b, %g, %v)
// CHECK-NEXT: relax.exp
// CHECK-NEXT: relax.return
// REPORT: partition of @layers
// REPORT-NEXT: @layers_dnn_0 on @dnn: 7 operations
relax.func @layers(%x: !relax.tensor<[a, n, 24], f32>, %w: !relax.tensor<[24, 24], f32>, %b: !relax.tensor<[24], f32>,
    %g: !relax.tensor<[24], f32>, %v: !relax.tensor<[m, 24], f32>) -> !relax.tensor<[a, n, m], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[a, n, 24], f32>, !relax.tensor<[24, 24], f32>) -> !relax.tensor<[a, n, 24], f32>
  %s = relax.add %b, %p : (!relax.tensor<[24], f32>, !relax.tensor<[a, n, 24], f32>) -> !relax.tensor<[a, n, 24], f32>
  %r = relax.add %x, %s : !relax.tensor<[a, n, 24], f32>
  %l = relax.layer_norm %r, %g, %b from 2 epsilon 1.0e-6
      : (!relax.tensor<[a, n, 24], f32>, !relax.tensor<[24], f32>, !relax.tensor<[24], f32>) -> !relax.tensor<[a, n, 24], f32>
  %t = relax.permute_dims %v axes [1, 0] : (!relax.tensor<[m, 24], f32>) -> !relax.tensor<[24, m], f32>
  %q = relax.matmul %l, %t : (!relax.tensor<[a, n, 24], f32>, !relax.tensor<[24, m], f32>) -> !relax.tensor<[a, n, m], f32>
  %u = relax.gelu %q : !relax.tensor<[a, n, m], f32>
  %y = relax.exp %u : !relax.tensor<[a, n, m], f32>
  relax.return %y : !relax.tensor<[a, n, m], f32>
}
// CHECK-LABEL: relax.func @convolutions(
// CHECK-NEXT: relax.call @convolutions_dnn_0
// CHECK-NEXT: relax.return
relax.func @convolutions(%x: !relax.tensor<[b, 4, h, w], f32>, %v: !relax.tensor<[4, 2, 3, 3], f32>, %c: !relax.tensor<[4, 1, 1], f32>)
    -> !relax.tensor<[b, 4, h, w], f32> {
  %p = relax.conv %x, %v strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 2
      : (!relax.tensor<[b, 4, h, w], f32>, !relax.tensor<[4, 2, 3, 3], f32>) -> !relax.tensor<[b, 4, h, w], f32>
  %s = relax.add %p, %c : (!relax.tensor<[b, 4, h, w], f32>, !relax.tensor<[4, 1, 1], f32>) -> !relax.tensor<[b, 4, h, w], f32>
  %r = relax.add %s, %x : !relax.tensor<[b, 4, h, w], f32>
  %y = relax.relu %r : !relax.tensor<[b, 4, h, w], f32>
  relax.return %y : !relax.tensor<[b, 4, h, w], f32>
}
