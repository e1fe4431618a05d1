//===- FuseRowsNode.c - which calls go through rows -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Transforms/Fusion/FuseRows.h"

static MlirBlock bodyOf(MlirOperation op) {
  return mlirRegionGetFirstBlock(mlirOperationGetRegion(op, 0));
}

MlirValue rowsOperandOf(const RowsNode *node, const TirAccess *access) {
  intptr_t number = mlirBlockArgumentGetArgNumber(access->buffer);
  return number < node->call.numInputs
             ? relaxCallTirGetInputs(node->call.op, number)
             : (MlirValue){NULL};
}

static bool refuse(RowsNode *node, const char *reason) {
  node->refusal = reason;
  return false;
}

static bool isArgument(const RowsNode *node, MlirValue buffer) {
  return mlirValueIsABlockArgument(buffer) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(buffer),
                        bodyOf(node->call.callee));
}

/// Inputs are only read; the result is written, and may be read again.
static bool usesArguments(const RowsNode *node,
                          const TirComputeAccesses *compute) {
  for (intptr_t i = 0; i < compute->numLoads; ++i)
    if (!isArgument(node, compute->loads[i].buffer))
      return false;
  return compute->numTargets == 1 &&
         isArgument(node, compute->targets->buffer) &&
         mlirBlockArgumentGetArgNumber(compute->targets->buffer) ==
             node->call.numInputs;
}

/// Operations of the body; 0 if one of them may end the call.
static intptr_t countOperations(const TirComputeAccesses *compute) {
  intptr_t count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(compute->body); op.ptr;
       op = mlirOperationGetNextInBlock(op), ++count)
    if (tirIsCheck(op))
      return 0;
  return count;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// How many outermost dimensions are those of the compute's iterators.
static intptr_t rowsOfAccess(const RowsGraph *graph,
                             const TirComputeAccesses *compute,
                             const TirAccess *access) {
  intptr_t d = 0;
  while (d < access->rank && d < compute->numIterators &&
         tirBareIterator(access->indices[d]) == d &&
         factsEqual(&graph->base.facts, access->dims[d], compute->extents[d]))
    ++d;
  return d;
}

/// Sums come last, and go through memory as it lies.
static bool reducesAlongRows(const TirComputeAccesses *compute,
                             intptr_t *spatial) {
  *spatial = 0;
  while (*spatial < compute->numIterators && !compute->isReduce[*spatial])
    ++*spatial;
  for (intptr_t i = *spatial; i < compute->numIterators; ++i)
    if (!compute->isReduce[i])
      return false;
  intptr_t along = 0;
  for (intptr_t i = 0; i < compute->numLoads; ++i) {
    const TirAccess *load = &compute->loads[i];
    intptr_t last = load->rank;
    while (last > 0 && tirAccessIsUnit(compute, load, last - 1))
      --last;
    along += last > 0 && tirBareIterator(load->indices[last - 1]) ==
                             compute->numIterators - 1;
  }
  return *spatial == compute->numIterators || along > 0;
}

/// Sets the rows of a node to those that `compute` leaves.
static bool takeRows(const RowsGraph *graph, RowsNode *node,
                     const TirComputeAccesses *compute) {
  intptr_t spatial;
  if (!reducesAlongRows(compute, &spatial))
    return refuse(node, "sums do not go along rows");
  intptr_t rows = rowsOfAccess(graph, compute, compute->targets);
  for (intptr_t i = 0; i < compute->numLoads; ++i)
    if (!rowsOperandOf(node, &compute->loads[i]).ptr) {
      intptr_t read = rowsOfAccess(graph, compute, &compute->loads[i]);
      rows = read < rows ? read : rows;
    }
  rows = spatial < rows ? spatial : rows;
  const TirComputeAccesses *first = node->computes;
  for (intptr_t d = 0; d < rows; ++d)
    if (d >= first->numIterators || first->isReduce[d] ||
        !factsEqual(&graph->base.facts, first->extents[d], compute->extents[d]))
      rows = d;
  // Every row of a reduction is summed up, and nothing else is.
  if (compute->reduces && rows < spatial)
    return refuse(node, "sums do not go along rows");
  node->rows = compute == first || rows < node->rows ? rows : node->rows;
  node->reduces |= compute->reduces;
  return node->rows > 0 || refuse(node, "there are no rows");
}

