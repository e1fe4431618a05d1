// RUN: split-file %s %t
// RUN: relax-opt %t/between.mlir --relax-outline --verify-diagnostics --split-input-file
// RUN: not relax-opt %t/name.mlir --relax-outline=values=y,z 2>&1 | FileCheck %s --check-prefix=NAME

// NAME: error: option 'values': no operation has a result '%z'

//--- name.mlir
relax.func @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.exp %x : !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
//--- between.mlir
relax.func @between(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.exp %x {relax.outline = "g"} : !relax.tensor<[n], f32>
  %b = relax.tanh %a : !relax.tensor<[n], f32>
  // expected-error@+1 {{'relax.negative' op cannot be outlined: it uses a value that depends on the other operations and is not outlined with them}}
  %c = relax.negative %b {relax.outline = "g"} : !relax.tensor<[n], f32>
  relax.return %c : !relax.tensor<[n], f32>
}
// -----
relax.func @effect(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.exp %x {relax.outline = "g"} : !relax.tensor<[n], f32>
  // expected-error@+1 {{'relax.match_cast' op stands between operations that are outlined, has effects and cannot be moved}}
  %b = relax.match_cast %a : !relax.tensor<[n], f32> to !relax.tensor<[4], f32>
  %c = relax.negative %a {relax.outline = "g"} : !relax.tensor<[n], f32>
  relax.return %c : !relax.tensor<[n], f32>
}
// -----
relax.func @end(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %a = relax.exp %x {relax.outline = "g"} : !relax.tensor<[n], f32>
  // expected-error@+1 {{'relax.return' op cannot be outlined: it ends its block}}
  relax.return {relax.outline = "g"} %a : !relax.tensor<[n], f32>
}
// -----
relax.func @planned(%x: !relax.tensor<[n], f32>) {
  // expected-error@+1 {{'relax.arena' op cannot be outlined: the memory of '@planned' is planned already}}
  %arena = relax.arena bytes 4 * n {relax.outline = "g"}
  relax.return
}
// -----
relax.func @symbols(%x: !relax.tensor<[n + m], f32>, %y: !relax.tensor<[n], f32>) symbols (m) {
  // expected-error@+1 {{'relax.exp' op cannot be outlined: no value before it has the symbol 'm' as a bare dimension}}
  %a = relax.exp %x {relax.outline = "g"} : !relax.tensor<[m + n], f32>
  relax.return
}
// -----
relax.func @blocks(%x: !relax.tensor<[n], f32>) {
  %true = arith.constant true
  %a = relax.exp %x {relax.outline = "g"} : !relax.tensor<[n], f32>
  scf.if %true {
    // expected-error@+1 {{'relax.negative' op cannot be outlined as 'g': others of that name stand in another block}}
    %b = relax.negative %x {relax.outline = "g"} : !relax.tensor<[n], f32>
  }
  relax.return
}
