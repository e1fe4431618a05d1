// RUN: relax-opt %s --split-input-file --relax-check-well-formed --verify-diagnostics
// RUN: not relax-opt %S/Specialize.mlir --relax-specialize='arms=many' 2>&1 | FileCheck %s --check-prefix=ARMS
// ARMS: 'arms'
// RUN: not relax-run %s --versions=8 2>&1 | FileCheck %s --check-prefix=NUMBER
// NUMBER: error: option '--versions': expected all, none or a number from 0 to 7, got '8'

// expected-error@+1 {{version '@nowhere' is no program of the module}}
tir.func private @a(%X: !tir.buffer<[n], f32>) versions (@nowhere when (n == 1)) {
  tir.return
}

// -----

tir.func private @two(%X: !tir.buffer<[2], f32>) {
  tir.return
}
// expected-error@+1 {{version '@two' does not take the same buffers where its guard holds}}
tir.func private @b(%X: !tir.buffer<[n], f32>) versions (@two when (n == 3)) {
  tir.return
}

// -----

tir.func private @more(%X: !tir.buffer<[k], f32>, %Y: !tir.buffer<[k], f32>) {
  tir.return
}
// expected-error@+1 {{version '@more' does not take the same buffers where its guard holds}}
tir.func private @c(%X: !tir.buffer<[n], f32>) versions (@more when (n <= 3)) {
  tir.return
}

// -----

tir.func private @leaf(%X: !tir.buffer<[1], f32>) {
  tir.return
}
tir.func private @deep(%X: !tir.buffer<[n], f32>) versions (@leaf when (n == 1)) {
  tir.return
}
// expected-error@+1 {{version '@deep' has versions itself}}
tir.func private @d(%X: !tir.buffer<[n], f32>) versions (@deep when (n <= 8)) {
  tir.return
}

// -----

tir.func private @any(%X: !tir.buffer<[k], f32>) {
  tir.return
}
// expected-error@+1 {{versions: guard 0 has no fact that can be tested}}
tir.func private @e(%X: !tir.buffer<[n], f32>) versions (@any when (likely n == 8)) {
  tir.return
}

// -----

// expected-error@+1 {{versions: expected a guard of each}}
"tir.func"() <{sym_name = "f", function_type = () -> (), versions = [@g]}> ({
  "tir.return"() : () -> ()
}) : () -> ()
