// What goes along a ragged dimension, compiled, against the reference: reductions of every kind, norms, joins and parts, masks of
// attention, element types; a function that is called becomes its caller's.
// RUN: relax-run %s --entry=reductions --compare=reference,compiled --input=len=4xi64=3,0,1,17 --dims=t=21 | FileCheck %s
// RUN: relax-run %s --entry=norms --compare=reference,compiled --input=len=4xi64=3,0,1,17 --dims=t=21 | FileCheck %s
// RUN: relax-run %s --entry=norms --compare=reference,compiled --input=len=0xi64= --dims=t=0 | FileCheck %s
// RUN: relax-run %s --entry=joins --compare=reference,compiled --input=len=4xi64=3,0,1,17 --input=key=4xi64=2,0,0,2 --dims=t=21,t_0=4 | FileCheck %s
// RUN: relax-run %s --entry=masks --compare=reference,compiled --input=len=4xi64=3,0,1,70 --input=key=4xi64=2,0,0,66 --dims=t=74,t_0=68 | FileCheck %s
// RUN: relax-run %s --entry=elements --compare=reference,compiled --input=len=4xi64=3,0,1,17 --dims=t=21 | FileCheck %s
// RUN: relax-run %s --entry=calls --compare=reference,compiled --input=len=4xi64=3,0,1,17 --dims=t=21 | FileCheck %s
// RUN: relax-run %s --entry=places --compare=reference,compiled --input=len=4xi64=3,1,2,17 --input=w=3xi64=0,-1,0 --input=f=i32=-1 --dims=t=23 | FileCheck %s
// RUN: not relax-run %s --entry=places --mode=compiled --input=len=2xi64=3,1 --input=w=3xi64=0,1,0 --input=f=i32=0 --dims=t=4 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: not relax-run %s --entry=places --mode=compiled --input=len=2xi64=3,1 --input=w=3xi64=0,-2,0 --input=f=i32=0 --dims=t=4 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: relax-run %s --entry=chosen --compare=reference,compiled --poison --input=len=4xi64=3,0,1,2 --input=q=14xi64=0,2,-1,1,-3,2,2,0,1,0,0,1,-2,1 --input=w=6x2xi32=0,3,2,1,-4,2,3,0,0,1,2,-1 --dims=t=6 | FileCheck %s
// RUN: not relax-run %s --entry=chosen --mode=compiled --input=len=2xi64=1,1 --input=q=2xi64=0,1 --input=w=2x2xi32=0,0,0,0 --dims=t=2 2>&1 | FileCheck %s --check-prefix=OUT
// RUN: relax-run %s --entry=best --compare=reference,compiled --poison --input=len=4xi64=3,0,1,17 --dims=t=21 | FileCheck %s
// OUT: index out of bounds
// CHECK: agree: {{[0-9]+}} results

