//===- Rearrange.c - ONNX operators that repeat and regroup elements ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Reshapes around a broadcast or a transposition. Extents that have to be
// multiples of a block become ones by a relax.match_cast.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "lib/Frontend/ONNX/ComposeLayout.h"
#include "lib/Frontend/ONNX/Operators.h"

#include <inttypes.h>
#include <string.h>

//===----------------------------------------------------------------------===//
// Tile: [d] as [1, d], broadcast to [r, d], as [r * d]
//===----------------------------------------------------------------------===//

static bool isKnown(RelaxTensorInfo info) {
  for (intptr_t i = 0; i < info.rank; ++i)
    if (symAttributeIsUnknown(info.dims[i]))
      return false;
  return true;
}

/// The input with an extent of 1 in front of each of its own.
static MlirValue withUnits(Importer *importer, MlirValue x, intptr_t rank) {
  int64_t *dims = ARENA_ARRAY(importer->arena, int64_t, 2 * rank);
  for (intptr_t i = 0; i < rank; ++i) {
    dims[2 * i] = -1;
    dims[2 * i + 1] = i;
  }
  return composeDims(importer, x, dims, (size_t)(2 * rank));
}

/// Literal repeats of known extents.
static MlirValue tileKnown(Importer *importer, MlirValue x,
                           RelaxTensorInfo info, const int64_t *repeats) {
  RelaxDims dims = {importer->location, "Tile", importer->arena, SYM_OK};
  MlirAttribute *wide =
      ARENA_ARRAY(importer->arena, MlirAttribute, 2 * info.rank);
  MlirAttribute *tiled = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    wide[2 * i] = symConstAttribute(importer->context, repeats[i]);
    wide[2 * i + 1] = info.dims[i];
    tiled[i] = relaxDimsAttribute(
        &dims, relaxDimsMul(&dims, relaxDimsOf(&dims, info.dims[i]),
                            relaxDimsConst(&dims, repeats[i])));
  }
  if (mlirLogicalResultIsFailure(relaxDimsOutcome(&dims)))
    return (MlirValue){NULL};
  MlirValue units = withUnits(importer, x, info.rank);
  return composeReshape(
      importer, composeBroadcast(importer, units, 2 * info.rank, wide, x),
      info.rank, tiled);
}

static MlirValue tileComputed(Importer *importer, MlirValue x, intptr_t rank,
                              MlirValue repeats) {
  MlirValue extents = composeShape(importer, x);
  int64_t column[] = {0, -1};
  MlirValue pairs[] = {composeDims(importer, repeats, column, 2),
                       composeDims(importer, extents, column, 2)};
  MlirAttribute both = symConstAttribute(importer->context, 2 * rank);
  MlirValue target =
      composeReshape(importer, composeConcat(importer, pairs, 2, 1), 1, &both);
  MlirValue wide =
      composeExpandTo(importer, withUnits(importer, x, rank), target, 2 * rank);
  return composeReshapeTo(importer, wide,
                          composeMultiply(importer, repeats, extents), rank);
}

static bool importTile(Importer *importer) {
  MlirValue x, repeats;
  RelaxTensorInfo info;
  const int64_t *values = NULL;
  size_t count = 0;
  if (!importOperandCount(importer, 2, 2) ||
      !importRankedOperand(importer, &x, &info) ||
      (importIsConstant(importer, 1) &&
       !importConstantInts(importer, 1, "repeats", &values, &count)))
    return false;
  if (values && count != (size_t)info.rank)
    return importError(importer, "repeats: expected %ld numbers, got %zu",
                       (long)info.rank, count);
  for (size_t i = 0; i < count; ++i)
    if (values[i] < 0)
      return importError(importer, "repeats: expected at least 0, got %" PRId64,
                         values[i]);
  if (info.rank == 0)
    return composeResult(importer, x);
  if (values && isKnown(info))
    return composeResult(importer, tileKnown(importer, x, info, values));
  MlirAttribute extent = symConstAttribute(importer->context, info.rank);
  if (!importOperand(importer, 1, &repeats))
    return false;
  repeats = composeMatch(importer,
                         composeCast(importer, repeats, composeI64(importer)),
                         1, &extent, repeats);
  return composeResult(importer, tileComputed(importer, x, info.rank, repeats));
}

//===----------------------------------------------------------------------===//
// DepthToSpace, SpaceToDepth
//===----------------------------------------------------------------------===//

/// Dimension `i` of the input as a multiple of `block`, and the quotient.
static void divideDim(RelaxDims *dims, RelaxTensorInfo info, intptr_t i,
                      int64_t block, MlirAttribute *multiple,
                      MlirAttribute *quotient) {
  SymExpr by = relaxDimsConst(dims, block);
  SymExpr part = relaxDimsFloorDiv(dims, relaxDimsOf(dims, info.dims[i]), by);
  *quotient = relaxDimsAttribute(dims, part);
  *multiple = relaxDimsAttribute(dims, relaxDimsMul(dims, part, by));
}

