//===- RaggedBatchRecurrent.c - recurrent layers over many instances ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Steps of an instance follow each other, instances go side by side: the layer
// takes all of them padded to the longest, with the table as its `lengths`,
// which end each where it ends. What has the batch is batch first then,
// however the layer had it.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Layout.gen.h"
#include "dialects/Relax/Ragged.gen.h"
#include "dialects/Relax/Ragged.h"
#include "dialects/Relax/Recurrent.gen.h"
#include "dialects/Relax/Shape.gen.h"
#include "dialects/Sym/Clone.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"
#include "lib/Transforms/Ragged/RaggedBatchState.h"

#include <stb/stb_ds.h>

enum { INPUT, WEIGHTS, RECURRENCE, BIAS, LENGTHS, HIDDEN, CELL, PEEPHOLES };
enum { MOST_OPERANDS = PEEPHOLES + 1 };

typedef struct Layer {
  RaggedBatch *r;
  GraphBuilder g;
  MlirOperation op;
  bool batchFirst; // as it was
  bool lifted;     // it was of one instance
  bool ragged;     // its steps are those of the table
  MlirAttribute steps, directions, hidden;
  MlirValue operands[MOST_OPERANDS]; // null where there is none
} Layer;

bool raggedBatchIsRecurrent(MlirOperation op) {
  return relaxIsRnn(op) || relaxIsGru(op) || relaxIsLstm(op);
}

static MlirAttribute segmentsOf(MlirOperation op) {
  return bridgeInherent(op, "operandSegmentSizes");
}

static void readOperands(Layer *layer) {
  MlirAttribute sizes = segmentsOf(layer->op);
  intptr_t at = 0;
  for (intptr_t k = 0, e = mlirDenseArrayGetNumElements(sizes); k < e; ++k)
    if (mlirDenseI32ArrayGetElement(sizes, k))
      layer->operands[k] = mlirOperationGetOperand(layer->op, at++);
}

