//===- ComputedAxes.c - rules of axes that only the run knows -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/Dims.h"
#include "lib/Bridge/Core/Blocks.h"

static MlirLogicalResult checkAxes(MlirOperation op, MlirValue value) {
  RelaxTensorInfo axes = relaxTensorInfoOf(value);
  if (mlirTypeIsAInteger(axes.elementType) &&
      mlirIntegerTypeGetWidth(axes.elementType) == 64 &&
      (!axes.ranked || axes.rank == 1))
    return mlirLogicalResultSuccess();
  return bridgeEmitOpError(op, "axes: expected a vector of i64");
}

/// `?` for every dimension.
static MlirAttribute *unknownDims(MlirContext context, Arena *arena,
                                  intptr_t rank) {
  MlirAttribute *dims = ARENA_ARRAY(arena, MlirAttribute, rank);
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = symUnknownAttribute(context);
  return dims;
}

MlirLogicalResult relaxReducedShapeVerify(MlirOperation op) {
  if (mlirLogicalResultIsFailure(checkAxes(op, relaxReducedShapeGetAxes(op))))
    return mlirLogicalResultFailure();
  RelaxTensorInfo input = relaxTensorInfoOf(relaxReducedShapeGetInput(op));
  MlirContext context = mlirOperationGetContext(op);
  Arena *arena = arenaCreate();
  MlirType type = relaxShapeTypeGet(context, input.ranked, input.rank,
                                    unknownDims(context, arena, input.rank));
  arenaDestroy(arena);
  return relaxVerifyInferred(op, &type);
}

//===----------------------------------------------------------------------===//
// reduce_to
//===----------------------------------------------------------------------===//

static bool isKind(StrRef kind) {
  static const char *const kinds[] = {"sum",
                                      "prod",
                                      "mean",
                                      "max",
                                      "min",
                                      "reduce_l1",
                                      "reduce_l2",
                                      "reduce_sum_square",
                                      "reduce_log_sum",
                                      "reduce_log_sum_exp"};
  for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); ++i)
    if (strRefIs(kind, kinds[i]))
      return true;
  return false;
}

/// Literals have to be 1 or equal.
static bool mayReduce(MlirAttribute from, MlirAttribute to) {
  int64_t a, b;
  return !symAttributeIsConst(to, &b) || b == 1 ||
         !symAttributeIsConst(from, &a) || a == b;
}

bool relaxReduceToInferTypes(RelaxDims *dims, const RelaxReduceToArgs *args,
                             MlirType *results) {
  StrRef kind = args->kind;
  if (!isKind(kind))
    return relaxDimsError(dims,
                          "kind: expected that of a reduction, such as sum or "
                          "reduce_l2, got '%.*s'",
                          SPREAD(kind));
  RelaxTensorInfo input = relaxTensorInfoOf(args->input);
  MlirType shape = mlirValueGetType(args->shape);
  const MlirAttribute *extents;
  intptr_t rank = relaxShapeTypeGetDims(shape, &extents);
  bool ranked = relaxShapeTypeGetRanked(shape), fits = true;
  if (ranked && input.ranked) {
    fits = rank == input.rank;
    for (intptr_t i = 0; fits && i < rank; ++i)
      fits = mayReduce(input.dims[i], extents[i]);
  }
  results[0] = ranked ? relaxTensorTypeOf(input.elementType, rank, extents)
                      : relaxUnrankedTensorType(input.elementType);
  if (fits)
    return true;
  return relaxDimsError(dims,
                        "cannot reduce %s to %s: expected extents that are 1 "
                        "or those of the input",
                        relaxShapeText(dims->arena, input),
                        relaxTypeText(dims->arena, shape));
}

//===----------------------------------------------------------------------===//
// squeeze, unsqueeze
//===----------------------------------------------------------------------===//

/// The rank with `sign` per axis, or -1 if it is not known.
static intptr_t changedRank(RelaxTensorInfo input, RelaxTensorInfo axes,
                            int sign) {
  int64_t count;
  bool known =
      input.ranked && axes.ranked && symAttributeIsConst(axes.dims[0], &count);
  // No axes to drop mean those of extent 1.
  if (!known || (sign < 0 && (count == 0 || count > input.rank)))
    return -1;
  return input.rank + sign * (intptr_t)count;
}

static MlirLogicalResult verifyView(MlirOperation op, int sign) {
  MlirValue axes = mlirOperationGetOperand(op, 1);
  if (mlirLogicalResultIsFailure(checkAxes(op, axes)))
    return mlirLogicalResultFailure();
  RelaxTensorInfo input = relaxTensorInfoOf(mlirOperationGetOperand(op, 0));
  MlirContext context = mlirOperationGetContext(op);
  intptr_t rank = changedRank(input, relaxTensorInfoOf(axes), sign);
  Arena *arena = arenaCreate();
  MlirType type = rank < 0
                      ? relaxUnrankedTensorType(input.elementType)
                      : relaxTensorTypeOf(input.elementType, rank,
                                          unknownDims(context, arena, rank));
  arenaDestroy(arena);
  return relaxVerifyInferred(op, &type);
}

MlirLogicalResult relaxSqueezeVerify(MlirOperation op) {
  return verifyView(op, -1);
}

MlirLogicalResult relaxUnsqueezeVerify(MlirOperation op) {
  return verifyView(op, 1);
}
