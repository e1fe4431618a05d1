// RUN: not relax-opt %s --relax-set-target=target=x86-64-v5 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown target 'x86-64-v5' (did you mean 'x86-64-v2' or 'x86-64-v3'): expected native, x86-64-v2, x86-64-v3, x86-64-v4, aarch64, riscv64-v, wasm32, @NAME of a 'relax.target' or a file with one
// RUN: not relax-opt %s --relax-set-target=target=@big 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: '@big' is no 'relax.target' of the module
// RUN: not relax-opt %s --relax-set-target=target=%t.nowhere 2>&1 | FileCheck %s --check-prefix=NOFILE
// NOFILE: error: {{.*}}nowhere{{.*}}: No such file or directory
// RUN: echo 'module {}' > %t.empty
// RUN: not relax-opt %s --relax-set-target=target=%t.empty 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: '{{.*}}.empty' has no 'relax.target'
// RUN: not relax-opt %s --relax-set-target=target=x86-64-v4 2>&1 | FileCheck %s --check-prefix=DIFFERS
// DIFFERS: SetTarget-errors.mlir:[[#]]:1: error: 'relax.target' op differs from '--target=x86-64-v4': name it ('--target=@cpu'), or take it out of the text
// RUN: env RELAX_HOST=pentium not relax-opt %S/../Target/LLVMIR.mlir --relax-set-target 2>&1 | FileCheck %s --check-prefix=HOST
// HOST: error: RELAX_HOST: unknown target 'pentium'
// RUN: not relax-opt %s --target=native 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: error: '--target' needs '--relax-pipeline='
// RUN: not relax-opt %s --relax-pipeline=cpu "--target=a'b" 2>&1 | FileCheck %s --check-prefix=QUOTE
// QUOTE: error: {{.*}}a target has no quotes in its name
relax.target @cpu "x86_64" cpu "x86-64-v2" vector_bytes 16 registers 16 line_bytes 64 cache_bytes 262144
