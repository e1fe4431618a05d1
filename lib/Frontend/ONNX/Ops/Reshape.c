//===- Reshape.c - ONNX operators that give elements a new shape ----------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Dims.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Indexing.gen.h"
#include "dialects/Relax/Layout.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/KnownValues.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/ShapeTensors.h"

#include <inttypes.h>

static MlirAttribute unknownDim(Importer *importer) {
  return symUnknownAttribute(importer->context);
}

//===----------------------------------------------------------------------===//
// Reshape, Expand: the target is a tensor
//===----------------------------------------------------------------------===//

bool importReadTarget(Importer *importer, size_t index, MlirValue *target,
                      int64_t *length, const int64_t **elements) {
  size_t count = 0;
  *elements = NULL;
  *length = -1;
  if (importIsConstant(importer, index) &&
      !importConstantInts(importer, index, "shape", elements, &count))
    return false;
  if (!importOperand(importer, index, target))
    return false;
  RelaxTensorInfo info = relaxTensorInfoOf(*target);
  if (!mlirTypeIsAInteger(info.elementType) ||
      mlirIntegerTypeGetWidth(info.elementType) != 64)
    return importOperandError(importer, index, *target,
                              "expected elements i64");
  if (info.ranked && info.rank != 1)
    return importOperandError(importer, index, *target, "expected a vector");
  if (info.ranked && !symAttributeIsConst(info.dims[0], length))
    *length = -1;
  if (*length > IMPORT_MAX_RANK)
    return importError(importer,
                       "expected a shape of at most %d dimensions, got "
                       "%" PRId64,
                       IMPORT_MAX_RANK, *length);
  if (!*elements)
    *elements = importPartlyKnownElements(importer, *target, &count);
  return true;
}

bool importTargetRank(Importer *importer, MlirValue *target, int64_t *length) {
  int64_t rank = importDeclaredRank(importer, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(*target);
  if (*length >= 0 || rank < 0 || rank > IMPORT_MAX_RANK || !info.ranked)
    return true;
  *length = rank;
  *target = composeLength(importer, *target, rank);
  return target->ptr != NULL;
}

/// The number of elements if all `rank` extents but the one at `except` are
/// literals above 0, else 0.
static int64_t literalCount(const MlirAttribute *dims, intptr_t rank,
                            intptr_t except) {
  int64_t count = 1, extent;
  for (intptr_t i = 0; i < rank; ++i)
    if (i != except && (!symAttributeIsConst(dims[i], &extent) || extent == 0 ||
                        __builtin_mul_overflow(count, extent, &count)))
      return 0;
  return count;
}

/// The extent that the target leaves open is what remains, where all others are
/// literals: shapes are computed so.
static void fillLiteral(Importer *importer, RelaxTensorInfo input,
                        MlirAttribute *dims, int64_t length,
                        const int64_t *elements) {
  int64_t open = 0;
  while (open < length && elements[open] != -1)
    ++open;
  if (open == length || !input.ranked)
    return;
  int64_t all = literalCount(input.dims, input.rank, -1);
  int64_t others = literalCount(dims, length, open);
  if (all && others && all % others == 0)
    dims[open] = symConstAttribute(importer->context, all / others);
}

/// The result type as far as the constant elements say it; shape deduction
/// finds the rest.
static MlirType reshapeType(Importer *importer, RelaxTensorInfo input,
                            int64_t length, const int64_t *elements,
                            bool allowZero) {
  if (length < 0)
    return relaxUnrankedTensorType(input.elementType);
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, length);
  for (int64_t i = 0; i < length; ++i) {
    dims[i] = unknownDim(importer);
    if (!elements || elements[i] < 0)
      continue;
    if (elements[i] > 0 || allowZero)
      dims[i] = symConstAttribute(importer->context, elements[i]);
    else if (input.ranked && i < input.rank)
      dims[i] = input.dims[i];
  }
  if (elements)
    fillLiteral(importer, input, dims, length, elements);
  return relaxTensorTypeOf(input.elementType, length, dims);
}

/// Both counts are known, and only the run can tell that they are equal.
static bool countsAreOpen(Importer *importer, RelaxTensorInfo a,
                          RelaxTensorInfo b) {
  RelaxDims dims =
      relaxDimsMake(importer->location, "relax.reshape", importer->arena);
  SymExpr left = relaxDimsConst(&dims, 1), right = left;
  int64_t literal;
  if (!a.ranked || !b.ranked)
    return false;
  for (intptr_t i = 0; i < a.rank; ++i)
    left = relaxDimsMul(&dims, left, relaxDimsOf(&dims, a.dims[i]));
  for (intptr_t i = 0; i < b.rank; ++i)
    right = relaxDimsMul(&dims, right, relaxDimsOf(&dims, b.dims[i]));
  return dims.status == SYM_OK && !symExprIsUnknown(left) &&
         !symExprIsUnknown(right) && !symExprEqual(left, right) &&
         !(symExprIsConst(left, &literal) && symExprIsConst(right, &literal));
}

