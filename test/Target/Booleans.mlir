// Loops over conditions have lanes: in memory a condition is a byte, whatever number but 0 makes it true.
// RUN: relax-translate --emit-llvm --target=x86-64-v3 %s | FileCheck %s --implicit-check-not='load i1' --implicit-check-not='store i1'
// RUN: relax-run %s --input=x=2x5xi1="1 0 1 1 0 0 0 1 1 0" --input=y=2x5xf32="1 2 3 nan 5 6 7 8 9 10" --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// RUN: relax-run %s --input=x=0x3xi1= --input=y=0x3xf32= --compare=reference,compiled | FileCheck %s --check-prefix=AGREE
// AGREE: agree: 3 results
// CHECK-DAG: load <32 x i8>
// CHECK-DAG: icmp {{eq|ne}} <32 x i8>
// CHECK-DAG: store <32 x i8>
!c = !relax.tensor<[n, m], i1>
!v = !relax.tensor<[n, m], f32>
relax.func @main(%x: !c, %y: !v) -> (!c, !c, !v) {
  %not = relax.bitwise_not %x : !c
  %nan = relax.is_nan %y : (!v) -> !c
  %where = relax.where %x, %y, %y : (!c, !v, !v) -> !v
  relax.return %not, %nan, %where : !c, !c, !v
}
