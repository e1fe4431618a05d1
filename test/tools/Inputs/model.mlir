// A small module that every stage of the pipeline changes: three matrix products
// in a row, two results, a check of a composite dim, a fact, a weightless entry.
relax.func @main(%x: !relax.tensor<[n, 4], f32>, %y: !relax.tensor<[2 * n, 3], f32> {relax.name = "y:0"})
    -> (!relax.tensor<[n, 3], f32> {relax.name = "out"}, !relax.tensor<[n, 4], f32>) where (n <= 1000) {
  %w = relax.constant dense<[[1.0, 0.0, -1.0], [0.0, 1.0, 0.0], [2.0, 0.0, 0.5], [0.0, 0.0, 1.0]]> : tensor<4x3xf32>
  %v = relax.constant dense<[[1.0, 1.0, 0.0], [0.0, 1.0, 0.5], [2.0, 0.0, 1.0]]> : tensor<3x3xf32>
  %h = relax.matmul %x, %w : (!relax.tensor<[n, 4], f32>, !relax.tensor<[4, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %r = relax.relu %h : !relax.tensor<[n, 3], f32>
  %g = relax.matmul %r, %v : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %s = relax.add %g, %r : !relax.tensor<[n, 3], f32>
  %o = relax.matmul %s, %v : (!relax.tensor<[n, 3], f32>, !relax.tensor<[3, 3], f32>) -> !relax.tensor<[n, 3], f32>
  %e = relax.add %x, %x : !relax.tensor<[n, 4], f32>
  relax.return %o, %e : !relax.tensor<[n, 3], f32>, !relax.tensor<[n, 4], f32>
}
relax.func @twice(%x: !relax.tensor<[n], f32>) -> !relax.tensor<[n], f32> {
  %s = relax.add %x, %x : !relax.tensor<[n], f32>
  relax.return %s : !relax.tensor<[n], f32>
}
