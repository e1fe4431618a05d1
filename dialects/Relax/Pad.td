//===- Pad.td - tensors with a margin --------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Modes: "constant" (`value`, 0 if it is left out), "edge" (the nearest
// element), "reflect" (mirrored at the first and last elements, which are not
// repeated; as often as needed), "wrap" (from the other end). A negative margin
// takes elements away, before the others are filled. Nothing can be taken from
// an empty dimension: that is an error of the call.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_PadOp : Relax_Op<"pad", [Relax_Exact, Pure, AttrSizedOperandSegments]> {
  let summary = "margins of symbolic widths";
  let description = [{
    `low` has the width in front of each dimension; what is behind it follows
    from the result type. `given` supplies symbols.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Optional<Relax_Tensor>:$value, Variadic<AnyType>:$given,
                       ArrayAttr:$low, StrAttr:$mode);
  let assemblyFormat = [{
    $input `low` custom<Dims>($low) `mode` $mode (`value` $value^)? (`given` ` ` `(` $given^ `)`)?
    attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_DynamicPadOp : Relax_Op<"dynamic_pad", [Relax_Exact, Pure, AttrSizedOperandSegments]> {
  let summary = "margins of computed widths";
  let description = [{
    The i64 vector `widths` has those in front of all `axes`, then those behind.
    Where shape deduction knows them, `relax.pad` takes its place. With `along`
    the axes are computed too: it says of which axis each pair of widths is
    (negative ones count from the end, none is there twice), and `axes` which may
    be changed.
  }];
  let hasRules = 1;
  let sized = "by widths";
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$widths, Optional<Relax_Tensor>:$along,
                       Optional<Relax_Tensor>:$value, DenseI64ArrayAttr:$axes, StrAttr:$mode,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let assemblyFormat = [{
    $input `,` $widths (`along` $along^)? `axes` $axes `mode` $mode (`value` $value^)? attr-dict `:`
    functional-type(operands, $result) `` custom<Binds>($binds, $facts)
  }];
}
