// RUN: relax-opt %s --relax-memory-report --verify-diagnostics

// expected-warning @below {{no 'relax.func' to report on: after 'relax-to-vm' the plan is no longer seen}}
module {
  tir.func @map(%X: !tir.buffer<[a, b], f32>, %Y: !tir.buffer<[c, d], f32>) { tir.return }
}
