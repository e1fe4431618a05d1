// RUN: not relax-opt %s --split-input-file 2>&1 | FileCheck %s

// CHECK: [[@LINE+2]]:1: error:
// CHECK-SAME: unknown table 'len' in !relax.tensor<[i : b, len[i]], f32>: expected one that an argument '!relax.lengths<NAME, [b]>' binds
relax.func private @f(%x: !relax.tensor<[i : b, len[i]], f32>)

// -----

// CHECK: [[@LINE+2]]:1: error:
// CHECK-SAME: unknown table 'wid' in !relax.tensor<[sum(wid)], f32>: expected one that an argument '!relax.lengths<NAME, [b]>' binds
relax.func private @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[sum(wid)], f32>)

// -----

// CHECK: [[@LINE+2]]:1: error:
// CHECK-SAME: table 'len' in !relax.tensor<[i : c, len[i]], f32>: expected dimension 0 to be its domain, [b]
relax.func private @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : c, len[i]], f32>)

// -----

// CHECK: [[@LINE+2]]:1: error:
// CHECK-SAME: table 'len' in !relax.tensor<[i : b, len[i, i]], f32>: expected one index
relax.func private @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, len[i, i]], f32>)

// -----
!len = !relax.lengths<len, [b]>
!wid = !relax.lengths<wid, [i : b, len[i]]>
// CHECK: [[@LINE+2]]:1: error:
// CHECK-SAME: table 'wid' in !relax.tensor<[i : b, wid[i]], f32>: expected two indices
relax.func private @f(%l: !len, %w: !wid, %x: !relax.tensor<[i : b, wid[i]], f32>)

// -----

// CHECK: [[@LINE+2]]:1: error:
// CHECK-SAME: table 'len' as an extent in !relax.tensor<[len], f32>: expected an entry, as in '[i : b, NAME[i]]', or 'sum(NAME)'
relax.func private @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[len], f32>)

// -----

// CHECK: [[@LINE+2]]:72: error:
// CHECK-SAME: index 'i' of a table: expected the name of a dimension to the left, as in '[i : b, len[i]]'
relax.func private @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[len[i], i : b], f32>)

// -----

// CHECK: [[@LINE+2]]:79: error:
// CHECK-SAME: the name of a dimension is an index: it stands in the brackets of a table, as in 'len[i]'
relax.func private @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, 2 * i], f32>)

// -----

// CHECK: [[@LINE+2]]:79: error:
// CHECK-SAME: two dimensions of that name
relax.func private @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, i : b], f32>)

// -----

// CHECK: [[@LINE+2]]:42: error:
// CHECK-SAME: expected the name of a table
relax.func private @f(%l: !relax.lengths<[b]>)

// -----

// CHECK: [[@LINE+2]]:47: error:
// CHECK-SAME: expected a domain such as '[b]' or '[i : b, len[i]]'
relax.func private @f(%l: !relax.lengths<len, [b, c]>)

// -----

// CHECK: [[@LINE+2]]:1: error:
// CHECK-SAME: dimensions in !relax.tensor<[i : b, j : len[i], wid[i, j], len[i]], f32>: expected extents whose product has a sum over one domain
relax.func private @f(%l: !relax.lengths<len, [b]>, %w: !relax.lengths<wid, [i : b, len[i]]>,
                      %x: !relax.tensor<[i : b, j : len[i], wid[i, j], len[i]], f32>)

// -----

// CHECK: [[@LINE+2]]:1: error:
// CHECK-SAME: '?' in !relax.tensor<[i : b, len[i], ?], f32>: expected extents that are known, where others are read off tables
relax.func private @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, len[i], ?], f32>)

// -----

!x = !relax.tensor<[i : b, len[i], 8], f32>
relax.func @f(%l: !relax.lengths<len, [b]>, %x: !x) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.sum' op
  // CHECK-SAME: result 0: expected extents that are known, got !relax.tensor<[b, ?], f32>
  %s = relax.sum %x over [1] : (!x) -> !relax.tensor<[b, ?], f32>
  relax.return
}

// -----

