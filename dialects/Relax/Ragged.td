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
  let assemblyFormat = [{
    $input `by` ` ` `(` $lengths `)` attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_RaggedRepadOp : Relax_Op<"ragged_repad", [Relax_Exact, Pure]> {
  let summary = "a ragged tensor with another padding of its storage";
  let description = [{
    The same elements, copied: `[i : b, len[i], 512]` with `padding = [1, 8, 1]`
    to one without, and back. What lies between them is 0.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, $result)";
}

def Relax_RaggedPositionsOp : Relax_Op<"ragged_positions", [Relax_Exact, Pure]> {
  let summary = "0, 1, 2, ... along dimension 1 of each instance";
  let description = [{
    Of a `[i : b, len[i], 512]` the indices `[i : b, len[i]]`, as i64; what is in
    the input plays no role.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, $result)";
}

def Relax_RaggedToRowsOp : Relax_Op<"ragged_to_rows", [Relax_Exact, Pure]> {
  let summary = "the rows of all instances as those of one dense tensor";
  let description = [{
    `[i : b, len[i], 512]` as the `[sum(len), 512]` that lies in memory: nothing
    is copied. Dense operations of all kinds take it, `relax.split_to_sequence`
    by the lengths makes a tensor of each instance.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, $result)";
}

def Relax_RowsToRaggedOp : Relax_Op<"rows_to_ragged", [Relax_Exact, Pure]> {
  let summary = "the rows of a dense tensor as those of a ragged one";
  let description = [{
    `[sum(len), 512]` as `[i : b, len[i], 512]`, the other way. The type of a
    tensor with another number of rows does not fit; `relax.match_cast` looks.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Variadic<Relax_Lengths>:$lengths);
  let assemblyFormat = [{
    $input `by` ` ` `(` $lengths `)` attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_LengthsToTensorOp : Relax_Op<"lengths_to_tensor", [Relax_Exact, Pure]> {
  let summary = "a table of lengths as a tensor of i64";
  let description = [{ `[b]` of a table over `b`; `[sum(len)]` of one over `[i : b, len[i]]`. }];
  let hasRules = 1;
  let arguments = (ins Relax_Lengths:$lengths);
  let assemblyFormat = "$lengths attr-dict `:` functional-type(operands, $result)";
}
