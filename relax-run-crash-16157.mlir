!x = !relax.tensor<[n, 2], f32>
!v = !relax.tensor<[2], f32>
relax.func @main(%x: !x, %v: !v) -> (!x, !v) where (n <= 3) {
  %y = relax.add %x, %v : (!x, !v) -> !x
  %s = relax.sum %y over [0] : (!x) -> !v
  %m = relax.multiply %s, %v : !v
  relax.return %y, %m : !x, !v
}

