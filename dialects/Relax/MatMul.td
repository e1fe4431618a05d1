//===- MatMul.td - matrix products ----------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_MatmulOp : Relax_PureOp<"matmul", [Relax_Sums]> {
  let summary = "matrix product as numpy.matmul; leading dimensions broadcast";
  let arguments = (ins Relax_Tensor:$lhs, Relax_Tensor:$rhs);
  let agreements = ["lhs[-1] = rhs[-2]"];
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<SameTypes>(type($lhs), type($rhs), type($result))
  }];
}
