// Texts: all text forms, and what follows from the operands.
// RUN: relax-opt %s | relax-opt | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --emit-bytecode | relax-opt --allow-bytecode | FileCheck %s

// CHECK-LABEL: relax.func @texts(
relax.func @texts(%a: !relax.tensor<[n, m], !relax.string>, %b: !relax.tensor<[1], !relax.string>, %line: !relax.tensor<[1, n], !relax.string>)
    -> (!relax.tensor<[n, m, ?], !relax.string>, !relax.tensor<[n, m], i64>, !relax.tensor<[1, ?], !relax.string>) {
  // CHECK-NEXT: %c = relax.string_concat %a, %b : (!relax.tensor<[n, m], !relax.string>, !relax.tensor<[1], !relax.string>) -> !relax.tensor<[n, m], !relax.string>
  %c = relax.string_concat %a, %b : (!relax.tensor<[n, m], !relax.string>, !relax.tensor<[1], !relax.string>) -> !relax.tensor<[n, m], !relax.string>
  // CHECK-NEXT: %d = relax.string_concat %a, %c : !relax.tensor<[n, m], !relax.string>
  %d = relax.string_concat %a, %c : !relax.tensor<[n, m], !relax.string>
  // CHECK-NEXT: %r = relax.regex_full_match %d pattern "[a-z]+\\.\22" : (!relax.tensor<[n, m], !relax.string>) -> !relax.tensor<[n, m], i1>
  %r = relax.regex_full_match %d pattern "[a-z]+\5C.\22" : (!relax.tensor<[n, m], !relax.string>) -> !relax.tensor<[n, m], i1>
  // CHECK-NEXT: %0:2 = relax.string_split %d delimiter ", " max_splits 2 : (!relax.tensor<[n, m], !relax.string>) -> (!relax.tensor<[n, m, k], !relax.string>, !relax.tensor<[n, m], i64>) binds (k) where (k <= 3)
  %0:2 = relax.string_split %d delimiter ", " max_splits 2 : (!relax.tensor<[n, m], !relax.string>) -> (!relax.tensor<[n, m, k], !relax.string>, !relax.tensor<[n, m], i64>) binds (k) where (k <= 3)
  // CHECK-NEXT: %1:2 = relax.string_split %d : (!relax.tensor<[n, m], !relax.string>) -> (!relax.tensor<[n, m, ?], !relax.string>, !relax.tensor<[n, m], i64>)
  %1:2 = relax.string_split %d : (!relax.tensor<[n, m], !relax.string>) -> (!relax.tensor<[n, m, ?], !relax.string>, !relax.tensor<[n, m], i64>)
  // CHECK-NEXT: %l = relax.string_normalize %line to "lower" without ["the", "a"] case_sensitive : (!relax.tensor<[1, n], !relax.string>) -> !relax.tensor<[1, j], !relax.string> binds (j)
  %l = relax.string_normalize %line to "lower" without ["the", "a"] case_sensitive : (!relax.tensor<[1, n], !relax.string>) -> !relax.tensor<[1, j], !relax.string> binds (j)
  relax.return %0#0, %0#1, %l : !relax.tensor<[n, m, k], !relax.string>, !relax.tensor<[n, m], i64>, !relax.tensor<[1, j], !relax.string>
}

// CHECK-LABEL: relax.func @counts(
relax.func @counts(%x: !relax.tensor<[b, n], i64>, %t: !relax.tensor<[n], !relax.string>, %keys: !relax.tensor<[k], i64>, %values: !relax.tensor<[k], !relax.string>, %none: !relax.tensor<[1], !relax.string>)
    -> !relax.tensor<[b, 5], f32> {
  // Two single items and a pair; the last column is 4.
  // CHECK-NEXT: %c = relax.tf_idf %x mode "TFIDF" lengths 1 to 2 skip 3 starts [0, 2] columns [0, 4, 2] integers [7, 8, 7, 8] weights [1.000000e+00, 5.000000e-01, 2.000000e+00] : (!relax.tensor<[b, n], i64>) -> !relax.tensor<[b, 5], f32>
  %c = relax.tf_idf %x mode "TFIDF" lengths 1 to 2 skip 3 starts [0, 2] columns [0, 4, 2] integers [7, 8, 7, 8] weights [1.0, 0.5, 2.0] : (!relax.tensor<[b, n], i64>) -> !relax.tensor<[b, 5], f32>
  // CHECK-NEXT: %d = relax.tf_idf %t mode "TF" lengths 1 to 1 skip 0 starts [0] columns [0] texts ["a"] : (!relax.tensor<[n], !relax.string>) -> !relax.tensor<[1], f32>
  %d = relax.tf_idf %t mode "TF" lengths 1 to 1 skip 0 starts [0] columns [0] texts ["a"] : (!relax.tensor<[n], !relax.string>) -> !relax.tensor<[1], f32>
  // CHECK-NEXT: %v = relax.lookup %x keys %keys values %values default %none : (!relax.tensor<[b, n], i64>, !relax.tensor<[k], i64>, !relax.tensor<[k], !relax.string>, !relax.tensor<[1], !relax.string>) -> !relax.tensor<[b, n], !relax.string>
  %v = relax.lookup %x keys %keys values %values default %none : (!relax.tensor<[b, n], i64>, !relax.tensor<[k], i64>, !relax.tensor<[k], !relax.string>, !relax.tensor<[1], !relax.string>) -> !relax.tensor<[b, n], !relax.string>
  relax.return %c : !relax.tensor<[b, 5], f32>
}
