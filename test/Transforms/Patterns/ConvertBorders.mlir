// Values cross the borders of regions in another precision, layout, or quantised by calibration data.
// RUN: split-file %s %t
// DEFINE: %{regions} = relax-opt %t/main.mlir "--relax-annotate=file=%root/share/relax/backends/onednn.mlir target=dnn" --relax-merge-regions "--relax-partition=fits='nodes <= 1'"
// RUN: %{regions} -o %t/regions.mlir
// RUN: relax-run %t/regions.mlir --mode=reference --save-regions=%t/data --dims=n=5 --then --dims=n=3
// RUN: ls %t/data | FileCheck %t/checks --check-prefix=FILES
//
// RUN: relax-opt %t/regions.mlir --relax-convert-borders=precision=bf16 --counters -o %t/bf16.mlir 2>&1 | FileCheck %t/checks --check-prefix=COUNTS
// RUN: FileCheck %t/checks --check-prefix=BF16 < %t/bf16.mlir
// RUN: relax-run %t/bf16.mlir --mode=reference --against=%t/regions.mlir --dims=n=5 --rtol=0.02 --atol=0.05 | FileCheck %t/checks --check-prefix=AGREE
// RUN: relax-opt %t/regions.mlir --relax-convert-borders=layout=1,0 -o %t/turned.mlir
// RUN: FileCheck %t/checks --check-prefix=TURNED < %t/turned.mlir
// RUN: relax-run %t/turned.mlir --mode=reference --against=%t/regions.mlir --dims=n=5 --then --dims=n=0 | FileCheck %t/checks --check-prefix=SAME
// RUN: relax-opt %t/regions.mlir --relax-convert-borders=calibration=%t/data -o %t/i8.mlir
// RUN: FileCheck %t/checks --check-prefix=I8 < %t/i8.mlir
// RUN: relax-run %t/i8.mlir --mode=reference --against=%t/regions.mlir --dims=n=5 --rtol=0.05 --atol=0.1 | FileCheck %t/checks --check-prefix=AGREE
// RUN: relax-run %t/i8.mlir --compare=reference,compiled --regions=if-there --dims=n=5 --then --dims=n=1 --then --dims=n=0 2>/dev/null | FileCheck %t/checks --check-prefix=AGREE
//
// Between regions that feed each other there and back cancel.
// RUN: relax-opt %t/turned.mlir --relax-apply-patterns=%root/share/relax/rewrites/layout.mlir | FileCheck %t/checks --check-prefix=MEET
//
// Only regions of the target, called from an arm too; values of other types and ranks stay.
// RUN: relax-opt %t/others.mlir "--relax-convert-borders=precision=f16 target=b" | FileCheck %t/others.mlir

