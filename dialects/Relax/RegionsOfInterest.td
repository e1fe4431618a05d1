//===- RegionsOfInterest.td - parts of images as images of one size -------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
// A region [x1, y1, x2, y2] of an image, times `scale`, falls into `size` [down,
// across] bins of equal extents.
//
//===----------------------------------------------------------------------===//

include "dialects/Relax/RelaxBase.td"

def Relax_RoiAlignOp : Relax_PureOp<"roi_align"> {
  let summary = "mean or largest sample of each bin of regions";
  let description = [{
    ONNX RoiAlign: input [n, c, h, w], regions [r, 4], of the i64 images [r], give
    [r, c, down, across]. A bin has `samples` x `samples` samples; with 0 as many as
    the region has places along that dimension of a bin, rounded up. A sample
    weighs its four neighbours; `mode` "avg" takes the mean of samples, "max" the
    largest weighed neighbour, and a region without samples is 0. Places are the
    middles of elements with `half_pixel`; without it a region has extents of at
    least 1. Extents that the types do not show to differ are compared when the
    program runs.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$rois, Relax_Tensor:$images,
                       DenseI64ArrayAttr:$size, I64Attr:$samples, F64Attr:$scale, StrAttr:$mode,
                       UnitAttr:$half_pixel);
  let assemblyFormat = [{
    $input `,` $rois `,` $images `size` $size `samples` $samples `scale` $scale `mode` $mode
    (`half_pixel` $half_pixel^)? attr-dict `:` functional-type(operands, $result)
  }];
}

def Relax_MaxRoiPoolOp : Relax_PureOp<"max_roi_pool"> {
  let summary = "largest element of each bin of regions";
  let description = [{
    ONNX MaxRoiPool: input [n, c, h, w] and regions [r, 5], which begin with the
    number of the image, give [r, c, down, across]. Corners are rounded to whole
    places (halves away from 0) and belong to the region, which has extents of at
    least 1; a bin without elements is 0. Extents that the types do not show to
    differ are compared when the program runs.
  }];
  let hasRules = 1;
  let arguments = (ins Relax_Tensor:$input, Relax_Tensor:$rois, DenseI64ArrayAttr:$size,
                       F64Attr:$scale);
  let assemblyFormat = [{
    $input `,` $rois `size` $size `scale` $scale attr-dict `:`
    functional-type(operands, $result)
  }];
}
