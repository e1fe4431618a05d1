//===- Rearrange.c - ONNX operators that repeat and regroup elements ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Rearrange.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>

static bool tileBy(Importer *importer, MlirValue x, const int64_t *values,
                   size_t count) {
  MlirAttribute *repeats = ARENA_ARRAY(importer->arena, MlirAttribute, count);
  for (size_t i = 0; i < count; ++i) {
    if (values[i] < 0)
      return importError(importer, "repeats: expected at least 0, got %" PRId64,
                         values[i]);
    repeats[i] = symConstAttribute(importer->context, values[i]);
  }
  RelaxTileArgs args = {
      .input = x,
      .repeats = mlirArrayAttrGet(importer->context, (intptr_t)count, repeats)};
  return IMPORT_RESULT(importer, Tile, &args);
}

static bool importTile(Importer *importer) {
  RelaxDynamicTileArgs args;
  RelaxTensorInfo info;
  const int64_t *values = NULL;
  size_t count = 0;
  if (!importRankedOperand(importer, &args.input, &info) ||
      (importIsConstant(importer, 1) &&
       !importConstantInts(importer, 1, "repeats", &values, &count)))
    return false;
  if (values && count != (size_t)info.rank)
    return importError(importer, "repeats: expected %ld numbers, got %zu",
                       (long)info.rank, count);
  if (values)
    return tileBy(importer, args.input, values, count);
  if (!importOperand(importer, 1, &args.repeats))
    return false;
  args.repeats = composeLength(importer, args.repeats, info.rank);
  return args.repeats.ptr && IMPORT_RESULT(importer, DynamicTile, &args);
}

#define BLOCKS                                                                 \
  ONNX_ATTRIBUTES({"blocksize", ONNX_IS_INT, "block", .absent = 0},            \
                  {"mode", ONNX_IS_TEXT, .text = "DCR"})

const OnnxOperator onnxRearrangeOperators[] = {
    {"DepthToSpace", .types = ONNX_EVERY, BLOCKS},
    {"SpaceToDepth", .types = ONNX_EVERY, BLOCKS},
    {"Tile", importTile, .since = 6, .relax = "tile, dynamic_tile",
     .types = ONNX_EVERY, .inputs = {2, 2}},
    {0},
};