static bool readBlock(Importer *importer, MlirValue *x, RelaxTensorInfo *info,
                      int64_t *block) {
  if (!importOperandCount(importer, 1, 1) ||
      !importInt(importer, "blocksize", 0, block) ||
      !importRankedOperand(importer, x, info))
    return false;
  if (*block < 1 || *block > INT16_MAX)
    return importError(importer,
                       "attribute 'blocksize': expected 1 to %d, got %" PRId64,
                       INT16_MAX, *block);
  if (info->rank != 4 || !isKnown(*info))
    return importOperandError(importer, 0, *x,
                              "expected rank 4 and known extents");
  return true;
}

/// `mode`: whether depth or columns come first.
static bool readMode(Importer *importer, bool *depth) {
  const char *mode;
  if (!importText(importer, "mode", "DCR", &mode))
    return false;
  *depth = strcmp(mode, "DCR") == 0;
  return *depth || strcmp(mode, "CRD") == 0 ||
         importError(importer,
                     "attribute 'mode': expected 'DCR' or 'CRD', got '%s'",
                     mode);
}

static bool importDepthToSpace(Importer *importer) {
  static const int64_t depthFirst[] = {0, 3, 4, 1, 5, 2};
  static const int64_t columnFirst[] = {0, 1, 4, 2, 5, 3};
  MlirValue x;
  RelaxTensorInfo info;
  int64_t block;
  bool depth;
  if (!readMode(importer, &depth) || !readBlock(importer, &x, &info, &block))
    return false;
  RelaxDims dims = {importer->location, "DepthToSpace", importer->arena,
                    SYM_OK};
  MlirAttribute channels, multiple, size;
  SymExpr by = relaxDimsConst(&dims, block);
  size = symConstAttribute(importer->context, block);
  divideDim(&dims, info, 1, block * block, &multiple, &channels);
  MlirAttribute whole[] = {info.dims[0], multiple, info.dims[2], info.dims[3]};
  MlirAttribute split[] = {info.dims[0], depth ? size : channels,
                           size,         depth ? channels : size,
                           info.dims[2], info.dims[3]};
  MlirAttribute out[] = {
      info.dims[0], channels,
      relaxDimsAttribute(
          &dims, relaxDimsMul(&dims, relaxDimsOf(&dims, info.dims[2]), by)),
      relaxDimsAttribute(
          &dims, relaxDimsMul(&dims, relaxDimsOf(&dims, info.dims[3]), by))};
  if (mlirLogicalResultIsFailure(relaxDimsOutcome(&dims)))
    return false;
  x = composeMatch(importer, x, 4, whole, x);
  x = composePermute(importer, composeReshape(importer, x, 6, split),
                     depth ? depthFirst : columnFirst);
  return composeResult(importer, composeReshape(importer, x, 4, out));
}

static bool importSpaceToDepth(Importer *importer) {
  static const int64_t depthFirst[] = {0, 3, 5, 1, 2, 4};
  static const int64_t columnFirst[] = {0, 1, 3, 5, 2, 4};
  MlirValue x;
  RelaxTensorInfo info;
  int64_t block;
  bool depth;
  if (!readMode(importer, &depth) || !readBlock(importer, &x, &info, &block))
    return false;
  RelaxDims dims = {importer->location, "SpaceToDepth", importer->arena,
                    SYM_OK};
  MlirAttribute height, width, size;
  MlirAttribute whole[] = {info.dims[0], info.dims[1], info.dims[2],
                           info.dims[3]};
  size = symConstAttribute(importer->context, block);
  divideDim(&dims, info, 2, block, &whole[2], &height);
  divideDim(&dims, info, 3, block, &whole[3], &width);
  MlirAttribute split[] = {info.dims[0], info.dims[1], height,
                           size,         width,        size};
  SymExpr channels = relaxDimsMul(&dims, relaxDimsOf(&dims, info.dims[1]),
                                  relaxDimsConst(&dims, block * block));
  MlirAttribute out[] = {info.dims[0], relaxDimsAttribute(&dims, channels),
                         height, width};
  if (mlirLogicalResultIsFailure(relaxDimsOutcome(&dims)))
    return false;
  x = composeMatch(importer, x, 4, whole, x);
  x = composePermute(importer, composeReshape(importer, x, 6, split),
                     depth ? depthFirst : columnFirst);
  return composeResult(importer, composeReshape(importer, x, 4, out));
}

const OnnxOperator onnxRearrangeOperators[] = {
    {"DepthToSpace", importDepthToSpace, 0, "reshape, permute_dims"},
    {"SpaceToDepth", importSpaceToDepth, 0, "reshape, permute_dims"},
    {"Tile", importTile, 6, "broadcast_to, reshape"},
    {NULL, NULL, 0, NULL},
};
