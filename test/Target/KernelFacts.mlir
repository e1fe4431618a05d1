// What a kernel says of its symbols, it looks at: its accesses were proved from it. Callers that call with other extents get an error.
// RUN: relax-opt %s --pass-pipeline='builtin.module(tir.func(tir-check-bounds{bounds=require}))' -o /dev/null
// RUN: relax-run %s --dims=n=8 | FileCheck %s
// CHECK: dense<
// RUN: sh -c 'relax-run %s --dims=n=10 2> %t.err; test $? -eq 1'
// RUN: FileCheck %s --check-prefix=ERROR --input-file=%t.err
// RUN: sh -c 'relax-run %s --dims=n=12 2> %t.err; test $? -eq 1'
// RUN: FileCheck %s --check-prefix=ERROR --input-file=%t.err
// ERROR: relax-run: error: kernel 'whole': extents are not as it says

tir.func private @whole(%X: !tir.buffer<[n], f32>, %Y: !tir.buffer<[n], f32>) where (n mod 4 == 0, n in {4, 8, 10}, n <= 10) {
  tir.for "i" (%i) in [n ceildiv 4] {
    tir.for "j" (%j) in [4] {
      %x = tir.load %X[4 * %i + %j] : !tir.buffer<[n], f32>
      tir.store %x, %Y[4 * %i + %j] : !tir.buffer<[n], f32>
    }
  }
  tir.return
}
relax.func @main(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.call_tir @whole(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
