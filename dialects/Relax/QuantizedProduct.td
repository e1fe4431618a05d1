//===- QuantizedProduct.td - matrix products and convolutions of few bits -===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_MatmulIntegerOp : Relax_PureOp<"matmul_integer"> {
  let summary = "matrix product of integers less their zero points, in i32";
  let description = [{
    ONNX MatMulInteger. A zero point is a scalar or broadcasts to its operand, as
    [m, 1] for the rows on the left and [n] or [1, n] for the columns on the
    right. Sums wrap.
  }];
  let arguments = (ins Relax_Tensor:$lhs, Relax_Tensor:$lhs_zero, Relax_Tensor:$rhs,
                       Relax_Tensor:$rhs_zero);
  let agreements = ["lhs[-1] = rhs[-2]"];
  let assemblyFormat = [{
    $lhs `zero` $lhs_zero `,` $rhs `zero` $rhs_zero attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_QuantizedMatmulOp : Relax_PureOp<"quantized_matmul"> {
  let summary = "matrix product of quantised operands, quantised";
  let description = [{
    ONNX QLinearMatMul: the product of the stored numbers less their zero points
    (of integers in i32, of floats in f32) times lhs_scale * rhs_scale / scale, in
    f32, quantised with `zero`. Scales and zero points of the operands are as
    the zero points of `relax.matmul_integer`, those of the result scalars.
  }];
  let arguments = (ins Relax_Tensor:$lhs, Relax_Tensor:$lhs_scale, Relax_Tensor:$lhs_zero,
                       Relax_Tensor:$rhs, Relax_Tensor:$rhs_scale, Relax_Tensor:$rhs_zero,
                       Relax_Tensor:$scale, Relax_Tensor:$zero);
  let agreements = ["lhs[-1] = rhs[-2]"];
  let assemblyFormat = [{
    $lhs `by` $lhs_scale `,` $lhs_zero `and` $rhs `by` $rhs_scale `,` $rhs_zero
    `to` $scale `,` $zero attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_ConvIntegerOp : Relax_PureOp<"conv_integer"> {
  let summary = "convolution of integers less their zero points, in i32";
  let description = [{
    ONNX ConvInteger; attributes as those of `relax.conv`, whose padding is the
    input's zero point. That of the input is a scalar, the weight's a scalar or
    [out]. Sums wrap.
  }];
  let hasWindow = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$input_zero, Relax_Tensor:$weight,
                       Relax_Tensor:$weight_zero, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$pads, DenseI64ArrayAttr:$dilations, I64Attr:$groups,
                       OptionalAttr<StrAttr>:$same);
  let agreements = ["input[1] = groups * weight[1]"];
  let assemblyFormat = [{
    $input `zero` $input_zero `,` $weight `zero` $weight_zero `strides` $strides `pads` $pads
    `dilations` $dilations `groups` $groups (`same` $same^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_QuantizedConvOp : Relax_PureOp<"quantized_conv"> {
  let summary = "convolution of quantised operands, quantised";
  let description = [{
    ONNX QLinearConv: that of `relax.conv_integer` plus an i32 bias [out], times
    input_scale * weight_scale / scale, in f32, quantised with `zero`. The weight's
    scale and zero point are scalars or [out], all others scalars.
  }];
  let hasWindow = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$input_scale, Relax_Tensor:$input_zero,
                       Relax_Tensor:$weight, Relax_Tensor:$weight_scale,
                       Relax_Tensor:$weight_zero, Relax_Tensor:$scale, Relax_Tensor:$zero,
                       Optional<Relax_Tensor>:$bias, DenseI64ArrayAttr:$strides,
                       DenseI64ArrayAttr:$pads, DenseI64ArrayAttr:$dilations, I64Attr:$groups,
                       OptionalAttr<StrAttr>:$same);
  let agreements = ["input[1] = groups * weight[1]"];
  let assemblyFormat = [{
    $input `by` $input_scale `,` $input_zero `and` $weight `by` $weight_scale `,` $weight_zero
    `to` $scale `,` $zero (`bias` $bias^)? `strides` $strides `pads` $pads
    `dilations` $dilations `groups` $groups (`same` $same^)? attr-dict `:` functional-type(operands, $result)
  }];
}
