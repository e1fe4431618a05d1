// A fact over the entries of several tables is looked at before anything reads one of them.
// RUN: relax-opt %s --relax-pack-ragged | FileCheck %s --check-prefix=PACK
// PACK: [[BOTH:%.*]]:2 = relax.call_library "relax.lengths_hold"(%len, %key) with {fact = "len_1 <= len", tables = ["l", "k"]}
// PACK: call_tir @prefix_0([[BOTH]]#0)
// PACK: call_tir @prefix_0([[BOTH]]#1)
// RUN: relax-run %s --input=l=3xi64=1,0,2 --input=k=3xi64=1,0,1 --seed=1 --compare=reference,compiled | FileCheck %s --check-prefix=GOOD
// RUN: relax-run %s --input=l=0xi64= --input=k=0xi64= --seed=1 --compare=reference,compiled | FileCheck %s --check-prefix=GOOD
// GOOD: agree: 2 results
// Also where the sums would fit.
// RUN: not relax-run %s --mode=compiled --input=l=2xi64=4,1 --input=k=2xi64=1,2 --seed=1 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not relax-run %s --mode=reference --input=l=2xi64=4,1 --input=k=2xi64=1,2 --seed=1 2>&1 | FileCheck %s --check-prefix=REFERENCE
// RUN: not relax-run %s --entry=unread --mode=compiled --input=l=2xi64=4,1 --input=k=2xi64=1,2 2>&1 | FileCheck %s --check-prefix=COMPILED
// COMPILED: expected k <= l, got l[1] = 1, k[1] = 2
// REFERENCE: expected key <= len, got len[1] = 1 (from input 'l'), key[1] = 2 (from input 'k')
// RUN: not relax-run %s --entry=domains --mode=compiled --input=l=3xi64=1,2,3 --input=k=2xi64=1,1 2>&1 | FileCheck %s --check-prefix=DOMAINS
// RUN: not relax-run %s --entry=domains --mode=reference --input=l=3xi64=1,2,3 --input=k=2xi64=1,1 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: relax-run %s --entry=domains --mode=compiled --input=l=2xi64=1,2 --input=k=2xi64=1,1
// DOMAINS: 'k': expected 3 entries, as 'l' has, got 2
// SAME: expected a table of lengths, of the same domain
// Three tables, two facts, one a sum; and a table over a table beside another one.
// RUN: relax-run %s --entry=three --mode=compiled --input=l=2xi64=4,1 --input=k=2xi64=1,1 --input=w=2xi64=3,0 --seed=1
// RUN: not relax-run %s --entry=three --mode=compiled --input=l=2xi64=4,1 --input=k=2xi64=1,1 --input=w=2xi64=2,0 --seed=1 2>&1 | FileCheck %s --check-prefix=THREE
// THREE: expected k + w == l, got l[0] = 4, k[0] = 1, w[0] = 2
// RUN: not relax-run %s --entry=chain --mode=compiled --input=l=2xi64=1,2 --input=k=3xi64=1,2,3 --input=w=3xi64=1,1,4 2>&1 | FileCheck %s --check-prefix=CHAIN
// CHAIN: expected w <= k, got k[2] = 3, w[2] = 4
// RUN: not relax-run %s --entry=names --mode=compiled --input=l=2xi64=1,2 2>&1 | FileCheck %s --check-prefix=NAMES
// RUN: not relax-run %s --entry=none --mode=compiled --input=l=2xi64=1,2 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not relax-run %s --entry=several --mode=reference --input=l=2xi64=1,2 2>&1 | FileCheck %s --check-prefix=NONE
// NAMES: expected 'tables' to name the inputs
// NONE: expected one 'fact' and as many results as tables

!len = !relax.lengths<len, [b]>
!key = !relax.lengths<key, [b]>
!x = !relax.tensor<[sum(len)], f32>
!y = !relax.tensor<[sum(key)], f32>
relax.func @main(%l: !len, %k: !key, %x: !x, %y: !y) -> (!y, !x) where (key <= len) {
  %z = relax.add %y, %y : !y
  %w = relax.relu %x : !x
  relax.return %z, %w : !y, !x
}
relax.func @unread(%l: !len, %k: !key) where (key <= len) {
  relax.return
}
relax.func @domains(%l: !len, %k: !relax.lengths<key, [c]>) where (key <= len) {
  relax.return
}
relax.func @three(%l: !len, %k: !key, %w: !relax.lengths<wid, [b]>, %x: !x) -> !x where (key <= len, key + wid == len, wid <= 3) {
  %z = relax.add %x, %x : !x
  relax.return %z : !x
}
relax.func @chain(%l: !len, %k: !relax.lengths<key, [i : b, len[i]]>, %w: !relax.lengths<wid, [i : b, len[i]]>) where (wid <= key) {
  relax.return
}
!t = !relax.tensor<[b], i64>
relax.func @names(%l: !t) -> !t {
  %a = relax.call_library "relax.lengths_hold"(%l) with {fact = "len <= 4"} : (!t) -> !t
  relax.return %a : !t
}
relax.func @none(%l: !t) -> !t {
  %a = relax.call_library "relax.lengths_hold"(%l) with {fact = "", tables = ["len"]} : (!t) -> !t
  relax.return %a : !t
}
relax.func @several(%l: !t) -> (!t, !t) {
  %a:2 = relax.call_library "relax.lengths_hold"(%l) with {fact = "len <= 4", tables = ["len"]} : (!t) -> (!t, !t)
  relax.return %a#0, %a#1 : !t, !t
}
