// What mu8 is given: products of matrices of i8, whose zero points are numbers.
relax.pattern @product(%x: !relax.tensor<[n, k], i8>, %zx: !relax.tensor<[], i8>,
    %w: !relax.tensor<[k, m], i8>, %zw: !relax.tensor<[], i8>) -> !relax.tensor<[n, m], i32> {
  %y = relax.matmul_integer %x zero %zx, %w zero %zw
      : (!relax.tensor<[n, k], i8>, !relax.tensor<[], i8>, !relax.tensor<[k, m], i8>, !relax.tensor<[], i8>) -> !relax.tensor<[n, m], i32>
  relax.pattern_return %y : !relax.tensor<[n, m], i32>
}
