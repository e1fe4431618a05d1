//===- ComputedAxes.td - axes that only the run knows ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_ReducedShapeOp : Relax_Op<"reduced_shape", [Relax_MovesNoNumber, Pure]> {
  let summary = "the shape of a tensor with the extents of some axes set to 1";
  let description = [{
    `axes` is an i64 vector; negative ones count from the end. No axes mean all
    of them, with `noop` none. Only the run knows the extents: `binds (...)`
    names them. `relax.reduce_to %x to %shape` combines the elements.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$axes, UnitAttr:$noop,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let results = (outs Relax_Shape:$result);
  let assemblyFormat = [{
    $input `over` $axes (`noop` $noop^)? attr-dict `:` functional-type(operands, $result)
    `` custom<Binds>($binds, $facts)
  }];
}

def Relax_ReduceToOp : Relax_PureOp<"reduce_to", [Relax_Sums]> {
  let summary = "a reduction along the dimensions whose extent in a shape is 1";
  let description = [{
    `kind` is that of a reduction: sum, prod, mean, max, min, reduce_l1,
    reduce_l2, reduce_sum_square, reduce_log_sum or reduce_log_sum_exp. Every extent of the shape is 1 or that
    of the input; types need not say which. The counterpart of
    `relax.broadcast_to`.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Shape:$shape, StrAttr:$kind);
  let assemblyFormat = "$kind $input `to` $shape attr-dict `:` functional-type(operands, $result)";
}

class Relax_ComputedAxesOp<string opMnemonic>
    : Relax_Op<opMnemonic, [Relax_View, Pure]> {
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$axes, UnitAttr:$noop,
                       OptionalAttr<StrArrayAttr>:$binds, OptionalAttr<ArrayAttr>:$facts);
  let assemblyFormat = [{
    $input `over` $axes (`noop` $noop^)? attr-dict `:` functional-type(operands, $result)
    `` custom<Binds>($binds, $facts)
  }];
}

def Relax_SqueezeOp : Relax_ComputedAxesOp<"squeeze"> {
  let summary = "a view without the dimensions at some axes, whose extents are 1";
  let description = [{
    `axes` is an i64 vector; negative ones count from the end. No axes mean all
    dimensions of extent 1, with `noop` none. `binds (...)` names the extents of
    the result, whose rank is known if the number of axes is.
  }];
}

def Relax_UnsqueezeOp : Relax_ComputedAxesOp<"unsqueeze"> {
  let summary = "a view with further dimensions of extent 1 at some axes";
  let description = [{
    `axes` is an i64 vector of positions in the result; negative ones count from
    its end. `binds (...)` names the extents of the result, whose rank is known
    if the number of axes is.
  }];
}
