// RUN: split-file %s %t
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/nothing.mlir 2>&1 | FileCheck %s --check-prefix=OPEN
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/main.mlir 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/endless.mlir 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns="file=%t/endless.mlir limit=7" 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns="file=%t/endless.mlir trace=swapp" 2>&1 | FileCheck %s --check-prefix=TRACE
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/check.mlir 2>&1 | FileCheck %s --check-prefix=CHECK-NAME
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/check2.mlir 2>&1 | FileCheck %s --check-prefix=CHECK-COUNT
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/check3.mlir 2>&1 | FileCheck %s --check-prefix=CHECK-WITH
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/check4.mlir 2>&1 | FileCheck %s --check-prefix=CHECK-PLACE
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/type.mlir 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/label.mlir 2>&1 | FileCheck %s --check-prefix=LABEL
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/label2.mlir 2>&1 | FileCheck %s --check-prefix=TAKEN
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/through.mlir 2>&1 | FileCheck %s --check-prefix=THROUGH
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/label3.mlir 2>&1 | FileCheck %s --check-prefix=CHOICES
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/with.mlir 2>&1 | FileCheck %s --check-prefix=WITH
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/unbound.mlir 2>&1 | FileCheck %s --check-prefix=UNBOUND
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/unused.mlir 2>&1 | FileCheck %s --check-prefix=UNUSED
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/dead.mlir 2>&1 | FileCheck %s --check-prefix=DEAD
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/roots.mlir 2>&1 | FileCheck %s --check-prefix=ROOTS
// RUN: not relax-opt %t/main.mlir --relax-apply-patterns=%t/text.mlir 2>&1 | FileCheck %s --check-prefix=TEXT

