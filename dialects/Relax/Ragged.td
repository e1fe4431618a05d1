//===- Ragged.td - between ragged and dense tensors -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"
include "dialects/Sym/Constraints.td"

def Relax_RaggedToPaddedOp : Relax_Op<"ragged_to_padded", [Relax_Exact, Pure, Sym_TakesGiven]> {
  let summary = "instances one behind the other, each as large as the largest";
  let description = [{
    `[i : b, len[i], 512]` to `[b, n, 512]`: rows from `len[i]` on have the value
    `pad`. `given` supplies symbols that the input's type does not have. An
    instance that is longer than the result is an error of the run.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, F64Attr:$pad, Variadic<AnyType>:$given);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $input `pad` $pad (`given` ` ` `(` $given^ `)`)? attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_PaddedToRaggedOp : Relax_Op<"padded_to_ragged", [Relax_Exact, Pure]> {
  let summary = "of each instance what a table of lengths says";
  let description = [{
    `[b, n, 512]` to `[i : b, len[i], 512]`: the first `len[i]` rows. An instance
    that has fewer is an error of the run.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Variadic<Relax_Lengths>:$lengths);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $input `by` ` ` `(` $lengths `)` attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_RaggedPositionsOp : Relax_Op<"ragged_positions", [Relax_Exact, Pure]> {
  let summary = "0, 1, 2, ... along dimension 1 of each instance";
  let description = [{
    Of a `[i : b, len[i], 512]` the indices `[i : b, len[i]]`, as i64; what is in
    the input plays no role.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input);
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, $result)";
}