!len = !relax.lengths<len, [b]>
!key = !relax.lengths<key, [b]>
!x = !relax.tensor<[i : b, len[i], 4], f32>
!k = !relax.tensor<[i : b, key[i], 4], f32>
!d = !relax.tensor<[b, 4], f32>
!c = !relax.tensor<[i : b, len[i]], f32>
!s = !relax.tensor<[i : b, len[i], len[i]], f32>
relax.func @reductions(%len: !len, %x: !x) -> (!d, !d, !d, !d, !d, !d, !d) {
  %0 = relax.mean %x over [1] : (!x) -> !d
  %1 = relax.prod %x over [1] : (!x) -> !d
  %2 = relax.reduce_l1 %x over [1] : (!x) -> !d
  %3 = relax.reduce_l2 %x over [1] : (!x) -> !d
  %4 = relax.reduce_log_sum_exp %x over [1] : (!x) -> !d
  %5 = relax.reduce_sum_square %x over [1] : (!x) -> !d
  %6 = relax.max %x over [1] : (!x) -> !d
  relax.return %0, %1, %2, %3, %4, %5, %6 : !d, !d, !d, !d, !d, !d, !d
}
relax.func @norms(%len: !len, %x: !c, %y: !x) -> (!c, !c, !c, !x, !c, !x) {
  %0 = relax.log_softmax %x over [1] : !c
  %1 = relax.lp_norm %x over 1 p 2 : !c
  %2 = relax.softmax %x over 1 : !c
  %3 = relax.log_softmax %y over [1] : !x
  %4 = relax.lp_norm %x over 1 p 1 : !c
  %5 = relax.lp_norm %y over 1 p 2 : !x
  relax.return %0, %1, %2, %3, %4, %5 : !c, !c, !c, !x, !c, !x
}
!both = !relax.tensor<[i : b, len[i] + key[i], 4], f32>
!twice = !relax.tensor<[i : b, 2 * len[i], 4], f32>
!squares = !relax.tensor<[i : b, 2, len[i], 2 * len[i]], f32>
!halves = !relax.tensor<[i : b, 2, len[i], len[i]], f32>
!one = !relax.tensor<[i : b, 1, len[i], len[i]], f32>
relax.func @joins(%len: !len, %key: !key, %x: !x, %k: !k) -> (!both, !twice, !x, !x, !squares, !halves, !halves) {
  %0 = relax.concat %x, %k axis 1 : (!x, !k) -> !both
  %1 = relax.concat %x, %x axis 1 : (!x, !x) -> !twice
  %2, %3 = relax.split %1 axis 1 : (!twice) -> (!x, !x)
  %t = relax.permute_dims %x axes [0, 2, 1] : (!x) -> !relax.tensor<[i : b, 4, len[i]], f32>
  %m = relax.matmul %x, %t : (!x, !relax.tensor<[i : b, 4, len[i]], f32>) -> !s
  %o = relax.reshape %m : (!s) -> !one
  %h = relax.concat %o, %o axis 1 : (!one, !one) -> !halves
  %6 = relax.concat %h, %h axis 3 : (!halves, !halves) -> !squares
  %7, %8 = relax.split %6 axis 3 : (!squares) -> (!halves, !halves)
  relax.return %0, %1, %2, %3, %6, %7, %8 : !both, !twice, !x, !x, !squares, !halves, !halves
}
!kept = !relax.tensor<[i : b, 1, len[i], key[i]], i1>
!cross = !relax.tensor<[i : b, len[i], key[i]], f32>
!other = !relax.tensor<[i : b, 1, len[i], key[i]], f32>
!row = !relax.tensor<[i : b, 1, 1, len[i]], f32>
relax.func @masks(%len: !len, %key: !key, %x: !x, %k: !k, %r: !row, %g: !relax.tensor<[], f32>) -> (!x, !x, !x, !x, !x) {
  %t = relax.permute_dims %x axes [0, 2, 1] : (!x) -> !relax.tensor<[i : b, 4, len[i]], f32>
  %s = relax.matmul %x, %t : (!x, !relax.tensor<[i : b, 4, len[i]], f32>) -> !s
  %o = relax.reshape %s : (!s) -> !one
  %n = relax.negative %o : !one
  %m = relax.concat %o, %n axis 1 : (!one, !one) -> !halves
  %kt = relax.permute_dims %k axes [0, 2, 1] : (!k) -> !relax.tensor<[i : b, 4, key[i]], f32>
  %c = relax.matmul %x, %kt : (!x, !relax.tensor<[i : b, 4, key[i]], f32>) -> !cross
  %d = relax.reshape %c : (!cross) -> !other
  %f = relax.less %d, %g : (!other, !relax.tensor<[], f32>) -> !kept
  %0 = relax.attention %x, %x, %x mask %m heads 2, 2 : (!x, !x, !x, !halves) -> !x
  %1 = relax.attention %x, %k, %k mask %f heads 2, 2 : (!x, !k, !k, !kept) -> !x
  %2 = relax.attention %x, %x, %x mask %m heads 2, 2 causal : (!x, !x, !x, !halves) -> !x
  %3 = relax.attention %x, %x, %x mask %r heads 2, 2 : (!x, !x, !x, !row) -> !x
  %4 = relax.attention %x, %k, %k heads 2, 2 softcap 3.0 : (!x, !k, !k) -> !x
  relax.return %0, %1, %2, %3, %4 : !x, !x, !x, !x, !x
}
!h = !relax.tensor<[i : b, len[i], 4], f16>
!hd = !relax.tensor<[b, 4], f16>
!z = !relax.tensor<[i : b, len[i], 4], f64>
!zt = !relax.tensor<[i : b, 4, len[i]], f64>
!zs = !relax.tensor<[i : b, len[i], len[i]], f64>
!u = !relax.tensor<[i : b, len[i], 4], ui8>
!ud = !relax.tensor<[b, 4], ui8>
!n = !relax.tensor<[i : b, len[i], 4], i32>
!nd = !relax.tensor<[b, 4], i32>
!p = !relax.tensor<[b, 20, 4], ui8>
relax.func @elements(%len: !len, %h: !h, %z: !z, %u: !u, %n: !n) -> (!hd, !hd, !h, !h, !zs, !z, !ud, !ud, !nd, !nd, !p) {
  %0 = relax.sum %h over [1] : (!h) -> !hd
  %1 = relax.mean %h over [1] : (!h) -> !hd
  %2 = relax.softmax %h over 1 : !h
  %3 = relax.attention %h, %h, %h heads 2, 2 : (!h, !h, !h) -> !h
  %t = relax.permute_dims %z axes [0, 2, 1] : (!z) -> !zt
  %4 = relax.matmul %z, %t : (!z, !zt) -> !zs
  %5 = relax.softmax %z over 1 : !z
  %6 = relax.max %u over [1] : (!u) -> !ud
  %7 = relax.min %u over [1] : (!u) -> !ud
  %8 = relax.sum %n over [1] : (!n) -> !nd
  %9 = relax.min %n over [1] : (!n) -> !nd
  %10 = relax.ragged_to_padded %u pad 1.0 : (!u) -> !p
  relax.return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10 : !hd, !hd, !h, !h, !zs, !z, !ud, !ud, !nd, !nd, !p
}
!g = !relax.tensor<[j : c, q[j], 4], f32>
relax.func private @called(%l: !relax.lengths<q, [c]>, %x: !g) -> (!g, !relax.tensor<[c, 4], f32>) {
  %y = relax.relu %x : !g
  %s = relax.sum %y over [1] : (!g) -> !relax.tensor<[c, 4], f32>
  relax.return %y, %s : !g, !relax.tensor<[c, 4], f32>
}
relax.func @calls(%len: !len, %x: !x) -> (!x, !d) {
  %0, %1 = relax.call @called(%len, %x) : (!len, !x) -> (!x, !d)
  %2, %3 = relax.call @called(%len, %0) : (!len, !x) -> (!x, !d)
  relax.return %2, %3 : !x, !d
}

