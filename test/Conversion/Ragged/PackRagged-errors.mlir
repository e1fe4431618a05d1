// RUN: not relax-opt %s --split-input-file --relax-pack-ragged 2>&1 | FileCheck %s

!x = !relax.tensor<[i : b, len[i], 8], i32>
relax.func @f(%l: !relax.lengths<len, [b]>, %x: !x) -> !relax.tensor<[b, 8], i32> {
  // CHECK: [[@LINE+2]]:8: error: 'relax.mean' op
  // CHECK-SAME: goes along a ragged dimension, for which there is no program yet that gives !relax.tensor<[b, 8], i32>: run it with '--mode=reference', or make it dense with 'relax.ragged_to_padded'
  %y = relax.mean %x over [1] : (!x) -> !relax.tensor<[b, 8], i32>
  relax.return %y : !relax.tensor<[b, 8], i32>
}

// -----

!x = !relax.tensor<[i : b, len[i], 8], f64>
relax.func @f(%l: !relax.lengths<len, [b]>, %x: !x) -> !x {
  // CHECK: [[@LINE+2]]:8: error: 'relax.attention' op
  // CHECK-SAME: on ragged rows: expected f32, literal heads and sizes, a mask of rows and keys of each instance, and no past; run it with '--mode=reference'
  %y = relax.attention %x, %x, %x heads 2, 2 causal : (!x, !x, !x) -> !x
  relax.return %y : !x
}

// -----

// CHECK: [[@LINE+2]]:1: error: 'relax.func' op
// CHECK-SAME: needs the partial sums of sum(t0 * t1 * t2 * t3 * t4 * t5 * t6 * t7 * t8): expected numbers and at most 8 tables; run it with '--mode=reference'
relax.func @f(%t0: !relax.lengths<t0, [b]>, %t1: !relax.lengths<t1, [b]>, %t2: !relax.lengths<t2, [b]>, %t3: !relax.lengths<t3, [b]>, %t4: !relax.lengths<t4, [b]>, %t5: !relax.lengths<t5, [b]>, %t6: !relax.lengths<t6, [b]>, %t7: !relax.lengths<t7, [b]>, %t8: !relax.lengths<t8, [b]>,
    %x: !relax.tensor<[i : b, t0[i], t1[i], t2[i], t3[i], t4[i], t5[i], t6[i], t7[i], t8[i]], f32>) {
  relax.return
}

// -----

// CHECK: [[@LINE+2]]:1: error: 'relax.func' op
// CHECK-SAME: fact len <= n: expected entries of tables and numbers, or sums that arguments have as extents; run it with '--mode=reference'
relax.func @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[n], f32>) where (len <= n) {
  relax.return
}

// -----

// CHECK: [[@LINE+1]]:1: error: 'relax.func' op has no body and takes tables of lengths
relax.func private @f(%l: !relax.lengths<len, [b]>)

// -----

!x = !relax.tensor<[i : b, len[i], 8], f32>
!y = !relax.tensor<[b, 3, 8], f32>
relax.func @f(%l: !relax.lengths<len, [b]>, %x: !x, %c: !relax.tensor<[], i1>) -> !y {
  %y = relax.if %c -> !y {
    // CHECK: [[@LINE+2]]:10: error: 'relax.relu' op
    // CHECK-SAME: has extents of tables inside of a region of 'relax.if': expected it in the function itself; run it with '--mode=reference', or make it dense with 'relax.ragged_to_padded' before
    %z = relax.relu %x : !x
    %y = relax.ragged_to_padded %z pad 0.0 : (!x) -> !y
    relax.yield %y : !y
  } else {
    %y = relax.ragged_to_padded %x pad 0.0 : (!x) -> !y
    relax.yield %y : !y
  }
  relax.return %y : !y
}

// -----

// In memory it is a [h * sum(len)], which says no 'h'.
// CHECK: [[@LINE+1]]:45: error: symbol 'h' in an argument type is not bound
relax.func @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, h, len[i]], f32>) {
  relax.return
}
