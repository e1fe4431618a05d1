// What is moved and then read in parts alone is moved part by part, where the parts are read.
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-decompose,relax-fold,cse),relax-remove-dead,relax-legalize,relax-fuse-ops)' > %t.fused && FileCheck %s --input-file=%t.fused
// RUN: relax-run %t.fused --against=%s --mode=reference --entry=qkv --dims=b=2,n=5 --then --entry=qkv --dims=b=1,n=1 --then --entry=qkv --dims=b=0,n=3 --then --entry=qkv --dims=b=2,n=0 --then --entry=turned --dims=n=3 --then --entry=shared --dims=n=3 --then --entry=overlap --dims=n=2 | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --poison --compare=reference,compiled --entry=qkv --dims=b=2,n=70 --then --entry=qkv --dims=b=1,n=1 --then --entry=qkv --dims=b=2,n=0 | FileCheck %s --check-prefix=COMPILED
// AGREE-COUNT-7: agree
// COMPILED-COUNT-3: agree

// Queries, keys and values of one product, as vision transformers have them: nothing is copied.
// CHECK-LABEL: relax.func @qkv(
// CHECK: %[[P:.*]] = relax.call_tir @matmul(
// CHECK-NEXT: %[[S:.*]] = relax.call_tir @fused_reshape_permute_dims_strided_slice_etc(%[[P]]) : {{.*}} -> !relax.tensor<[b, 4, n, n], f32>
// CHECK-NEXT: relax.call_tir @max(%[[S]])
// CHECK: relax.call_tir @fused_reshape_permute_dims_strided_slice_etc{{.*}}(%[[P]], %{{.*}}) :
// CHECK-NEXT: relax.return
relax.func @qkv(%x: !relax.tensor<[b, n, 64], f32>, %w: !relax.tensor<[64, 192], f32>) -> !relax.tensor<[b, 4, n, 16], f32> {
  %p = relax.matmul %x, %w : (!relax.tensor<[b, n, 64], f32>, !relax.tensor<[64, 192], f32>) -> !relax.tensor<[b, n, 192], f32>
  %r = relax.reshape %p : (!relax.tensor<[b, n, 192], f32>) -> !relax.tensor<[b, n, 3, 4, 16], f32>
  %t = relax.permute_dims %r axes [2, 0, 3, 1, 4] : (!relax.tensor<[b, n, 3, 4, 16], f32>) -> !relax.tensor<[3, b, 4, n, 16], f32>
  %q0 = relax.strided_slice %t axes [0] begins [0] ends [1] steps [1] : (!relax.tensor<[3, b, 4, n, 16], f32>) -> !relax.tensor<[1, b, 4, n, 16], f32>
  %k0 = relax.strided_slice %t axes [0] begins [1] ends [2] steps [1] : (!relax.tensor<[3, b, 4, n, 16], f32>) -> !relax.tensor<[1, b, 4, n, 16], f32>
  %v0 = relax.strided_slice %t axes [0] begins [2] ends [3] steps [1] : (!relax.tensor<[3, b, 4, n, 16], f32>) -> !relax.tensor<[1, b, 4, n, 16], f32>
  %q = relax.reshape %q0 : (!relax.tensor<[1, b, 4, n, 16], f32>) -> !relax.tensor<[b, 4, n, 16], f32>
  %k = relax.reshape %k0 : (!relax.tensor<[1, b, 4, n, 16], f32>) -> !relax.tensor<[b, 4, n, 16], f32>
  %v = relax.reshape %v0 : (!relax.tensor<[1, b, 4, n, 16], f32>) -> !relax.tensor<[b, 4, n, 16], f32>
  %kt = relax.permute_dims %k axes [0, 1, 3, 2] : (!relax.tensor<[b, 4, n, 16], f32>) -> !relax.tensor<[b, 4, 16, n], f32>
  %s = relax.matmul %q, %kt : (!relax.tensor<[b, 4, n, 16], f32>, !relax.tensor<[b, 4, 16, n], f32>) -> !relax.tensor<[b, 4, n, n], f32>
  %a = relax.softmax %s over 3 : !relax.tensor<[b, 4, n, n], f32>
  %y = relax.matmul %a, %v : (!relax.tensor<[b, 4, n, n], f32>, !relax.tensor<[b, 4, n, 16], f32>) -> !relax.tensor<[b, 4, n, 16], f32>
  relax.return %y : !relax.tensor<[b, 4, n, 16], f32>
}

