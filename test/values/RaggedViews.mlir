// A ragged tensor as the rows of a dense one and back: what mixes instances computes on rows; tensors of instances, and a ragged one of them.
// RUN: relax-run %s --entry=rows --compare=reference,compiled --input=l=3xi64=2,0,1 --input=x=3x2xf32=1,2,3,4,5,6 | FileCheck %s --check-prefix=ROWS
// RUN: relax-run %s --entry=rows --compare=reference,compiled --input=l=0xi64= --input=x=0x2xf32= | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --entry=nested --compare=reference,compiled --input=l=3xi64=2,0,1 --input=x=3x2xf32=1,2,3,4,5,6 | FileCheck %s --check-prefix=NESTED
// RUN: relax-run %s --entry=joined --compare=reference,compiled --input=l=2xi64=1,2 '--input=s=[1x2xf32=1 2; 2x2xf32=3 4 5 6]' | FileCheck %s --check-prefix=AGREE
// The elements are those of the sequence, whose rows are counted.
// RUN: not relax-run %s --entry=joined --mode=compiled --input=l=2xi64=1,3 '--input=s=[1x2xf32=1 2; 2x2xf32=3 4 5 6]' 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not relax-run %s --entry=joined --mode=reference --input=l=2xi64=1,3 '--input=s=[1x2xf32=1 2; 2x2xf32=3 4 5 6]' 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: got 3
// Nothing is copied.
// RUN: relax-opt %s --relax-pack-ragged | FileCheck %s --check-prefix=MEMORY

!r = !relax.tensor<[i : b, len[i], 2], f32>
!d = !relax.tensor<[sum(len), 2], f32>
!len = !relax.lengths<len, [b]>
!count = !relax.tensor<[b], i64>
!open = !relax.tensor<[?, 2], f32>
!parts = !relax.sequence<!open>

// AGREE: agree:
// ROWS: result0 = dense<{{\[\[}}1.0, 2.0], [4.0, 6.0], [9.0, 12.0]]>
// ROWS: result1 = dense<{{\[\[}}5.0, 8.0], [0.0, 0.0], [9.0, 12.0]]>
// ROWS: result2 = dense<[4, 0, 2]>
// ROWS: agree: 3 results
// MEMORY-LABEL: func @rows
// MEMORY: %[[SUM:.*]] = relax.cumsum %x over 0 : !relax.tensor<[t, 2], f32>
// MEMORY-NEXT: relax.call_tir @ragged_reduce_{{[0-9]}}(%len, %{{.*}}, %[[SUM]])
// MEMORY-NEXT: relax.add %len, %len
relax.func @rows(%l: !len, %x: !r) -> (!d, !relax.tensor<[b, 2], f32>, !count) {
  %y = relax.ragged_to_rows %x : (!r) -> !d
  %c = relax.cumsum %y over 0 : !d
  %z = relax.rows_to_ragged %c by (%l) : (!d, !len) -> !r
  %s = relax.sum %z over [1] : (!r) -> !relax.tensor<[b, 2], f32>
  %n = relax.lengths_to_tensor %l : (!len) -> !count
  %m = relax.add %n, %n : !count
  relax.return %c, %s, %m : !d, !relax.tensor<[b, 2], f32>, !count
}

// NESTED: result0 = [dense<{{.*}}1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>, dense<{{.*}}> : tensor<0x2xf32>, dense<{{\[\[}}5.0, 6.0]]> : tensor<1x2xf32>]
// NESTED: agree: 1 result
relax.func @nested(%l: !len, %x: !r) -> !parts {
  %y = relax.ragged_to_rows %x : (!r) -> !d
  %n = relax.lengths_to_tensor %l : (!len) -> !count
  %s = relax.split_to_sequence %y axis 0 sizes %n : (!d, !count) -> !parts
  relax.return %s : !parts
}

relax.func @joined(%l: !len, %s: !parts) -> !r {
  %y = relax.concat_from_sequence %s axis 0 : (!parts) -> !open
  %d = relax.match_cast %y : !open to !d given (%l : !len)
  %r = relax.rows_to_ragged %d by (%l) : (!d, !len) -> !r
  %w = relax.softmax %r over 1 : !r
  relax.return %w : !r
}
