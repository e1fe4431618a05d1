// Ragged operations in both modes: rows alike, along ragged dimensions, two tables, a table over a table.
// RUN: relax-opt %s --relax-pipeline=cpu > %t.vm.mlir
// RUN: relax-run %s --entry=rows --compare=reference,compiled \
// RUN:   --input=len=3xi64=2,0,3 \
// RUN:   --input=x=5x4xf32=0,1,2,3,4,5,6,0,1,2,3,4,5,6,0,1,2,3,4,5 \
// RUN:   --input=g=4xf32=1,2,3,4 \
// RUN:   --input=y=3x1x4xf32=0,1,2,3,4,5,6,7,8,9,10,11 \
// RUN:   | FileCheck %s --check-prefix=ROWS
// RUN: relax-run %s --entry=rows --compare=reference,compiled \
// RUN:   --input=len=0xi64= \
// RUN:   --input=x=0x4xf32= \
// RUN:   --input=g=4xf32=1,2,3,4 \
// RUN:   --input=y=0x1x4xf32= \
// RUN:   | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --entry=rows --compare=reference,compiled \
// RUN:   --input=len=2xi64=0,0 \
// RUN:   --input=x=0x4xf32= \
// RUN:   --input=g=4xf32=1,2,3,4 \
// RUN:   --input=y=2x1x4xf32=1,2,3,4,5,6,7,8 \
// RUN:   | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --entry=along --compare=reference,compiled \
// RUN:   --input=len=3xi64=2,0,3 \
// RUN:   --input=key=3xi64=1,2,2 \
// RUN:   --input=x=5x4xf32=0,1,2,3,4,5,6,0,1,2,3,4,5,6,0,1,2,3,4,5 \
// RUN:   --input=k=5x4xf32=0,1,2,3,4,5,6,0,1,2,3,4,5,6,0,1,2,3,4,5 \
// RUN:   | FileCheck %s --check-prefix=ALONG
// RUN: relax-run %s --entry=along --compare=reference,compiled \
// RUN:   --input=len=1xi64=5 \
// RUN:   --input=key=1xi64=5 \
// RUN:   --input=x=5x4xf32=0,1,2,3,4,5,6,0,1,2,3,4,5,6,0,1,2,3,4,5 \
// RUN:   --input=k=5x4xf32=0,1,2,3,4,5,6,0,1,2,3,4,5,6,0,1,2,3,4,5 \
// RUN:   | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --entry=attend --compare=reference,compiled \
// RUN:   --input=len=3xi64=2,0,3 \
// RUN:   --input=key=3xi64=1,2,2 \
// RUN:   --input=x=5x4xf32=0,1,2,3,4,5,6,0,1,2,3,4,5,6,0,1,2,3,4,5 \
// RUN:   --input=k=5x4xf32=0,1,2,3,4,5,6,0,1,2,3,4,5,6,0,1,2,3,4,5 \
// RUN:   | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --entry=chain --compare=reference,compiled \
// RUN:   --input=len=3xi64=2,0,1 \
// RUN:   --input=wid=3xi64=1,3,1 \
// RUN:   --input=x=5x4xf32=0,1,2,3,4,5,6,0,1,2,3,4,5,6,0,1,2,3,4,5 \
// RUN:   | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --entry=padded --compare=reference,compiled \
// RUN:   --input=len=2xi64=2,1 \
// RUN:   --input=x=2x3x2xf32=1,2,3,4,5,6,7,8,9,10,11,12 \
// RUN:   | FileCheck %s --check-prefix=PADDED

!rows = !relax.tensor<[i : b, len[i], 4], f32>
!keys = !relax.tensor<[i : b, key[i], 4], f32>
!dense = !relax.tensor<[b, 4], f32>
!scores = !relax.tensor<[i : b, len[i], key[i]], f32>
!turned = !relax.tensor<[i : b, 4, key[i]], f32>
!column = !relax.tensor<[i : b, 1, key[i]], f32>
!heads = !relax.tensor<[i : b, 2, len[i], 2], f32>
!split = !relax.tensor<[i : b, len[i], 2, 2], f32>
!len = !relax.lengths<len, [b]>
!key = !relax.lengths<key, [b]>
!deep = !relax.tensor<[i : b, j : len[i], wid[i, j], 4], f32>
!pairs = !relax.tensor<[i : b, len[i], 2], f32>
!padded = !relax.tensor<[b, n, 2], f32>
!first = !relax.tensor<[b, 1, 4], f32>

// AGREE: agree:

// ROWS: result1 = dense<{{\[\[}}6.0, 12.0, 18.0, 17.0], [0.0, 0.0, 0.0, 0.0],
// ROWS: agree: 2 results
relax.func @rows(%len: !len, %x: !rows, %g: !relax.tensor<[4], f32>,
                 %y: !first) -> (!rows, !dense) {
  %a = relax.add %x, %g : (!rows, !relax.tensor<[4], f32>) -> !rows
  %z = relax.add %a, %y : (!rows, !first) -> !rows
  %n = relax.softmax %z over 2 : !rows
  %s = relax.sum %z over [1] : (!rows) -> !dense
  relax.return %n, %s : !rows, !dense
}

// ALONG: agree: 4 results
relax.func @along(%len: !len, %key: !key, %x: !rows,
                  %k: !keys)
    -> (!scores, !dense, !column, !heads) {
  %t = relax.permute_dims %k axes [0, 2, 1] : (!keys) -> !turned
  %m = relax.matmul %x, %t : (!rows, !turned) -> !scores
  %p = relax.softmax %m over 2 : !scores
  %h = relax.max %k over [1] : (!keys) -> !dense
  %l = relax.min %p over [1] keep_dims : (!scores) -> !column
  %r = relax.reshape %x : (!rows) -> !split
  %q = relax.permute_dims %r axes [0, 2, 1, 3] : (!split) -> !heads
  relax.return %p, %h, %l, %q : !scores, !dense, !column, !heads
}

relax.func @attend(%len: !len, %key: !key, %x: !rows,
                   %k: !keys) -> (!rows, !rows) {
  %a = relax.attention %x, %k, %k heads 2, 2 : (!rows, !keys, !keys) -> !rows
  %c = relax.attention %x, %x, %a heads 2, 2 causal : (!rows, !rows, !rows) -> !rows
  relax.return %a, %c : !rows, !rows
}

relax.func @chain(%len: !len, %wid: !relax.lengths<wid, [i : b, len[i]]>,
                  %x: !deep) -> !deep {
  %z = relax.multiply %x, %x : !deep
  relax.return %z : !deep
}

// PADDED: result0 = dense<{{\[\[}}1.0, 2.0], [3.0, 4.0], [7.0, 8.0]]>
// PADDED: result1 = dense<{{\[\[\[}}1.0, 2.0], [3.0, 4.0], [-1.0, -1.0]],
// PADDED-SAME: {{\[\[}}7.0, 8.0], [-1.0, -1.0], [-1.0, -1.0]]]>
// PADDED: agree: 2 results
relax.func @padded(%len: !len, %x: !padded) -> (!pairs, !padded) {
  %r = relax.padded_to_ragged %x by (%len) : (!padded, !len) -> !pairs
  %p = relax.ragged_to_padded %r pad -1.0 given (%x) : (!pairs, !padded) -> !padded
  relax.return %r, %p : !pairs, !padded
}
