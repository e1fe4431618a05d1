// Operators that move strings, in both modes: compiled, their numbers are moved (relax-decompose).
// RUN: relax-run %s --calls=@%s.calls --compare=reference,compiled --poison > /dev/null
// RUN: relax-opt %s --relax-pipeline=cpu --to=planned | relax-run - --calls=@%s.calls > /dev/null
// RUN: relax-run %s --entry=gathers '--input=1x2x!relax.string="a" "b"' --input=1x1xi64=-1 --input=1x2xi64="0 0" | FileCheck %s
// CHECK{LITERAL}: result0 = dense<[["b"]]>
// CHECK{LITERAL}: result1 = dense<["a"]>

relax.func @permute_dims(%x: !relax.tensor<[n, 3, m], !relax.string>) -> !relax.tensor<[m, n, 3], !relax.string> {
  %y = relax.permute_dims %x axes [2, 0, 1] : (!relax.tensor<[n, 3, m], !relax.string>) -> !relax.tensor<[m, n, 3], !relax.string>
  relax.return %y : !relax.tensor<[m, n, 3], !relax.string>
}

relax.func @slices(%x: !relax.tensor<[n, 8], !relax.string>) -> (!relax.tensor<[n, 3], !relax.string>, !relax.tensor<[n, 4], !relax.string>) {
  %y = relax.strided_slice %x axes [1] begins [1] ends [7] steps [2] : (!relax.tensor<[n, 8], !relax.string>) -> !relax.tensor<[n, 3], !relax.string>
  %z = relax.slice %x axes [1] begins [4] steps [1] : (!relax.tensor<[n, 8], !relax.string>) -> !relax.tensor<[n, 4], !relax.string>
  relax.return %y, %z : !relax.tensor<[n, 3], !relax.string>, !relax.tensor<[n, 4], !relax.string>
}

relax.func @split(%x: !relax.tensor<[n, 6], !relax.string>) -> (!relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 2], !relax.string>) {
  %a, %b, %c, %d, %e = relax.split %x axis 1 sizes [1, 1, 1, 1, 2] : (!relax.tensor<[n, 6], !relax.string>) -> (!relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 2], !relax.string>)
  relax.return %a, %b, %c, %d, %e : !relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, 2], !relax.string>
}

relax.func @gathers(%x: !relax.tensor<[n, m], !relax.string>, %i: !relax.tensor<[n, k], i64>, %j: !relax.tensor<[k, 2], i64>) -> (!relax.tensor<[n, k], !relax.string>, !relax.tensor<[k], !relax.string>) {
  %y = relax.gather_elements %x, %i axis 1 : (!relax.tensor<[n, m], !relax.string>, !relax.tensor<[n, k], i64>) -> !relax.tensor<[n, k], !relax.string>
  %z = relax.gather_nd %x, %j batch_dims 0 : (!relax.tensor<[n, m], !relax.string>, !relax.tensor<[k, 2], i64>) -> !relax.tensor<[k], !relax.string>
  relax.return %y, %z : !relax.tensor<[n, k], !relax.string>, !relax.tensor<[k], !relax.string>
}

relax.func @scatters(%x: !relax.tensor<[n, m], !relax.string>, %i: !relax.tensor<[n, k], i64>, %j: !relax.tensor<[k, 1], i64>, %u: !relax.tensor<[n, k], !relax.string>, %v: !relax.tensor<[k, m], !relax.string>) -> (!relax.tensor<[n, m], !relax.string>, !relax.tensor<[n, m], !relax.string>) {
  %y = relax.scatter_elements %x, %i, %u axis 1 : (!relax.tensor<[n, m], !relax.string>, !relax.tensor<[n, k], i64>, !relax.tensor<[n, k], !relax.string>) -> !relax.tensor<[n, m], !relax.string>
  %z = relax.scatter_nd %x, %j, %v : (!relax.tensor<[n, m], !relax.string>, !relax.tensor<[k, 1], i64>, !relax.tensor<[k, m], !relax.string>) -> !relax.tensor<[n, m], !relax.string>
  relax.return %y, %z : !relax.tensor<[n, m], !relax.string>, !relax.tensor<[n, m], !relax.string>
}

relax.func @repeated(%x: !relax.tensor<[n, 1], !relax.string>, %y: !relax.tensor<[n, m], !relax.string>, %z: !relax.tensor<[1, 1], i64>) -> (!relax.tensor<[n, m], !relax.string>, !relax.tensor<[n, m], i64>) {
  %wide = relax.broadcast_to %x given (%y) : (!relax.tensor<[n, 1], !relax.string>, !relax.tensor<[n, m], !relax.string>) -> !relax.tensor<[n, m], !relax.string>
  %numbers = relax.broadcast_to %z given (%y) : (!relax.tensor<[1, 1], i64>, !relax.tensor<[n, m], !relax.string>) -> !relax.tensor<[n, m], i64>
  relax.return %wide, %numbers : !relax.tensor<[n, m], !relax.string>, !relax.tensor<[n, m], i64>
}

relax.func @padded(%x: !relax.tensor<[n], !relax.string>, %p: !relax.tensor<[], !relax.string>) -> !relax.tensor<[n + 3], !relax.string> {
  %y = relax.pad %x low [1] mode "constant" value %p : (!relax.tensor<[n], !relax.string>, !relax.tensor<[], !relax.string>) -> !relax.tensor<[n + 3], !relax.string>
  relax.return %y : !relax.tensor<[n + 3], !relax.string>
}