/// The target's extents, which a cast behind the reshape checks.
static bool reshapeOpen(Importer *importer, RelaxReshapeArgs *args) {
  RelaxTensorInfo info;
  relaxTensorInfo(args->resultType, &info);
  MlirAttribute *open = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i)
    open[i] = unknownDim(importer);
  args->resultType = relaxTensorTypeOf(info.elementType, info.rank, open);
  MlirValue y;
  return IMPORT_HELPER(importer, "shaped", Reshape, args, &y) &&
         composeResult(importer, composeMatch(importer, y, info.rank, info.dims,
                                              args->input));
}

static bool importReshape(Importer *importer) {
  RelaxReshapeArgs args = {0};
  int64_t allowZero, length;
  const int64_t *elements;
  if (!importInt(importer, "allowzero", 0, &allowZero) ||
      !importOperand(importer, 0, &args.input) ||
      !importReadTarget(importer, 1, &args.target, &length, &elements) ||
      !importTargetRank(importer, &args.target, &length))
    return false;
  if (allowZero)
    args.allow_zero = true;
  args.resultType = reshapeType(importer, relaxTensorInfoOf(args.input), length,
                                elements, allowZero != 0);
  RelaxTensorInfo result;
  if (args.target.ptr && relaxTensorInfo(args.resultType, &result) &&
      countsAreOpen(importer, relaxTensorInfoOf(args.input), result))
    return reshapeOpen(importer, &args);
  return IMPORT_RESULT(importer, Reshape, &args);
}

MlirType importExpandType(Importer *importer, RelaxTensorInfo input,
                          int64_t length, const int64_t *elements) {
  if (length < 0 || !input.ranked)
    return relaxUnrankedTensorType(input.elementType);
  int64_t rank = length > input.rank ? length : input.rank;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, rank);
  for (int64_t i = 0; i < rank; ++i) {
    int64_t ofInput = i - (rank - input.rank), ofTarget = i - (rank - length);
    dims[i] = unknownDim(importer);
    if (ofTarget < 0)
      dims[i] = input.dims[ofInput];
    else if (elements && elements[ofTarget] == 1 && ofInput >= 0)
      dims[i] = input.dims[ofInput];
    else if (elements && elements[ofTarget] >= 0)
      dims[i] = symConstAttribute(importer->context, elements[ofTarget]);
  }
  return relaxTensorTypeOf(input.elementType, rank, dims);
}

/// A target that may be shorter than the declared rank gets ones in front: the
/// last `rank` elements of ones and the target.
static bool fillTarget(Importer *importer, MlirValue input, MlirValue *target,
                       int64_t *length) {
  int64_t rank = importDeclaredRank(importer, 0);
  RelaxTensorInfo info = relaxTensorInfoOf(*target);
  if (*length >= 0 || rank < 0 || rank > IMPORT_MAX_RANK || !info.ranked ||
      symAttributeIsUnknown(info.dims[0]))
    return true;
  // A longer result has its rank from the target alone.
  if (relaxTensorInfoOf(input).ranked && relaxTensorInfoOf(input).rank < rank)
    return importTargetRank(importer, target, length);
  MlirContext context = importer->context;
  MlirAttribute extent = symConstAttribute(context, rank);
  SymFact fits = {.kind = SYM_FACT_LE,
                  .lhs = symExprOf(importer->arena, info.dims[0]),
                  .rhs = symExprConst(importer->arena, rank)};
  MlirAttribute fact = symFactToAttribute(context, fits);
  RelaxCheckArgs check = {.numGiven = 1,
                          .given = target,
                          .facts = mlirArrayAttrGet(context, 1, &fact)};
  int64_t *ones = ARENA_ARRAY(importer->arena, int64_t, rank);
  for (int64_t i = 0; i < rank; ++i)
    ones[i] = 1;
  MlirValue none, parts[2] = {{NULL}, *target};
  const int64_t axis = 0, step = 1;
  RelaxConcatArgs joined = {.numInputs = 2, .inputs = parts, .axis = axis};
  RelaxSliceArgs last = {.axes = importIntsAttribute(importer, &axis, 1),
                         .begins = mlirArrayAttrGet(context, 1, &info.dims[0]),
                         .steps = importIntsAttribute(importer, &step, 1),
                         .resultType =
                             relaxTensorTypeOf(info.elementType, 1, &extent)};
  *length = rank;
  return IMPORT_HELPER(importer, "fits", Check, &check, &none) &&
         importIntsConstant(importer, ones, (size_t)rank, "ones", &parts[0]) &&
         IMPORT_HELPER(importer, "long", Concat, &joined, &last.input) &&
         IMPORT_HELPER(importer, "target", Slice, &last, target);
}

