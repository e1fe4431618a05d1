//===- Rearrange.c - rules of repeated and regrouped elements -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Rearrange.gen.h"
#include "lib/Bridge/Core/Blocks.h"

#include <inttypes.h>

//===----------------------------------------------------------------------===//
// tile, dynamic_tile
//===----------------------------------------------------------------------===//

static bool checkRepeats(RelaxDims *dims, RelaxTensorInfo input,
                         MlirAttribute repeats) {
  intptr_t count = mlirArrayAttrGetNumElements(repeats);
  int64_t literal;
  if (input.ranked && input.rank != count)
    return relaxDimsError(dims,
                          "repeats: expected one per dimension of %s, got %ld",
                          relaxShapeText(dims->arena, input), (long)count);
  for (intptr_t i = 0; i < count; ++i) {
    MlirAttribute repeat = mlirArrayAttrGetElement(repeats, i);
    if (!symIsExprAttr(repeat) || symAttributeIsUnknown(repeat))
      return relaxDimsError(dims, "repeat %ld: expected an expression, got '?'",
                            (long)i);
    if (symAttributeIsConst(repeat, &literal) && literal < 0)
      return relaxDimsError(dims,
                            "repeat %ld: expected at least 0, got %" PRId64,
                            (long)i, literal);
  }
  return true;
}

bool relaxTileInferTypes(RelaxDims *dims, const RelaxTileArgs *args,
                         MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  if (!checkRepeats(dims, input, args->repeats))
    return false;
  MlirAttribute *tiled = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    tiled[i] = relaxDimsAttribute(
        dims, relaxDimsMul(dims, relaxDimsOf(dims, input.dims[i]),
                           relaxDimsOf(dims, mlirArrayAttrGetElement(
                                                 args->repeats, i))));
  input.dims = tiled;
  results[0] = relaxTypeWithElements(input, input.elementType);
  return true;
}

bool relaxDynamicTileInferTypes(RelaxDims *dims,
                                const RelaxDynamicTileArgs *args,
                                MlirType *results) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo repeats = relaxTensorInfoOf(args->repeats);
  MlirContext context = relaxDimsContext(dims);
  MlirType i64 = mlirIntegerTypeGet(context, 64);
  MlirAttribute length = input.ranked ? symConstAttribute(context, input.rank)
                                      : symUnknownAttribute(context);
  MlirType expected = relaxTensorTypeOf(i64, 1, &length);
  bool fits =
      !repeats.ranked ||
      (repeats.rank == 1 && (symAttributeIsUnknown(repeats.dims[0]) ||
                             symAttributeIsUnknown(length) ||
                             mlirAttributeEqual(repeats.dims[0], length)));
  if (!mlirTypeEqual(repeats.elementType, i64) || !fits)
    return relaxDimsError(
        dims, "repeats: expected %s, got %s",
        relaxTypeText(dims->arena, expected),
        relaxTypeText(dims->arena, mlirValueGetType(args->repeats)));
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i < input.rank; ++i)
    out[i] = symUnknownAttribute(context);
  input.dims = out;
  results[0] = relaxTypeWithElements(input, input.elementType);
  return true;
}

//===----------------------------------------------------------------------===//
// depth_to_space, space_to_depth
//===----------------------------------------------------------------------===//

enum { MAX_BLOCK = INT16_MAX };

static bool checkBlock(RelaxDims *dims, RelaxTensorInfo input, int64_t block,
                       StrRef name) {
  if (!strRefIs(name, "DCR") && !strRefIs(name, "CRD"))
    return relaxDimsError(dims, "mode: expected 'DCR' or 'CRD', got '%.*s'",
                          SPREAD(name));
  if (block < 1 || block > MAX_BLOCK)
    return relaxDimsError(dims, "block: expected 1 to %d, got %" PRId64,
                          MAX_BLOCK, block);
  if (input.ranked && input.rank != 4)
    return relaxDimsError(dims,
                          "expected [batch, channels, height, width], got %s",
                          relaxShapeText(dims->arena, input));
  return true;
}

/// extent / divisor; literals have to be multiples. That others are is checked
/// when the program runs.
static MlirAttribute quotient(RelaxDims *dims, RelaxTensorInfo input,
                              intptr_t axis, int64_t divisor, bool *outcome) {
  int64_t extent;
  if (*outcome && symAttributeIsConst(input.dims[axis], &extent) &&
      extent % divisor != 0)
    *outcome = relaxDimsError(
        dims, "dimension %ld: expected a multiple of %" PRId64 ", got %" PRId64,
        (long)axis, divisor, extent);
  return relaxDimsAttribute(
      dims, relaxDimsFloorDiv(dims, relaxDimsOf(dims, input.dims[axis]),
                              relaxDimsConst(dims, divisor)));
}

static MlirAttribute product(RelaxDims *dims, RelaxTensorInfo input,
                             intptr_t axis, int64_t factor) {
  return relaxDimsAttribute(
      dims, relaxDimsMul(dims, relaxDimsOf(dims, input.dims[axis]),
                         relaxDimsConst(dims, factor)));
}

static bool inferBlocks(RelaxDims *dims, MlirValue value, int64_t block,
                        StrRef mode, bool toSpace, MlirType *result) {
  RelaxTensorInfo input = relaxTensorInfoOf(value);
  bool outcome = checkBlock(dims, input, block, mode);
  *result = relaxUnrankedTensorType(input.elementType);
  if (outcome && input.ranked) {
    MlirAttribute out[4] = {input.dims[0]};
    out[1] = toSpace ? quotient(dims, input, 1, block * block, &outcome)
                     : product(dims, input, 1, block * block);
    for (intptr_t i = 2; i < 4; ++i)
      out[i] = toSpace ? product(dims, input, i, block)
                       : quotient(dims, input, i, block, &outcome);
    *result = relaxTensorTypeOf(input.elementType, 4, out);
  }
  return outcome;
}

bool relaxDepthToSpaceInferTypes(RelaxDims *dims,
                                 const RelaxDepthToSpaceArgs *args,
                                 MlirType *results) {
  return inferBlocks(dims, args->input, args->block, args->mode, true, results);
}

bool relaxSpaceToDepthInferTypes(RelaxDims *dims,
                                 const RelaxSpaceToDepthArgs *args,
                                 MlirType *results) {
  return inferBlocks(dims, args->input, args->block, args->mode, false,
                     results);
}