/// Indices are iterators, from the outermost to the innermost, or constants: as
/// in a broadcast, but dimensions may be equal by facts alone.
static bool readsInOrder(const TirComputeAccesses *compute) {
  for (intptr_t i = 0; i < compute->numLoads; ++i) {
    const TirAccess *load = &compute->loads[i];
    intptr_t last = -1;
    for (intptr_t d = 0; d < load->rank; ++d) {
      int64_t constant;
      intptr_t k = tirBareIterator(load->indices[d]);
      if (symExprIsConst(load->indices[d], &constant))
        continue;
      if (k <= last)
        return false;
      last = k;
    }
    if (load->padded)
      return false;
  }
  return true;
}

static bool readCompute(RowsGraph *graph, RowsNode *node, MlirOperation op) {
  TirComputeAccesses *compute = &node->computes[node->numComputes];
  if (node->numComputes == ROWS_MAX_COMPUTES || !tirIsCompute(op) ||
      !tirComputeAccesses(op, graph->base.arena, compute) ||
      !usesArguments(node, compute))
    return false;
  intptr_t operations = countOperations(compute);
  TirPatternKind kind = tirPatternKindOfCompute(compute);
  ++node->numComputes;
  node->numOperations += operations;
  if (operations == 0)
    return false;
  if (kind == TIR_PATTERN_OUTPUT_FUSIBLE)
    return refuse(node, "a product uses elements again and again");
  if (kind == TIR_PATTERN_OPAQUE ||
      (kind == TIR_PATTERN_INJECTIVE && !readsInOrder(compute)))
    return refuse(node, "elements move to other places");
  return fuseMoveToCaller(graph->base.arena, &node->call, compute) &&
         takeRows(graph, node, compute);
}

/// The rows of an elementwise program that follow from its reductions.
static bool agreeOnRows(RowsNode *node) {
  for (intptr_t c = 0; c < node->numComputes && node->reduces; ++c) {
    const TirComputeAccesses *compute = &node->computes[c];
    if (compute->reduces && !compute->isReduce[node->rows])
      return false;
  }
  return node->numComputes > 0;
}

static bool hasLoops(MlirOperation callee) {
  MlirOperation op = mlirBlockGetFirstOperation(bodyOf(callee));
  while (op.ptr && !tirIsFor(op))
    op = mlirOperationGetNextInBlock(op);
  return op.ptr;
}

bool rowsReadNode(RowsGraph *graph, MlirOperation call, RowsNode *node) {
  *node =
      (RowsNode){.call = {.op = call,
                          .numInputs = relaxCallTirGetNumInputs(call),
                          .numFacts = graph->base.facts.count},
                 .refusal = "its places are data, or it may end in an error"};
  if (mlirOperationGetNumResults(call) != 1 ||
      relaxCallTirGetStorage(call).ptr || relaxCallTirGetOffsets(call).ptr)
    return false;
  node->call.callee = moduleSymbolsFind(
      graph->base.symbols, strRefFromMlir(mlirFlatSymbolRefAttrGetValue(
                               relaxCallTirGetCallee(call))));
  MlirOperation callee = node->call.callee;
  if (!callee.ptr || !tirIsFunc(callee) || tirIsSettled(callee) ||
      tirFuncGetArgAttrs(callee).ptr || !bodyOf(callee).ptr ||
      !fuseBindCallee(&graph->base, &node->call))
    return false;
  if (hasLoops(callee))
    return refuse(node, "a program has loops of its own");
  node->computes =
      ARENA_ARRAY(graph->base.arena, TirComputeAccesses, ROWS_MAX_COMPUTES);
  for (MlirOperation op = mlirBlockGetFirstOperation(bodyOf(callee)); op.ptr;
       op = mlirOperationGetNextInBlock(op))
    if (!tirIsReturn(op) && !readCompute(graph, node, op))
      return false;
  return agreeOnRows(node);
}
