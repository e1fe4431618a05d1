//===- FuseReducedMatch.c - which products are only reduced ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "lib/Analysis/PatternKind.h"
#include "lib/Transforms/Fusion/FuseReduced.h"
#include "lib/Transforms/Fusion/FuseStates.h"

static const FuseCall *productBehind(const Reduced *r) {
  MlirValue value = fuseCallOperand(r->reduction, r->load);
  MlirOperation user = r->reduction->call.op;
  if (!value.ptr || !mlirValueIsAOpResult(value))
    return NULL;
  MlirOperation op = mlirOpResultGetOwner(value);
  if (!mlirBlockEqual(mlirOperationGetBlock(op), mlirOperationGetBlock(user)))
    return NULL;
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use))
    if (!mlirOperationEqual(mlirOpOperandGetOwner(use), user))
      return NULL;
  const FuseCall *call = fuseCallRead(r->graph, op);
  return call &&
                 tirPatternKindOfCompute(call->computes) ==
                     TIR_PATTERN_OUTPUT_FUSIBLE &&
                 (call->count == 1 || fuseCallMapsResult(call))
             ? call
             : NULL;
}

/// Columns lie side by side in the product and in the result: lanes.
static bool findColumn(Reduced *r) {
  const TirComputeAccesses *compute = r->reduction->computes;
  const TirAccess *target = compute->targets;
  intptr_t last = target->rank - 1;
  while (last >= 0 && symExprIs(target->dims[last], 1))
    --last;
  r->column = last >= 0 ? tirBareIterator(target->indices[last]) : -1;
  intptr_t inner = r->load->rank - 1;
  while (inner >= 0 && symExprIs(r->load->dims[inner], 1))
    --inner;
  return r->column >= 0 && inner >= 0 &&
         tirBareIterator(r->load->indices[inner]) == r->column;
}

/// All of the product's result is read, by iterators as they are; one of them
/// is reduced.
static bool findIterators(Reduced *r) {
  const TirComputeAccesses *compute = r->reduction->computes;
  r->row = -1;
  for (intptr_t k = 0; k < compute->numIterators; ++k) {
    intptr_t found = 0;
    for (intptr_t d = 0; d < r->load->rank; ++d)
      if (tirBareIterator(r->load->indices[d]) == k &&
          factsEqual(&r->graph->facts, compute->extents[k], r->load->dims[d]))
        ++found;
    if (symExprIs(compute->extents[k], 1))
      continue;
    if (found != 1)
      return false;
    if (compute->isReduce[k]) {
      if (r->row >= 0)
        return false;
      r->row = k;
    } else if (k != r->column) {
      if (r->numLoops == REDUCED_MAX_LOOPS)
        return false;
      r->loops[r->numLoops++] = k;
    }
  }
  for (intptr_t d = 0; d < r->load->rank; ++d)
    if (!symExprIs(r->load->dims[d], 1) &&
        tirBareIterator(r->load->indices[d]) < 0)
      return false;
  int64_t rows;
  if (r->row < 0)
    return false;
  r->rows = compute->extents[r->row];
  r->columns = compute->extents[r->column];
  return !symExprIsConst(r->rows, &rows) || rows >= REDUCED_LEAST_ROWS;
}

bool reducedMatch(FuseGraph *graph, MlirOperation call, Reduced *out) {
  *out = (Reduced){.graph = graph, .reduction = fuseCallRead(graph, call)};
  if (!out->reduction || !out->reduction->computes->reduces ||
      out->reduction->computes->numLoads != 1)
    return false;
  const TirComputeAccesses *compute = out->reduction->computes;
  out->load = fuseCallLoad(compute, fuseCallStored(compute));
  if (!out->load || tirReduceGetNumBuffers(compute->targets->op) != 1 ||
      (out->reduction->count == 2 && !fuseCallMapsResult(out->reduction)) ||
      !findColumn(out) || !findIterators(out))
    return false;
  out->product = productBehind(out);
  return out->product &&
         !fusePassesState(graph, &out->product->call.op, 1, call);
}
