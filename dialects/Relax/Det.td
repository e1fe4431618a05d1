//===- Det.td - determinants -----------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_DetOp : Relax_PureOp<"det"> {
  let summary = "determinants of the square matrices in the last two dimensions";
  let description = [{ 1 for matrices without elements. }];
  let arguments = (ins Relax_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, $result)";
}