static void writeOperands(Layer *layer) {
  MlirContext context = layer->g.context;
  intptr_t count = mlirDenseArrayGetNumElements(segmentsOf(layer->op));
  int32_t sizes[MOST_OPERANDS];
  MlirValue operands[MOST_OPERANDS];
  intptr_t used = 0;
  for (intptr_t k = 0; k < count; ++k) {
    sizes[k] = layer->operands[k].ptr != NULL;
    if (sizes[k])
      operands[used++] = layer->operands[k];
  }
  mlirOperationSetOperands(layer->op, used, operands);
  mlirOperationSetInherentAttributeByName(
      layer->op, mlirStringRefCreateFromCString("operandSegmentSizes"),
      mlirDenseI32ArrayGet(context, count, sizes));
  mlirOperationSetInherentAttributeByName(
      layer->op, mlirStringRefCreateFromCString("batch_first"),
      mlirUnitAttrGet(context));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static MlirValue reshape(Layer *layer, MlirValue value, intptr_t rank,
                         const MlirAttribute *dims) {
  MlirType type = relaxTensorTypeLike(relaxTensorInfoOf(value), rank, dims);
  if (mlirTypeEqual(mlirValueGetType(value), type))
    return value;
  RelaxReshapeArgs args = {.input = value, .resultType = type};
  return graphInsert(&layer->g, relaxReshapeCreate(layer->g.loc, &args));
}

/// `[b, n[i], 8]` of the input, which has a dimension of 1 where the batch was.
static MlirLogicalResult takeInput(Layer *layer) {
  RaggedBatch *r = layer->r;
  MlirValue x = layer->operands[INPUT];
  const RaggedLifted *lifted = raggedBatchFind(r, x);
  layer->lifted = lifted;
  layer->batchFirst = bridgeInherent(layer->op, "batch_first").ptr;
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  if (!lifted &&
      !(layer->batchFirst && raggedBatchLeads(r, mlirValueGetType(x))))
    return raggedBatchRefuse(r, layer->op, "goes along instances");
  intptr_t shift = lifted ? 1 : 0;
  if (info.rank != 3 + shift)
    return raggedBatchRefuse(r, layer->op, "has an input of another rank");
  intptr_t steps = layer->batchFirst ? 1 + shift : shift;
  intptr_t batch = layer->batchFirst ? shift : 1 + shift;
  int64_t one;
  if (lifted && (!symAttributeIsConst(info.dims[batch], &one) || one != 1))
    return raggedBatchRefuse(r, layer->op, "has a batch of its own");
  layer->steps = info.dims[steps];
  MlirAttribute dims[] = {info.dims[0], layer->steps, info.dims[2 + shift]};
  layer->ragged = relaxDimsAreRagged(&layer->steps, 1);
  layer->operands[INPUT] = reshape(layer, x, 3, dims);
  return mlirLogicalResultSuccess();
}

/// `[b, directions, hidden]`, of a state that instances have or share; null for
/// null.
static MlirValue takeState(Layer *layer, MlirValue state) {
  RaggedBatch *r = layer->r;
  MlirAttribute dims[] = {r->batch, layer->directions, layer->hidden};
  if (!state.ptr)
    return state;
  if (!layer->lifted || raggedBatchFind(r, state))
    return reshape(layer, state, 3, dims);
  MlirValue table = mlirBlockGetArgument(mlirOperationGetBlock(layer->op), 0);
  dims[0] = symConstAttribute(layer->g.context, 1);
  RelaxBroadcastToArgs args = {
      .input = reshape(layer, state, 3, dims), .numGiven = 1, .given = &table};
  dims[0] = r->batch;
  args.resultType = relaxTensorTypeLike(relaxTensorInfoOf(state), 3, dims);
  return graphInsert(&layer->g, relaxBroadcastToCreate(layer->g.loc, &args));
}

/// The table as a tensor, and its largest entry as an extent: 0 where there are
/// no instances.
static bool findLongest(Layer *layer) {
  RaggedBatch *r = layer->r;
  GraphBuilder *g = &layer->g;
  if (r->longest.ptr)
    return true;
  MlirType i64 = mlirIntegerTypeGet(g->context, 64);
  RelaxLengthsToTensorArgs args = {
      .lengths = mlirBlockGetArgument(mlirOperationGetBlock(layer->op), 0),
      .resultType = relaxTensorTypeOf(i64, 1, &r->batch)};
  r->lengths = graphInsert(g, relaxLengthsToTensorCreate(g->loc, &args));
  const int64_t zero = 0;
  StrRef *names;
  size_t count = symNamesIn(r->function, g->arena, &names);
  StrRef name = symFreshName(g->arena, strRefFromC("m"), names, count);
  MlirAttribute dim = symSymbolAttribute(g->context, name),
                bound = mlirStringAttrGet(g->context, strRefToMlir(name));
  RelaxTensorToShapeArgs shape = {
      .input = graphMaximum(g, graphMax(g, r->lengths, graphAxis(g, 0)),
                            graphIntegers(g, &zero, 1)),
      .binds = mlirArrayAttrGet(g->context, 1, &bound),
      .resultType = relaxShapeTypeGet(g->context, true, 1, &dim)};
  r->longest = graphInsert(g, relaxTensorToShapeCreate(g->loc, &shape));
  r->longestDim = dim;
  return r->longest.ptr;
}

static bool pad(Layer *layer) {
  RaggedBatch *r = layer->r;
  if (!findLongest(layer))
    return false;
  MlirValue x = layer->operands[INPUT];
  RelaxTensorInfo info = relaxTensorInfoOf(x);
  MlirAttribute dims[] = {info.dims[0], r->longestDim, info.dims[2]};
  RelaxRaggedToPaddedArgs args = {.input = x,
                                  .numGiven = 1,
                                  .given = &r->longest,
                                  .resultType =
                                      relaxTensorTypeLike(info, 3, dims)};
  x = graphInsert(&layer->g, relaxRaggedToPaddedCreate(layer->g.loc, &args));
  layer->operands[INPUT] = x;
  layer->operands[LENGTHS] = r->lengths;
  return x.ptr;
}

/// Weights are the same for all, and nothing else ends an instance.
static const char *refusal(const Layer *layer) {
  static const int shared[] = {WEIGHTS, RECURRENCE, BIAS, PEEPHOLES};
  for (size_t k = 0; k < sizeof(shared) / sizeof(*shared); ++k) {
    MlirValue value = layer->operands[shared[k]];
    if (value.ptr && (raggedBatchFind(layer->r, value) ||
                      raggedBatchHas(layer->r, mlirValueGetType(value))))
      return "has weights of each instance";
  }
  return layer->operands[LENGTHS].ptr ? "has lengths of its own" : NULL;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// What the layer gives now in the place of `result`, as others expect it.
static bool giveResult(Layer *layer, intptr_t number) {
  RaggedBatch *r = layer->r;
  GraphBuilder *g = &layer->g;
  MlirValue result = mlirOperationGetResult(layer->op, number);
  MlirType before = mlirValueGetType(result);
  RelaxTensorInfo info = relaxTensorInfoOf(result);
  bool states = number == 0, padded = states && layer->ragged;
  MlirAttribute dims[4] = {r->batch, layer->steps, layer->directions,
                           layer->hidden};
  MlirAttribute *own = states ? dims : dims + 1;
  own[0] = r->batch;
  MlirType type = relaxTensorTypeLike(info, 3 + states, own);
  if (padded)
    dims[1] = r->longestDim;
  mlirValueSetType(result, relaxTensorTypeLike(info, 3 + states, own));
  if (mlirOpOperandIsNull(mlirValueGetFirstUse(result)))
    return true;
  // Uses come to the last value; those that lead to it are made of the result.
  MlirValue table = mlirBlockGetArgument(mlirOperationGetBlock(layer->op), 0);
  MlirValue value = result, first = {NULL};
  if (padded) {
    RelaxPaddedToRaggedArgs args = {.input = result,
                                    .numLengths = 1,
                                    .lengths = &table,
                                    .resultType = type};
    value = first = graphInsert(g, relaxPaddedToRaggedCreate(g->loc, &args));
  }
  if (layer->lifted) {
    RelaxReshapeArgs args = {.input = value,
                             .resultType = raggedBatchLiftedType(r, before)};
    value = graphInsert(g, relaxReshapeCreate(g->loc, &args));
    first = first.ptr ? first : value;
    RaggedLifted lifted = {value, before};
    arrput(r->lifted, lifted);
  }
  if (value.ptr && first.ptr) {
    mlirValueReplaceAllUsesOfWith(result, value);
    mlirOperationSetOperand(mlirOpResultGetOwner(first), 0, result);
  }
  return value.ptr;
}

MlirLogicalResult raggedBatchRecurrent(RaggedBatch *r, MlirOperation op) {
  MlirLocation loc = mlirOperationGetLocation(op);
  Layer layer = {
      .r = r,
      .g = {.context = r->run->context,
            .arena = r->run->arena,
            .before = op,
            .loc = loc,
            .name = arenaCopyString(r->run->arena, bridgeLocationName(loc))},
      .op = op};
  readOperands(&layer);
  const char *why = refusal(&layer);
  if (why)
    return raggedBatchRefuse(r, op, why);
  if (mlirLogicalResultIsFailure(takeInput(&layer)))
    return mlirLogicalResultFailure();
  RelaxTensorInfo recurrence = relaxTensorInfoOf(layer.operands[RECURRENCE]);
  layer.directions = recurrence.dims[0];
  layer.hidden = recurrence.dims[2];
  for (int k = HIDDEN; k <= CELL; ++k)
    layer.operands[k] = takeState(&layer, layer.operands[k]);
  if (layer.ragged && !pad(&layer))
    return mlirLogicalResultFailure();
  writeOperands(&layer);
  layer.g.before = mlirOperationGetNextInBlock(op);
  for (intptr_t i = 0, e = mlirOperationGetNumResults(op); i < e; ++i)
    if (!giveResult(&layer, i))
      return mlirLogicalResultFailure();
  return layer.g.failed ? mlirLogicalResultFailure()
                        : mlirLogicalResultSuccess();
}
