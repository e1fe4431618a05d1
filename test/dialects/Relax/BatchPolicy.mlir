// The table of a policy is text, a line each; it goes through every stage.
// RUN: relax-opt %s | FileCheck %s
// RUN: relax-opt %s --mlir-print-op-generic | relax-opt | FileCheck %s
// RUN: relax-opt %s --relax-pipeline=cpu | FileCheck %s
// RUN: relax-run %s --compare=reference,compiled --input=f32=1 | FileCheck %s --check-prefix=VALUE
// RUN: relax-translate %s --emit-program -o %t.program

// CHECK: relax.batch_policy @trees [
// CHECK-NEXT: "encoding max",
// CHECK-NEXT: "# a comment \22so\22",
// CHECK-NEXT: "types 0 1 !2",
// CHECK-NEXT: "0 -> 1"
// CHECK-NEXT: ]
relax.batch_policy @trees ["encoding max", "# a comment \22so\22", "types 0 1 !2", "0 -> 1"]
// CHECK: relax.batch_policy @none [
// CHECK-NEXT: "encoding sort\0Atypes @leaf @node"
// CHECK-NEXT: ] {note = 1 : i64}
relax.batch_policy @none ["encoding sort\0Atypes @leaf @node"] {note = 1}

// VALUE: result0 = dense<2.0>
relax.func @main(%x: !relax.tensor<[], f32>) -> !relax.tensor<[], f32> {
  %y = relax.add %x, %x : !relax.tensor<[], f32>
  relax.return %y : !relax.tensor<[], f32>
}
