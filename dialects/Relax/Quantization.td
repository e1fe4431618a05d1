//===- Quantization.td - numbers in few bits with scales and zero points --===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// ONNX QuantizeLinear and its family: a stored q stands for (q - zero) * scale.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_QuantizeOp : Relax_PureOp<"quantize"> {
  let summary = "x / scale rounded to nearest even, plus the zero point, saturated";
  let description = [{
    The quotient is rounded to the type `in`. The scale is one number; or, with
    `axis`, one per element of that dimension; or, with `block` too, it has the
    input's shape but for that dimension, of which each stands for so many
    elements. The zero point has the scale's shape. As an integer NaN is 0. To
    floats of at most 8 bits `no_saturate` is that of `relax.cast`.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$scale, Optional<Relax_Tensor>:$zero,
                       OptionalAttr<I64Attr>:$axis, OptionalAttr<I64Attr>:$block,
                       TypeAttr:$element, TypeAttr:$precision, UnitAttr:$no_saturate);
  let assemblyFormat = [{
    $input `by` $scale (`,` $zero^)? (`axis` $axis^)? (`block` $block^)? `as` $element `in` $precision
    attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_DequantizeOp : Relax_PureOp<"dequantize"> {
  let summary = "(x - zero) * scale";
  let description = [{
    Scale and zero point as in `relax.quantize`. The difference of integers is
    taken in i32, which wraps, the product in f32, which is rounded to the type
    of the result.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$scale, Optional<Relax_Tensor>:$zero,
                       OptionalAttr<I64Attr>:$axis, OptionalAttr<I64Attr>:$block,
                       TypeAttr:$element);
  let assemblyFormat = [{
    $input `by` $scale (`,` $zero^)? (`axis` $axis^)? (`block` $block^)? `as` $element
    attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_DynamicQuantizeOp : Relax_PureOp<"dynamic_quantize", [Relax_NamedResults]> {
  let summary = "f32 as ui8, with scale and zero point from the smallest and largest element";
  let description = [{
    ONNX DynamicQuantizeLinear: the range includes 0; where it is nothing else
    the scale is 1 / 255.
  }];
  let arguments = (ins Relax_Tensor:$input);
  let results = (outs Relax_Tensor:$result, Relax_Tensor:$scale, Relax_Tensor:$zero);
  let assemblyFormat = [{ $input attr-dict `:` functional-type(operands, results) }];
}
