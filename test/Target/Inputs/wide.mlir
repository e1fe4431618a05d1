// i64 products are divided in 128 bits.



tir.func @f(%X: !tir.buffer<[n], i64>, %Y: !tir.buffer<[n], i64>) {
  tir.compute "e" (%i) in [n] {
    %x = tir.load %X[%i] : !tir.buffer<[n], i64>
    %w = arith.extsi %x : i64 to i128
    %q = arith.muli %w, %w : i128
    %c = arith.constant 1234567 : i128
    %d = arith.divsi %q, %c : i128
    %y = arith.trunci %d : i128 to i64
    tir.store %y, %Y[%i] : !tir.buffer<[n], i64>
  }
  tir.return
}
