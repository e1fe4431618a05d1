//===- Signal.td - Fourier transforms, windows, mel filters ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_DftOp : Relax_PureOp<"dft", [Relax_Sums]> {
  let summary = "discrete Fourier transform along an axis";
  let description = [{
    ONNX DFT. The last dimension has the real and, if it is 2, the imaginary part
    of an element. The transform has as many points as the vector `points` has
    elements, else as the axis: what the signal has more is left out, what it has
    less is 0. `inverse` turns the other way and divides by the points.

    `onesided`: of a real signal only the points floordiv 2 + 1 elements that
    tell the others; with `inverse` it is these that are given (without `points`
    there are 2 * (extent - 1)), and the result is real.
  }];
  let arguments = (ins Relax_Tensor:$input, Optional<Relax_Tensor>:$points, I64Attr:$axis,
                       UnitAttr:$inverse, UnitAttr:$onesided);
  let assemblyFormat = [{
    $input (`points` $points^)? `axis` $axis (`inverse` $inverse^)? (`onesided` $onesided^)? attr-dict
    `:` functional-type(operands, $result)
  }];
}

def Relax_DynamicDftOp : Relax_Op<"dynamic_dft", [Relax_Sums, Pure, AttrSizedOperandSegments]> {
  let summary = "dft along a computed axis";
  let description = [{
    The axis is a scalar i64, negative from the end; one that there is not, or
    that of the parts, is an error of the call. `given` supplies symbols of the
    result type.
  }];
  let hasRules = 1;
  let sized = "by axis";
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$axis, Optional<Relax_Tensor>:$points,
                       Variadic<AnyType>:$given, UnitAttr:$inverse, UnitAttr:$onesided);
  let assemblyFormat = [{
    $input `over` $axis (`points` $points^)? (`inverse` $inverse^)? (`onesided` $onesided^)?
    (`given` ` ` `(` $given^ `)`)? attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_StftOp : Relax_PureOp<"stft", [Relax_Sums, AttrSizedOperandSegments]> {
  let summary = "Fourier transforms of parts of a signal, which may overlap";
  let description = [{
    ONNX STFT. Signal [batch, length, parts], parts as in `relax.dft`; `begins`
    [frames] has the place where each frame begins. A frame is as long as
    `window`, by whose elements it is multiplied, or as the vector `points`, or
    as the signal. Its element j is element begin + j of the signal, as
    `relax.take` finds it. Result [batch, frames, points, 2]; `onesided`: of
    real signals, points floordiv 2 + 1.
  }];
  let arguments = (ins Relax_Tensor:$signal, Relax_Tensor:$begins, Optional<Relax_Tensor>:$window,
                       Optional<Relax_Tensor>:$points, UnitAttr:$onesided);
  let assemblyFormat = [{
    $signal `at` $begins (`window` $window^)? (`points` $points^)? (`onesided` $onesided^)? attr-dict
    `:` functional-type(operands, $result)
  }];
}

def Relax_CosineWindowOp : Relax_PureOp<"cosine_window"> {
  let summary = "a window: an alternating sum of cosines";
  let description = [{
    Element i is the sum of (-1)^k * coefficient k * cos(k * i / steps turns). It
    has as many elements as the vector `like`, and one step less; `periodic`: as
    many. Hann: [0.5, 0.5]; Hamming: [25 / 46, 21 / 46]; Blackman:
    [0.42, 0.5, 0.08].
  }];
  let arguments = (ins Relax_Tensor:$like, DenseF64ArrayAttr:$coefficients, UnitAttr:$periodic,
                       TypeAttr:$element);
  let assemblyFormat = [{
    `like` $like `coefficients` $coefficients (`periodic` $periodic^)? `as` $element attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_MelWeightMatrixOp : Relax_PureOp<"mel_weight_matrix"> {
  let summary = "triangles of weights on the mel scale, over the bins of a spectrum";
  let description = [{
    ONNX MelWeightMatrix: as many bands as the vector `bands` has elements, for a
    transform of as many points as `points` has. `rate` is in samples a second,
    `low` and `high` are edges in hertz; all three are scalars. Result
    [points floordiv 2 + 1, bands].
  }];
  let arguments = (ins Relax_Tensor:$bands, Relax_Tensor:$points, Relax_Tensor:$rate,
                       Relax_Tensor:$low, Relax_Tensor:$high, TypeAttr:$element);
  let assemblyFormat = [{
    $bands `,` $points `rate` $rate `from` $low `to` $high `as` $element attr-dict `:`
    functional-type(operands, $result)
  }];
}
