// Facts in `where (...)`: how they read, in every form of the text.
// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// A strict comparison of integers is one that is not: `<` becomes `<=`.
// CHECK-LABEL: relax.func @comparisons(
// CHECK-SAME: where (n == m, n <= 4096, n + 1 <= k, 1 <= n, m + 1 <= n <= 7)
// GENERIC: facts = [#sym.fact<eq n, m>, #sym.fact<le n, 4096>, #sym.fact<le n + 1, k>, #sym.fact<le 1, n>, #sym.fact<le m + 1, n>, #sym.fact<le n, 7>]
relax.func @comparisons(%x: !relax.tensor<[n, m, k], f32>) where (n == m, n <= 4096, n < k, n >= 1, n > m, n < 8) {
  relax.return
}

// A chain is several facts, which print as a chain where they meet.
// CHECK-LABEL: relax.func @chains(
// CHECK-SAME: where (1 <= n <= 4096, 2 <= m, m + 1 <= n)
// GENERIC: facts = [#sym.fact<le 1, n>, #sym.fact<le n, 4096>, #sym.fact<le 2, m>, #sym.fact<le m + 1, n>]
relax.func @chains(%x: !relax.tensor<[n, m], f32>) where (1 <= n <= 4096, 1 < m < n) {
  relax.return
}

// CHECK-LABEL: relax.func @expressions(
// CHECK-SAME: where (n mod 8 == 0, 2 * n <= m * m, n floordiv 2 == max(m - 1, 0))
relax.func @expressions(%x: !relax.tensor<[n, m], f32>) where (n mod 8 == 0, n + n <= m * m, n floordiv 2 == max(m - 1, 0)) {
  relax.return
}

// CHECK-LABEL: relax.func @sets(
// CHECK-SAME: where (n in {0, 1, 8}, likely n == 8, likely m in {1, 128})
// GENERIC: facts = [#sym.fact<in n, {0, 1, 8}>, #sym.fact<likely eq n, 8>, #sym.fact<likely in m, {1, 128}>]
relax.func @sets(%x: !relax.tensor<[n, m], f32>) where (n in {8, 0, 1, 8}, likely n == 8, likely m in {1, 128}) {
  relax.return
}

// CHECK-LABEL: relax.func @none(%x: !relax.tensor<[n], f32>) where () {
relax.func @none(%x: !relax.tensor<[n], f32>) where () {
  relax.return
}

// Facts of an operation that binds.
// CHECK-LABEL: relax.func @binder(
relax.func @binder(%x: !relax.tensor<[?], f32>, %y: !relax.tensor<[n], f32>) {
  // CHECK-NEXT: binds (k) where (1 <= k <= n, k mod 2 == 0) given (%y : !relax.tensor<[n], f32>)
  %a = relax.match_cast %x : !relax.tensor<[?], f32> to !relax.tensor<[k], f32> binds (k) where (1 <= k <= n, k mod 2 == 0) given (%y : !relax.tensor<[n], f32>)
  relax.return
}
