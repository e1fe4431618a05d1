//===- Norm.td - normalisations -------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// `relax-decompose` writes them with operations of the other families. Numbers
// of f16 and bf16 are computed with in f32 and rounded once.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_LayerNormOp : Relax_PureOp<"layer_norm"> {
  let summary = "(x - mean) / sqrt(variance + epsilon) * scale + bias over the axes from one on";
  let description = [{
    ONNX LayerNormalization. Scale and bias broadcast to the input's shape. The
    mean and the inverse deviation are `relax.layer_norm_statistics`.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$scale, Optional<Relax_Tensor>:$bias,
                       I64Attr:$axis, F64Attr:$epsilon);
  let assemblyFormat = [{
    $input `,` $scale (`,` $bias^)? `from` $axis `epsilon` $epsilon attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_LayerNormStatisticsOp : Relax_PureOp<"layer_norm_statistics", [Relax_NamedResults]> {
  let summary = "mean and 1 / sqrt(variance + epsilon) over the axes from one on";
  let description = [{ The axes stay as extents of 1; f16 and bf16 become f32. }];
  let arguments = (ins Relax_Tensor:$input, I64Attr:$axis, F64Attr:$epsilon);
  let results = (outs Relax_Tensor:$mean, Relax_Tensor:$inverse);
  let assemblyFormat = [{
    $input `from` $axis `epsilon` $epsilon attr-dict `:` functional-type(operands, results)
  }];
}

def Relax_RmsNormOp : Relax_PureOp<"rms_norm"> {
  let summary = "x / sqrt(mean of squares + epsilon) * scale over the axes from one on";
  let description = [{ ONNX RMSNormalization. The scale broadcasts to the input's shape. }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$scale, I64Attr:$axis, F64Attr:$epsilon);
  let assemblyFormat = [{
    $input `,` $scale `from` $axis `epsilon` $epsilon attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_InstanceNormOp : Relax_PureOp<"instance_norm"> {
  let summary = "every channel of every sample centred and scaled";
  let description = [{
    input [batch, channels, ...], scale and bias [channels]: ONNX
    InstanceNormalization.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$scale, Relax_Tensor:$bias,
                       F64Attr:$epsilon);
  let agreements = ["input[1] = scale[0]", "input[1] = bias[0]"];
  let assemblyFormat = [{
    $input `,` $scale `,` $bias `epsilon` $epsilon attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_GroupNormOp : Relax_PureOp<"group_norm"> {
  let summary = "groups of channels of every sample centred and scaled";
  let description = [{
    input [batch, channels, ...], scale and bias [channels]; the groups divide
    the channels: ONNX GroupNormalization.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$scale, Relax_Tensor:$bias,
                       I64Attr:$groups, F64Attr:$epsilon);
  let agreements = ["input[1] = scale[0]", "input[1] = bias[0]"];
  let assemblyFormat = [{
    $input `,` $scale `,` $bias `groups` $groups `epsilon` $epsilon attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_BatchNormOp : Relax_PureOp<"batch_norm"> {
  let summary = "(x - mean) / sqrt(variance + epsilon) * scale + bias with given statistics";
  let description = [{
    input [batch, channels, ...], all others [channels]: ONNX BatchNormalization
    outside of training.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$scale, Relax_Tensor:$bias,
                       Relax_Tensor:$mean, Relax_Tensor:$variance, F64Attr:$epsilon);
  let agreements = ["input[1] = scale[0]", "input[1] = bias[0]", "input[1] = mean[0]", "input[1] = variance[0]"];
  let assemblyFormat = [{
    $input `,` $scale `,` $bias `,` $mean `,` $variance `epsilon` $epsilon attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_BatchNormTrainingOp : Relax_PureOp<"batch_norm_training", [Relax_NamedResults]> {
  let summary = "batch_norm with the batch's own statistics, and the running ones";
  let description = [{
    The running mean is mean * momentum + own * (1 - momentum), the running
    variance likewise (of the whole population): ONNX BatchNormalization with
    training_mode.
  }];
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$scale, Relax_Tensor:$bias,
                       Relax_Tensor:$mean, Relax_Tensor:$variance, F64Attr:$epsilon,
                       F64Attr:$momentum);
  let results = (outs Relax_Tensor:$result, Relax_Tensor:$running_mean,
                      Relax_Tensor:$running_variance);
  let agreements = ["input[1] = scale[0]", "input[1] = bias[0]", "input[1] = mean[0]", "input[1] = variance[0]"];
  let assemblyFormat = [{
    $input `,` $scale `,` $bias `,` $mean `,` $variance `epsilon` $epsilon `momentum` $momentum
    attr-dict `:` functional-type(operands, results)
  }];
}

def Relax_LpNormOp : Relax_PureOp<"lp_norm"> {
  let summary = "x / (sum of |x|^p)^(1/p) along one axis; 0 where that norm is 0";
  let description = [{ p is 1 or 2: ONNX LpNormalization. }];
  let arguments = (ins Relax_Tensor:$input, I64Attr:$axis, I64Attr:$p);
  let assemblyFormat = [{
    $input `over` $axis `p` $p attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

class Relax_AxesNormOp<string opMnemonic> : Relax_PureOp<opMnemonic> {
  let description = [{ `axes` are sorted, not negative and without doubles. }];
  let arguments = (ins Relax_Tensor:$input, DenseI64ArrayAttr:$axes);
  let assemblyFormat = [{
    $input `over` $axes attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_MeanVarianceNormOp : Relax_AxesNormOp<"mean_variance_norm"> {
  let summary = "(x - mean) / (deviation + 1e-9) over axes";
}
def Relax_LogSoftmaxOp : Relax_AxesNormOp<"log_softmax"> {
  let summary = "x - max - log(sum of e^(x - max)) over axes";
}

def Relax_HardmaxOp : Relax_PureOp<"hardmax"> {
  let summary = "1 at the first of the largest elements along one axis, else 0";
  let arguments = (ins Relax_Tensor:$input, I64Attr:$axis);
  let assemblyFormat = [{
    $input `over` $axis attr-dict `:` custom<SameTypes>(type($input), type($result))
  }];
}

def Relax_LrnOp : Relax_PureOp<"lrn"> {
  let summary = "x / (bias + alpha / size * sum of squares of neighbouring channels)^beta";
  let description = [{
    input [batch, channels, ...]; of `size` channels floor((size - 1) / 2) lie
    before: ONNX LRN.
  }];
  let arguments = (ins Relax_Tensor:$input, I64Attr:$size, F64Attr:$alpha, F64Attr:$beta,
                       F64Attr:$bias);
  let assemblyFormat = [{
    $input `size` $size `alpha` $alpha `beta` $beta `bias` $bias attr-dict `:`
    custom<SameTypes>(type($input), type($result))
  }];
}
