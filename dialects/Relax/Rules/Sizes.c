//===- Sizes.c - extents that a vector says -------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Sizes.h"
#include "dialects/Relax/Crop.gen.h"
#include "dialects/Relax/Resize.gen.h"
#include "dialects/Relax/Sampling.gen.h"
#include "dialects/Relax/Unpool.gen.h"

/// Dimensions of `info` from `first` on, `count` of them.
static const int64_t *range(Arena *arena, int64_t first, intptr_t count) {
  int64_t *axes = ARENA_ARRAY(arena, int64_t, count);
  for (intptr_t i = 0; i < count; ++i)
    axes[i] = first + i;
  return axes;
}

/// The result has the dimensions of `input`, but for those along the axes.
static bool sizesAlong(Arena *arena, MlirValue input, MlirAttribute axes,
                       RelaxSizes *sizes) {
  RelaxTensorInfo info = relaxTensorInfoOf(input);
  sizes->axes = relaxIntegers(arena, axes, &sizes->count);
  for (intptr_t i = 0; i < info.rank && info.rank == sizes->rank; ++i)
    sizes->dims[i] = info.dims[i];
  return info.ranked;
}

static bool resizeSizes(MlirOperation op, Arena *arena, RelaxSizes *sizes) {
  if (!relaxResizeGetAspect(op).ptr) // else they are not the extents
    sizes->vector = relaxResizeGetSizes(op);
  return sizesAlong(arena, relaxResizeGetInput(op), relaxResizeGetAxes(op),
                    sizes);
}

static bool affineGridSizes(MlirOperation op, Arena *arena, RelaxSizes *sizes) {
  RelaxTensorInfo theta = relaxTensorInfoOf(relaxAffineGridGetTheta(op));
  sizes->vector = relaxAffineGridGetSizes(op);
  sizes->first = 2;
  sizes->count = sizes->rank - 2;
  sizes->axes = range(arena, 1, sizes->count);
  if (theta.ranked)
    sizes->dims[0] = theta.dims[0];
  sizes->dims[sizes->rank - 1] =
      symConstAttribute(mlirOperationGetContext(op), sizes->rank - 2);
  return true;
}

static bool centerCropPadSizes(MlirOperation op, Arena *arena,
                               RelaxSizes *sizes) {
  sizes->vector = relaxCenterCropPadGetSizes(op);
  return sizesAlong(arena, relaxCenterCropPadGetInput(op),
                    relaxCenterCropPadGetAxes(op), sizes);
}

static bool col2ImSizes(MlirOperation op, Arena *arena, RelaxSizes *sizes) {
  RelaxTensorInfo x = relaxTensorInfoOf(relaxCol2imGetInput(op));
  sizes->vector = relaxCol2imGetSizes(op);
  sizes->count = sizes->rank - 2;
  sizes->axes = range(arena, 2, sizes->count);
  for (intptr_t i = 0; i < 2 && x.ranked; ++i)
    sizes->dims[i] = x.dims[i];
  return true;
}

static bool maxUnpoolSizes(MlirOperation op, Arena *arena, RelaxSizes *sizes) {
  sizes->vector = relaxMaxUnpoolGetSizes(op);
  sizes->segment = 2;
  sizes->count = sizes->rank;
  sizes->axes = range(arena, 0, sizes->count);
  return true;
}

static const struct {
  const char *name;
  bool (*read)(MlirOperation op, Arena *arena, RelaxSizes *sizes);
} operations[] = {
    {"relax.affine_grid", affineGridSizes},
    {"relax.center_crop_pad", centerCropPadSizes},
    {"relax.col2im", col2ImSizes},
    {"relax.max_unpool", maxUnpoolSizes},
    {"relax.resize", resizeSizes},
};
enum { NUM_OPERATIONS = sizeof operations / sizeof *operations };

bool relaxTakesSizes(StrRef operation) {
  for (size_t i = 0; i < NUM_OPERATIONS; ++i)
    if (strRefEqual(operation, strRefFromC(operations[i].name)))
      return true;
  return false;
}

bool relaxSizesOf(MlirOperation op, Arena *arena, RelaxSizes *sizes) {
  StrRef name = bridgeOpName(op);
  for (size_t i = 0; i < NUM_OPERATIONS; ++i) {
    if (!strRefEqual(name, strRefFromC(operations[i].name)))
      continue;
    RelaxTensorInfo result = relaxTensorInfoOf(mlirOperationGetResult(op, 0));
    if (!result.ranked)
      return false;
    *sizes = (RelaxSizes){.segment = 1, .rank = result.rank};
    sizes->dims = ARENA_ARRAY(arena, MlirAttribute, result.rank);
    for (intptr_t d = 0; d < result.rank; ++d)
      sizes->dims[d] = symUnknownAttribute(mlirOperationGetContext(op));
    if (!operations[i].read(op, arena, sizes))
      return false;
    for (intptr_t d = 0; d < result.rank; ++d)
      if (symAttributeIsUnknown(sizes->dims[d]))
        sizes->dims[d] = result.dims[d];
    for (intptr_t k = 0; k < sizes->count; ++k)
      sizes->dims[sizes->axes[k]] = result.dims[sizes->axes[k]];
    return sizes->vector.ptr != NULL;
  }
  return false;
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
