// The names that a person gave to values survive parsing, passes and printing;
// numbers are given anew.
// RUN: relax-opt %s --split-input-file | FileCheck %s
// RUN: relax-opt %s --split-input-file --canonicalize --cse | FileCheck %s
// RUN: relax-opt %s --split-input-file --mlir-print-op-generic > %t.generic
// RUN: relax-opt %t.generic --split-input-file | FileCheck %s
// RUN: relax-opt %t.generic --split-input-file --mlir-print-op-generic | diff %t.generic -
// RUN: FileCheck %s --check-prefix=GENERIC --input-file=%t.generic
// RUN: relax-opt %s --split-input-file --mlir-print-op-generic --mlir-print-debuginfo | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: relax.func @results(%input: !relax.tensor<[n], f32>, %arg_2: !relax.tensor<[n], f32>)
// GENERIC-LABEL: "relax.func"
// GENERIC: ^bb0(%input: !relax.tensor<[n], f32>
// GENERIC: %sum = "relax.add"(%input, %arg_2)
relax.func @results(%input: !relax.tensor<[n], f32>, %arg_2: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  // CHECK-NEXT: %sum = relax.add %input, %arg_2 :
  %sum = relax.add %input, %arg_2 : !relax.tensor<[n], f32>
  // A number is no name.
  // CHECK-NEXT: %0 = relax.relu %sum :
  %17 = relax.relu %sum : !relax.tensor<[n], f32>
  // With a letter in front it is one.
  // CHECK-NEXT: %x17 = relax.exp %0 :
  %x17 = relax.exp %17 : !relax.tensor<[n], f32>
  // Dots, dashes and dollars of other tools' names.
  // CHECK-NEXT: %a.b-c$d_e = relax.tanh %x17 :
  %a.b-c$d_e = relax.tanh %x17 : !relax.tensor<[n], f32>
  // CHECK-NEXT: relax.return %a.b-c$d_e, %0
  relax.return %a.b-c$d_e, %17 : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

// -----

tir.func @three(%X: !tir.buffer<[n], f32>, %A: !tir.buffer<[n], f32>, %B: !tir.buffer<[n], f32>, %C: !tir.buffer<[n], f32>) {
  tir.return
}

// Several results: a name each, groups, and both.
// CHECK-LABEL: relax.func @several(
relax.func @several(%x: !relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>) {
  // CHECK-NEXT: %all:3 = relax.call_tir @three(%x)
  %all:3 = relax.call_tir @three(%x) : (!relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  // The generic form has them as an attribute.
  // GENERIC: %{{[0-9]+}}:3 = "relax.call_tir"(%all#1) {{.*}} {sym.result_names = ["a", "b", "c"]} :
  // CHECK-NEXT: %a, %b, %c = relax.call_tir @three(%all#1)
  %a, %b, %c = relax.call_tir @three(%all#1) : (!relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  // GENERIC: {sym.result_names = ["pair", "", "single"]} :
  // CHECK-NEXT: %pair:2, %single = relax.call_tir @three(%b)
  %pair:2, %single = relax.call_tir @three(%b) : (!relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  // CHECK-NEXT: %0:3 = relax.call_tir @three(%pair#1)
  %9:3 = relax.call_tir @three(%pair#1) : (!relax.tensor<[n], f32>) -> (!relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>)
  // CHECK-NEXT: relax.return %0#2, %c, %single
  relax.return %9#2, %c, %single : !relax.tensor<[n], f32>, !relax.tensor<[n], f32>, !relax.tensor<[n], f32>
}

// -----

// Block arguments, nested; names that stand side by side.
// CHECK-LABEL: tir.func @blocks(%In: !tir.buffer<[n], f32>)
tir.func @blocks(%In: !tir.buffer<[n], f32>) {
  // CHECK-NEXT: tir.for "outer" (%io) in [n] {
  tir.for "outer" (%io) in [n] {
    // CHECK-NEXT: tir.compute "c" (%row) in [%io] {
    tir.compute "c" (%row) in [%io] {
      // CHECK-NEXT: %value = tir.load %In[%row + %io]
      %value = tir.load %In[%row + %io] : !tir.buffer<[n], f32>
      // CHECK-NEXT: tir.store %value, %In[%row]
      tir.store %value, %In[%row] : !tir.buffer<[n], f32>
    }
  }
  // CHECK: tir.for "second" (%io) in [n] {
  tir.for "second" (%io) in [n] {
    // CHECK-NEXT: %value = tir.load %In[%io]
    %value = tir.load %In[%io] : !tir.buffer<[n], f32>
    tir.store %value, %In[%io] : !tir.buffer<[n], f32>
  }
  tir.return
}

// -----

// An argument without a name prints as %arg, which is no name either: its number
// is the printer's.
// CHECK-LABEL: relax.func @unnamed(%arg0: !relax.tensor<[n], f32>, %arg1: !relax.tensor<[n], f32>, %arg: !relax.tensor<[n], f32>)
relax.func @unnamed(%0: !relax.tensor<[n], f32>, %arg77: !relax.tensor<[n], f32>, %arg: !relax.tensor<[n], f32>) {
  relax.return
}
