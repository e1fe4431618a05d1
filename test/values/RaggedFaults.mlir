// Tables that no memory fits are errors before anything is read, also where their sum would be right because it wraps; empty batches and
// batches without rows have results.
// RUN: relax-run %s --input=len=0xi64= --input=q=0x64xf32= | FileCheck %s --check-prefix=NONE
// RUN: relax-run %s --input=len=3xi64=0,0,0 --input=q=0x64xf32= | FileCheck %s --check-prefix=NONE
// RUN: not relax-run %s --input=len=1xi64=1099511627776 --input=q=0x64xf32= 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not relax-run %s --input=len=1xi64=-1 --input=q=0x64xf32= 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not relax-run %s --input=len=3xi64=9223372036854775807,9223372036854775807,2 --input=q=0x64xf32= 2>&1 | FileCheck %s --check-prefix=WRAPPED
// RUN: not relax-run %s --entry=squares --input=len=2xi64=4294967296,1 --input=q=1xf32=1 2>&1 | FileCheck %s --check-prefix=SQUARES
// RUN: not relax-run %s --entry=squares --mode=reference --input=len=2xi64=4294967296,1 --input=q=1xf32=1 2>&1 | FileCheck %s --check-prefix=SQUARES
// RUN: not relax-run %s --entry=sizes --input=len=2xi64=9223372036854775807,0 --input=q=1xf32=1 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not relax-run %s --entry=other --input=q=1xi64=1 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not relax-run %s --entry=shared --mode=compiled --input=l=2xi64=1,2 --input=m=2xi64=2,1 --seed=1 2>&1 | FileCheck %s --check-prefix=COMPILED
// RUN: not relax-run %s --entry=shared --mode=reference --input=l=2xi64=1,2 --input=m=2xi64=2,1 --seed=1 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: relax-opt %s --relax-pack-ragged | not relax-run - --entry=shared --mode=reference --input=l=2xi64=1,2 --input=m=2xi64=2,1 --dims=t=3 2>&1 | FileCheck %s --check-prefix=LOWERED
// RUN: relax-run %s --entry=shared --compare=reference,compiled --input=l=2xi64=1,2 --input=m=2xi64=1,2 --seed=1 | FileCheck %s --check-prefix=ALIKE
// RUN: not relax-run %s --entry=uneven --mode=compiled --input=l=2xi64=1,2 --input=m=1xi64=1 2>&1 | FileCheck %s --check-prefix=UNEVEN
// COMPILED: 'm', entry 0: expected 1, which the same table has in another argument, got 2
// UNEVEN: 'l': expected the lengths that the same table has in another argument
// SHARED: 'm', entry 0: expected len[0] = 1 (from input 'l'), got 2
// LOWERED: expected the lengths that the same table has in another argument
// ALIKE: agree: 1 result
// SQUARES: cannot evaluate sum(len * len){{.*}}: value exceeds 64 bits
// SIZES: value exceeds 64 bits
// OTHER: expected 'sum' over tables of i64 and as many inputs, of one extent
// NONE: result0 = dense<> : tensor<0x64xf32>
// LONG: expected t == t, got t = 1099511627776 {{.*}}, t = 0 (from input 'q', dimension 0)
// NEGATIVE: 'len', entry 0: expected a length >= 0, got -1
// WRAPPED: 'len', entry 1: expected lengths whose sum has 64 bits
!x = !relax.tensor<[i : b, len[i], 64], f32>
relax.func @main(%len: !relax.lengths<len, [b]>, %q: !x) -> !x {
  %a = relax.attention %q, %q, %q heads 2, 2 : (!x, !x, !x) -> !x
  relax.return %a : !x
}
!s = !relax.tensor<[i : b, len[i], len[i]], f32>
relax.func @squares(%len: !relax.lengths<len, [b]>, %q: !s) -> !s {
  %a = relax.softmax %q over 2 : !s
  relax.return %a : !s
}
!e = !relax.tensor<[i : b, 8 * (len[i] ceildiv 8)], f32>
relax.func @sizes(%len: !relax.lengths<len, [b]>, %q: !e) -> !e {
  %a = relax.softmax %q over 1 : !e
  relax.return %a : !e
}
relax.func @other(%q: !relax.tensor<[b], i64>) -> !relax.tensor<[b], i64> {
  %a = relax.call_library "relax.lengths_fit"(%q) with {sum = "sum(len * key)"} : (!relax.tensor<[b], i64>) -> !relax.tensor<[b], i64>
  relax.return %a : !relax.tensor<[b], i64>
}
!y = !relax.tensor<[i : b, len[i], 4], f32>
relax.func @shared(%l: !relax.lengths<len, [b]>, %x: !y, %m: !relax.lengths<len, [b]>, %y: !y) -> !y {
  %z = relax.add %x, %y : !y
  relax.return %z : !y
}
relax.func @uneven(%l: !relax.tensor<[b], i64>, %m: !relax.tensor<[c], i64>) -> !relax.tensor<[b], i64> {
  %a = relax.call_library "relax.lengths"(%l, %m) with {facts = "", name = "l"} : (!relax.tensor<[b], i64>, !relax.tensor<[c], i64>) -> !relax.tensor<[b], i64>
  relax.return %a : !relax.tensor<[b], i64>
}
