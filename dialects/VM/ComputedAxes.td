//===- ComputedAxes.td - axes that are values -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Sym/Constraints.td"
include "dialects/VM/VMBase.td"

def VM_ReducedDimOp : VM_Op<"reduced_dim", [Sym_UsesOwnIndices]> {
  let summary = "1 if the axes list the dimension, else its extent; this binds a symbol";
  let description = [{ No axes mean all of them, with `noop` none. Axes are checked. }];
  let hasVerifier = 1;
  let hasRules = 1;
  let arguments = (ins VM_Tensor:$axes, I64Attr:$dimension, Variadic<I64>:$indices, Sym_Exprs:$extents,
                       UnitAttr:$noop, StrAttr:$subject);
  let results = (outs I64:$result);
  let assemblyFormat = [{
    $axes `dimension` custom<Number>($dimension) `of` custom<Access>($indices, $extents) (`noop` $noop^)? `,` $subject
    attr-dict `:` qualified(type($axes))
  }];
}

def VM_SqueezeOp : VM_Op<"squeeze"> {
  let summary = "a view without the dimensions at the axes, whose extents are 1";
  let description = [{
    No axes mean all dimensions of extent 1, with `noop` none. With `inserts` the
    view has further dimensions of extent 1 at the axes instead.
  }];
  let arguments = (ins VM_Tensor:$input, VM_Tensor:$axes, UnitAttr:$noop, UnitAttr:$inserts, StrAttr:$subject);
  let results = (outs VM_Tensor:$result);
  let assemblyFormat = [{
    $input `over` $axes (`noop` $noop^)? (`inserts` $inserts^)? `,` $subject attr-dict `:`
    functional-type(operands, $result)
  }];
}
