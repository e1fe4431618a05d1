//===- Sampling.td - elements at computed places ---------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// By the rules of ONNX AffineGrid and GridSample. A coordinate of -1 stands for
// the first place of a dimension and 1 for the last: for the outer edges of both,
// with `align_corners` for their middles.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_AffineGridOp : Relax_Op<"affine_grid", [Pure, AttrSizedOperandSegments]> {
  let summary = "where an affine map sends the places of an image";
  let description = [{
    `theta` [n, d, d + 1], of 2 or 3 dimensions d, maps the coordinates of each
    place of an image with the extents [n, channels, e1, ..., ed] to [n, e1, ...,
    ed, d], the first of which belongs to the last dimension. The extents are those
    of the result type, or those in the i64 vector `sizes` [d + 2], which shape
    deduction turns into a type. `given` supplies symbols.
  }];
  let sized = "1..-1 from 2";
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$theta, Optional<Relax_Tensor>:$sizes, Variadic<AnyType>:$given,
                       UnitAttr:$align_corners);
  let assemblyFormat = [{
    $theta (`to` $sizes^)? (`align_corners` $align_corners^)? (`given` ` ` `(` $given^ `)`)? attr-dict `:`
    functional-type(operands, $result)
  }];
}

def Relax_GridSampleOp : Relax_PureOp<"grid_sample"> {
  let summary = "elements of images at the places that a grid says";
  let description = [{
    input [n, c, e1, ..., ed], of 1 to 3 dimensions d, and grid [n, o1, ..., od, d],
    whose first coordinate belongs to the last dimension, give [n, c, o1, ..., od].
    `mode` "nearest" takes the nearest element (of two the even one), "linear" and
    "cubic" (with the coefficient -0.75) weigh 2 and 4 neighbours along each
    dimension. Places outside of the image are 0 with `padding` "zeros", the nearest
    element with "border", and mirrored at the edges with "reflection". A
    coordinate that is no number is 0; an empty image has nothing to sample.
    Extents that the types do not show to differ are compared when the program runs.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$grid, StrAttr:$mode, StrAttr:$padding,
                       UnitAttr:$align_corners);
  let assemblyFormat = [{
    $input `,` $grid `mode` $mode `padding` $padding (`align_corners` $align_corners^)? attr-dict `:`
    functional-type(operands, $result)
  }];
}
