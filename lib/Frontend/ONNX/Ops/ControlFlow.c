//===- ControlFlow.c - ONNX If --------------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Extents in which the branches differ become symbols that the operation binds.
// Where constants and extents decide the condition only that branch is there,
// and what follows it knows its types.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Lattice.h"
#include "dialects/Relax/Layout.gen.h"
#include "lib/Frontend/ONNX/Import/KnownValues.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/Import/Ranks.h"
#include "lib/Frontend/ONNX/Import/Subgraph.h"

/// A condition of one element as a scalar, whatever its rank.
static bool importCondition(Importer *importer, size_t index,
                            MlirValue *value) {
  RelaxTensorInfo info;
  if (!importRankedOperandAt(importer, index, value, &info))
    return false;
  MlirAttribute one = symConstAttribute(importer->context, 1);
  for (intptr_t i = 0; i < info.rank; ++i) {
    int64_t extent;
    if (symAttributeIsConst(info.dims[i], &extent) && extent != 1)
      return importOperandError(importer, index, *value,
                                "expected one element");
    if (!importEqualDim(importer, value, i, one, *value))
      return false;
  }
  RelaxReshapeArgs scalar = {.input = *value,
                             .resultType =
                                 relaxTensorTypeOf(info.elementType, 0, NULL)};
  return info.rank == 0 ||
         importInsert(
             importer,
             relaxReshapeCreate(importHelperLocation(importer, "if"), &scalar),
             value);
}

static bool importYield(Importer *importer, MlirBlock block,
                        const MlirValue *values, size_t count) {
  RelaxYieldArgs args = {(intptr_t)count, values};
  MlirOperation yield = relaxYieldCreate(importer->location, &args);
  if (yield.ptr)
    mlirBlockAppendOwnedOperation(block, yield);
  return yield.ptr != NULL;
}

/// The type of either branch: dimensions that are not the same in both are
/// symbols, which are added to `binds`.
static MlirType joinedType(Importer *importer, MlirType a, MlirType b,
                           MlirAttribute *binds, intptr_t *count) {
  RelaxLattice lattice = {.arena = importer->arena, .byNormalForm = true};
  MlirType type = relaxLeastCommonType(&lattice, a, b);
  RelaxTensorInfo info;
  if (!relaxTensorInfo(type, &info) || !info.ranked)
    return type;
  MlirAttribute *dims = ARENA_ARRAY(importer->arena, MlirAttribute, info.rank);
  for (intptr_t i = 0; i < info.rank; ++i) {
    MlirAttribute one;
    dims[i] = info.dims[i];
    if (!symAttributeIsUnknown(dims[i]))
      continue;
    dims[i] = importBoundSymbol(importer, &one);
    binds[(*count)++] = mlirArrayAttrGetElement(one, 0);
  }
  return relaxTensorTypeOf(info.elementType, info.rank, dims);
}

static MlirOperation buildIf(Importer *importer, MlirValue condition,
                             MlirValue *const *values, size_t numOutputs) {
  MlirType *types = ARENA_ARRAY(importer->arena, MlirType, numOutputs);
  MlirAttribute *binds =
      ARENA_ARRAY(importer->arena, MlirAttribute, numOutputs * IMPORT_MAX_RANK);
  intptr_t numBinds = 0;
  for (size_t i = 0; i < numOutputs; ++i)
    types[i] = joinedType(importer, mlirValueGetType(values[0][i]),
                          mlirValueGetType(values[1][i]), binds, &numBinds);
  RelaxIfArgs args = {
      .condition = condition,
      .numResultsTypes = (intptr_t)numOutputs,
      .resultsTypes = types,
      .binds = numBinds ? mlirArrayAttrGet(importer->context, numBinds, binds)
                        : mlirAttributeGetNull()};
  return relaxIfCreate(importResultLocation(importer, 0), &args);
}

static const char *const branches[] = {"then_branch", "else_branch"};

/// The taken branch alone, in place of the node.
static bool importTaken(Importer *importer, const char *name) {
  const Onnx__GraphProto *graph;
  size_t numOutputs = importer->node->n_output;
  MlirValue *values = ARENA_ARRAY(importer->arena, MlirValue, numOutputs);
  bool good = importGraphAttribute(importer, branches[0], &graph) &&
              importGraphAttribute(importer, branches[1], &graph) &&
              importGraphAttribute(importer, name, &graph) &&
              importSubgraph(importer, graph, importer->body, NULL, 0, values,
                             numOutputs);
  for (size_t i = 0; good && i < numOutputs; ++i)
    good = importResultValue(importer, i, values[i]);
  return good;
}

static bool importIf(Importer *importer) {
  size_t numOutputs = importer->node->n_output;
  MlirValue condition;
  MlirValue *values[2];
  bool holds, good = importOperandCount(importer, 1, 1) &&
                     importCondition(importer, 0, &condition);
  if (!good)
    return false;
  if (importKnownCondition(importer, condition, &holds))
    return importTaken(importer, branches[holds ? 0 : 1]);
  MlirBlock blocks[2] = {mlirBlockCreate(0, NULL, NULL),
                         mlirBlockCreate(0, NULL, NULL)};
  for (int b = 0; good && b < 2; ++b) {
    const Onnx__GraphProto *graph;
    values[b] = ARENA_ARRAY(importer->arena, MlirValue, numOutputs);
    good = importGraphAttribute(importer, branches[b], &graph) &&
           importSubgraph(importer, graph, blocks[b], NULL, 0, values[b],
                          numOutputs) &&
           importYield(importer, blocks[b], values[b], numOutputs);
  }
  MlirOperation op = {NULL};
  if (good)
    op = buildIf(importer, condition, values, numOutputs);
  for (int b = 0; b < 2; ++b) {
    if (op.ptr)
      mlirRegionAppendOwnedBlock(mlirOperationGetRegion(op, b), blocks[b]);
    else
      mlirBlockDestroy(blocks[b]);
  }
  if (!op.ptr)
    return false;
  mlirBlockAppendOwnedOperation(importer->body, op);
  for (size_t i = 0; i < numOutputs; ++i)
    if (!importResultValue(importer, i,
                           mlirOperationGetResult(op, (intptr_t)i)))
      return false;
  return true;
}

const OnnxOperator onnxControlFlowOperators[] = {
    {"If", importIf, 0, NULL, ONNX_BOOL},
    {0},
};
