//===- Align.c - operands whose extents have to do with each other --------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Broadcast.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "lib/Frontend/ONNX/Compose.h"

static bool isLiteral(MlirAttribute dim) {
  int64_t extent;
  return symAttributeIsConst(dim, &extent);
}

/// Two extents may broadcast, but their types do not say so. Two literals that
/// differ never do: the operation reports them.
static bool isOpen(RelaxTensorInfo a, RelaxTensorInfo b) {
  bool open = false;
  for (intptr_t back = 1; back <= a.rank && back <= b.rank; ++back) {
    MlirAttribute left = a.dims[a.rank - back], right = b.dims[b.rank - back];
    MlirAttribute joined = left;
    if (relaxJoinBroadcastDim(&joined, right))
      continue;
    if (isLiteral(left) && isLiteral(right))
      return false;
    open = true;
  }
  return open;
}

static bool broadcastTo(Importer *importer, MlirValue shape, intptr_t rank,
                        const MlirAttribute *dims, MlirValue *value) {
  MlirType element = relaxTensorInfoOf(*value).elementType;
  RelaxBroadcastToArgs args = {.input = *value,
                               .target = shape,
                               .resultType =
                                   relaxTensorTypeOf(element, rank, dims)};
  return importInsert(
      importer,
      relaxBroadcastToCreate(importHelperLocation(importer, "wide"), &args),
      value);
}

bool importAlign(Importer *importer, MlirValue *lhs, MlirValue *rhs) {
  RelaxTensorInfo a = relaxTensorInfoOf(*lhs), b = relaxTensorInfoOf(*rhs);
  if (!a.ranked || !b.ranked || !isOpen(a, b))
    return true;
  MlirType type =
      relaxBroadcastShapeType(importer->context, importer->arena, a, b);
  const MlirAttribute *dims;
  intptr_t rank = relaxShapeTypeGetDims(type, &dims);
  RelaxBroadcastShapeArgs args = {.lhs = *lhs, .rhs = *rhs, .resultType = type};
  MlirValue shape;
  return importInsert(importer,
                      relaxBroadcastShapeCreate(
                          importHelperLocation(importer, "shape"), &args),
                      &shape) &&
         broadcastTo(importer, shape, rank, dims, lhs) &&
         broadcastTo(importer, shape, rank, dims, rhs);
}

bool importAlignInner(Importer *importer, MlirValue *lhs, MlirValue *rhs) {
  RelaxTensorInfo a = relaxTensorInfoOf(*lhs), b = relaxTensorInfoOf(*rhs);
  if (!a.ranked || !b.ranked || a.rank == 0 || b.rank == 0)
    return true;
  intptr_t ofB = b.rank > 1 ? b.rank - 2 : 0;
  MlirAttribute left = a.dims[a.rank - 1], right = b.dims[ofB];
  if (symAttributeIsUnknown(left) || symAttributeIsUnknown(right) ||
      relaxDimEqual(left, right) || (isLiteral(left) && isLiteral(right)))
    return true;
  // The literal is what the other one has to be.
  bool castLeft = isLiteral(right);
  MlirValue *value = castLeft ? lhs : rhs;
  RelaxTensorInfo info = castLeft ? a : b;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = info.dims[i];
  dims[castLeft ? a.rank - 1 : ofB] = castLeft ? right : left;
  *value =
      composeMatch(importer, *value, info.rank, dims, castLeft ? *rhs : *lhs);
  return value->ptr != NULL;
}
