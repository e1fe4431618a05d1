//===- Crop.td - images of other extents, and of columns -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// Extents are those of the result type, or those in the i64 vector `sizes`, which
// shape deduction turns into a type. `given` supplies symbols.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_CenterCropPadOp : Relax_Op<"center_crop_pad", [Pure, AttrSizedOperandSegments]> {
  let summary = "the middle of a tensor, or the tensor in the middle of zeros";
  let description = [{
    ONNX CenterCropPad along `axes`: where there is an odd number of elements too
    many or missing, one more of them is behind than in front.
  }];
  let sized = "axes";
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Optional<Relax_Tensor>:$sizes, Variadic<AnyType>:$given,
                       DenseI64ArrayAttr:$axes);
  let assemblyFormat = [{
    $input (`to` $sizes^)? `axes` $axes (`given` `(` $given^ `)`)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_Col2imOp : Relax_Op<"col2im", [Relax_Sums, Pure, AttrSizedOperandSegments]> {
  let summary = "images as sums of the blocks that columns have";
  let description = [{
    ONNX Col2Im, of columns [n, c, block..., steps] with an extent for each of d
    dimensions of the block: element `b` of a block that is step `s` along a
    dimension is added to place `s * stride - pad + b * dilation`; what is outside
    of the image [n, c, extents...] is dropped. There are as many columns as
    blocks fit in the image with its margins `pads`, which are all low pads, then
    all high pads.
  }];
  let sized = "2..";
  let hasRules = 1;
  let hasWindow = 1;
  let arguments = (ins Relax_Tensor:$input, Optional<Relax_Tensor>:$sizes, Variadic<AnyType>:$given,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations);
  let assemblyFormat = [{
    $input (`to` $sizes^)? `strides` $strides `pads` $pads `dilations` $dilations
    (`given` `(` $given^ `)`)? attr-dict `:` functional-type(operands, $result)
  }];
}
