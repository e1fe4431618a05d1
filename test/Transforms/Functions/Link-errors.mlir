// Two modules that do not fit: which names, and where both are.
// RUN: rm -rf %t && split-file %s %t && cd %t
// DEFINE: %{fails} = %python %S/../../faults/Inputs/fails.py relax-opt main.mlir
//
// RUN: %{fails} --link=public.mlir | FileCheck %s --check-prefix=PUBLIC
// PUBLIC: public.mlir:1:1: error: '@main' is public in both modules: make one of them 'private', or give it another name
// PUBLIC: main.mlir:4:1: note: the other one is here
// RUN: %{fails} --link=arguments.mlir | FileCheck %s --check-prefix=ARGUMENTS
// ARGUMENTS: main.mlir:1:1: error: the declaration of '@f' and its definition differ in argument 1: declared !relax.tensor<[n], f32>, defined !relax.tensor<[2 * n], f32>
// ARGUMENTS: arguments.mlir:1:1: note: defined here
// RUN: %{fails} --link=params.mlir | FileCheck %s --check-prefix=PARAMS
// PARAMS: main.mlir:{{[0-9]+}}:1: error: '@i' is declared with other type parameters than it is defined
// PARAMS: params.mlir:1:1: note: defined here
// RUN: %{fails} --link=results.mlir | FileCheck %s --check-prefix=RESULTS
// RESULTS: main.mlir:1:1: error: the declaration of '@f' and its definition differ in result 0: declared !relax.tensor<[k], f32>, defined !relax.tensor<[?, 1], f32>
// RUN: %{fails} --link=less.mlir | FileCheck %s --check-prefix=LESS
// LESS: main.mlir:2:1: error: the declaration of '@g' and its definition differ in result 0: declared !relax.tensor<[n], f32>, defined !relax.tensor<[?], f32>
// RUN: %{fails} --link=count.mlir | FileCheck %s --check-prefix=COUNT
// COUNT: main.mlir:1:1: error: the declaration of '@f' has 2 arguments and 1 results, its definition 1 and 1
// RUN: %{fails} --link=requires.mlir | FileCheck %s --check-prefix=NEEDS
// NEEDS: main.mlir:2:1: error: the declaration of '@g' does not say '3 <= n', which its definition requires
// RUN: %{fails} --link=says.mlir | FileCheck %s --check-prefix=SAYS
// SAYS: main.mlir:1:1: error: the declaration of '@f' says 'k <= n', which its definition does not
// RUN: %{fails} --link=kind.mlir | FileCheck %s --check-prefix=KIND
// KIND: main.mlir:1:1: error: '@f' is declared as a function of the graph level, and defined as something else
// KIND: kind.mlir:1:1: note: defined here
// RUN: %{fails} --link=vm.mlir | FileCheck %s --check-prefix=VM
// VM: vm.mlir:1:1: error: 'vm.func' op is a function of the executable level, which cannot be linked: link before 'relax-to-vm'
// RUN: %{fails} --link=absent.mlir | FileCheck %s --check-prefix=ABSENT
// ABSENT: error: 'builtin.module' op pass 'relax-link': cannot open 'absent.mlir': No such file or directory
// RUN: %{fails} --link=broken.mlir | FileCheck %s --check-prefix=BROKEN
// BROKEN: broken.mlir:1:17: error: custom op 'relax.func' expected a body that is not empty
// RUN: %{fails} --relax-link | FileCheck %s --check-prefix=NONE
// NONE: error: option 'file' of pass 'relax-link': expected a value (the other module, as text), got none

//--- main.mlir
relax.func private @f(%x: !relax.tensor<[n], f32>, %y: !relax.tensor<[n], f32>) -> !relax.tensor<[k], f32> binds (k) where (k <= n)
relax.func private @g(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> where (n >= 2)
relax.func private @h(%x: !relax.tensor<[4], f32>) -> !relax.tensor<[?], f32>
relax.func @main() {
  relax.return
}
relax.func private @i<a>(%x: !relax.var<a>)

//--- params.mlir
relax.func private @i<a, b>(%x: !relax.var<a>) {
  relax.return
}

//--- public.mlir
relax.func @main() {
  relax.return
}
//--- arguments.mlir
relax.func private @f(%x: !relax.tensor<[m], f32>, %y: !relax.tensor<[2 * m], f32>) -> !relax.tensor<[m], f32> {
  relax.return %x : !relax.tensor<[m], f32>
}
//--- results.mlir
relax.func private @f(%x: !relax.tensor<[m], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[k, 1], f32> binds (k) {
  %z = relax.reshape %x : (!relax.tensor<[m], f32>) -> !relax.tensor<[m, 1], f32>
  relax.return %z : !relax.tensor<[m, 1], f32>
}
//--- less.mlir
relax.func private @g(%x: !relax.tensor<[m], f32>) -> !relax.tensor<[?], f32> {
  relax.return %x : !relax.tensor<[m], f32>
}
//--- count.mlir
relax.func private @f(%x: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> {
  relax.return %x : !relax.tensor<[m], f32>
}
//--- requires.mlir
relax.func private @h(%x: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> where (m >= 3, m mod 4 == 0) {
  relax.return %x : !relax.tensor<[m], f32>
}
relax.func private @g(%x: !relax.tensor<[m], f32>) -> !relax.tensor<[m], f32> where (m >= 1, m >= 3) {
  relax.return %x : !relax.tensor<[m], f32>
}
//--- says.mlir
relax.func private @f(%x: !relax.tensor<[m], f32>, %y: !relax.tensor<[m], f32>) -> !relax.tensor<[k], f32> binds (k) where (k <= 2 * m) {
  %z = relax.concat %x, %x axis 0 : (!relax.tensor<[m], f32>, !relax.tensor<[m], f32>) -> !relax.tensor<[2 * m], f32>
  relax.return %z : !relax.tensor<[2 * m], f32>
}
//--- kind.mlir
tir.func private @f(%X: !tir.buffer<[n], f32>) {
  tir.return
}
//--- vm.mlir
vm.func @i(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  vm.return %x : !relax.tensor<[n], f32>
}
//--- broken.mlir
relax.func @j() {
}
