// Multiply-adds are counted by going through the final loops with the tables of the call: of lengths 3, 0 and 2, a product of
// rows is (3 * 3 + 2 * 2) * 4, one of all rows with a matrix 5 * 4 * 8. With padding they would be 108 and 288.
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=products --counters --input=len=3xi64=3,0,2 \
// RUN:   --input=x=5x4xf32=1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0 | FileCheck %s --check-prefix=PRODUCTS
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=rows --counters --input=len=3xi64=3,0,2 --input=x=5x4xf32=1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0 \
// RUN:   --input=w=4x8xf32=1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2,3,4,5,6,7,8,9,0,1,2 | FileCheck %s --check-prefix=ROWS
// The same of a dense program, so that both can be compared.
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=dense --mode=compiled --counters --dims=n=5 | FileCheck %s --check-prefix=DENSE
// DENSE: counters work @dense: multiply_adds=160 activation_bytes=160 aux_bytes=0 prelude_kernels=0
// Kernels out of the cache have no loops to go through, which is said.
// RUN: rm -rf %t.cache && relax-run %s --entry=rows --counters --cache-dir=%t.cache --input=len=1xi64=1 --input=x=1x4xf32=1 --input=w=4x8xf32=1 2>&1 | FileCheck %s --check-prefix=FIRST
// RUN: relax-run %s --entry=rows --counters --cache-dir=%t.cache --input=len=1xi64=1 --input=x=1x4xf32=1 --input=w=4x8xf32=1 2>&1 | FileCheck %s --check-prefix=AGAIN
// FIRST: counters work @rows: multiply_adds=
// AGAIN: remark: multiply-adds are not counted: kernels come from the cache or from '--kernels=', without their loops
// AGAIN-NOT: multiply_adds=

!x = !relax.tensor<[i : b, len[i], 4], f32>
// Loops that do more than their types need are counted as they are: twice 52, and 19.
// RUN: relax-opt %s --relax-pipeline=cpu --to=fused | sed '/"product"/s/, 4\] {/, 8] {/; s/%A\[%r, %k\]/%A[%r, %k floordiv 2]/; s/%B\[%k, %c\]/%B[%k floordiv 2, %c]/' \
// RUN:   | env RELAX_CACHE_DIR= relax-run - --entry=products --counters --input=len=3xi64=3,0,2 --input=x=5x4xf32=1 | FileCheck %s --check-prefix=MORE
// MORE: counters work @products: multiply_adds=123 activation_bytes=372 aux_bytes=64 prelude_kernels=2{{$}}
// 52, 13 where a block of sums is added to what is there, and 3 for the sums of lengths, and of their squares.
// PRODUCTS: counters work @products: multiply_adds=71 activation_bytes=372 aux_bytes=64 prelude_kernels=2{{$}}
relax.func @products(%len: !relax.lengths<len, [b]>, %x: !x) -> !relax.tensor<[i : b, len[i], len[i]], f32> {
  %t = relax.permute_dims %x axes [0, 2, 1] : (!x) -> !relax.tensor<[i : b, 4, len[i]], f32>
  %y = relax.matmul %x, %t : (!x, !relax.tensor<[i : b, 4, len[i]], f32>) -> !relax.tensor<[i : b, len[i], len[i]], f32>
  relax.return %y : !relax.tensor<[i : b, len[i], len[i]], f32>
}

// 160, and 3 for the sums of lengths.
// ROWS: counters work @rows: multiply_adds=163 activation_bytes=288 aux_bytes=32 prelude_kernels=1{{$}}
!y = !relax.tensor<[i : b, len[i], 8], f32>
relax.func @rows(%len: !relax.lengths<len, [b]>, %x: !x, %w: !relax.tensor<[4, 8], f32>) -> !y {
  %y = relax.matmul %x, %w : (!x, !relax.tensor<[4, 8], f32>) -> !y
  relax.return %y : !y
}
relax.func @dense(%x: !relax.tensor<[n, 4], f32>, %w: !relax.tensor<[4, 8], f32>) -> !relax.tensor<[n, 8], f32> {
  %y = relax.matmul %x, %w : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 8], f32>) -> !relax.tensor<[n, 8], f32>
  relax.return %y : !relax.tensor<[n, 8], f32>
}
