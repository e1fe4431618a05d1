// What OpenBLAS is given: products of matrices of f32, with what is added to them.
//
//   relax-opt model.mlir --relax-annotate="file=openblas.mlir target=blas" --relax-merge-regions --relax-partition

// A matrix by a matrix, which may be a transposition; a bias or another value added.
relax.pattern @product(%x: !relax.tensor<[n, k], f32>, %w: !relax.tensor<[k, m], f32>,
    %v: !relax.tensor<[m, k], f32>, %b: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> {
  %t = relax.permute_dims %v axes [1, 0] : (!relax.tensor<[m, k], f32>) -> !relax.tensor<[k, m], f32>
  %o = relax.match_any "order"(%t, %w) : (!relax.tensor<[k, m], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[k, m], f32>
  %p = relax.matmul %x, %o : (!relax.tensor<[n, k], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[n, m], f32>
  %a = relax.add %p, %b : (!relax.tensor<[n, m], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %y = relax.match_any "bias"(%a, %p) : (!relax.tensor<*, f32>, !relax.tensor<[n, m], f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

// Rows of several matrices by one.
relax.pattern @rows_by_matrix(%x: !relax.tensor<[a, n, k], f32>, %w: !relax.tensor<[k, m], f32>,
    %v: !relax.tensor<[m, k], f32>, %b: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> {
  %t = relax.permute_dims %v axes [1, 0] : (!relax.tensor<[m, k], f32>) -> !relax.tensor<[k, m], f32>
  %o = relax.match_any "order"(%t, %w) : (!relax.tensor<[k, m], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[k, m], f32>
  %p = relax.matmul %x, %o : (!relax.tensor<[a, n, k], f32>, !relax.tensor<[k, m], f32>) -> !relax.tensor<[a, n, m], f32>
  %a = relax.add %p, %b : (!relax.tensor<[a, n, m], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %y = relax.match_any "bias"(%a, %p) : (!relax.tensor<*, f32>, !relax.tensor<[a, n, m], f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

// Matrices by matrices.
relax.pattern @products(%x: !relax.tensor<[a, n, k], f32>, %w: !relax.tensor<[a, k, m], f32>,
    %v: !relax.tensor<[a, m, k], f32>, %b: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> {
  %t = relax.permute_dims %v axes [0, 2, 1] : (!relax.tensor<[a, m, k], f32>) -> !relax.tensor<[a, k, m], f32>
  %o = relax.match_any "order"(%t, %w) : (!relax.tensor<[a, k, m], f32>, !relax.tensor<[a, k, m], f32>) -> !relax.tensor<[a, k, m], f32>
  %p = relax.matmul %x, %o : (!relax.tensor<[a, n, k], f32>, !relax.tensor<[a, k, m], f32>) -> !relax.tensor<[a, n, m], f32>
  %a = relax.add %p, %b : (!relax.tensor<[a, n, m], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %y = relax.match_any "bias"(%a, %p) : (!relax.tensor<*, f32>, !relax.tensor<[a, n, m], f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}

// The same with two leading dimensions.
relax.pattern @products_of_heads(%x: !relax.tensor<[a, h, n, k], f32>, %w: !relax.tensor<[a, h, k, m], f32>,
    %v: !relax.tensor<[a, h, m, k], f32>, %b: !relax.tensor<*, f32>)
    -> !relax.tensor<*, f32> {
  %t = relax.permute_dims %v axes [0, 1, 3, 2] : (!relax.tensor<[a, h, m, k], f32>) -> !relax.tensor<[a, h, k, m], f32>
  %o = relax.match_any "order"(%t, %w) : (!relax.tensor<[a, h, k, m], f32>, !relax.tensor<[a, h, k, m], f32>) -> !relax.tensor<[a, h, k, m], f32>
  %p = relax.matmul %x, %o : (!relax.tensor<[a, h, n, k], f32>, !relax.tensor<[a, h, k, m], f32>) -> !relax.tensor<[a, h, n, m], f32>
  %a = relax.add %p, %b : (!relax.tensor<[a, h, n, m], f32>, !relax.tensor<*, f32>) -> !relax.tensor<*, f32>
  %y = relax.match_any "bias"(%a, %p) : (!relax.tensor<*, f32>, !relax.tensor<[a, h, n, m], f32>) -> !relax.tensor<*, f32>
  relax.pattern_return %y : !relax.tensor<*, f32>
}
