//===- RegionsOfInterest.c - ONNX RoiAlign and MaxRoiPool -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

static bool prepareAlign(Importer *importer, OnnxBuild *build) {
  static const char *const coordinates[] = {"half_pixel, output_half_pixel",
                                            "output_half_pixel, half_pixel"};
  bool old = importer->opset < 16;
  size_t which;
  int64_t size[2];
  if (!importWord(importer, "coordinate_transformation_mode", coordinates[old],
                  &which) ||
      !importInt(importer, "output_height", 1, &size[0]) ||
      !importInt(importer, "output_width", 1, &size[1]))
    return false;
  if (which == old)
    importSetFlag(importer, build, "half_pixel");
  importSetAttribute(importer, build, "size",
                     importIntsAttribute(importer, size, 2));
  build->inputs[2] =
      graphCast(importBuilder(importer), build->inputs[2], importI64(importer));
  return build->inputs[2].ptr;
}

const OnnxOperator onnxRegionOperators[] = {
    {"MaxRoiPool", .types = ONNX_FLOATS, .inputs = {2, 2},
     ONNX_ATTRIBUTES(
         {"pooled_shape", ONNX_IS_INTS, "size", .when = ONNX_MUST_BE},
         {"spatial_scale", ONNX_IS_FLOAT, "scale", .absent = 1})},
    {"RoiAlign", .since = 10, .types = ONNX_FLOATS, .inputs = {3, 3},
     ONNX_ATTRIBUTES({"mode", ONNX_IS_TEXT, .text = "avg"},
                     {"sampling_ratio", ONNX_IS_INT, "samples", .absent = 0},
                     {"spatial_scale", ONNX_IS_FLOAT, "scale", .absent = 1}),
     .prepare = prepareAlign},
    {0},
};
