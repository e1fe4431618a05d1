// What a table says and what is in memory is compared before anything runs, in both modes.
// RUN: not relax-run %s --entry=f --mode=reference --input=len=2xi64=1,-1 --input=x=0x2xf32= 2>&1 | FileCheck %s --check-prefix=SIGN
// RUN: not relax-run %s --entry=f --mode=compiled --input=len=2xi64=1,-1 --input=x=0x2xf32= 2>&1 | FileCheck %s --check-prefix=LIBRARY-SIGN
// RUN: not relax-run %s --entry=f --mode=reference --input=len=2xi64=1,2 --input=x=2x2xf32=1,2,3,4 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not relax-run %s --entry=f --mode=compiled --input=len=2xi64=1,2 --input=x=2x2xf32=1,2,3,4 2>&1 | FileCheck %s --check-prefix=COMPILED-SUM
// RUN: not relax-run %s --entry=f --mode=reference --input=len=1xi64=5 --input=x=5x2xf32=1,2,3,4,5,6,7,8,9,0 2>&1 | FileCheck %s --check-prefix=FACT
// RUN: not relax-run %s --entry=f --mode=compiled --input=len=1xi64=5 --input=x=5x2xf32=1,2,3,4,5,6,7,8,9,0 2>&1 | FileCheck %s --check-prefix=LIBRARY-FACT
// RUN: not relax-run %s --entry=f --mode=reference --input=len=1xf32=1 --input=x=1x2xf32=1,2 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not relax-run %s --entry=f --mode=compiled --input=len=1xf32=1 --input=x=1x2xf32=1,2 2>&1 | FileCheck %s --check-prefix=COMPILED-TYPE
// RUN: not relax-run %s --entry=f --mode=compiled --input=len=2xi64=1099511627776,1 --input=x=2x2xf32=1,2,3,4 2>&1 | FileCheck %s --check-prefix=LIBRARY-LONG
// RUN: not relax-run %s --entry=twice --mode=reference --input=len=2xi64=1,2 --input=again=2xi64=2,1 2>&1 | FileCheck %s --check-prefix=SHARED
// RUN: not relax-run %s --entry=padded --mode=reference --input=len=2xi64=1,3 --input=x=4x2xf32=1,2,3,4,5,6,7,8 2>&1 | FileCheck %s --check-prefix=LONG
// RUN: not relax-run %s --entry=padded --mode=compiled --input=len=2xi64=1,3 --input=x=4x2xf32=1,2,3,4,5,6,7,8 2>&1 | FileCheck %s --check-prefix=KERNEL-LONG
// RUN: not relax-run %s --entry=library --mode=compiled --input=x=1xf32=1 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: not relax-run %s --entry=domains --mode=reference --input=len=1xi64=1 --input=key=2xi64=1,1 --input=x=1xf32=1 2>&1 | FileCheck %s --check-prefix=DOMAINS
// RUN: not relax-run %s --entry=domains --mode=compiled --input=len=1xi64=1 --input=key=2xi64=1,1 --input=x=1xf32=1 2>&1 | FileCheck %s --check-prefix=COMPILED-DOMAINS
// RUN: relax-run %s --entry=domains --mode=compiled --input=len=2xi64=2,1 --input=key=2xi64=1,1 --input=x=3xf32=1,2,3
// COMPILED-DOMAINS: got {{.*}}2

// SIGN: input 'len', entry 1: expected a length >= 0, got -1
// LIBRARY-SIGN: 'len', entry 1: expected a length >= 0, got -1
// SUM: input 'x', dimension 0: expected sum(len) = 3 (len from input 'len'), got 2
// COMPILED-SUM: expected t == t, got t = 3 {{.*}}, t = 2 (from input 'x', dimension 0)
// FACT: f: expected len <= 4, got len[0] = 5 (from input 'len')
// LIBRARY-FACT: 'len', entry 0: expected len <= 4, got 5
// LIBRARY-LONG: 'len', entry 0: expected len <= 4, got 1099511627776
// TYPE: input 'len': expected lengths, an i64 tensor of rank 1, got f32 tensor of rank 1
// COMPILED-TYPE: input 'len': expected i64 tensor of rank 1, got f32 tensor of rank 1
!x = !relax.tensor<[i : b, len[i], 2], f32>
relax.func @f(%len: !relax.lengths<len, [b]>, %x: !x) -> !x where (len <= 4) {
  %y = relax.relu %x : !x
  relax.return %y : !x
}

// SHARED: input 'again', entry 0: expected len[0] = 1 (from input 'len'), got 2
relax.func @twice(%len: !relax.lengths<len, [b]>, %again: !relax.lengths<len, [b]>) {
  relax.return
}

// LONG: instance 1: dimension 1: expected an extent of at most 2, got 3
// KERNEL-LONG: shapes do not fit
relax.func @padded(%len: !relax.lengths<len, [b]>, %x: !x) -> !relax.tensor<[b, 2, 2], f32> {
  %y = relax.ragged_to_padded %x pad 0.0 : (!x) -> !relax.tensor<[b, 2, 2], f32>
  relax.return %y : !relax.tensor<[b, 2, 2], f32>
}

// LIBRARY: 'lengths': expected i64 lengths of rank 1
relax.func @library(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.call_library "relax.lengths"(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}

// DOMAINS: cannot evaluate sum(key * len): expected a table of lengths, of the same domain
relax.func @domains(%len: !relax.lengths<len, [b]>, %key: !relax.lengths<key, [c]>, %x: !relax.tensor<[sum(len * key)], f32>) {
  relax.return
}
