//===- Indexing.td - parts of tensors -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Slices at literal places are in Layout.td.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_TakeOp : Relax_PureOp<"take", [Relax_Exact]> {
  let takesBlocks = 1;
  let takesStrings = 1;
  let summary = "slices along one axis, chosen by indices";
  let description = [{
    The shape of the i32 or i64 `indices` takes the place of the input's
    dimension `axis`. Negative indices count from the end. An index that the
    dimension does not have is an error of the call.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$indices, I64Attr:$axis);
  let assemblyFormat = [{
    $input `,` $indices `axis` $axis attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_DynamicSliceOp : Relax_Op<"dynamic_slice", [Relax_Exact, Pure]> {
  let takesStrings = 1;
  let summary = "strided_slice whose begins, ends and steps are computed";
  let description = [{
    The three i64 vectors have an element per axis and mean what the attributes
    of `relax.strided_slice` mean. Where shape deduction knows them,
    `relax.slice` or `relax.strided_slice` takes its place. With `along` the
    axes are computed too: it says of which axis each element is (negative ones
    count from the end, none is there twice), and `axes` which may be changed.
  }];
  let hasRules = 1;
  let sized = "by begins, ends, steps, along";
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$begins, Relax_Tensor:$ends,
                       Relax_Tensor:$steps, Optional<Relax_Tensor>:$along, DenseI64ArrayAttr:$axes,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let assemblyFormat = [{
    $input `,` $begins `,` $ends `,` $steps (`along` $along^)? `axes` $axes attr-dict `:`
    functional-type(operands, $result) `` custom<Binds>($binds, $facts)
  }];
}

def Relax_SliceOp : Relax_Op<"slice", [Relax_Exact, Pure]> {
  let takesStrings = 1;
  let summary = "every step-th element from symbolic begins on, as many as the result type says";
  let description = [{
    Element i along an axis is element begin + i * step of the input. Nothing is
    clamped: every index is inside. `given` supplies symbols that are not in the
    input's type.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Variadic<AnyType>:$given, DenseI64ArrayAttr:$axes,
                       ArrayAttr:$begins, DenseI64ArrayAttr:$steps);
  let assemblyFormat = [{
    $input `axes` $axes `begins` custom<Dims>($begins) `steps` $steps (`given` ` ` `(` $given^ `)`)?
    attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_SplitOp : Relax_Op<"split", [Relax_Exact, Pure, Relax_NamedResults]> {
  let takesStrings = 1;
  let summary = "consecutive parts along an axis, one per result";
  let description = [{
    `sizes` are the extents of the parts, which add up to the input's. Without
    them all parts are equal: the extent has to be a multiple of their number.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, I64Attr:$axis, OptionalAttr<DenseI64ArrayAttr>:$sizes);
  let results = (outs Variadic<Relax_Tensor>:$results);
  let assemblyFormat = [{
    $input `axis` $axis (`sizes` $sizes^)? attr-dict `:` functional-type(operands, $results)
  }];
}
