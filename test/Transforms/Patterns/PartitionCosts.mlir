// Regions that pay and fit, by formulas; and the report of what is where.
// RUN: split-file %s %t
// RUN: relax-opt %t/main.mlir --relax-annotate=%t/dnn.mlir --relax-merge-regions --relax-partition --relax-partition-report -o %t/all.mlir 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: relax-opt %t/main.mlir --relax-annotate=%t/dnn.mlir --relax-merge-regions "--relax-partition=pays='work > 10 * moved'" --relax-partition-report -o %t/pays.mlir 2>&1 | FileCheck %s --check-prefix=PAYS
// RUN: relax-opt %t/main.mlir --relax-annotate=%t/dnn.mlir --relax-merge-regions "--relax-partition=fits='weights <= 4000'" --counters -o %t/fits.mlir 2> %t/counters
// RUN: FileCheck %s --check-prefix=FITS < %t/fits.mlir
// RUN: FileCheck %s --check-prefix=COUNT < %t/counters
// RUN: relax-opt %t/main.mlir --relax-annotate=%t/dnn.mlir --relax-merge-regions "--relax-partition=fits='nodes <= 2, moved <= 4096'" --relax-partition-report -o %t/two.mlir 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: relax-run %t/fits.mlir --entry=mlp --mode=reference --against=%t/main.mlir --cases=4 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: relax-run %t/two.mlir --entry=convolution --mode=reference --against=%t/main.mlir --cases=4 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: relax-opt %t/main.mlir --relax-annotate=%t/dnn.mlir --relax-merge-regions "--relax-partition=pays='work > 10 * moved, work > 20000' choose=true" --counters -o %t/choice.mlir 2> %t/choices
// RUN: FileCheck %s --check-prefix=CHOICE < %t/choice.mlir
// RUN: FileCheck %s --check-prefix=CHOICES < %t/choices
// RUN: relax-run %t/choice.mlir --entry=mlp --mode=reference --against=%t/main.mlir --cases=8 2>&1 | FileCheck %s --check-prefix=SAME8
// SAME8: agree: 8 calls of 1 function
// SAME: agree: 4 calls of 1 function
//
// ALL: partition of @mlp
// ALL-NEXT: @mlp_dnn_0 on @dnn: 4 operations, 6144 * n multiply-adds, 512 * n bytes moved, 24576 bytes of weights
// ALL-NEXT: here: 0 of 4 operations, 0 of 6144 * n multiply-adds
// ALL-NEXT: on @dnn: 4 of 4 operations, 6144 * n of 6144 * n multiply-adds in 1 region, 512 * n bytes moved, 24576 bytes of weights
// ALL: partition of @small
// ALL-NEXT: @small_dnn_0 on @dnn: 1 operation, 0 multiply-adds, 8 * n bytes moved, 0 bytes of weights
// ALL-NEXT: here: 1 of 2 operations, 0 of 0 multiply-adds
// ALL: partition of @convolution
// ALL-NEXT: @convolution_dnn_0 on @dnn: 2 operations, 432 * b * h * w multiply-adds, {{.*}} bytes moved, 1728 bytes of weights
//
// What is computed for each byte is 12, 7.7 and nothing, whatever the extents are.
// PAYS: partition of @mlp
// PAYS-NEXT: @mlp_dnn_0 on @dnn: 4 operations
// PAYS: partition of @small
// PAYS-NEXT: here: 2 of 2 operations
// PAYS-NEXT: partition of @convolution
// PAYS-NEXT: here: 2 of 2 operations
//
// Neither product of @mlp has weights that fit.
// FITS-LABEL: relax.func @mlp(
// FITS: relax.matmul
// FITS: relax.call @mlp_dnn_
// FITS: relax.matmul
// FITS: relax.call @mlp_dnn_
// COUNT-DAG: {{^ +}}2  relax-partition.regions-given-back
// COUNT-DAG: {{^ +}}3  relax-partition.regions-split
//
// Only what is known to be bounded fits: h and w are at most 8, n may be anything.
// TWO: partition of @mlp
// TWO-NEXT: here: 4 of 4 operations
// TWO: partition of @convolution
// TWO-NEXT: @convolution_dnn_0 on @dnn: 2 operations, 432 * b * h * w multiply-adds
//
// What the extents of a call decide. Weights are read in each arm.
// CHOICE-LABEL: relax.func @mlp(
// CHOICE-NEXT: relax.dispatch (%x)
// CHOICE-NEXT: when (5120 * n + 1 <= 6144 * n, 20001 <= 6144 * n)
// CHOICE-COUNT-2: relax.constant
// CHOICE-NEXT: relax.call @mlp_dnn_0(
// CHOICE: else
// CHOICE-COUNT-2: relax.constant
// CHOICE-NEXT: relax.call @mlp_dnn_0_own(
// CHOICE: relax.func private @mlp_dnn_0({{.*}} target @dnn {
// CHOICE: relax.func private @mlp_dnn_0_own({{.*}}f32> {
// CHOICES-DAG: {{^ +}}1  relax-partition.choices