// Of each instance the elements that an index says, also from its end; its positions; extents of 1 that repeat.
relax.func @places(%len: !len, %x: !x, %w: !relax.tensor<[3], i64>, %f: !relax.tensor<[], i32>) -> (!relax.tensor<[b, 3, 4], f32>, !d, !relax.tensor<[i : b, len[i]], i64>, !s) {
  %0 = relax.take %x, %w axis 1 : (!x, !relax.tensor<[3], i64>) -> !relax.tensor<[b, 3, 4], f32>
  %1 = relax.take %x, %f axis 1 : (!x, !relax.tensor<[], i32>) -> !d
  %2 = relax.ragged_positions %x : (!x) -> !relax.tensor<[i : b, len[i]], i64>
  %c = relax.sum %x over [2] : (!x) -> !c
  %r = relax.reshape %c : (!c) -> !relax.tensor<[i : b, 1, len[i]], f32>
  %3 = relax.broadcast_to %r : (!relax.tensor<[i : b, 1, len[i]], f32>) -> !s
  relax.return %0, %1, %2, %3 : !relax.tensor<[b, 3, 4], f32>, !d, !relax.tensor<[i : b, len[i]], i64>, !s
}

// Indices along a ragged dimension, from the end where they are below 0, and along a dense one of the same instances.
relax.func @chosen(%len: !len, %x: !x, %q: !relax.tensor<[i : b, len[i], len[i]], i64>, %w: !relax.tensor<[i : b, len[i], 2], i32>) -> (!s, !relax.tensor<[i : b, len[i], 2], f32>) {
  %0 = relax.sum %x over [2] : (!x) -> !c
  %1 = relax.reshape %0 : (!c) -> !relax.tensor<[i : b, len[i], 1], f32>
  %2 = relax.broadcast_to %1 : (!relax.tensor<[i : b, len[i], 1], f32>) -> !s
  %3 = relax.gather_elements %2, %q axis 1 : (!s, !relax.tensor<[i : b, len[i], len[i]], i64>) -> !s
  %4 = relax.gather_elements %x, %w axis 2 : (!x, !relax.tensor<[i : b, len[i], 2], i32>) -> !relax.tensor<[i : b, len[i], 2], f32>
  relax.return %3, %4 : !s, !relax.tensor<[i : b, len[i], 2], f32>
}

// Of each row by itself.
relax.func @best(%len: !len, %x: !x) -> (!relax.tensor<[i : b, len[i]], i64>, !relax.tensor<[i : b, len[i]], i64>, !x, !x, !relax.tensor<[i : b, len[i], 4], i32>, !relax.tensor<[i : b, len[i], 2], f32>, !relax.tensor<[i : b, len[i], 2], i64>) {
  %0 = relax.arg_max %x over 2 : (!x) -> !relax.tensor<[i : b, len[i]], i64>
  %1 = relax.arg_min %x over 2 : (!x) -> !relax.tensor<[i : b, len[i]], i64>
  %2 = relax.hardmax %x over 2 : !x
  %3 = relax.mean_variance_norm %x over [2] : !x
  %4 = relax.bitcast %x as i32 : (!x) -> !relax.tensor<[i : b, len[i], 4], i32>
  %two = relax.constant dense<2> : tensor<1xi64>
  %5, %6 = relax.top_k %x, %two axis 2 : (!x, !relax.tensor<[1], i64>) -> (!relax.tensor<[i : b, len[i], 2], f32>, !relax.tensor<[i : b, len[i], 2], i64>)
  relax.return %0, %1, %2, %3, %4, %5, %6 : !relax.tensor<[i : b, len[i]], i64>, !relax.tensor<[i : b, len[i]], i64>, !x, !x, !relax.tensor<[i : b, len[i], 4], i32>, !relax.tensor<[i : b, len[i], 2], f32>, !relax.tensor<[i : b, len[i], 2], i64>
}
