// Extents that are quotients, least ones and sums of entries: what is summed is an array beside the partial sums.
// RUN: relax-run %s --entry=halves --compare=reference,compiled --input=l=4xi64=2,0,5,1 --input=x=5x4xf32=1,2,3,4,5,6,7,8,9,1,2,3,4,5,6,7,8,9,1,2 | FileCheck %s
// RUN: relax-run %s --entry=halves --compare=reference,compiled --input=l=0xi64= --input=x=0x4xf32= | FileCheck %s
// RUN: relax-run %s --entry=least --compare=reference,compiled --input=l=3xi64=9,0,2 --input=x=6x2xf32=1,2,3,4,5,6,7,8,9,1,2,3 | FileCheck %s
// RUN: relax-run %s --entry=odd --compare=reference,compiled --input=l=2xi64=1,0 --input=x=4x2xf32=1,2,3,4,5,6,7,8 | FileCheck %s
// RUN: relax-run %s --entry=blocks --compare=reference,compiled --input=l=2xi64=1,9 --input=x=24x3xf32=-2 | FileCheck %s
// RUN: env RELAX_CACHE_DIR= relax-run %s --entry=halves --mode=compiled --counters --input=l=2xi64=1,1 --input=x=2x4xf32=1,2,3,4,5,6,7,8 | FileCheck %s --check-prefix=WORDS
// Three begins and two sizes.
// WORDS: aux_bytes=40 prelude_kernels=1{{$}}
// Another sum than there are rows, and entries below 0.
// RUN: not relax-run %s --entry=halves --mode=compiled --input=l=2xi64=3,1 --input=x=2x4xf32=1,2,3,4,5,6,7,8 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: not relax-run %s --entry=halves --mode=reference --input=l=2xi64=3,1 --input=x=2x4xf32=1,2,3,4,5,6,7,8 2>&1 | FileCheck %s --check-prefix=ROWS
// ROWS: got {{.*}}2
// RUN: not relax-run %s --entry=halves --mode=compiled --input=l=2xi64=-3,7 --input=x=3x4xf32=1,2,3,4,5,6,7,8,9,1,2,3 2>&1 | FileCheck %s --check-prefix=BELOW
// BELOW: 'l', entry 0: expected a length >= 0, got -3
// Nothing of it is checked element by element, instances run side by side.
// RUN: relax-opt %s --relax-pipeline=cpu --tir-bounds=report -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROVED --allow-empty
// PROVED-NOT: {{[1-9][0-9]*}} checked
// PROVED-NOT: parallel rounds

!len = !relax.lengths<len, [b]>
!half = !relax.tensor<[i : b, len[i] ceildiv 2, 4], f32>
!least = !relax.tensor<[i : b, min(len[i], 4), 2], f32>
!odd = !relax.tensor<[i : b, 2 * len[i] + 1, 2], f32>
!dense = !relax.tensor<[b, 4], f32>
!blocks = !relax.tensor<[sum(8 * (len ceildiv 8)), 3], f32>

// CHECK: agree:
relax.func @halves(%l: !len, %x: !half) -> (!half, !dense) {
  %y = relax.softmax %x over 1 : !half
  %z = relax.add %y, %x : !half
  %s = relax.sum %z over [1] : (!half) -> !dense
  relax.return %z, %s : !half, !dense
}
relax.func @least(%l: !len, %x: !least) -> !least {
  %y = relax.softmax %x over 1 : !least
  relax.return %y : !least
}
relax.func @odd(%l: !len, %x: !odd) -> !odd {
  %y = relax.softmax %x over 1 : !odd
  relax.return %y : !odd
}
relax.func @blocks(%l: !len, %x: !blocks) -> !blocks {
  %y = relax.relu %x : !blocks
  relax.return %y : !blocks
}
