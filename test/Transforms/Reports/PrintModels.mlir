// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-print-models))' 2>&1 >/dev/null | grep remark | FileCheck %s --implicit-check-not=remark:
// RUN: relax-opt %s --pass-pipeline='builtin.module(relax.func(relax-print-models{limit=1 largest=0}))' 2>&1 >/dev/null | grep remark | FileCheck %s --check-prefix=FEW --implicit-check-not=remark:

// Primes, 0, 1, bounds, larger primes, and one symbol apart from the others.
// CHECK: remark: --dims=n=2,m=3
// CHECK: remark: --dims=n=0,m=0
// CHECK: remark: --dims=n=1,m=1
// CHECK: remark: --dims=n=64,m=64
// CHECK: remark: --dims=n=23,m=19
// CHECK: remark: --dims=n=0,m=3
// CHECK: remark: --dims=n=2,m=0
// CHECK: remark: --dims=n=1,m=3
// FEW: remark: --dims=n=2,m=3
relax.func @free(%x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[m + n], f32>) {
  relax.return
}
// What the facts leave: a symbol that another one says, multiples, no hint.
// CHECK: remark: --dims=n=2,m=4,k=0
// CHECK: remark: --dims=n=1,m=2,k=0
// CHECK: remark: --dims=n=8,m=16,k=64
// FEW: remark: --dims=n=2,m=4,k=0
relax.func @tied(%x: !relax.tensor<[n, m, k], f32>) where (1 <= n <= 8, m == 2 * n, k mod 4 == 0, likely n == 5) {
  relax.return
}
// Alternatives, also above the largest extent that is wished for.
// CHECK: remark: --dims=n=1
// CHECK: remark: --dims=n=128
// FEW: remark: --dims=n=1
relax.func @set(%x: !relax.tensor<[n], f32>) where (n in {1, 128}) {
  relax.return
}
// CHECK: remark: --dims=n=2,m=3,p=1,q=6
// CHECK: remark: --dims=n=1,m=0,p=0,q=0
// CHECK-COUNT-6: remark: --dims=
// FEW: remark: --dims=n=2,m=3,p=1,q=6
relax.func @product(%x: !relax.tensor<[n, m], f32>, %y: !relax.tensor<[p, q], f32>) where (n * m == p * q, 1 <= n) {
  relax.return
}
// Nothing to choose.
relax.func @static(%x: !relax.tensor<[4], f32>) {
  relax.return
}
