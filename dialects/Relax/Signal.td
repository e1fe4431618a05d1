//===- Signal.td - Fourier transforms -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_DftOp : Relax_PureOp<"dft"> {
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
  let results = (outs Relax_Tensor:$result);
  let assemblyFormat = [{
    $input (`points` $points^)? `axis` $axis (`inverse` $inverse^)? (`onesided` $onesided^)? attr-dict
    `:` functional-type(operands, $result)
  }];
}
