// RUN: relax-opt %s --split-input-file --verify-diagnostics --relax-schedule-rules

// expected-error@+1 {{'relax.target' op vector_bytes: expected a power of two, 8 to 256, got 24}}
relax.target @cpu "x86_64" cpu "x86-64-v3" vector_bytes 24 registers 16 line_bytes 64 cache_bytes 524288
// -----
// expected-error@+1 {{'relax.target' op registers: expected 4 to 1024, got 2}}
relax.target @cpu "x86_64" cpu "x86-64-v3" vector_bytes 32 registers 2 line_bytes 64 cache_bytes 524288
// -----
// expected-error@+1 {{'relax.target' op line_bytes: expected a power of two, 8 to 1024, got 0}}
relax.target @cpu "x86_64" cpu "x86-64-v3" vector_bytes 32 registers 16 line_bytes 0 cache_bytes 524288
// -----
// expected-error@+1 {{'relax.target' op cache_bytes: expected 1024 to 1099511627776, got 3}}
relax.target @cpu "x86_64" cpu "x86-64-v3" vector_bytes 32 registers 16 line_bytes 64 cache_bytes 3
// -----
// expected-error@+1 {{'tir.func' op is in a module without 'relax.target': run 'relax-set-target'}}
tir.func @none() {
  tir.return
}
// -----
relax.target @a "x86_64" cpu "x86-64-v3" vector_bytes 32 registers 16 line_bytes 64 cache_bytes 524288
relax.target @b "x86_64" cpu "x86-64-v4" vector_bytes 64 registers 32 line_bytes 64 cache_bytes 524288
// expected-error@+1 {{'tir.func' op names none of the targets of its module: add 'target @NAME', or run 'relax-set-target'}}
tir.func @none() {
  tir.return
}
// -----
// expected-error@+1 {{'tir.func' op '@cpu' is no 'relax.target' of the module}}
tir.func @cpu() target @cpu {
  tir.return
}
