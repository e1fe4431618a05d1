// The share of the time that goes to the prover: counters on request. How long it takes is no business of a test.
// RUN: relax-opt %s --relax-deduce-shapes --counters --time-prover 2>&1 >/dev/null | FileCheck %s
// RUN: relax-opt %s --relax-deduce-shapes --counters=json --time-prover 2>&1 >/dev/null | FileCheck %s --check-prefix=JSON
// RUN: relax-opt %s --relax-deduce-shapes --counters 2>&1 >/dev/null | FileCheck %s --check-prefix=OFF --implicit-check-not=prover
// CHECK: types-refined
// CHECK: {{[1-9][0-9]*}}  prover.questions
// CHECK-NEXT: {{[0-9]+}}  prover.microseconds
// CHECK-NEXT: {{[1-9][0-9]*}}  process.microseconds
// CHECK-NEXT: {{[0-9]+}}  prover.permille
// JSON: {{.*}}"prover.questions": {{[1-9][0-9]*}}, "prover.microseconds": {{[0-9]+}}, "process.microseconds": {{[0-9]+}}, "prover.permille": {{[0-9]+}}}
// OFF: types-refined
relax.func @f(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32> where (n <= m, m <= n, n >= 2) {
  %a = relax.relu %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[?], f32>
  %b = relax.add %a, %y : (!relax.tensor<[?], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32>
  relax.return %b : !relax.tensor<[?], f32>
}