//--- main.mlir
// OPEN: error: 'builtin.module' op pass 'relax-apply-patterns': cannot open
// NONE: error: option 'file' of pass 'relax-apply-patterns': expected a value
// OTHER: main.mlir:{{.*}}: error: 'relax.func' op expected 'relax.pattern' or 'relax.rewrite' in a file of patterns
relax.func @f(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %n = relax.subtract %x, %y : !relax.tensor<[n], f32>
  relax.return %n : !relax.tensor<[n], f32>
}
//--- endless.mlir
// ENDLESS: endless.mlir:[[#]]:1: error: rewrite '@swap_back' does not seem to end: it was applied {{[0-9]+}} times to '@f'; 'limit=' allows more
// ENDLESS: main.mlir:{{.*}}: note: applied here
// LIMIT: it was applied 7 times
// TRACE: error: 'builtin.module' op pass 'relax-apply-patterns': 'trace': the file has no pattern 'swapp'; did you mean 'swap'?
relax.pattern @swap(%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.subtract %x, %y : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @swap_back : @swap => (%x: !relax.tensor<*, ?>, %y: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.subtract %y, %x : !relax.tensor<*, ?>
  %c = relax.negative %b : !relax.tensor<*, ?>
  relax.pattern_return %c : !relax.tensor<*, ?>
}
//--- check.mlir
// CHECK-NAME: 'relax.match_check' op there is no condition 'constants'; did you mean 'constant'?
relax.pattern @p(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.exp %x : !relax.tensor<*, ?>
  relax.match_check "constants"(%x : !relax.tensor<*, ?>)
  relax.pattern_return %b : !relax.tensor<*, ?>
}
//--- check2.mlir
// CHECK-COUNT: 'relax.match_check' op 'constant': expected 1 values and 0 names of attributes, got 0 and 1
relax.pattern @p(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.exp %x : !relax.tensor<*, ?>
  relax.match_check "constant"() of ["a"]
  relax.pattern_return %b : !relax.tensor<*, ?>
}
//--- check3.mlir
// CHECK-WITH: 'relax.match_check' op no 'with' gives an attribute the name 'a'
relax.pattern @p(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.exp %x : !relax.tensor<*, ?>
  relax.match_check "transposition"() of ["a"]
  relax.pattern_return %b : !relax.tensor<*, ?>
}
//--- check4.mlir
// CHECK-PLACE: 'relax.match_check' op stands in patterns only
relax.pattern @p(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.exp %x : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @r : @p => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  relax.match_check "constant"(%x : !relax.tensor<*, ?>)
  relax.pattern_return %x : !relax.tensor<*, ?>
}
//--- type.mlir
// TYPE: type.mlir:{{.*}}: error: 'relax.rewrite' op result 0: expected !relax.tensor<[n, m], f32>, the type in the pattern, got !relax.tensor<[n, k], f32>, and the facts do not show that they are equal
relax.pattern @p(%x: !relax.tensor<[n, k], f32>, %y: !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32> {
  %b = relax.matmul %x, %y : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.pattern_return %b : !relax.tensor<[n, m], f32>
}
relax.rewrite @good : @p => (%x: !relax.tensor<[n, k], f32>, %y: !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32> where (m <= k, k <= m) {
  relax.pattern_return %x : !relax.tensor<[n, k], f32>
}
relax.rewrite @r : @p => (%x: !relax.tensor<[n, k], f32>, %y: !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32> {
  relax.pattern_return %x : !relax.tensor<[n, k], f32>
}
//--- label.mlir
// LABEL: 'relax.match_any' op the pattern has no 'relax.match_any' of the label 'a'
relax.pattern @p(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.exp %x : !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
relax.rewrite @r : @p => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.match_any "a"(%x, %x) : (!relax.tensor<*, ?>, !relax.tensor<*, ?>) -> !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
//--- label2.mlir
// TAKEN: 'relax.match_any' op label 'a' is taken
relax.pattern @p(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.exp %x : !relax.tensor<*, ?>
  %c = relax.match_any "a"(%b, %x) : (!relax.tensor<*, ?>, !relax.tensor<*, ?>) -> !relax.tensor<*, ?>
  %d = relax.match_any "a"(%c, %x) : (!relax.tensor<*, ?>, !relax.tensor<*, ?>) -> !relax.tensor<*, ?>
  relax.pattern_return %d : !relax.tensor<*, ?>
}
//--- label3.mlir
// CHOICES: 'relax.match_any' op expected 2 alternatives as in the pattern, got 3
relax.pattern @p(%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.exp %x : !relax.tensor<*, ?>
  %c = relax.match_any "a"(%b, %x) : (!relax.tensor<*, ?>, !relax.tensor<*, ?>) -> !relax.tensor<*, ?>
  %d = relax.exp %c : !relax.tensor<*, ?>
  relax.pattern_return %d : !relax.tensor<*, ?>
}
relax.rewrite @r : @p => (%x: !relax.tensor<*, ?>) -> !relax.tensor<*, ?> {
  %b = relax.match_any "a"(%x, %x, %x) : (!relax.tensor<*, ?>, !relax.tensor<*, ?>, !relax.tensor<*, ?>) -> !relax.tensor<*, ?>
  relax.pattern_return %b : !relax.tensor<*, ?>
}
//--- with.mlir
// WITH: 'relax.permute_dims' op 'with': the pattern gives no attribute the name 'p'
relax.pattern @p(%x: !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?> {
  %b = relax.exp %x : !relax.tensor<[n], ?>
  relax.pattern_return %b : !relax.tensor<[n], ?>
}
relax.rewrite @r : @p => (%x: !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?> {
  %b = relax.permute_dims %x axes [0] {with = {axes = "p"}} : !relax.tensor<[n], ?>
  relax.pattern_return %b : !relax.tensor<[n], ?>
}
//--- unbound.mlir
// UNBOUND: 'relax.pattern' op symbol 'a' is bound by no 'with' and by no dimension
relax.pattern @p(%x: !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?> symbols (a) {
  %b = relax.exp %x : !relax.tensor<[n], ?>
  relax.pattern_return %b : !relax.tensor<[n], ?>
}
relax.rewrite @r : @p => (%x: !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?> {
  relax.pattern_return %x : !relax.tensor<[n], ?>
}
//--- unused.mlir
// UNUSED: 'relax.pattern' op argument 1 is no part of the results
relax.pattern @p(%x: !relax.tensor<[n], ?>, %y: !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?> {
  %b = relax.exp %x : !relax.tensor<[n], ?>
  relax.pattern_return %b : !relax.tensor<[n], ?>
}
//--- dead.mlir
// DEAD: 'relax.log' op is no part of the results
relax.pattern @p(%x: !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?> {
  %a = relax.log %x : !relax.tensor<[n], ?>
  %b = relax.exp %x : !relax.tensor<[n], ?>
  relax.pattern_return %b : !relax.tensor<[n], ?>
}
//--- roots.mlir
// ROOTS: 'relax.pattern' op result 1: only the first can be an alternative or a chain
relax.pattern @p(%x: !relax.tensor<[n], ?>) -> (!relax.tensor<[n], ?>, !relax.tensor<[n], ?>) {
  %a = relax.log %x : !relax.tensor<[n], ?>
  %b = relax.exp %x : !relax.tensor<[n], ?>
  %c = relax.match_any "a"(%a, %x) : (!relax.tensor<[n], ?>, !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?>
  relax.pattern_return %b, %c : !relax.tensor<[n], ?>, !relax.tensor<[n], ?>
}
//--- text.mlir
// TEXT: text.mlir:{{.*}}: error: expected '='
relax.rewrite @r : @p (%x: !relax.tensor<[n], ?>) -> !relax.tensor<[n], ?> {
}
//--- through.mlir
// THROUGH: 'relax.match_chain' op 'through': expected names of operations or 'elementwise', got 'relax.rel'
relax.pattern @p(%x: !relax.tensor<*, f32>) -> !relax.tensor<*, f32> {
  %t = relax.match_chain "c" %x through ["relax.permute_dims", "relax.rel"] most 6 : (!relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %y = relax.exp %t : !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
