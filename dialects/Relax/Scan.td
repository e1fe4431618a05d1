//===- Scan.td - operations along one axis --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

class Relax_ArgOp<string opMnemonic> : Relax_PureOp<opMnemonic> {
  let description = [{
    An i64 tensor; of equal elements the first counts, with `last` the last. A
    NaN is the extreme. With `keep_dims` the axis stays as extent 1.
  }];
  let arguments = (ins Relax_Tensor:$input, I64Attr:$axis, UnitAttr:$keep_dims, UnitAttr:$last);
  let assemblyFormat = [{
    $input `over` $axis (`keep_dims` $keep_dims^)? (`last` $last^)? attr-dict `:`
    custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_ArgMaxOp : Relax_ArgOp<"arg_max"> { let summary = "place of the largest element along an axis"; }
def Relax_ArgMinOp : Relax_ArgOp<"arg_min"> { let summary = "place of the smallest element along an axis"; }

class Relax_CumulativeOp<string opMnemonic, list<Trait> opTraits = []> : Relax_PureOp<opMnemonic, opTraits> {
  let description = [{
    `exclusive`: an element is not in its own result; `reverse`: from the end.
  }];
  let arguments = (ins Relax_Tensor:$input, I64Attr:$axis, UnitAttr:$exclusive, UnitAttr:$reverse);
  let assemblyFormat = [{
    $input `over` $axis (`exclusive` $exclusive^)? (`reverse` $reverse^)? attr-dict `:`
    custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_CumsumOp : Relax_CumulativeOp<"cumsum", [Relax_Sums]> { let summary = "sums of the elements up to each one along an axis"; }
def Relax_CumprodOp : Relax_CumulativeOp<"cumprod"> { let summary = "products of the elements up to each one along an axis"; }

class Relax_DynamicCumulativeOp<string opMnemonic, list<Trait> opTraits = []> : Relax_PureOp<opMnemonic, opTraits> {
  let description = [{
    The axis is a scalar i64, negative from the end; one that there is not is an
    error of the call.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$axis, UnitAttr:$exclusive, UnitAttr:$reverse);
  let assemblyFormat = [{
    $input `over` $axis (`exclusive` $exclusive^)? (`reverse` $reverse^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_DynamicCumsumOp : Relax_DynamicCumulativeOp<"dynamic_cumsum", [Relax_Sums]> { let summary = "cumsum along a computed axis"; }
def Relax_DynamicCumprodOp : Relax_DynamicCumulativeOp<"dynamic_cumprod"> { let summary = "cumprod along a computed axis"; }
