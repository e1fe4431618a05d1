// RUN: relax-opt %s --split-input-file --verify-diagnostics

// expected-error@+1 {{'relax.func' op argument 0: 'donated': expected a tensor, got !relax.shape<[n]>}}
relax.func private @shape(%s: !relax.shape<[n]> donated)

// -----

// expected-error@+1 {{'relax.func' op argument 1: 'reserve' is the capacity of donated storage: write 'donated reserve = ...'}}
relax.func private @kept(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32> reserve = [4])

// -----

// expected-error@+1 {{'relax.func' op argument 0: 'reserve': expected extents of the first dimensions, at most 1, got 2}}
relax.func private @many(%x: !relax.tensor<[n], f32> donated reserve = [4, 4])

// -----

// expected-error@+1 {{'relax.func' op argument 0: 'reserve': expected extents of the first dimensions, at most 2, got 0}}
relax.func private @none(%x: !relax.tensor<[n, 2], f32> donated reserve = [])

// -----

// expected-error@+1 {{'relax.func' op argument 0: 'reserve': expected extents of the first dimensions, at most 0, got 1}}
relax.func private @no_rank(%x: !relax.tensor<*, f32> donated reserve = [4])

// -----

// expected-error@+1 {{'relax.func' op argument 0: 'reserve': expected at least 0, got -1}}
relax.func private @negative(%x: !relax.tensor<[n], f32> donated reserve = [-1])

// -----

// expected-error@+1 {{'relax.func' op argument 0: 'relax.reserve': expected array<i64>}}
relax.func private @attribute(%x: !relax.tensor<[n], f32> {relax.reserve = 4 : i64} donated)

// -----

// expected-error@+1 {{'relax.func' op result 0 cannot lie in argument 0, whose storage stays the caller's: make it 'donated'}}
relax.func private @in_kept(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> in %x

// -----

// expected-error@+1 {{'relax.func' op result 0 in argument 0: expected a tensor of its elements, f32, got !relax.tensor<[n], f16>}}
relax.func private @elements(%x: !relax.tensor<[n], f32> donated) -> !relax.tensor<[n], f16> in %x

// -----

// expected-error@+1 {{'relax.func' op result 0 in argument 0: expected a tensor of its elements, f32, got !relax.shape<[n]>}}
relax.func private @in_shape(%x: !relax.tensor<[n], f32> donated) -> !relax.shape<[n]> in %x

// -----

// expected-error@+1 {{'relax.func' op results 0 and 2 cannot both lie in argument 0}}
relax.func private @twice(%x: !relax.tensor<[n], f32> donated) -> (!relax.tensor<[n], f32> in %x, !relax.tensor<[], f32>, !relax.tensor<[1], f32> in %x)

// -----

// expected-error@+1 {{'relax.func' op result 0: 'relax.in': expected the number of an argument}}
"relax.func"() <{function_type = (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>, res_attrs = [{relax.in = 1 : i64}], sym_name = "number", sym_visibility = "private"}> ({}) : () -> ()

// -----

// expected-error@+1 {{'relax.func' op result 0: 'relax.in': expected the number of an argument}}
relax.func private @kind(%x: !relax.tensor<[n], f32> donated) -> (!relax.tensor<[n], f32> {relax.in = "x"})

// -----

// expected-error@+1 {{'%y' is no argument of the function}}
relax.func private @unknown(%x: !relax.tensor<[n], f32> donated) -> !relax.tensor<[n], f32> in %y
