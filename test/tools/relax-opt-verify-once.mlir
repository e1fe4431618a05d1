// The stages of --relax-pipeline are verified once, behind the last; passes that are named, and all with --verify-each, one by one.
// RUN: %build/bin/relax-opt %s --relax-pipeline=cpu --to=graph --mlir-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: %build/bin/relax-opt %s --relax-pipeline=cpu --to=graph --mlir-timing --verify-each -o /dev/null 2>&1 | FileCheck %s --check-prefix=EACH
// RUN: %build/bin/relax-opt %s --relax-legalize --mlir-timing -o /dev/null 2>&1 | FileCheck %s --check-prefix=EACH
// ONCE: VerifyOnce
// ONCE-NOT: VerifyOnce
// EACH-NOT: VerifyOnce
// EACH: Total
// EACH-NOT: VerifyOnce

relax.func @main(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %y = relax.exp %x : (!relax.tensor<[n], f32>) -> !relax.tensor<[n], f32>
  relax.return %y : !relax.tensor<[n], f32>
}
