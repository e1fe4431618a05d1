//===- Rearrange.c - ONNX operators that repeat and regroup elements ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Rearrange.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"

#include <inttypes.h>
#include <string.h>

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
  MlirAttribute extent = symConstAttribute(importer->context, info.rank);
  if (!importOperand(importer, 1, &args.repeats))
    return false;
  args.repeats = composeMatch(importer, args.repeats, 1, &extent, args.repeats);
  return args.repeats.ptr && IMPORT_RESULT(importer, DynamicTile, &args);
}

#define BLOCKS(Op)                                                             \
  static bool import##Op(Importer *importer) {                                 \
    Relax##Op##Args args;                                                      \
    const char *mode;                                                          \
    int64_t block;                                                             \
    if (!importOperandCount(importer, 1, 1) ||                                 \
        !importText(importer, "mode", "DCR", &mode) ||                         \
        !importInt(importer, "blocksize", 0, &block) ||                        \
        !importOperand(importer, 0, &args.input))                              \
      return false;                                                            \
    args.block = block;                                                        \
    args.mode = strRefFromC(mode);                                             \
    return importResult(                                                       \
        importer, 0,                                                           \
        relax##Op##Create(importResultLocation(importer, 0), &args));          \
  }

BLOCKS(DepthToSpace)
BLOCKS(SpaceToDepth)

const OnnxOperator onnxRearrangeOperators[] = {
    {"DepthToSpace", importDepthToSpace, 0, NULL, ONNX_EVERY, 0, 0},
    {"SpaceToDepth", importSpaceToDepth, 0, NULL, ONNX_EVERY, 0, 0},
    {"Tile", importTile, 6, "tile, dynamic_tile", ONNX_EVERY, 2, 2},
    {0},
};
