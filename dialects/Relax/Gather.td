//===- Gather.td - elements at places that values choose ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Indices are i32 or i64, negative ones count from the end. An index that its
// dimension does not have is an error of the call, as in relax.take.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_GatherOp<string mnemonic, list<Trait> opTraits = []> : Relax_PureOp<mnemonic, opTraits> {
  let takesStrings = 1;
}

def Relax_GatherElementsOp : Relax_GatherOp<"gather_elements", [Relax_Exact]> {
  let summary = "an element for each index, which stands for the coordinate along one axis";
  let description = [{
    Result and `indices` have one shape: result[i][j] is
    input[indices[i][j]][j] along axis 0.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$indices, I64Attr:$axis);
  let assemblyFormat = [{
    $input `,` $indices `axis` $axis attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_GatherNDOp : Relax_GatherOp<"gather_nd", [Relax_Exact]> {
  let summary = "slices chosen by index tuples";
  let description = [{
    The last dimension of `indices`, a literal, holds coordinates in the
    dimensions of the input behind the first `batch_dims`, which both share.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$indices, I64Attr:$batch_dims);
  let agreements = ["indices like input below batch_dims"];
  let assemblyFormat = [{
    $input `,` $indices `batch_dims` $batch_dims attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_ScatterElementsOp : Relax_GatherOp<"scatter_elements"> {
  let summary = "the input with an update in the place of the element that each index names";
  let description = [{
    `updates` and `indices` have one shape; along axis 0 update[i][j] goes to
    [indices[i][j]][j]. Updates are made one after the other in row-major order, so
    that the last one for an element stays. With `reduce "add"`, "mul", "max" or
    "min" each is combined with what is there.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$indices, Relax_Tensor:$updates,
                       I64Attr:$axis, OptionalAttr<StrAttr>:$reduction);
  let agreements = ["updates like indices"];
  let assemblyFormat = [{
    $input `,` $indices `,` $updates `axis` $axis (`reduce` $reduction^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_ScatterNDOp : Relax_GatherOp<"scatter_nd"> {
  let summary = "the input with slices in the places that index tuples name";
  let description = [{
    The last dimension of `indices`, a literal, holds coordinates in the first
    dimensions of the input; the shape of `updates` is what is left of that of
    `indices`, then of the input. Order and `reduce` as in
    `relax.scatter_elements`.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$indices, Relax_Tensor:$updates,
                       OptionalAttr<StrAttr>:$reduction);
  let agreements = ["by rule"];
  let assemblyFormat = [{
    $input `,` $indices `,` $updates (`reduce` $reduction^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}
