//===- Take.c - slices that indices choose ------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Exporters write `qkv[0]` as a gather. Where its places are data, nothing may
// go along with it, for it may end in an error; a slice moves elements as any
// other view does.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Relax.h"
#include "lib/Transforms/Fold/Fold.h"

#include <limits.h>

static const MlirValue none = {NULL};

/// Places one behind the other, each `step` further on.
typedef struct Places {
  int64_t first, count, step;
} Places;

static int64_t elementAt(MlirAttribute elements, MlirType type, intptr_t i) {
  return mlirIntegerTypeGetWidth(type) == sizeof(int32_t) * CHAR_BIT
             ? mlirDenseElementsAttrGetInt32Value(elements, i)
             : mlirDenseElementsAttrGetInt64Value(elements, i);
}

/// Constant indices, all of them places of a dimension of `extent` elements.
static bool placesOf(MlirValue indices, int64_t extent, Places *places) {
  MlirOperation constant = bridgeDefiner(indices);
  if (!relaxIsConstant(constant))
    return false;
  MlirAttribute elements = relaxConstantGetValue(constant);
  RelaxTensorInfo info;
  relaxTensorInfo(mlirValueGetType(indices), &info);
  places->count = mlirElementsAttrGetNumElements(elements);
  places->step = 1;
  for (int64_t i = 0, last = 0; i < places->count; ++i) {
    int64_t place = elementAt(elements, info.elementType, (intptr_t)i);
    place += place < 0 ? extent : 0;
    if (place < 0 || place >= extent)
      return false;
    if (i == 0)
      places->first = place;
    else if (i == 1)
      places->step = place - last;
    if (places->step < 1 || place != places->first + i * places->step)
      return false;
    last = place;
  }
  return places->count > 0;
}

static MlirAttribute only(Fold *fold, int64_t value) {
  return mlirDenseI64ArrayGet(fold->run->context, 1, &value);
}

MlirValue foldTake(Fold *fold, MlirOperation op) {
  RelaxTensorInfo info;
  Places places;
  int64_t extent;
  if (!relaxIsTake(op))
    return none;
  MlirType type = mlirValueGetType(mlirOperationGetResult(op, 0));
  MlirValue input = relaxTakeGetInput(op);
  int64_t axis = relaxTakeGetAxis(op);
  relaxTensorInfo(mlirValueGetType(input), &info);
  if (!relaxTypeIsExact(type) || !relaxTypeIsExact(mlirValueGetType(input)) ||
      relaxHasRagged(op) || relaxIsStringType(info.elementType) ||
      !symAttributeIsConst(info.dims[axis], &extent) ||
      !placesOf(relaxTakeGetIndices(op), extent, &places))
    return none;
  MlirLocation loc = mlirOperationGetLocation(op);
  int64_t end = places.first + (places.count - 1) * places.step + 1;
  RelaxStridedSliceArgs slice = {.input = input,
                                 .axes = only(fold, axis),
                                 .begins = only(fold, places.first),
                                 .ends = only(fold, end),
                                 .steps = only(fold, places.step)};
  MlirValue part = foldInsert(op, relaxStridedSliceCreate(loc, &slice));
  if (!part.ptr || mlirTypeEqual(mlirValueGetType(part), type))
    return part;
  RelaxReshapeArgs reshape = {.input = part, .resultType = type};
  return foldInsert(op, relaxReshapeCreate(loc, &reshape));
}
