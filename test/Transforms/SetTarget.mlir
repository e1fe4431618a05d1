// The module says what code is made for, and the machine is asked by nobody else.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v3 | FileCheck %s --check-prefix=V3
// RUN: env RELAX_HOST=x86-64-v2 relax-opt %s --relax-set-target | FileCheck %s --check-prefix=V2
// RUN: env RELAX_HOST=aarch64 relax-opt %s --relax-set-target=target=native | FileCheck %s --check-prefix=ARM
// RUN: relax-opt %s --relax-set-target=target=riscv64-v | FileCheck %s --check-prefix=RISCV
// RUN: relax-opt %s --relax-set-target=target=wasm32 | FileCheck %s --check-prefix=WASM
// V3: relax.target @cpu "x86_64" cpu "x86-64-v3" vector_bytes 32 registers 16 line_bytes 64 cache_bytes 1048576
// V2: relax.target @cpu "x86_64" cpu "x86-64-v2" vector_bytes 16 registers 16 line_bytes 64 cache_bytes 262144
// ARM: relax.target @cpu "aarch64" cpu "generic" vector_bytes 16 registers 32 line_bytes 64 cache_bytes 1048576
// RISCV: relax.target @cpu "riscv64" cpu "generic-rv64" features ["m", "a", "f", "d", "c", "v"] vector_bytes 16
// WASM: relax.target @cpu "wasm32" cpu "generic" features ["simd128"] vector_bytes 16

// This machine's has the name of its processor for the timings.
// RUN: relax-opt %s --relax-set-target | FileCheck %s --check-prefix=NATIVE
// NATIVE: relax.target @cpu "{{.*}}" cpu "{{.*}}" tune "{{.+}}" {{.*}}vector_bytes

// One that is there stays, and may be named again.
// RUN: relax-opt %s --relax-set-target=target=x86-64-v2 -o %t.v2.mlir
// RUN: relax-opt %t.v2.mlir --relax-set-target --relax-set-target=target=x86-64-v2 --relax-set-target=target=@cpu | diff %t.v2.mlir -

// Of a file its first target is taken.
// RUN: echo 'relax.target @big "x86_64" cpu "x86-64-v4" vector_bytes 64 registers 32 line_bytes 128 cache_bytes 4096' > %t.target
// RUN: relax-opt %s --relax-set-target=target=%t.target | FileCheck %s --check-prefix=FILE
// RUN: relax-opt %s --relax-pipeline=cpu --to=fused --target=%t.target | FileCheck %s --check-prefix=FILE
// FILE: relax.target @big "x86_64" cpu "x86-64-v4" vector_bytes 64 registers 32 line_bytes 128 cache_bytes 4096
// FILE-NOT: relax.target

// With several, functions that name none get the one that is asked for.
// RUN: sed 's/@big/@cpu2/' %t.target > %t.cpu2
// RUN: cat %t.target %t.cpu2 %s > %t.two.mlir
// RUN: relax-opt %t.two.mlir --relax-set-target=target=@cpu2 --counters 2>&1 | FileCheck %s --check-prefix=TWO
// TWO-DAG: relax.func @f({{.*}} target @cpu2 {
// TWO-DAG: {{^ *}}1 {{ *}}relax-set-target.functions-named

// A module that is linked brings its target, once.
// RUN: sed 's/relax.func @f/relax.func @g/' %t.v2.mlir > %t.g.mlir
// RUN: relax-opt %t.v2.mlir --link=%t.g.mlir | FileCheck %s --check-prefix=LINK
// LINK: relax.target @cpu
// LINK-NOT: relax.target
// LINK: relax.func @g(

// Equal text for the same target, whatever machine it is.
// RUN: env RELAX_HOST=x86-64-v2 relax-opt %s --relax-pipeline=cpu --target=x86-64-v3 -o %t.1
// RUN: env RELAX_HOST=x86-64-v4 relax-opt %s --relax-pipeline=cpu --target=x86-64-v3 -o %t.2
// RUN: env RELAX_HOST=aarch64 relax-opt %s --relax-pipeline=cpu --target=x86-64-v3 -o %t.3
// RUN: diff %t.1 %t.2
// RUN: diff %t.1 %t.3
relax.func @f(%x: !relax.tensor<[n, 16], f32>, %w: !relax.tensor<[16, m], f32>) -> !relax.tensor<[n, m], f32> {
  %y = relax.matmul %x, %w : (!relax.tensor<[n, 16], f32>, !relax.tensor<[16, m], f32>) -> !relax.tensor<[n, m], f32>
  relax.return %y : !relax.tensor<[n, m], f32>
}
