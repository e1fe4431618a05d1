//===- FuseRowsNode.c - which calls go through rows -----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Symbols.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Bridge/Core/Lists.h"
#include "lib/Transforms/Fusion/FuseRows.h"

MlirValue rowsOperandOf(const RowsNode *node, const TirAccess *access) {
  intptr_t number = mlirBlockArgumentGetArgNumber(access->buffer);
  return number < node->call.numInputs
             ? relaxCallTirGetInputs(node->call.op, number)
             : (MlirValue){NULL};
}

static bool refuse(RowsNode *node, const char *reason) {
  if (rowsIsForced(node->force, reason))
    return true;
  node->refusal = reason;
  return false;
}

static bool isArgument(const RowsNode *node, MlirValue buffer) {
  return mlirValueIsABlockArgument(buffer) &&
         mlirBlockEqual(mlirBlockArgumentGetOwner(buffer),
                        bridgeBody(node->call.callee));
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

/// Sums come last, and their results lie side by side, as what is summed up.
static bool reducesAcrossRows(const TirComputeAccesses *compute,
                              intptr_t spatial) {
  bool lanes = spatial > 1;
  for (intptr_t i = 0; i < compute->numLoads && lanes; ++i) {
    const TirAccess *load = &compute->loads[i];
    lanes = load->rank > 0 &&
            tirBareIterator(load->indices[load->rank - 1]) == spatial - 1;
  }
  return lanes && !compute->targets->data;
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
  bool along = reducesAlongRows(compute, &spatial);
  bool across = !along || node->across;
  if (across && !reducesAcrossRows(compute, spatial) &&
      !refuse(node, "sums do not go along rows"))
    return false;
  intptr_t rows = rowsOfAccess(graph, compute, compute->targets);
  for (intptr_t i = 0; i < compute->numLoads; ++i)
    if (!rowsOperandOf(node, &compute->loads[i]).ptr) {
      intptr_t read = rowsOfAccess(graph, compute, &compute->loads[i]);
      rows = read < rows ? read : rows;
    }
  rows = spatial - across < rows ? spatial - across : rows;
  const TirComputeAccesses *first = node->computes;
  for (intptr_t d = 0; d < rows; ++d)
    if (d >= first->numIterators || first->isReduce[d] ||
        !factsEqual(&graph->base.facts, first->extents[d], compute->extents[d]))
      rows = d;
  // Every row of a reduction is summed up, and nothing else is.
  if (compute->reduces && !across && rows < spatial &&
      !refuse(node, "sums do not go along rows"))
    return false;
  node->rows = compute == first || rows < node->rows ? rows : node->rows;
  node->reduces |= compute->reduces && !across;
  node->across |= across;
  return node->rows > 0 || refuse(node, "there are no rows");
}

/// The iterator that an index is, or is behind by the same everywhere (slices);
/// -1: something else.
static intptr_t shiftedIterator(Arena *arena, SymExpr index) {
  intptr_t found = -1;
  for (size_t s = 0; s < index.numSymbols; ++s) {
    intptr_t k = tirIteratorOf(index.symbols[s]);
    if (k >= 0 && found >= 0)
      return -1;
    found = k >= 0 ? k : found;
  }
  SymExpr begin;
  if (found < 0 ||
      symExprSub(arena, index,
                 symExprSymbol(arena, tirIteratorSymbol(arena, found)),
                 &begin) != SYM_OK)
    return -1;
  for (size_t s = 0; s < begin.numSymbols; ++s)
    if (tirIteratorOf(begin.symbols[s]) >= 0)
      return -1;
  return found;
}

/// Indices are iterators, from the outermost to the innermost, or constants: as
/// in a broadcast, but dimensions may be equal by facts alone, or begin later.
static bool readsInOrder(Arena *arena, const TirComputeAccesses *compute) {
  for (intptr_t i = 0; i < compute->numLoads; ++i) {
    const TirAccess *load = &compute->loads[i];
    intptr_t last = -1;
    for (intptr_t d = 0; d < load->rank; ++d) {
      int64_t constant;
      if (symExprIsUnknown(load->indices[d]) ||
          symExprIsConst(load->indices[d], &constant))
        continue;
      intptr_t k = shiftedIterator(arena, load->indices[d]);
      if (k <= last)
        return false;
      last = k;
    }
    if (load->padded && !load->data)
      return false;
  }
  return true;
}

/// A map writes a part of its result, one element at each of its places, as
/// pieces of a concatenation do.
static bool writesPiece(Arena *arena, const TirComputeAccesses *compute) {
  const TirAccess *target = compute->targets;
  bool good = !compute->reduces && target->rank == compute->numIterators;
  for (intptr_t i = 0; i < compute->numLoads && good; ++i)
    good = !mlirValueEqual(compute->loads[i].buffer, target->buffer);
  for (intptr_t d = 0; d < target->rank && good; ++d)
    good = shiftedIterator(arena, target->indices[d]) == d;
  return good;
}

/// What is asked of inputs before the program's own work.
static bool readCheck(RowsNode *node, const TirComputeAccesses *compute) {
  for (intptr_t i = 0; i < compute->numLoads; ++i)
    if (!isArgument(node, compute->loads[i].buffer) ||
        !rowsOperandOf(node, &compute->loads[i]).ptr)
      return false;
  node->checks[node->numChecks++] = compute->op;
  return true;
}

static bool readCompute(RowsGraph *graph, RowsNode *node, MlirOperation op) {
  TirComputeAccesses *compute = &node->computes[node->numComputes];
  if (!tirIsCompute(op) ||
      !tirComputeAccessesOfData(op, graph->base.arena, compute))
    return false;
  if (compute->numTargets == 0)
    return readCheck(node, compute);
  if (!usesArguments(node, compute))
    return false;
  intptr_t operations = countOperations(compute);
  TirPatternKind kind = tirPatternKindOfCompute(compute);
  ++node->numComputes;
  node->numOperations += operations;
  if (operations == 0)
    return false;
  if (kind == TIR_PATTERN_OUTPUT_FUSIBLE) {
    if (!refuse(node, "a product uses elements again and again"))
      return false;
    node->across = true; // forced: a row of it is a sum for each column
  }
  Arena *arena = graph->base.arena;
  bool piece = kind == TIR_PATTERN_OPAQUE && writesPiece(arena, compute);
  if ((kind == TIR_PATTERN_OPAQUE && !piece) ||
      ((kind == TIR_PATTERN_INJECTIVE || piece) &&
       !readsInOrder(arena, compute))) {
    if (!refuse(node, "elements move to other places"))
      return false;
  }
  return fuseMoveToCaller(arena, &node->call, compute) &&
         takeRows(graph, node, compute);
}

/// The rows of an elementwise program that follow from its reductions.
static bool agreeOnRows(RowsNode *node) {
  for (intptr_t c = 0; c < node->numComputes && node->reduces; ++c) {
    const TirComputeAccesses *compute = &node->computes[c];
    if (compute->reduces && !compute->isReduce[node->rows] && !node->across)
      return false;
  }
  return node->numComputes > 0;
}

static bool hasLoops(MlirOperation callee) {
  MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(callee));
  while (op.ptr && !tirIsFor(op))
    op = mlirOperationGetNextInBlock(op);
  return op.ptr;
}

