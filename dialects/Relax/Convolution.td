//===- Convolution.td - sliding windows -----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// `pads` are all low pads, then all high pads. With `same` ("upper" or "lower")
// they are 0, and the run computes them: extent ceildiv stride windows, of which
// what they cover beyond the input is divided between both ends, one more at the
// end for "upper", at the beginning for "lower" (auto_pad of ONNX).
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_ConvOp : Relax_PureOp<"conv", [Relax_Sums]> {
  let summary = "convolution over any number of spatial dimensions, channels first";
  let description = [{
    input [batch, channels, spatial...], weight [out, channels / groups,
    window...].
  }];
  let hasWindow = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$weight,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, I64Attr:$groups,
                       OptionalAttr<StrAttr>:$same);
  let agreements = ["input[1] = groups * weight[1]"];
  let assemblyFormat = [{
    $input `,` $weight `strides` $strides `pads` $pads `dilations` $dilations
    `groups` $groups (`same` $same^)? attr-dict `:` custom<SameTypes>(type($input), type($weight), type($result))
  }];
}

class Relax_PoolOp<string opMnemonic, list<Trait> opTraits = []> : Relax_PureOp<opMnemonic, opTraits> {
  let hasWindow = 1;
  let arguments = (ins Relax_Tensor:$input, DenseI64ArrayAttr:$window,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, UnitAttr:$ceil_mode,
                       OptionalAttr<StrAttr>:$same);
  let assemblyFormat = [{
    $input `window` $window `strides` $strides `pads` $pads `dilations` $dilations
    (`ceil_mode` $ceil_mode^)? (`same` $same^)? attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_MaxPoolOp : Relax_PoolOp<"max_pool", [Relax_Exact]> { let summary = "largest element of each window; padding never wins"; }
def Relax_MaxPoolPlacesOp : Relax_PureOp<"max_pool_places"> {
  let summary = "where in the input the largest element of each window is";
  let description = [{
    The second result of ONNX MaxPool, for its first, `largest`: the i64 number of
    the element among all elements in row-major order, with `by_columns` counted
    within a channel as if its last spatial dimension were the outermost. The
    first of equal ones; the largest i64 for a window without elements of the
    input.
  }];
  let hasWindow = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$largest, DenseI64ArrayAttr:$window,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, UnitAttr:$ceil_mode, UnitAttr:$by_columns,
                       OptionalAttr<StrAttr>:$same);
  let assemblyFormat = [{
    $input `,` $largest `window` $window `strides` $strides `pads` $pads `dilations` $dilations
    (`ceil_mode` $ceil_mode^)? (`by_columns` $by_columns^)? (`same` $same^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}
def Relax_AvgPoolOp : Relax_PureOp<"avg_pool", [Relax_Sums]> {
  let summary = "mean of each window";
  let description = [{
    ONNX AveragePool: padding does not count, with `include_pad` it counts as
    zeros (what `ceil_mode` adds behind it does not).
  }];
  let hasWindow = 1;
  let arguments = (ins Relax_Tensor:$input, DenseI64ArrayAttr:$window,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, UnitAttr:$ceil_mode, UnitAttr:$include_pad,
                       OptionalAttr<StrAttr>:$same);
  let assemblyFormat = [{
    $input `window` $window `strides` $strides `pads` $pads `dilations` $dilations
    (`ceil_mode` $ceil_mode^)? (`include_pad` $include_pad^)? (`same` $same^)? attr-dict `:`
    custom<SameTypes>(type($input), type($result))
  }];
}
def Relax_SumPoolOp : Relax_PoolOp<"sum_pool", [Relax_Sums]> { let summary = "sum of each window; padding counts as 0"; }
def Relax_LpPoolOp : Relax_PureOp<"lp_pool"> {
  let summary = "norm of each window: (sum of |x|^p)^(1/p); padding counts as 0";
  let hasRules = 1;
  let hasWindow = 1;
  let arguments = (ins Relax_Tensor:$input, DenseI64ArrayAttr:$window,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, UnitAttr:$ceil_mode, I64Attr:$p,
                       OptionalAttr<StrAttr>:$same);
  let assemblyFormat = [{
    $input `window` $window `strides` $strides `pads` $pads `dilations` $dilations
    (`ceil_mode` $ceil_mode^)? `p` $p (`same` $same^)? attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}
def Relax_GlobalLpPoolOp : Relax_PureOp<"global_lp_pool"> {
  let summary = "norm of each channel: (sum of |x|^p)^(1/p); spatial dimensions become 1";
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, I64Attr:$p);
  let assemblyFormat = "$input `p` $p attr-dict `:` functional-type(operands, $result)";
}
