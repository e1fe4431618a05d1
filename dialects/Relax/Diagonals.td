//===- Diagonals.td - matrices by their diagonals -------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Diagonal k has the elements [i, i + k] of the last two dimensions.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_TriangleOp<string mnemonic, list<Trait> opTraits = []> : Relax_PureOp<mnemonic, opTraits> {
  let takesStrings = 1;
  let description = [{
    Of every matrix in the last two dimensions; `k` is an i64 tensor of one
    element. A string is empty instead of 0.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$k);
  let assemblyFormat = [{
    $input `diagonal` $k attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_TrilOp : Relax_TriangleOp<"tril", [Relax_Exact]> {
  let summary = "0 above diagonal k";
}

def Relax_TriuOp : Relax_TriangleOp<"triu", [Relax_Exact]> {
  let summary = "0 below diagonal k";
}

def Relax_EyeLikeOp : Relax_Op<"eye_like", [Pure]> {
  let summary = "1 on diagonal k, else 0, of the input's shape";
  let description = [{ The input's elements are not read; the result type says the element type. }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, I64Attr:$k);
  let assemblyFormat = [{
    $input `diagonal` $k attr-dict `:` functional-type(operands, $result)
  }];
}