static intptr_t countComputes(MlirOperation callee) {
  intptr_t count = 0;
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(callee));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    count += tirIsCompute(op);
  return count;
}

bool rowsReadNode(RowsGraph *graph, MlirOperation call, RowsNode *node) {
  *node =
      (RowsNode){.call = {.op = call,
                          .numInputs = relaxCallTirGetNumInputs(call),
                          .numFacts = graph->base.facts.count},
                 .force = graph->force,
                 .refusal = "its places are data, or it may end in an error"};
  if (mlirOperationGetNumResults(call) != 1 ||
      relaxCallTirGetStorage(call).ptr || relaxCallTirGetOffsets(call).ptr)
    return false;
  node->call.callee = moduleSymbolsFind(
      graph->base.symbols, bridgeRefName(relaxCallTirGetCallee(call)));
  MlirOperation callee = node->call.callee;
  if (!tirIsFunc(callee) || tirIsSettled(callee) ||
      tirFuncGetArgAttrs(callee).ptr || !bridgeBody(callee).ptr ||
      !fuseBindCallee(&graph->base, &node->call))
    return false;
  if (hasLoops(callee))
    return refuse(node, "a program has loops of its own");
  intptr_t computes = countComputes(callee);
  if (computes > ROWS_MAX_COMPUTES)
    return refuse(node, "too large for one program");
  node->computes = ARENA_ARRAY(graph->base.arena, TirComputeAccesses, computes);
  node->checks = ARENA_ARRAY(graph->base.arena, MlirOperation, computes);
  for (MlirOperation op = mlirBlockGetFirstOperation(bridgeBody(callee));
       op.ptr; op = mlirOperationGetNextInBlock(op))
    if (!tirIsReturn(op) && !readCompute(graph, node, op))
      return false;
  return agreeOnRows(node);
}