//--- dnn.mlir
relax.pattern @product(%x: !relax.tensor<[n, k], ?>, %w: !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?> {
  %y = relax.matmul %x, %w : (!relax.tensor<[n, k], ?>, !relax.tensor<[k, m], ?>) -> !relax.tensor<[n, m], ?>
  relax.pattern_return %y : !relax.tensor<[n, m], ?>
}
relax.pattern @relu(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %y = relax.relu %x : !relax.tensor<*, ?>
  relax.pattern_return %y : !relax.tensor<*, ?>
}
relax.pattern @conv(%x: !relax.tensor<[b, c, h, w], ?>, %v: !relax.tensor<[m, c, 3, 3], ?>) -> !relax.tensor<[b, m, ?, ?], ?> {
  %y = relax.conv %x, %v strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1
      : (!relax.tensor<[b, c, h, w], ?>, !relax.tensor<[m, c, 3, 3], ?>) -> !relax.tensor<[b, m, ?, ?], ?>
  relax.pattern_return %y : !relax.tensor<[b, m, ?, ?], ?>
}
//--- main.mlir
relax.func @mlp(%x: !relax.tensor<[n, 64], f32>) -> !relax.tensor<[n, 64], f32> {
  %w = relax.constant dense<0.125> : tensor<64x48xf32>
  %v = relax.constant dense<0.25> : tensor<48x64xf32>
  %0 = relax.matmul %x, %w : (!relax.tensor<[n, 64], f32>, !relax.tensor<[64, 48], f32>) -> !relax.tensor<[n, 48], f32>
  %1 = relax.relu %0 : !relax.tensor<[n, 48], f32>
  %2 = relax.matmul %1, %v : (!relax.tensor<[n, 48], f32>, !relax.tensor<[48, 64], f32>) -> !relax.tensor<[n, 64], f32>
  %3 = relax.relu %2 : !relax.tensor<[n, 64], f32>
  relax.return %3 : !relax.tensor<[n, 64], f32>
}
relax.func @small(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %0 = relax.relu %x : !relax.tensor<[n], f32>
  %1 = relax.exp %0 : !relax.tensor<[n], f32>
  relax.return %1 : !relax.tensor<[n], f32>
}
relax.func @convolution(%x: !relax.tensor<[b, 6, h, w], f32>) -> !relax.tensor<[b, 8, h, w], f32> where (b <= 1, h <= 8, w <= 8) {
  %v = relax.constant dense<0.5> : tensor<8x6x3x3xf32>
  %0 = relax.conv %x, %v strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] groups 1
      : (!relax.tensor<[b, 6, h, w], f32>, !relax.tensor<[8, 6, 3, 3], f32>) -> !relax.tensor<[b, 8, h, w], f32>
  %1 = relax.relu %0 : !relax.tensor<[b, 8, h, w], f32>
  relax.return %1 : !relax.tensor<[b, 8, h, w], f32>
}
