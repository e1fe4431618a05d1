//===- Loss.c - rules of losses -------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Extents.h"
#include "dialects/Relax/Loss.gen.h"
#include "lib/Bridge/Core/Blocks.h"

static bool checkRanks(RelaxDims *dims, const RelaxNllLossArgs *args) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input), weight = {0};
  if (input.ranked && input.rank < 2)
    return relaxDimsError(dims, "input: expected rank at least 2, got %s",
                          relaxShapeText(dims->arena, input));
  if (args->weight.ptr)
    weight = relaxTensorInfoOf(args->weight);
  return !weight.ranked || weight.rank == 1 ||
         relaxDimsMisfit(dims, "weight", "an element per class", weight);
}

static bool checkAttributes(RelaxDims *dims, const RelaxNllLossArgs *args) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  MlirType target = relaxTensorInfoOf(args->target).elementType;
  StrRef reduction = args->reduction;
  if (!mlirTypeIsAFloat(input.elementType))
    return relaxDimsError(dims, "element type: expected a float type, got '%s'",
                          relaxTypeText(dims->arena, input.elementType));
  if (!mlirTypeIsAInteger(target) || mlirIntegerTypeGetWidth(target) < 8)
    return relaxDimsError(dims, "target: expected integers, got '%s'",
                          relaxTypeText(dims->arena, target));
  if (args->weight.ptr &&
      !relaxSameElements(dims, input, relaxTensorInfoOf(args->weight)))
    return false;
  if (strRefIs(reduction, "none") || strRefIs(reduction, "sum") ||
      strRefIs(reduction, "mean"))
    return true;
  return relaxDimsError(dims,
                        "reduction: expected none, sum or mean, got '%.*s'",
                        SPREAD(reduction));
}

/// The target's shape: the input's without its classes.
static MlirType lossType(RelaxDims *dims, const RelaxNllLossArgs *args) {
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  RelaxTensorInfo target = relaxTensorInfoOf(args->target);
  StrRef reduction = args->reduction;
  if (!strRefIs(reduction, "none"))
    return relaxTensorTypeOf(input.elementType, 0, NULL);
  if (!input.ranked)
    return relaxTypeWithElements(target, input.elementType);
  MlirAttribute *out = ARENA_ARRAY(dims->arena, MlirAttribute, input.rank);
  for (intptr_t i = 0; i + 1 < input.rank; ++i) {
    out[i] = input.dims[i ? i + 1 : 0];
    if (symAttributeIsUnknown(out[i]) && target.ranked)
      out[i] = target.dims[i];
  }
  return relaxTensorTypeOf(input.elementType, input.rank - 1, out);
}

static bool inferLoss(RelaxDims *dims, const RelaxNllLossArgs *args,
                      MlirType *results) {
  if (!checkAttributes(dims, args) || !checkRanks(dims, args))
    return false;
  results[0] = lossType(dims, args);
  return true;
}

bool relaxNllLossInferTypes(RelaxDims *dims, const RelaxNllLossArgs *args,
                            MlirType *results) {
  return inferLoss(dims, args, results);
}

bool relaxSoftmaxCrossEntropyInferTypes(
    RelaxDims *dims, const RelaxSoftmaxCrossEntropyArgs *args,
    MlirType *results) {
  RelaxNllLossArgs same = {args->input, args->target, args->weight,
                           args->reduction, args->ignore};
  return inferLoss(dims, &same, results);
}