// One message for all operations that have no rule for ragged tensors.
relax.func @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, len[i], 8], f32>) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.shape_of' op
  // CHECK-SAME: operand 0: expected no ragged extents, got !relax.tensor<[i : b, len[i], 8], f32>; make it dense with 'relax.ragged_to_padded' first
  %s = relax.shape_of %x : !relax.tensor<[i : b, len[i], 8], f32> -> !relax.shape<[?, ?, 8]>
  relax.return
}

// -----

relax.func @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, len[i], 8], f32>) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.sum' op
  // CHECK-SAME: moves or goes along dimension 0, whose index other extents depend on; make it dense with 'relax.ragged_to_padded' first
  %s = relax.sum %x over [0] : (!relax.tensor<[i : b, len[i], 8], f32>) -> !relax.tensor<[?, 8], f32>
  relax.return
}

// -----

relax.func @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, len[i], 8], f32>) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.permute_dims' op
  // CHECK-SAME: moves or goes along dimension 0, whose index other extents depend on; make it dense with 'relax.ragged_to_padded' first
  %s = relax.permute_dims %x axes [1, 0, 2] : (!relax.tensor<[i : b, len[i], 8], f32>) -> !relax.tensor<[?, ?, 8], f32>
  relax.return
}

// -----
!rows = !relax.tensor<[i : b, len[i], 8], f32>
!len = !relax.lengths<len, [b]>
relax.func @f(%l: !len, %x: !rows, %n: !relax.tensor<[4], i64>) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.take' op
  // CHECK-SAME: operand 0: expected a dense tensor, or another axis than 0 and no more than a vector of indices for all instances, got !relax.tensor<[i : b, len[i], 8], f32>; make it dense with 'relax.ragged_to_padded' first
  %s = relax.take %x, %n axis 0 : (!rows, !relax.tensor<[4], i64>) -> !relax.tensor<[4, ?, 8], f32>
  relax.return
}

// -----
!rows = !relax.tensor<[i : b, len[i], 8], f32>
!mask = !relax.tensor<[1, 1, 1, 1], f32>
!len = !relax.lengths<len, [b]>
relax.func @f(%l: !len, %x: !rows, %m: !mask) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.attention' op
  // CHECK-SAME: operand 3: expected query, key, value and a ragged mask only, where they are ragged; make it dense with 'relax.ragged_to_padded' first
  %a = relax.attention %x, %x, %x mask %m heads 2, 2 : (!rows, !rows, !rows, !mask) -> !rows
  relax.return
}

// -----

relax.func @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, len[i], 8], f32>) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.relu' op
  // CHECK-SAME: result 0: expected the ragged operand's extent in dimension 0, got !relax.tensor<*, f32>; make it dense with 'relax.ragged_to_padded' first
  %s = "relax.relu"(%x) : (!relax.tensor<[i : b, len[i], 8], f32>) -> !relax.tensor<*, f32>
  relax.return
}

// -----

relax.func @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[sum(len), b], f32>) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.relu' op
  // CHECK-SAME: result 0: expected a dense tensor, as the operands are, got !relax.tensor<[i : b, len[i], 8], f32>; make it dense with 'relax.ragged_to_padded' first
  %s = "relax.relu"(%x) : (!relax.tensor<[sum(len), b], f32>) -> !relax.tensor<[i : b, len[i], 8], f32>
  relax.return
}

// -----

relax.func @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, len[i], 8], f32>) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.ragged_to_padded' op
  // CHECK-SAME: expected a ragged tensor such as [i : b, len[i], 512] and a dense one such as [b, n, 512], got !relax.tensor<[i : b, len[i], 8], f32> and !relax.tensor<[b, 8], f32>
  %s = relax.ragged_to_padded %x pad 0.0 : (!relax.tensor<[i : b, len[i], 8], f32>) -> !relax.tensor<[b, 8], f32>
  relax.return
}

// -----

relax.func @take(%len: !relax.lengths<len, [2]>, %t: !relax.tensor<[2, 10], f32>, %x: !relax.tensor<[i : 2, len[i]], i64>) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.take' op expected axis 0 for ragged indices; make it dense with 'relax.ragged_to_padded' first
  %s = relax.take %t, %x axis 1 : (!relax.tensor<[2, 10], f32>, !relax.tensor<[i : 2, len[i]], i64>) -> !relax.tensor<[i : 2, 2, len[i]], f32>
  relax.return
}

// -----

