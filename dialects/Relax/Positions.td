//===- Positions.td - places that are counted, compared and moved ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_OneHotOp : Relax_PureOp<"one_hot", [Relax_Exact]> {
  let summary = "a dimension in which one value stands at each index";
  let description = [{
    A dimension of extent `depth`, an expression, is put in at `axis`: along it
    `values` [off, on] has its second element where the i32 or i64 index is, else
    its first. Negative indices count from the end; one that is outside is
    nowhere. `given` supplies symbols that the indices' type does not have.
  }];
  let arguments = (ins Relax_Tensor:$indices, Relax_Tensor:$values, Variadic<AnyType>:$given,
                       AnyAttr:$depth, I64Attr:$axis);
  let assemblyFormat = [{
    $indices `,` $values `depth` custom<Expr>($depth) `axis` $axis (`given` ` ` `(` $given^ `)`)?
    attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_DynamicOneHotOp : Relax_PureOp<"dynamic_one_hot"> {
  let summary = "one_hot whose depth is computed";
  let description = [{
    `depth` is an i64 tensor of one element, at least 0. Where shape deduction
    knows it, `relax.one_hot` takes its place.
  }];
  let sized = "by depth";
  let arguments = (ins Relax_Tensor:$indices, Relax_Tensor:$depth, Relax_Tensor:$values, I64Attr:$axis);
  let assemblyFormat = [{
    $indices `,` $depth `,` $values `axis` $axis attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_ReverseSequenceOp : Relax_PureOp<"reverse_sequence", [Relax_Exact]> {
  let summary = "sequences of different lengths, each backwards";
  let description = [{
    The i32 or i64 vector `lengths` has an element per index along `batch`: so
    many elements along `axis` are turned round, those behind stay. A length of
    more than the extent is an error of the call.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$lengths, I64Attr:$axis, I64Attr:$batch);
  let agreements = ["input[batch] = lengths[0]"];
  let assemblyFormat = [{
    $input `,` $lengths `axis` $axis `batch` $batch attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_TensorScatterOp : Relax_PureOp<"tensor_scatter", [Relax_Exact]> {
  let summary = "a cache with updates at a place of its own for each batch";
  let description = [{
    Update i along `axis` goes to element `at` + i of the same batch (dimension
    0); the i32 or i64 vector `at`, 0 if it is left out, has an element per batch. With
    `circular` what goes behind the end goes on at the begin, else that is an
    error of the call. Negative places count from the end.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$updates, Optional<Relax_Tensor>:$at,
                       I64Attr:$axis, UnitAttr:$circular);
  let agreements = ["updates like input but axis", "input[0] = at[0]"];
  let assemblyFormat = [{
    $input `,` $updates (`at` $at^)? `axis` $axis (`circular` $circular^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}
