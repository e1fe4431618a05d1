// Expressions in the types: one normal form for all that are equal (docs/language/dimensions.md).
// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK-LABEL: relax.func @sums(
relax.func @sums(%n: !relax.tensor<[n, m, k], f32>,
    // CHECK-SAME: %a: !relax.tensor<[2 * n, 2 * n, 2 * n], f32>
    %a: !relax.tensor<[2 * n, n + n, n * 2], f32>,
    // CHECK-SAME: %b: !relax.tensor<[m + n, m - n, n], f32>
    %b: !relax.tensor<[n + m, m - n, n + m - m], f32>,
    // CHECK-SAME: %c: !relax.tensor<[0, n - 1, n + 1], f32>
    %c: !relax.tensor<[n - n, n -1, n - -1], f32>,
    // CHECK-SAME: %d: !relax.tensor<[-n + 4, 7, 0], f32>
    %d: !relax.tensor<[4 - n, 3 + 4, 0 * n], f32>) {
  relax.return
}

// Terms by falling degree, then by name; the coefficient first; the constant last.
// CHECK-LABEL: relax.func @products(
relax.func @products(%n: !relax.tensor<[n, m, k], f32>,
    // CHECK-SAME: %a: !relax.tensor<[2 * m * n, n * n + 2 * n - 1], f32>
    %a: !relax.tensor<[n * 2 * m, -1 + n + n * n + n], f32>,
    // CHECK-SAME: %b: !relax.tensor<[n * n + 2 * n + 1, m * m - n * n], f32>
    %b: !relax.tensor<[(n + 1) * (n + 1), (m + n) * (m - n)], f32>,
    // CHECK-SAME: %c: !relax.tensor<[k * m * n + k * n + m + n + 5], f32>
    %c: !relax.tensor<[n + 5 + m + n * k + n * m * k], f32>) {
  relax.return
}

// CHECK-LABEL: relax.func @divisions(
relax.func @divisions(%n: !relax.tensor<[n, m], f32>,
    // CHECK-SAME: %a: !relax.tensor<[n floordiv 4, n ceildiv 4, n mod 4], f32>
    %a: !relax.tensor<[n floordiv 4, n ceildiv 4, n mod 4], f32>,
    // CHECK-SAME: %b: !relax.tensor<[2, 3, 3], f32>
    %b: !relax.tensor<[11 floordiv 4, 11 ceildiv 4, 11 mod 4], f32>,
    // CHECK-SAME: %c: !relax.tensor<[n, n, 0], f32>
    %c: !relax.tensor<[n floordiv 1, n ceildiv 1, n mod 1], f32>,
    // CHECK-SAME: %d: !relax.tensor<[(m + n) floordiv 2, m + n floordiv 2, 2 * (n mod 3)], f32>
    %d: !relax.tensor<[(n + m) floordiv 2, n floordiv 2 + m, 2 * (n mod 3)], f32>,
    // From the left: (n floordiv 2) * 3, (4 * n) floordiv 2, (n mod 8) floordiv 8.
    // CHECK-SAME: %e: !relax.tensor<[3 * (n floordiv 2), 2 * n, 0], f32>
    %e: !relax.tensor<[n floordiv 2 * 3, 4 * n floordiv 2, n mod 8 floordiv 8], f32>) {
  relax.return
}

// CHECK-LABEL: relax.func @extremes(
relax.func @extremes(%n: !relax.tensor<[n, m], f32>,
    // CHECK-SAME: %a: !relax.tensor<[min(m, n), min(m, n), n], f32>
    %a: !relax.tensor<[min(n, m), min(m, n), min(n, n)], f32>,
    // CHECK-SAME: %b: !relax.tensor<[max(n - 1, 0), 2, 3], f32>
    %b: !relax.tensor<[max(n - 1, 0), min(2, 3), max(2, 3)], f32>,
    // Always true without any fact: n <= n + 1.
    // CHECK-SAME: %c: !relax.tensor<[n, n + 1], f32>
    %c: !relax.tensor<[min(n, n + 1), max(n, n + 1)], f32>) {
  relax.return
}

// Nothing is known of `?`, and nothing of what is computed from it.
// CHECK-LABEL: relax.func @unknown(
relax.func @unknown(
    // CHECK-SAME: %a: !relax.tensor<[?, ?, ?], f32>
    %a: !relax.tensor<[?, 2 * ?, ? - ?], f32>,
    // CHECK-SAME: %b: !relax.tensor<[?, ?], f32>
    %b: !relax.tensor<[? floordiv 3, min(?, 4)], f32>,
    // CHECK-SAME: %c: !relax.tensor<*, f32>, %d: !relax.tensor<[], f32>, %e: !relax.shape<[n, 4]>, %f: !relax.shape<*>
    %c: !relax.tensor<*, f32>, %d: !relax.tensor<[], f32>, %e: !relax.shape<[n, 4]>, %f: !relax.shape<*>) {
  relax.return
}

// The whole range of an extent, and of a coefficient.
// CHECK-LABEL: relax.func @large(
relax.func @large(
    // CHECK-SAME: %a: !relax.tensor<[9223372036854775807, n], f32>
    %a: !relax.tensor<[9223372036854775807, n], f32>,
    // CHECK-SAME: %b: !relax.tensor<[4611686018427387904 * n], f32>
    %b: !relax.tensor<[4611686018427387904 * n], f32>) {
  relax.return
}

// Equal expressions are one attribute: these types are the same.
// CHECK-LABEL: relax.func @equal(
relax.func @equal(%x: !relax.tensor<[n + n, (m + 1) * (m - 1)], f32>) -> !relax.tensor<[2 * n, m * m - 1], f32> symbols (m, n) {
  relax.return %x : !relax.tensor<[2 * n, -1 + m * m], f32>
}