relax.func @all(%len: !relax.lengths<len, [1]>, %x: !relax.tensor<[i : 1, len[i], 8], f32>) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.sum' op moves or goes along dimension 0, whose index other extents depend on
  %s = relax.sum %x keep_dims : (!relax.tensor<[i : 1, len[i], 8], f32>) -> !relax.tensor<[1, 1, 1], f32>
  relax.return
}

// -----

!x = !relax.tensor<[i : b, len[i], 4], f32>
relax.func @positions(%l: !relax.lengths<len, [b]>, %x: !x) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.ragged_positions' op
  // CHECK-SAME: expected a result of the first two dimensions of its input, of i64
  %y = relax.ragged_positions %x : (!x) -> !relax.tensor<[i : b, len[i]], i32>
  relax.return
}

// -----

!x = !relax.tensor<[i : b, len[i], 8], f32>
relax.func @f(%l: !relax.lengths<len, [b]>, %x: !x) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.ragged_to_rows' op expected !relax.tensor<[sum(len), 8], f32>, which lies in memory of !relax.tensor<[i : b, len[i], 8], f32>, got !relax.tensor<[b, 8], f32>
  %r = relax.ragged_to_rows %x : (!x) -> !relax.tensor<[b, 8], f32>
  relax.return
}

// -----

!x = !relax.tensor<[i : b, len[i], 8], f32>
relax.func @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[t, 8], f32>) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.rows_to_ragged' op expected !relax.tensor<[sum(len), 8], f32>, which lies in memory of !relax.tensor<[i : b, len[i], 8], f32>, got !relax.tensor<[t, 8], f32>
  %r = relax.rows_to_ragged %x by (%l) : (!relax.tensor<[t, 8], f32>, !relax.lengths<len, [b]>) -> !x
  relax.return
}

// -----

relax.func @f(%x: !relax.tensor<[4, 8], f32>) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.ragged_to_rows' op expected a ragged tensor, got !relax.tensor<[4, 8], f32>
  %r = relax.ragged_to_rows %x : (!relax.tensor<[4, 8], f32>) -> !relax.tensor<[4, 8], f32>
  relax.return
}

// -----

relax.func @f(%l: !relax.lengths<len, [b]>) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.lengths_to_tensor' op expected !relax.tensor<[b], i64>, which lies in memory of !relax.lengths<len, [b]>, got !relax.tensor<[b], i32>
  %r = relax.lengths_to_tensor %l : (!relax.lengths<len, [b]>) -> !relax.tensor<[b], i32>
  relax.return
}

// -----

relax.func @f(%len: !relax.lengths<len, [b]>, %x: !relax.tensor<[9, 4], f32>, %i: !relax.tensor<[i : b, len[i]], i64>) {
  // CHECK: [[@LINE+2]]:8: error: 'relax.gather_elements' op
  // CHECK-SAME: operand 0: expected the ragged operand's extent in dimension 0, got !relax.tensor<[9, 4], f32>
  %y = relax.gather_elements %x, %i axis 1 : (!relax.tensor<[9, 4], f32>, !relax.tensor<[i : b, len[i]], i64>) -> !relax.tensor<[i : b, len[i]], f32>
  relax.return
}

// -----

relax.func @f(%len: !relax.lengths<len, [b]>, %x: !relax.tensor<[b, 4], f32>, %i: !relax.tensor<[i : b, len[i]], i64>) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.gather_elements' op moves or goes along dimension 0
  %y = relax.gather_elements %x, %i axis 0 : (!relax.tensor<[b, 4], f32>, !relax.tensor<[i : b, len[i]], i64>) -> !relax.tensor<[i : b, len[i]], f32>
  relax.return
}

// -----

// CHECK: [[@LINE+2]]:64: error:
// CHECK-SAME: padding: expected a ragged tensor such as '[i : b, len[i], 512]', whose storage it is of
relax.func private @f(%x: !relax.tensor<[b, 4], f32, padding = [1, 8]>)

// -----

// CHECK: error:
// CHECK-SAME: padding: expected a number from 1 to 1048576 for each dimension, as in '[i : b, len[i], 512], f32, padding = [1, 8, 1]'
relax.func private @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, len[i]], f32, padding = [1, 0]>)

// -----

