//===- Ranks.c - operands whose rank only the run knows -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A Squeeze without axes and an If whose branches differ leave no rank. Where a
// node cannot be built without one, it is that which the file declares, or that
// which the squeeze leaves where no further extent is 1; a relax.match_cast
// checks it. To elementwise operations a scalar is as good as [1].
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Ranks.h"
#include "dialects/Relax/ComputedAxes.gen.h"
#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Sym/Literal.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Frontend/ONNX/Import/Compose.h"

/// The extents that a relax.squeeze without axes leaves, if all that may be
/// other than 1 are; NULL if `value` is nothing of that kind.
static MlirAttribute *squeezedDims(Importer *importer, MlirValue value,
                                   intptr_t *rank) {
  if (!mlirValueIsAOpResult(value))
    return NULL;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!relaxIsSqueeze(op) || relaxSqueezeGetNoop(op))
    return NULL;
  RelaxTensorInfo input = relaxTensorInfoOf(relaxSqueezeGetInput(op));
  RelaxTensorInfo axes = relaxTensorInfoOf(relaxSqueezeGetAxes(op));
  int64_t count;
  if (!input.ranked || !axes.ranked || axes.rank != 1 ||
      !symAttributeIsConst(axes.dims[0], &count) || count != 0)
    return NULL;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, input.rank);
  *rank = 0;
  for (intptr_t i = 0; i < input.rank; ++i)
    if (!symAttributeIs(input.dims[i], 1))
      dims[(*rank)++] = input.dims[i];
  return dims;
}

static MlirAttribute *declaredDims(Importer *importer, size_t index,
                                   intptr_t *rank) {
  *rank = importDeclaredRankOf(importer, importer->node->input[index]);
  return *rank < 0 || *rank > IMPORT_MAX_RANK ? NULL
                                              : importOpenDims(importer, *rank);
}

/// `value` checked to have those extents; `?` among them get symbols.
static bool matchDims(Importer *importer, MlirValue *value, intptr_t rank,
                      MlirAttribute *dims, MlirValue given) {
  MlirType element = relaxTensorInfoOf(*value).elementType;
  RelaxMatchCastArgs args = {.input = *value,
                             .numGiven = 1,
                             .given = &given,
                             .binds = importBindDims(importer, rank, dims)};
  args.resultType = relaxTensorTypeOf(element, rank, dims);
  return IMPORT_HELPER(importer, "ranked", MatchCast, &args, value);
}

bool importFindRank(Importer *importer, size_t index, MlirValue *value) {
  intptr_t rank;
  MlirValue given = *value;
  if (relaxTensorInfoOf(*value).ranked)
    return true;
  MlirAttribute *dims = squeezedDims(importer, *value, &rank);
  if (dims)
    given = relaxSqueezeGetInput(mlirOpResultGetOwner(*value));
  else
    dims = declaredDims(importer, index, &rank);
  return !dims || matchDims(importer, value, rank, dims, given);
}

bool importRankedOperandAt(Importer *importer, size_t index, MlirValue *value,
                           RelaxTensorInfo *info) {
  if (!importOperand(importer, index, value) ||
      !importFindRank(importer, index, value))
    return false;
  *info = relaxTensorInfoOf(*value);
  return info->ranked ||
         importOperandError(importer, index, *value, "expected a known rank");
}

bool importRankedOperand(Importer *importer, MlirValue *value,
                         RelaxTensorInfo *info) {
  return importRankedOperandAt(importer, 0, value, info);
}

//===----------------------------------------------------------------------===//
// Leading extents of 1
//===----------------------------------------------------------------------===//

/// The type with ones in front, up to `rank` dimensions.
static MlirType padded(Importer *importer, RelaxTensorInfo info,
                       intptr_t rank) {
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, rank);
  intptr_t front = rank - info.rank;
  for (intptr_t i = 0; i < rank; ++i)
    dims[i] = i < front ? symConstAttribute(importer->context, 1)
                        : info.dims[i - front];
  return relaxTensorTypeOf(info.elementType, rank, dims);
}

static bool allKnown(RelaxTensorInfo info) {
  for (intptr_t i = 0; i < info.rank; ++i)
    if (symAttributeIsUnknown(info.dims[i]))
      return false;
  return true;
}

/// The type of a value, or, of a relax.if of several ranks, that of all
/// branches with ones in front; null if they differ otherwise.
static MlirType liftedType(Importer *importer, MlirValue value) {
  RelaxTensorInfo infos[2];
  if (relaxTensorInfoOf(value).ranked)
    return mlirValueGetType(value);
  if (!mlirValueIsAOpResult(value) || !relaxIsIf(mlirOpResultGetOwner(value)))
    return (MlirType){NULL};
  MlirOperation op = mlirOpResultGetOwner(value);
  for (intptr_t i = 0; i < 2; ++i) {
    MlirBlock block = bridgeBlock(op, i);
    MlirType type = liftedType(
        importer, mlirOperationGetOperand(mlirBlockGetTerminator(block),
                                          mlirOpResultGetResultNumber(value)));
    if (!type.ptr || !relaxTensorInfo(type, &infos[i]) || !allKnown(infos[i]))
      return (MlirType){NULL};
  }
  intptr_t rank = infos[0].rank > infos[1].rank ? infos[0].rank : infos[1].rank;
  MlirType type = padded(importer, infos[0], rank);
  return mlirTypeEqual(type, padded(importer, infos[1], rank))
             ? type
             : (MlirType){NULL};
}

bool importLiftRanks(Importer *importer, MlirValue *values, size_t count) {
  intptr_t highest = -1;
  for (size_t i = 0; i < count; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(values[i]);
    if (info.ranked && info.rank > highest)
      highest = info.rank;
  }
  for (size_t i = 0; i < count; ++i) {
    RelaxTensorInfo info = relaxTensorInfoOf(values[i]);
    MlirType type =
        info.ranked ? (MlirType){NULL} : liftedType(importer, values[i]);
    if (!type.ptr || !relaxTensorInfo(type, &info) || info.rank > highest)
      continue;
    values[i] =
        graphReshape(importBuilder(importer), values[i], info.rank, info.dims);
    if (!values[i].ptr)
      return false;
  }
  return true;
}
