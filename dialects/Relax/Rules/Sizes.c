//===- Sizes.c - extents that values say ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Sizes.h"
#include "dialects/Relax/Family.h"
#include "dialects/Relax/Resize.gen.h"
#include "dialects/Relax/Sampling.gen.h"
#include "lib/Bridge/Core/Blocks.h"

static const RelaxSized *findRow(StrRef operation) {
  for (size_t f = 0; relaxFamilies[f]; ++f)
    for (const RelaxSized *row = relaxFamilies[f]->sized; row->name; ++row)
      if (strRefIs(operation, row->name))
        return row;
  return NULL;
}

bool relaxIsSized(StrRef operation) { return findRow(operation) != NULL; }

bool relaxTakesSizes(StrRef operation) {
  const RelaxSized *row = findRow(operation);
  return row && row->vector;
}

bool relaxSaysExtents(MlirOperation op, intptr_t operand) {
  const RelaxSized *row = findRow(bridgeOpName(op));
  return row && row->says(op, operand);
}

/// The extents that the vector does not say.
static void readOthers(MlirOperation op, RelaxTensorInfo result,
                       RelaxSizes *sizes) {
  RelaxTensorInfo input = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  for (intptr_t d = 0; d < result.rank; ++d) {
    bool has =
        input.ranked && d < input.rank && !symAttributeIsUnknown(input.dims[d]);
    sizes->dims[d] = has ? input.dims[d] : result.dims[d];
  }
  if (relaxIsAffineGrid(op)) // a place for each element
    sizes->dims[result.rank - 1] =
        symConstAttribute(mlirOperationGetContext(op), result.rank - 2);
  for (intptr_t k = 0; k < sizes->count; ++k)
    sizes->dims[sizes->axes[k]] = result.dims[sizes->axes[k]];
}

bool relaxSizesOf(MlirOperation op, Arena *arena, RelaxSizes *sizes) {
  const RelaxSized *row = findRow(bridgeOpName(op));
  if (!row || !row->vector || !row->vector(op).ptr ||
      (relaxIsResize(op) && relaxResizeGetAspect(op).ptr)) // no extents
    return false;
  RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
  *sizes = (RelaxSizes){.vector = row->vector(op),
                        .segment = row->segment,
                        .first = row->first,
                        .rank = result.rank,
                        .count = result.rank - row->begin - row->behind};
  if (!result.ranked)
    return false;
  if (row->axes) {
    sizes->axes = relaxIntegers(arena, row->axes(op), &sizes->count);
  } else {
    int64_t *axes = ARENA_ARRAY(arena, int64_t, sizes->count);
    for (intptr_t i = 0; i < sizes->count; ++i)
      axes[i] = row->begin + i;
    sizes->axes = axes;
  }
  sizes->dims = ARENA_ARRAY(arena, MlirAttribute, result.rank);
  readOthers(op, result, sizes);
  return true;
}

MlirOperation relaxSizesDrop(MlirOperation op, const RelaxSizes *sizes,
                             MlirType type, intptr_t numGiven,
                             const MlirValue *given) {
  const MlirStringRef name =
      mlirStringRefCreateFromCString("operandSegmentSizes");
  MlirAttribute segments = mlirOperationGetInherentAttributeByName(op, name);
  intptr_t count = mlirDenseArrayGetNumElements(segments);
  intptr_t numOperands = mlirOperationGetNumOperands(op), kept = 0;
  Arena *arena = arenaCreate();
  int32_t *lengths = ARENA_ARRAY(arena, int32_t, count);
  MlirValue *operands = ARENA_ARRAY(arena, MlirValue, numOperands + numGiven);
  for (intptr_t s = 0, operand = 0; s < count; ++s) {
    lengths[s] = mlirDenseI32ArrayGetElement(segments, s);
    int32_t length = lengths[s];
    for (int32_t i = 0; i < length; ++i, ++operand) {
      MlirValue value = mlirOperationGetOperand(op, operand);
      if (s == sizes->segment)
        lengths[s] = 0;
      else
        operands[kept++] = value;
    }
  }
  for (intptr_t i = 0; i < numGiven; ++i)
    operands[kept++] = given[i];
  lengths[count - 1] += (int32_t)numGiven;
  MlirOperation fresh = mlirOperationClone(op);
  mlirOperationSetOperands(fresh, kept, operands);
  mlirOperationSetInherentAttributeByName(
      fresh, name,
      mlirDenseI32ArrayGet(mlirOperationGetContext(op), count, lengths));
  mlirValueSetType(mlirOperationGetResult(fresh, 0), type);
  arenaDestroy(arena);
  return fresh;
}
