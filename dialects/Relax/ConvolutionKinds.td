//===- ConvolutionKinds.td - transposed and causal convolutions -----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_ConvTransposeOp : Relax_PureOp<"conv_transpose", [Relax_Sums]> {
  let summary = "the transposition of a convolution: every element of the input spreads a window";
  let description = [{
    ONNX ConvTranspose without bias: input [batch, channels, spatial...], weight
    [channels, out / groups, window...]. A spatial extent of the result is stride
    * (input - 1) + output_padding + dilation * (window - 1) + 1 - pads.
  }];
  let hasWindow = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$weight,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
                       DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$output_padding,
                       I64Attr:$groups);
  let agreements = ["weight[0] = input[1]"];
  let assemblyFormat = [{
    $input `,` $weight `strides` $strides `pads` $pads `dilations` $dilations
    `output_padding` $output_padding `groups` $groups attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_DepthwiseConvOp : Relax_PureOp<"depthwise_conv", [Relax_Sums]> {
  let summary = "every channel with a window of its own, over one dimension";
  let description = [{
    input [batch, channels, length], weight [channels, 1, window]: relax.conv with as
    many groups as channels, also where only the run knows how many these are.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$weight);
  let assemblyFormat = "$input `,` $weight attr-dict `:` functional-type(operands, $result)";
}

def Relax_CausalConvOp : Relax_PureOp<"causal_conv", [Relax_Sums, AttrSizedOperandSegments, Relax_NamedResults]> {
  let summary = "depthwise convolution of a sequence that goes on from call to call";
  let description = [{
    ONNX CausalConvWithState: input [batch, channels, length], weight [channels, 1,
    window], bias [channels]; `state` [batch, channels, window - 1] is what came
    before (absent: zeros). The second result is the state for the next call.
    `swish`: x / (1 + e^-x) behind it. Extents that the types do not show to
    differ are compared when the program runs.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$weight, Optional<Relax_Tensor>:$bias,
                       Optional<Relax_Tensor>:$state, UnitAttr:$swish);
  let results = (outs Relax_Tensor:$result, Relax_Tensor:$next);
  let assemblyFormat = [{
    $input `,` $weight (`,` $bias^)? (`state` $state^)? (`swish` $swish^)? attr-dict `:`
    functional-type(operands, results)
  }];
}
