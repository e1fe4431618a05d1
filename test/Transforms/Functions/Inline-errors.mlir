// RUN: split-file %s %t
// RUN: not relax-opt %t/kept.mlir --relax-inline=functions=f,nothing 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: relax-opt %t/kept.mlir --relax-inline --verify-diagnostics
// RUN: relax-opt %t/overflow.mlir --relax-inline --verify-diagnostics
// RUN: relax-opt %t/uses.mlir --relax-inline --verify-diagnostics

// NAME: error: option 'functions': '@nothing' is no relax.func of the module

//--- kept.mlir
relax.func private @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  // expected-remark@+1 {{the call of '@f' is not inlined: it calls itself}}
  %y = relax.call @f(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
relax.func private @h(%x: !relax.tensor<[n], f32>) {
  %arena = relax.arena bytes 4 * n
  relax.return
}
relax.func private @j(%f: !relax.fn<[m] (!relax.tensor<[m], f32>) -> ()>) {
  %r = relax.ref %f : !relax.ref<!relax.fn<[m] (!relax.tensor<[m], f32>) -> ()>>
  relax.return
}
relax.func private @places(%f: !relax.fn<[k] (!relax.tensor<[k], f32>) -> ()>) {
  // expected-remark@+1 {{the call of '@j' is not inlined: it makes places, and data or functions that it is given have other types than it knows}}
  relax.call @j(%f) : (!relax.fn<[k] (!relax.tensor<[k], f32>) -> ()>) -> ()
  relax.return
}
relax.func private @i<a>(%x: !relax.var<a>) -> !relax.var<a> {
  relax.return %x : !relax.var<a>
}
relax.func @main(%x: !relax.tensor<[n], f32>) {
  // expected-remark@+1 {{the call of '@i' is not inlined: it has type parameters ('relax-monomorphize' makes instances)}}
  %y = relax.call @i(%x) : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  // expected-remark@+1 {{the call of '@h' is not inlined: its memory is planned already}}
  relax.call @h(%x) : (!relax.tensor<[n], f32>) -> ()
  relax.return
}
//--- overflow.mlir
relax.func private @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[?], f32> {
  %y = relax.concat %x, %x axis 0 : (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) -> !relax.tensor<[2 * n], f32>
  relax.return %y : !relax.tensor<[2 * n], f32>
}
relax.func @main(%x: !relax.tensor<[5000000000000000000], f32>) {
  // expected-error@+1 {{'relax.call' op cannot be inlined: }}
  %y = relax.call @f(%x) : (!relax.tensor<[5000000000000000000], f32>) -> !relax.tensor<[?], f32>
  relax.return
}
// What the call binds is known after it, and too large for a use.
//--- uses.mlir
relax.func private @f(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[k], f32> binds (k) {
  relax.return %x : !relax.tensor<[n], f32>
}
// expected-error@+1 {{'relax.func' op cannot be inlined into: value exceeds 64 bits}}
relax.func @main(%x: !relax.tensor<[5000000000000000000], f32>) {
  %y = relax.call @f(%x) : (!relax.tensor<[5000000000000000000], f32>) -> !relax.tensor<[q], f32> binds (q)
  %z = relax.concat %y, %y axis 0 : (!relax.tensor<[q], f32>, !relax.tensor<[q], f32>) -> !relax.tensor<[2 * q], f32>
  relax.return
}
