// The prepare function runs at load, its results are weights of both entries,
// and the values are those of the module before.
// RUN: relax-opt %s --relax-prepare-weights -o %t
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t
// RUN: relax-run %s --entry=left --input="1x2xf32=1 1" --then --entry=right --input="2x2xf32=1 0 0 1" | FileCheck %s
// RUN: relax-run %t --entry=left --input="1x2xf32=1 1" --then --entry=right --input="2x2xf32=1 0 0 1" | FileCheck %s
// RUN: relax-run %t --compare=reference,compiled --entry=right --dims=n=3
// RUN: relax-run %t --compare=reference,compiled --entry=right --dims=n=0

// TEXT-COUNT-2: prepared by @prepare
// CHECK: [11.0, 22.0, 33.0]
// CHECK: {{\[\[}}1.0, 2.0, 3.0, 1.0, 4.0], [4.0, 5.0, 6.0, 2.0, 5.0]]

relax.func @left(%x: !relax.tensor<[n, 2], f32>) -> !relax.tensor<[n, 3], f32> {
  %c = relax.constant dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>
  %t = relax.permute_dims %c axes [1, 0] : (!relax.tensor<[3, 2], f32>) -> !relax.tensor<[2, 3], f32>
  %k = relax.constant dense<[[6.0, 15.0, 24.0]]> : tensor<1x3xf32>
  %y = relax.matmul %x, %t : (!relax.tensor<[n, 2], f32>, !relax.tensor<[2, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %z = relax.add %y, %k : (!relax.tensor<[n, 3], f32>, !relax.tensor<[1, 3], f32>) -> !relax.tensor<[n, 3], f32>
  relax.return %z : !relax.tensor<[n, 3], f32>
}
relax.func @right(%x: !relax.tensor<[n, 2], f32>) -> !relax.tensor<[n, 5], f32> {
  %c = relax.constant dense<[[1.0, 4.0], [2.0, 5.0], [3.0, 6.0]]> : tensor<3x2xf32>
  %t = relax.permute_dims %c axes [1, 0] : (!relax.tensor<[3, 2], f32>) -> !relax.tensor<[2, 3], f32>
  %d = relax.constant dense<[[1.0, 4.0], [2.0, 5.0]]> : tensor<2x2xf32>
  %both = relax.concat %t, %d axis 1 : (!relax.tensor<[2, 3], f32>, !relax.tensor<[2, 2], f32>) -> !relax.tensor<[2, 5], f32>
  %y = relax.matmul %x, %both : (!relax.tensor<[n, 2], f32>, !relax.tensor<[2, 5], f32>) -> !relax.tensor<[n, 5], f32>
  relax.return %y : !relax.tensor<[n, 5], f32>
}
