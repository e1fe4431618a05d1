//===- Positions.c - ONNX operators that compute indices ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Positions.gen.h"
#include "lib/Frontend/ONNX/Import/Agree.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"

#include <inttypes.h>
#include <string.h>

/// i32 and i64 stay, other numbers become i64.
static MlirValue asIndices(Importer *importer, MlirValue x) {
  MlirType element = relaxTensorInfoOf(x).elementType;
  bool narrow = mlirTypeIsAInteger(element) &&
                !mlirIntegerTypeIsUnsigned(element) &&
                mlirIntegerTypeGetWidth(element) == 32;
  return narrow ? x
                : graphCast(importBuilder(importer), x, importI64(importer));
}

static bool oneHot(Importer *importer, OnnxBuild *build) {
  MlirValue *indices = &build->inputs[0], *depth = &build->inputs[1],
            *values = &build->inputs[2];
  MlirType i64 = importI64(importer);
  RelaxTensorInfo info;
  int64_t axis;
  if (!importInt(importer, "axis", -1, &axis) ||
      !importRankedOperand(importer, indices, &info) ||
      !importAxis(importer, axis, info.rank + 1, &axis))
    return false;
  *indices = asIndices(importer, *indices);
  *depth = graphCast(importBuilder(importer), *depth, i64);
  if (depth->ptr && relaxTensorInfoOf(*depth).rank == 1)
    *depth = composeLength(importer, *depth, 1);
  *values = composeLength(importer, *values, 2);
  importSetAttribute(importer, build, "axis", mlirIntegerAttrGet(i64, axis));
  return indices->ptr && depth->ptr && values->ptr;
}

static bool checkAxes(Importer *importer, OnnxBuild *build) {
  int64_t axis = mlirIntegerAttrGetValueInt(build->attributes[0].attribute);
  return !mlirAttributeEqual(build->attributes[0].attribute,
                             build->attributes[1].attribute) ||
         importError(importer,
                     "attributes 'batch_axis' and 'time_axis': expected "
                     "different axes, got %" PRId64 " twice",
                     axis);
}

const OnnxOperator onnxPositionsOperators[] = {
    {"OneHot", .since = 9, .relax = "dynamic_one_hot, one_hot",
     .types = ONNX_NUMBERS, .inputs = {3, 3}, .prepare = oneHot},
    {"ReverseSequence", .since = 10, .types = ONNX_EVERY, .inputs = {2, 2},
     ONNX_ATTRIBUTES({"batch_axis", ONNX_IS_AXIS, "batch", .absent = 1},
                     {"time_axis", ONNX_IS_AXIS, "axis", .absent = 0}),
     .prepare = checkAxes, .ranked = true},
    {"TensorScatter", .since = 24, .types = ONNX_EVERY, .inputs = {2, 3},
     ONNX_ATTRIBUTES(
         {"axis", ONNX_IS_AXIS, .absent = -2},
         {"mode", ONNX_IS_WORD, "circular", .text = "linear, circular"})},
    {0},
};
