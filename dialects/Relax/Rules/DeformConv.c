//===- DeformConv.c - rules of convolutions at moved places ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Convolution.h"
#include "dialects/Relax/DeformConv.gen.h"

enum { MAX_SPATIAL = 3 };

typedef struct Deformed {
  RelaxDims *dims;
  const RelaxDeformConvArgs *args;
  RelaxTensorInfo weight, result;
  SymExpr groups, window; // of offsets; the product of the extents
  intptr_t spatial;
} Deformed;

/// [n, groups * window * perPlace, result...]
static bool checkMoved(Deformed *d, const char *what, MlirValue value,
                       int64_t perPlace) {
  SymExpr wanted[MAX_SPATIAL + 2];
  for (intptr_t i = 0; i < d->spatial + 2; ++i)
    wanted[i] = relaxDimsOf(d->dims, d->result.dims[i]);
  wanted[1] = relaxDimsMul(d->dims, relaxDimsMul(d->dims, d->groups, d->window),
                           relaxDimsConst(d->dims, perPlace));
  MlirAttribute shape[MAX_SPATIAL + 2];
  for (intptr_t i = 0; i < d->spatial + 2; ++i)
    shape[i] = relaxDimsAttribute(d->dims, wanted[i]);
  RelaxTensorInfo info = d->result;
  info.dims = shape;
  return relaxDimsCheckShape(d->dims, what, value, d->spatial + 2, wanted,
                             relaxShapeText(d->dims->arena, info));
}

static bool checkOperands(Deformed *d) {
  const RelaxDeformConvArgs *args = d->args;
  MlirValue operands[] = {args->weight, args->offset, args->bias, args->mask};
  RelaxTensorInfo x = relaxTensorInfoOf(args->input);
  for (int i = 0; i < 4; ++i)
    if (operands[i].ptr &&
        !relaxSameElements(d->dims, x, relaxTensorInfoOf(operands[i])))
      return false;
  if (!mlirTypeIsAFloat(x.elementType) ||
      (x.ranked && (x.rank < 3 || x.rank > MAX_SPATIAL + 2)))
    return relaxDimsMisfit(d->dims, "input", "float elements and rank 3 to 5",
                           x);
  return true;
}

bool relaxDeformConvInferTypes(RelaxDims *dims, const RelaxDeformConvArgs *args,
                               MlirType *result) {
  Deformed d = {.dims = dims, .args = args};
  int64_t groups = args->offset_groups;
  d.weight = relaxTensorInfoOf(args->weight);
  if (!checkOperands(&d) ||
      !relaxInferConv(dims, args->input, args->weight, &args->window,
                      relaxTensorInfoOf(args->input).elementType, result))
    return false;
  if (groups < 1 || groups > INT32_MAX)
    return relaxDimsError(dims, "offset_groups: expected 1 to %d, got %lld",
                          INT32_MAX, (long long)groups);
  relaxTensorInfo(*result, &d.result);
  if (!d.result.ranked)
    return true;
  d.spatial = d.result.rank - 2;
  d.groups = relaxDimsConst(dims, groups);
  d.window = relaxDimsConst(dims, 1);
  for (intptr_t i = 0; i < d.spatial; ++i)
    d.window =
        relaxDimsMul(dims, d.window, relaxDimsOf(dims, d.weight.dims[2 + i]));
  SymExpr out = relaxDimsOf(dims, d.weight.dims[0]);
  if (!checkMoved(&d, "offset", args->offset, d.spatial) ||
      (args->mask.ptr && !checkMoved(&d, "mask", args->mask, 1)) ||
      (args->bias.ptr && !relaxDimsCheckShape(dims, "bias", args->bias, 1, &out,
                                              "an element per channel")))
    return false;
  return true;
}