// Columns of a transposed matrix do not lie side by side where it came from.
// CHECK-LABEL: relax.func @turned(
// CHECK: relax.call_tir @permute_dims
// CHECK: relax.call_tir @{{.*}}strided_slice
relax.func @turned(%x: !relax.tensor<[n, 8], f32>) -> (!relax.tensor<[4, n], f32>, !relax.tensor<[4, n], f32>) {
  %t = relax.permute_dims %x axes [1, 0] : (!relax.tensor<[n, 8], f32>) -> !relax.tensor<[8, n], f32>
  %a = relax.strided_slice %t axes [0] begins [0] ends [4] steps [1] : (!relax.tensor<[8, n], f32>) -> !relax.tensor<[4, n], f32>
  %b = relax.strided_slice %t axes [0] begins [4] ends [8] steps [1] : (!relax.tensor<[8, n], f32>) -> !relax.tensor<[4, n], f32>
  %c = relax.exp %a : !relax.tensor<[4, n], f32>
  %d = relax.exp %b : !relax.tensor<[4, n], f32>
  relax.return %c, %d : !relax.tensor<[4, n], f32>, !relax.tensor<[4, n], f32>
}

// A part that several read has to lie somewhere.
// CHECK-LABEL: relax.func @shared(
// CHECK-COUNT-1: relax.call_tir @permute_dims
// CHECK: relax.call_tir @strided_slice
relax.func @shared(%x: !relax.tensor<[n, 2, 4, 8], f32>) -> (!relax.tensor<[4, n, 1, 8], f32>, !relax.tensor<[4, n, 1, 8], f32>, !relax.tensor<[4, n, 1, 8], f32>) {
  %t = relax.permute_dims %x axes [2, 0, 1, 3] : (!relax.tensor<[n, 2, 4, 8], f32>) -> !relax.tensor<[4, n, 2, 8], f32>
  %a = relax.strided_slice %t axes [2] begins [0] ends [1] steps [1] : (!relax.tensor<[4, n, 2, 8], f32>) -> !relax.tensor<[4, n, 1, 8], f32>
  %b = relax.strided_slice %t axes [2] begins [1] ends [2] steps [1] : (!relax.tensor<[4, n, 2, 8], f32>) -> !relax.tensor<[4, n, 1, 8], f32>
  %c = relax.exp %a : !relax.tensor<[4, n, 1, 8], f32>
  %d = relax.tanh %a : !relax.tensor<[4, n, 1, 8], f32>
  %e = relax.exp %b : !relax.tensor<[4, n, 1, 8], f32>
  relax.return %c, %d, %e : !relax.tensor<[4, n, 1, 8], f32>, !relax.tensor<[4, n, 1, 8], f32>, !relax.tensor<[4, n, 1, 8], f32>
}

// Parts that overlap read more than there is.
// CHECK-LABEL: relax.func @overlap(
// CHECK: relax.call_tir @permute_dims
relax.func @overlap(%x: !relax.tensor<[n, 4, 8], f32>) -> (!relax.tensor<[3, n, 8], f32>, !relax.tensor<[3, n, 8], f32>) {
  %t = relax.permute_dims %x axes [1, 0, 2] : (!relax.tensor<[n, 4, 8], f32>) -> !relax.tensor<[4, n, 8], f32>
  %a = relax.strided_slice %t axes [0] begins [0] ends [3] steps [1] : (!relax.tensor<[4, n, 8], f32>) -> !relax.tensor<[3, n, 8], f32>
  %b = relax.strided_slice %t axes [0] begins [1] ends [4] steps [1] : (!relax.tensor<[4, n, 8], f32>) -> !relax.tensor<[3, n, 8], f32>
  %c = relax.exp %a : !relax.tensor<[3, n, 8], f32>
  %d = relax.exp %b : !relax.tensor<[3, n, 8], f32>
  relax.return %c, %d : !relax.tensor<[3, n, 8], f32>, !relax.tensor<[3, n, 8], f32>
}