//--- main.mlir
relax.target @dnn backend "onednn"
relax.func @main(%x: !relax.tensor<[n, 8], f32>, %i: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32> {
  %w = relax.constant dense<0.25> : tensor<8x8xf32>
  %v = relax.constant dense<-0.5> : tensor<8x4xf32>
  %a = relax.matmul %x, %w : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 8], f32>) -> !relax.tensor<[n, 8], f32>
  %c = relax.matmul %a, %v : (!relax.tensor<[n, 8], f32>, !relax.tensor<[8, 4], f32>) -> !relax.tensor<[n, 4], f32>
  %d = relax.sin %c : !relax.tensor<[n, 4], f32>
  %e = relax.add %d, %i : !relax.tensor<[n, 4], f32>
  relax.return %e : !relax.tensor<[n, 4], f32>
}
//--- checks
FILES: main_dnn_0.0.in0.npy
FILES-NEXT: main_dnn_0.0.in1.npy
FILES-NEXT: main_dnn_0.0.out0.npy
FILES-NEXT: main_dnn_0.1.in0.npy
FILES: main_dnn_1.1.out0.npy
COUNTS: 6 relax-convert-borders.values-converted
BF16-LABEL: relax.func @main(%x: !relax.tensor<[n, 8], f32>, %i: !relax.tensor<[n, 4], f32>) -> !relax.tensor<[n, 4], f32>
BF16: %[[X:.*]] = relax.cast %x : !relax.tensor<[n, 8], f32> to !relax.tensor<[n, 8], bf16>
BF16: %[[A:.*]] = relax.call @main_dnn_0(%[[X]], {{.*}} -> !relax.tensor<[n, 8], bf16>
BF16: relax.cast %[[A]] : !relax.tensor<[n, 8], bf16> to !relax.tensor<[n, 8], f32>
BF16: relax.func private @main_dnn_0(%x: !relax.tensor<[n, 8], bf16>, %w: !relax.tensor<[8, 8], bf16>) -> !relax.tensor<[n, 8], bf16> target @dnn
BF16: relax.cast %x : !relax.tensor<[n, 8], bf16> to !relax.tensor<[n, 8], f32>
BF16: relax.cast %{{.*}} : !relax.tensor<[n, 8], f32> to !relax.tensor<[n, 8], bf16>
AGREE: agree: 1 result
SAME-COUNT-2: agree: 1 result
TURNED: relax.func private @main_dnn_1(%a: !relax.tensor<[8, n], f32>, %v: !relax.tensor<[4, 8], f32>) -> !relax.tensor<[4, n], f32> target @dnn
I8: relax.quantize %x by %{{.*}} as i8 in f32
I8: relax.func private @main_dnn_0(%x: !relax.tensor<[n, 8], i8>, %w: !relax.tensor<[8, 8], i8>) -> !relax.tensor<[n, 8], i8> target @dnn
I8: relax.dequantize %x by
MEET: %[[A:.*]] = relax.call @main_dnn_0(
MEET-NOT: relax.permute_dims %[[A]]
MEET: relax.call @main_dnn_1(%[[A]],
//--- others.mlir
// CHECK-LABEL: relax.func @main
// CHECK: when (n <= 4)
// CHECK: relax.cast {{.*}} to !relax.tensor<[n], f16>
// CHECK-NEXT: %[[Y:.*]], %{{.*}} = relax.call @b({{.*}} -> (!relax.tensor<[n], f16>, !relax.tensor<[n], i64>)
// CHECK-NEXT: %[[F:.*]] = relax.cast %[[Y]] : !relax.tensor<[n], f16> to !relax.tensor<[n], f32>
// CHECK-NEXT: relax.yield %[[F]]
// CHECK: relax.call @a({{.*}} : (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>)
relax.func @main(%x: !relax.tensor<[n], f32>, %k: !relax.tensor<[n], i64>) -> !relax.tensor<[n], f32> {
  %y = relax.dispatch (%x, %k) : (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>) -> !relax.tensor<[n], f32> {
    when (n <= 4) (%p: !relax.tensor<[n], f32>, %q: !relax.tensor<[n], i64>) {
      %r, %s = relax.call @b(%p, %q) : (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>)
      relax.yield %r : !relax.tensor<[n], f32>
    }
    else (%p: !relax.tensor<[n], f32>, %q: !relax.tensor<[n], i64>) {
      %r, %s = relax.call @a(%p, %q) : (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>)
      relax.yield %r : !relax.tensor<[n], f32>
    }
  }
  relax.return %y : !relax.tensor<[n], f32>
}
relax.func private @a(%x: !relax.tensor<[n], f32>, %k: !relax.tensor<[n], i64>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>) target @a {
  relax.return %x, %k : !relax.tensor<[n], f32>, !relax.tensor<[n], i64>
}
relax.func private @b(%x: !relax.tensor<[n], f32>, %k: !relax.tensor<[n], i64>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], i64>) target @b {
  relax.return %x, %k : !relax.tensor<[n], f32>, !relax.tensor<[n], i64>
}
