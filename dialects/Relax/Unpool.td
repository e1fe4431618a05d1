//===- Unpool.td - back from maxima of windows -----------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_MaxUnpoolOp : Relax_PureOp<"max_unpool", [AttrSizedOperandSegments]> {
  let summary = "elements where a pooling found them, and zeros";
  let description = [{
    ONNX MaxUnpool: each element of the input [n, c, e...] goes to the element of
    the image [n, c, (e - 1) * stride + window - pads, ...] whose number in
    row-major order is in `places`, i64 of the same shape (as
    `relax.max_pool_places` gives them). With `extended` the result is that image
    with zeros behind it, up to the extents of the result type, or those in the i64
    vector `sizes`, which shape deduction turns into a type; `given` supplies
    symbols.
  }];
  let sized = "0..";
  let hasRules = 1;
  let hasWindow = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$places, Optional<Relax_Tensor>:$sizes,
                       Variadic<AnyType>:$given, DenseI64ArrayAttr:$window,
                       DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads, UnitAttr:$extended);
  let assemblyFormat = [{
    $input `,` $places `window` $window `strides` $strides `pads` $pads
    (`extended` $extended^)? (`to` $sizes^)? (`given` `(` $given^ `)`)? attr-dict `:`
    functional-type(operands, $result)
  }];
}
