//===- DeformConv.td - convolutions at moved places ------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_DeformConvOp : Relax_PureOp<"deform_conv", [AttrSizedOperandSegments]> {
  let summary = "convolution whose window is moved element by element";
  let description = [{
    ONNX DeformConv: a `relax.conv` of 1 to 3 spatial dimensions d with the weight
    [out, channels / groups, window...], where element w of the window at place p
    reads a linear sample that lies away by `offset` [n, offset_groups * window *
    d, p...] and is weighed by `mask` [n, offset_groups * window, p...]; outside of
    the input are zeros. Channels fall into `offset_groups` groups that are moved
    together. `bias` is [out]. Extents that the types do not show to differ are
    compared when the program runs.
  }];
  let hasWindow = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$weight, Relax_Tensor:$offset,
                       Optional<Relax_Tensor>:$bias, Optional<Relax_Tensor>:$mask,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, I64Attr:$groups, I64Attr:$offset_groups);
  let agreements = ["input[1] = groups * weight[1]"];
  let assemblyFormat = [{
    $input `,` $weight `,` $offset (`bias` $bias^)? (`mask` $mask^)? `strides` $strides `pads` $pads
    `dilations` $dilations `groups` $groups `offset_groups` $offset_groups attr-dict `:`
    functional-type(operands, $result)
  }];
}
