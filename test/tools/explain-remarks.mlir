// The steps of --relax-explain as remarks, next to what is printed: facts where they are stated, the rest at the function.
// RUN: relax-opt %s --relax-explain='@f: k <= 4 * n' --relax-explain-remarks 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARKS --input-file=%t
// CHECK: yes
// CHECK-NEXT: fact: k <= 2 * n
// CHECK-NEXT: rule
// REMARKS: explain-remarks.mlir:[[#FUNC:]]:1: remark: 'k <= 4 * n': yes
// REMARKS: explain-remarks.mlir:[[#FUNC+1]]:98: remark: 'k <= 4 * n': fact: k <= 2 * n (
// REMARKS: explain-remarks.mlir:[[#FUNC]]:1: remark: 'k <= 4 * n': rule '

// RUN: relax-opt %s --relax-explain='@f: k <= n' --relax-explain-remarks 2>&1 >/dev/null | FileCheck %s --check-prefix=NO
// NO: remark: 'k <= n': no
// NO: remark: 'k <= n': fails at k = [[#]], n = [[#]]
// NO: remark: 'k <= n': what must hold: k <= n

// Without the option there are none.
// RUN: relax-opt %s --relax-explain='@f: k <= n' 2>&1 >/dev/null | count 0
// RUN: not relax-opt %s --relax-explain-remarks 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: error: '--relax-explain-remarks': expected a question in '--relax-explain='

relax.func @f(%x: !relax.tensor<[n], i64>, %y: !relax.tensor<[?], i64>) where (n <= 100) {
  %v = relax.match_cast %y : !relax.tensor<[?], i64> to !relax.tensor<[k], i64> binds (k) where (k <= 2 * n) given (%x : !relax.tensor<[n], i64>)
  relax.return
}