// CHECK: error:
// CHECK-SAME: padding: expected a number from 1 to 1048576 for each dimension
relax.func private @f(%l: !relax.lengths<len, [b]>, %x: !relax.tensor<[i : b, len[i]], f32, padding = [8]>)

// -----

!len = !relax.lengths<len, [b]>
!r = !relax.tensor<[i : b, len[i], 4], f32>
!p = !relax.tensor<[i : b, len[i], 4], f32, padding = [1, 8, 1]>
relax.func @f(%l: !len, %x: !p) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.ragged_to_rows' op expected storage without padding, whose rows lie one behind the other: use 'relax.ragged_repad'
  %y = relax.ragged_to_rows %x : (!p) -> !relax.tensor<[sum(len), 4], f32>
  relax.return
}

// -----

!len = !relax.lengths<len, [b]>
!p = !relax.tensor<[i : b, len[i], 4], f32, padding = [1, 8, 1]>
!q = !relax.tensor<[i : b, len[i], 8], f32>
relax.func @f(%l: !len, %x: !p) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.ragged_repad' op expected ragged tensors that differ in their padding only, got !relax.tensor<[i : b, len[i], 4], f32, padding = [1, 8, 1]> and !relax.tensor<[i : b, len[i], 8], f32>
  %y = relax.ragged_repad %x : (!p) -> !q
  relax.return
}

// -----

!len = !relax.lengths<len, [b]>
!r = !relax.tensor<[i : b, len[i], 4], f32>
!p = !relax.tensor<[i : b, len[i], 4], f32, padding = [1, 8, 1]>
// CHECK: error:
// CHECK-SAME: padding = [1, 8, 1]
relax.func @f(%l: !len, %x: !p) -> !r {
  relax.return %x : !p
}

// -----

!len = !relax.lengths<len, [b]>
!r = !relax.tensor<[i : b, len[i], 4], f32>
!p = !relax.tensor<[i : b, len[i], 4], f32, padding = [1, 8, 1]>
relax.func private @g(%l: !len, %x: !r) -> !r {
  relax.return %x : !r
}
relax.func @f(%l: !len, %x: !p) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.call' op
  %y = relax.call @g(%l, %x) : (!len, !p) -> !r
  relax.return
}

// -----

!len = !relax.lengths<len, [b]>
!wid = !relax.lengths<wid, [i : b, len[i]]>
!words = !relax.tensor<[i : b, j : len[i], wid[i, j]], f32>
relax.func @f(%l: !len, %w: !wid, %x: !words) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.softmax' op moves or goes along dimension 0 or 1, whose index other extents depend on
  %y = relax.softmax %x over 1 : !words
  relax.return
}

// -----

!len = !relax.lengths<len, [b]>
!wid = !relax.lengths<wid, [i : b, len[i]]>
!words = !relax.tensor<[i : b, j : len[i], wid[i, j]], f32>
relax.func @f(%l: !len, %w: !wid, %x: !words, %y: !relax.tensor<[b, 1, 1], f32>) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.add' op operand 1: expected an operation on each pair of indices, and instances of all pairs or a tensor that is the same for all
  %z = relax.add %x, %y : (!words, !relax.tensor<[b, 1, 1], f32>) -> !words
  relax.return
}

// -----

!len = !relax.lengths<len, [b]>
!wid = !relax.lengths<wid, [i : b, len[i]]>
!words = !relax.tensor<[i : b, j : len[i], wid[i, j], 4], f32>
relax.func @f(%l: !len, %w: !wid, %x: !words) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.sum' op result 0: expected instances of all pairs
  %z = relax.sum %x over [2] : (!words) -> !relax.tensor<[b, 5, 4], f32>
  relax.return
}

// -----

!len = !relax.lengths<len, [b]>
!r = !relax.tensor<[i : b, len[i], 4], f32>
!p = !relax.tensor<[i : b, len[i], 4], f32, padding = [1, 8, 1]>
relax.func private @g(%l: !len, %x: !r) -> !r {
  relax.return %x : !r
}
relax.func @f(%l: !len, %x: !r) {
  // CHECK: [[@LINE+1]]:8: error: 'relax.call' op
  %y = relax.call @g(%l, %x) : (!len, !r) -> !p
  relax.return
}
