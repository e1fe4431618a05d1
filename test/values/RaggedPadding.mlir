// Storage that is padded: the same values as without, whatever lies between; results have 0 there.
// RUN: relax-run %s --entry=attend --compare=reference,compiled --poison --seed=1 --input=l=3xi64=3,0,18 --dims=t=21 | FileCheck %s
// RUN: relax-run %s --entry=attend --compare=reference,compiled --poison --seed=1 --input=l=2xi64=0,0 --dims=t=0 | FileCheck %s
// RUN: relax-run %s --entry=attend --compare=reference,compiled --poison --seed=1 --input=l=0xi64= --dims=t=0 | FileCheck %s
// RUN: relax-run %s --entry=attend --compare=reference,compiled --poison --seed=1 --input=l=1xi64=16 --dims=t=16 | FileCheck %s
// CHECK: agree: 2 results
// Rows of all instances together come up to a multiple, and rows of each; what comes in between is not looked at.
// RUN: relax-run %s --entry=rows --compare=reference,compiled --poison --input=l=2xi64=1,2 '--input=x=4x2xf32=1 2 3 4 5 6 nan nan' '--input=w=2x2xf32=1 0 0 2' | FileCheck %s --check-prefix=ROWS
// RUN: relax-run %s --entry=rows --compare=reference,compiled --poison --input=l=0xi64= --input=x=0x2xf32= '--input=w=2x2xf32=1 0 0 2' | FileCheck %s --check-prefix=AGREE
// RUN: not relax-run %s --entry=rows --mode=compiled --input=l=2xi64=1,2 '--input=x=3x2xf32=1 2 3 4 5 6' '--input=w=2x2xf32=1 0 0 2' 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: not relax-run %s --entry=rows --mode=reference --input=l=2xi64=1,2 '--input=x=3x2xf32=1 2 3 4 5 6' '--input=w=2x2xf32=1 0 0 2' 2>&1 | FileCheck %s --check-prefix=SHORT
// SHORT: got 3
// AGREE: agree: 3 results
// ROWS: result0 = dense<{{\[\[}}1.0, 4.0], [3.0, 8.0], [5.0, 12.0], [0.0, 0.0]]>
// ROWS: result1 = dense<{{\[\[}}1.0, 1.0], [0.0, 0.0], [0.119{{[0-9]*}}, {{.*}}], [0.880{{[0-9]*}}, {{.*}}]]>
// ROWS: result2 = dense<{{\[\[}}2.0, 3.0], [3.119{{.*}}], [5.880{{.*}}]]>
// ROWS: agree: 3 results
// A product of rows that are padded together is one of all rows, that much more work; scores are not in it, and nothing looks at bounds.
// RUN: relax-opt %s --relax-pack-ragged | FileCheck %s --check-prefix=PACKED
// PACKED-LABEL: func @rows
// PACKED: relax.matmul %{{.*}}, %w : (!relax.tensor<[4 * (t ceildiv 4), 2], f32>, !relax.tensor<[2, 2], f32>)
// Integers are not computed with where nothing has been written: a division by what lies there would stop the program.
// RUN: relax-run %s --entry=integers --compare=reference,compiled --poison --input=l=2xi64=1,2 '--input=x=3xi64=8 9 10' '--input=y=8xi64=2 0 0 0 3 5 0 0' | FileCheck %s --check-prefix=WHOLE
// WHOLE: result0 = dense<[4, 0, 0, 0, 3, 2, 0, 0]>
// WHOLE: agree: 1 result

!len = !relax.lengths<len, [b]>
!x = !relax.tensor<[i : b, 2, len[i], 4], f32>
!t = !relax.tensor<[i : b, 2, 4, len[i]], f32>
!s = !relax.tensor<[i : b, 2, len[i], len[i]], f32, padding = [1, 1, 1, 16]>
!u = !relax.tensor<[i : b, 2, len[i], len[i]], f32, padding = [1, 1, 8, 1]>
!in = !relax.tensor<[i : b, len[i], 8], f32>
!split = !relax.tensor<[i : b, len[i], 2, 4], f32>
relax.func @attend(%l: !len, %in: !in) -> (!x, !s) {
  %r = relax.reshape %in : (!in) -> !split
  %x = relax.permute_dims %r axes [0, 2, 1, 3] : (!split) -> !x
  %k = relax.permute_dims %x axes [0, 1, 3, 2] : (!x) -> !t
  %s = relax.matmul %x, %k : (!x, !t) -> !s
  %e = relax.tanh %s : !s
  %u = relax.add %e, %s : (!s, !s) -> !u
  %p = relax.softmax %u over 3 : (!u) -> !s
  %y = relax.matmul %p, %x : (!s, !x) -> !x
  relax.return %y, %e : !x, !s
}

!r = !relax.tensor<[i : b, len[i], 2], f32>
!together = !relax.tensor<[i : b, len[i], 2], f32, padding = [4, 1, 1]>
!each = !relax.tensor<[i : b, len[i], 2], f32, padding = [1, 2, 1]>
!w = !relax.tensor<[2, 2], f32>
relax.func @rows(%l: !len, %x: !together, %w: !w) -> (!together, !each, !r) {
  %a = relax.matmul %x, %w : (!together, !w) -> !together
  %c = relax.ragged_repad %x : (!together) -> !each
  %d = relax.log_softmax %c over [1] : !each
  %e = relax.exp %d : !each
  %f = relax.add %e, %x : (!each, !together) -> !r
  relax.return %a, %e, %f : !together, !each, !r
}

!i = !relax.tensor<[i : b, len[i]], i64>
!p = !relax.tensor<[i : b, len[i]], i64, padding = [1, 4]>
relax.func @integers(%l: !len, %x: !i, %y: !p) -> !p {
  %q = relax.divide %x, %y : (!i, !p) -> !p
  relax.return %q : !p
}
