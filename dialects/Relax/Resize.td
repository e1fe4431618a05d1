//===- Resize.td - sampling on another grid --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// By the rules of ONNX Resize, axis by axis.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_ResizeOp : Relax_Op<"resize", [Pure, AttrSizedOperandSegments]> {
  let summary = "interpolation along axes: nearest, linear or cubic";
  let description = [{
    The extents are those of the result type, or those in the i64 vector `sizes`,
    which shape deduction turns into a type; without both, floor(extent * scale),
    in f32. With `aspect` one scale holds for all axes, of those that the sizes
    ask for the smallest ("not_larger") or the largest ("not_smaller"), in f32,
    and the extents are floor(extent * scale + 0.5). An element has the place
    `coordinates` ("half_pixel", "half_pixel_symmetric", "pytorch_half_pixel",
    "align_corners", "asymmetric", "tf_half_pixel_for_nn", "tf_crop_and_resize") in
    the input, by the scale of its axis: a literal of `factors`, an element of the
    f32 vector `scales`, or new extent / old extent. "tf_half_pixel_for_nn" leaves
    axes of scale 1 as they are. With "tf_crop_and_resize" the f32 vector
    `roi` has begins, then ends, as parts of the extents, and what lies outside of
    the input is `extrapolation`.

    Mode "nearest" rounds that place by `rounding` ("round_prefer_floor",
    "round_prefer_ceil", "floor", "ceil", or "ceil_if_smaller", that is ceil where
    the scale is below 1 and else floor); "linear" and "cubic" (with the
    coefficient `cubic`) weigh the neighbours, whose edge is repeated or left out
    (`exclude_outside`); `antialias` widens their kernels when there are fewer
    elements than before.
  }];
  let sized = "axes";
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Optional<Relax_Tensor>:$sizes,
                       Optional<Relax_Tensor>:$scales, Optional<Relax_Tensor>:$roi,
                       Variadic<AnyType>:$given, DenseI64ArrayAttr:$axes,
                       OptionalAttr<DenseF64ArrayAttr>:$factors, StrAttr:$mode,
                       StrAttr:$coordinates, StrAttr:$rounding, F64Attr:$cubic,
                       F64Attr:$extrapolation, UnitAttr:$antialias, UnitAttr:$exclude_outside,
                       OptionalAttr<StrAttr>:$aspect);
  let assemblyFormat = [{
    $input (`to` $sizes^)? (`aspect` $aspect^)? (`scales` $scales^)? (`roi` $roi^)? `axes` $axes (`factors` $factors^)?
    `mode` $mode `coordinates` $coordinates `rounding` $rounding `cubic` $cubic
    `extrapolation` $extrapolation (`antialias` $antialias^)? (`exclude_outside` $exclude_outside^)?
    (`given` ` ` `(` $given^ `)`)? attr-dict `:` functional-type(operands, $result)
  }];
}
