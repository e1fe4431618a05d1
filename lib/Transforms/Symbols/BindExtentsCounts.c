//===- BindExtentsCounts.c - names for what operations count --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Selection.gen.h"
#include "lib/Analysis/Facts.h"
#include "lib/Transforms/Symbols/BindExtents.h"

/// An extent that results have in common, and what it is at most.
typedef struct Count {
  intptr_t first, last, axis; // of which results, and where
  SymExpr most;
} Count;

static SymExpr dimOf(RelaxDims *dims, RelaxTensorInfo info, intptr_t axis) {
  return info.ranked && axis < info.rank ? relaxDimsOf(dims, info.dims[axis])
                                         : symExprUnknown(dims->arena);
}

static SymExpr elements(RelaxDims *dims, RelaxTensorInfo info) {
  SymExpr total = relaxDimsConst(dims, 1);
  for (intptr_t i = 0; i < info.rank; ++i)
    total = relaxDimsMul(dims, total, relaxDimsOf(dims, info.dims[i]));
  return info.ranked ? total : symExprUnknown(dims->arena);
}

static bool countOf(RelaxDims *dims, MlirOperation op, Count *count) {
  if (relaxIsNonzero(op)) {
    RelaxTensorInfo input = relaxTensorInfoOf(relaxNonzeroGetInput(op));
    *count = (Count){0, 0, 1, elements(dims, input)};
  } else if (relaxIsTopK(op)) {
    RelaxTensorInfo input = relaxTensorInfoOf(relaxTopKGetInput(op));
    int64_t axis = relaxTopKGetAxis(op);
    *count = (Count){0, 1, axis, dimOf(dims, input, axis)};
  } else if (relaxIsUnique(op)) {
    RelaxTensorInfo input = relaxTensorInfoOf(relaxUniqueGetInput(op));
    MlirAttribute axis = relaxUniqueGetAxis(op);
    int64_t along = axis.ptr ? mlirIntegerAttrGetValueInt(axis) : 0;
    *count =
        (Count){0, mlirOperationGetNumResults(op) - 1, along,
                axis.ptr ? dimOf(dims, input, along) : elements(dims, input)};
  } else if (relaxIsCompress(op)) {
    RelaxTensorInfo condition =
        relaxTensorInfoOf(relaxCompressGetCondition(op));
    MlirAttribute axis = relaxCompressGetAxis(op);
    *count = (Count){0, 0, axis.ptr ? mlirIntegerAttrGetValueInt(axis) : 0,
                     dimOf(dims, condition, 0)};
  } else if (relaxIsNonMaxSuppression(op)) {
    RelaxTensorInfo scores =
        relaxTensorInfoOf(relaxNonMaxSuppressionGetScores(op));
    *count = (Count){0, 0, 0, elements(dims, scores)};
  } else {
    return false;
  }
  return true;
}

/// Where result `i` has the extent: of relax.unique only the elements
/// themselves have it along the axis.
static intptr_t placeOf(MlirOperation op, const Count *count, intptr_t i) {
  return relaxIsUnique(op) && i > 0 ? 0 : count->axis;
}

/// Result 2 of relax.unique has an element per element of the input.
static bool isCounted(MlirOperation op, const Count *count, intptr_t i) {
  RelaxTensorInfo info = relaxTensorInfoOf(mlirOperationGetResult(op, i));
  return !(relaxIsUnique(op) && i == 2) && info.ranked &&
         placeOf(op, count, i) < info.rank;
}

static void setDim(ExtentBinder *binder, MlirValue result, intptr_t axis,
                   MlirAttribute dim) {
  RelaxTensorInfo info = relaxTensorInfoOf(result);
  MlirAttribute *dims = ARENA_ARRAY(binder->g.arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    dims[i] = i == axis ? dim : info.dims[i];
  mlirValueSetType(result,
                   relaxTensorTypeOf(info.elementType, info.rank, dims));
}

static void setAttribute(MlirOperation op, const char *name,
                         MlirAttribute value) {
  mlirOperationSetInherentAttributeByName(
      op, mlirStringRefCreateFromCString(name), value);
}

bool bindCounts(ExtentBinder *binder, MlirOperation op) {
  RelaxDims dims = relaxDimsMake(binder->g.loc, "", binder->g.arena);
  MlirContext context = binder->g.context;
  Count count;
  if (!countOf(&dims, op, &count))
    return false;
  MlirAttribute known = {NULL}, found;
  bool open = false;
  for (intptr_t i = count.first; i <= count.last; ++i) {
    if (!isCounted(op, &count, i))
      continue;
    found = relaxTensorInfoOf(mlirOperationGetResult(op, i))
                .dims[placeOf(op, &count, i)];
    if (symAttributeIsUnknown(found))
      open = true;
    else
      known = found;
  }
  if (!open)
    return false;
  found = known.ptr ? known : bindFreshSymbol(binder, "k");
  for (intptr_t i = count.first; i <= count.last; ++i)
    if (isCounted(op, &count, i))
      setDim(binder, mlirOperationGetResult(op, i), placeOf(op, &count, i),
             found);
  StrRef name;
  if (known.ptr || !symAttributeIsSymbol(found, &name))
    return true;
  MlirAttribute text = mlirStringAttrGet(context, strRefToMlir(name));
  setAttribute(op, "binds", mlirArrayAttrGet(context, 1, &text));
  if (dims.status == SYM_OK && !symExprIsUnknown(count.most)) {
    MlirAttribute fact = symFactToAttribute(
        context, factAtMost(symExprOf(dims.arena, found), count.most));
    setAttribute(op, "facts", mlirArrayAttrGet(context, 1, &fact));
  }
  return true;
}
