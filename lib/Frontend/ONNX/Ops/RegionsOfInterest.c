//===- RegionsOfInterest.c - ONNX RoiAlign and MaxRoiPool -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/RegionsOfInterest.gen.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <string.h>

static bool readCoordinates(Importer *importer, bool *halfPixel) {
  const char *coordinates;
  if (!importText(importer, "coordinate_transformation_mode",
                  importer->opset < 16 ? "output_half_pixel" : "half_pixel",
                  &coordinates))
    return false;
  *halfPixel = false;
  if (strcmp(coordinates, "output_half_pixel") == 0)
    return true;
  *halfPixel = true;
  return strcmp(coordinates, "half_pixel") == 0 ||
         importError(importer,
                     "attribute 'coordinate_transformation_mode': expected "
                     "'half_pixel' or 'output_half_pixel', got '%s'",
                     coordinates);
}

static bool importRoiAlign(Importer *importer) {
  RelaxRoiAlignArgs args = {0};
  const char *mode;
  int64_t size[2];
  float scale;
  if (!importText(importer, "mode", "avg", &mode) ||
      !readCoordinates(importer, &args.half_pixel) ||
      !importInt(importer, "output_height", 1, &size[0]) ||
      !importInt(importer, "output_width", 1, &size[1]) ||
      !importInt(importer, "sampling_ratio", 0, &args.samples) ||
      !importFloat(importer, "spatial_scale", 1, &scale) ||
      !importOperand(importer, 0, &args.input) ||
      !importOperand(importer, 1, &args.rois))
    return false;
  args.images = graphCast(importBuilder(importer), composeOperand(importer, 2),
                          mlirIntegerTypeGet(importer->context, 64));
  args.size = importIntsAttribute(importer, size, 2);
  args.scale = scale;
  args.mode = strRefFromC(mode);
  return args.images.ptr && IMPORT_RESULT(importer, RoiAlign, &args);
}

static bool importMaxRoiPool(Importer *importer) {
  RelaxMaxRoiPoolArgs args = {0};
  const int64_t *size;
  size_t count;
  float scale;
  bool given;
  if (!importOperand(importer, 0, &args.input) ||
      !importOperand(importer, 1, &args.rois) ||
      !importFloat(importer, "spatial_scale", 1, &scale) ||
      !importInts(importer, "pooled_shape", &size, &count, &given))
    return false;
  args.size = importIntsAttribute(importer, size, count);
  args.scale = scale;
  return IMPORT_RESULT(importer, MaxRoiPool, &args);
}

const OnnxOperator onnxRegionOperators[] = {
    {"MaxRoiPool", importMaxRoiPool, 0, NULL, ONNX_FLOATS, 2, 2},
    {"RoiAlign", importRoiAlign, 10, NULL, ONNX_FLOATS, 3, 3},
    {0},
};