static bool importExpand(Importer *importer) {
  RelaxBroadcastToArgs args = {0};
  int64_t length;
  const int64_t *elements;
  if (!importOperand(importer, 0, &args.input) ||
      !importReadTarget(importer, 1, &args.target, &length, &elements) ||
      !fillTarget(importer, args.input, &args.target, &length))
    return false;
  args.resultType = importExpandType(importer, relaxTensorInfoOf(args.input),
                                     length, elements);
  return IMPORT_RESULT(importer, BroadcastTo, &args);
}

//===----------------------------------------------------------------------===//
// Flatten
//===----------------------------------------------------------------------===//

/// The product of some dimensions, for Flatten; `?` absorbs.
static bool product(Importer *importer, const MlirAttribute *dims,
                    intptr_t count, MlirAttribute *out) {
  SymExpr value = symExprConst(importer->arena, 1);
  for (intptr_t i = 0; i < count; ++i) {
    SymStatus status = symExprMul(importer->arena, value,
                                  symExprOf(importer->arena, dims[i]), &value);
    if (status != SYM_OK)
      return importError(importer, "product of the dimensions: %s",
                         symStatusText(status));
  }
  *out = symExprToAttribute(importer->context, value);
  return true;
}

/// One of both extents, of which the other is known; none is 0, beside which
/// "the rest" says nothing.
static bool hasRest(const MlirAttribute dims[2], int64_t target[2]) {
  for (int known = 0; known < 2; ++known)
    if (symAttributeIsConst(dims[known], &target[known]) && target[known] > 0) {
      target[1 - known] = -1;
      return true;
    }
  return false;
}

/// The dimensions of the result as a vector; null after an error.
static MlirValue flattenTarget(Importer *importer, MlirValue x, int64_t axis,
                               const MlirAttribute dims[2]) {
  GraphBuilder *g = importBuilder(importer);
  int64_t target[2];
  if (hasRest(dims, target))
    return graphIntegers(g, target, 2);
  MlirValue extents = graphShapeVector(g, x), parts[2];
  int64_t rank = relaxTensorInfoOf(x).rank;
  for (int i = 0; i < 2; ++i)
    parts[i] =
        graphProd(g,
                  graphSliceFrom(g, extents, 0, graphLiteral(g, i ? axis : 0),
                                 graphLiteral(g, i ? rank - axis : axis)),
                  graphAxis(g, 0));
  return graphConcat(g, parts[0], parts[1], 0);
}

static bool importFlatten(Importer *importer) {
  RelaxReshapeArgs args = {0};
  RelaxTensorInfo info;
  int64_t axis;
  MlirAttribute dims[2];
  if (!importInt(importer, "axis", 1, &axis) ||
      !importRankedOperand(importer, &args.input, &info))
    return false;
  // The rank itself is an axis here: everything goes in front of it.
  if (axis != info.rank && !importAxis(importer, axis, info.rank, &axis))
    return false;
  if (!product(importer, info.dims, axis, &dims[0]) ||
      !product(importer, info.dims + axis, info.rank - axis, &dims[1]))
    return false;
  args.resultType = relaxTensorTypeOf(info.elementType, 2, dims);
  if (symAttributeIsUnknown(dims[0]) || symAttributeIsUnknown(dims[1])) {
    args.target = flattenTarget(importer, args.input, axis, dims);
    args.allow_zero = true;
    if (!args.target.ptr)
      return false;
  }
  return IMPORT_RESULT(importer, Reshape, &args);
}

const OnnxOperator onnxReshapeOperators[] = {
    {"Expand", importExpand, .since = 8, .relax = "broadcast_to",
     .types = ONNX_EVERY, .inputs = {2, 2}},
    {"Flatten", importFlatten, .relax = "reshape", .types = ONNX_EVERY},
    {"Reshape", importReshape, .types = ONNX_EVERY, .inputs = {2, 2}},
    {0},
};
