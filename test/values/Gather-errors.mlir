// Shapes that only the run knows, and indices that do not fit them.
// RUN: split-file %s %t
// RUN: not relax-run %t/ranks.mlir --mode=reference --input="2xf32=1 2" --input="1x1xi64=0" 2>&1 | FileCheck %s --check-prefix=RANKS
// RANKS: the ranks of the operands do not fit each other
// RUN: not relax-run %t/index.mlir --input="2x2xf32=1 2 3 4" --input="1x2xi64=2 0" 2>&1 | FileCheck %s --check-prefix=INDEX
// INDEX: kernel 'gather_elements': index out of bounds

//--- ranks.mlir
relax.func @f(%x: !relax.tensor<*, f32>, %i: !relax.tensor<*, i64>) -> !relax.tensor<*, f32> {
  %y = relax.gather_elements %x, %i axis 0 : (!relax.tensor<*, f32>, !relax.tensor<*, i64>) -> !relax.tensor<*, f32>
  relax.return %y : !relax.tensor<*, f32>
}
//--- index.mlir
relax.func @g(%x: !relax.tensor<[n, 2], f32>, %i: !relax.tensor<[k, 2], i64>) -> !relax.tensor<[k, 2], f32> {
  %y = relax.gather_elements %x, %i axis 0 : (!relax.tensor<[n, 2], f32>, !relax.tensor<[k, 2], i64>) -> !relax.tensor<[k, 2], f32>
  relax.return %y : !relax.tensor<[k, 2], f32>
}
