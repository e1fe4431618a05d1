// Long sums of f32 have subtotals: one after the other, a million numbers between 0 and 1 are 0.3 % off. Threads do not
// change them.
// RUN: relax-run %s --mode=reference --entry=main --dims=n=7,m=100003 | FileCheck %s
// RUN: relax-run %s --entry=main --dims=n=7,m=100003 | FileCheck %s
// RUN: relax-run %s --entry=main --dims=n=700021,m=1 | FileCheck %s
// RUN: relax-run %s --entry=rows --dims=n=3,m=100003 --threads=1 > %t.1
// RUN: relax-run %s --entry=rows --dims=n=3,m=100003 --threads=3 | diff %t.1 -
// RUN: relax-run %s --compare=reference,compiled --entry=rows --dims=n=0,m=5 --then --dims=n=2,m=0 --then --dims=n=1,m=1025 --then --dims=n=33,m=2048

// CHECK: dense<true>
relax.func @main(%x: !relax.tensor<[n, m], f32>) -> !relax.tensor<[], i1> {
  %a = relax.abs %x : !relax.tensor<[n, m], f32>
  %s = relax.sum %a : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[], f32>
  %w = relax.cast %a : !relax.tensor<[n, m], f32> to !relax.tensor<[n, m], f64>
  %t = relax.sum %w : (!relax.tensor<[n, m], f64>) -> !relax.tensor<[], f64>
  %u = relax.cast %s : !relax.tensor<[], f32> to !relax.tensor<[], f64>
  %d = relax.subtract %u, %t : !relax.tensor<[], f64>
  %e = relax.abs %d : !relax.tensor<[], f64>
  %c = relax.constant dense<1.0e-6> : tensor<f64>
  %l = relax.multiply %t, %c : !relax.tensor<[], f64>
  %r = relax.less %e, %l : (!relax.tensor<[], f64>, !relax.tensor<[], f64>) -> !relax.tensor<[], i1>
  relax.return %r : !relax.tensor<[], i1>
}

relax.func @rows(%x: !relax.tensor<[n, m], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[], f32>) {
  %s = relax.sum %x over [1] : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[n], f32>
  %t = relax.reduce_sum_square %x : (!relax.tensor<[n, m], f32>) -> !relax.tensor<[], f32>
  relax.return %s, %t : !relax.tensor<[n], f32>, !relax.tensor<[], f32>
}
