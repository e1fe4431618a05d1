//===- FuseRowsPlan.c - which calls can be one loop over rows -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Fusion/FuseRows.h"
#include "lib/Transforms/Fusion/FuseStates.h"

static bool refuse(RowsPlan *plan, const char *reason) {
  if (rowsIsForced(plan->graph->force, reason))
    return true;
  plan->refusal = reason;
  return false;
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// Sums across a row go through it again and again.
static bool sumsAreShort(RowsPlan *plan) {
  bool across = false;
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    across |= rowsMember(plan, m)->across;
  return !across || rowsAtMost(plan) <= ROWS_MAP_ROW ||
         refuse(plan, "sums do not go along rows");
}

/// Where nothing is reduced, any dimensions may be rows: the first ones whose
/// rows are short and enough for threads. Each element is computed once.
static bool findRowsOfMaps(RowsPlan *plan) {
  intptr_t most = rowsMember(plan, 0)->rows;
  bool whole = true; // no member keeps a dimension for its lanes
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    most = rowsMember(plan, m)->rows < most ? rowsMember(plan, m)->rows : most;
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    whole &= rowsMember(plan, m)->computes->numIterators == most;
  most -= whole && most > 1;
  for (plan->rows = 1; plan->rows < most; ++plan->rows) {
    int64_t rows = rowsPoints(rowsMember(plan, 0)->computes, 0, plan->rows);
    if (rowsAtMost(plan) <= ROWS_MAP_ROW &&
        (rows < 0 || rows >= ROWS_LEAST_ROWS))
      break;
  }
  // Alone a map has threads for all dimensions but the last.
  bool shared = true;
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    shared &= rowsMember(plan, m)->computes->numIterators <= plan->rows + 1;
  return shared || rowsAtMost(plan) <= ROWS_MAP_ROW ||
         (sumsAreShort(plan) && refuse(plan, "threads should share a row"));
}

/// The number of iterators that are rows: what reductions leave of them.
static bool findRows(RowsPlan *plan) {
  plan->rows = 0;
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    const RowsNode *node = rowsMember(plan, m);
    if (!node->reduces)
      continue;
    if (plan->reduces && node->rows != plan->rows)
      return refuse(plan, "rows of different numbers of dimensions");
    plan->reduces = true;
    plan->rows = node->rows;
  }
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    if (rowsMember(plan, m)->rows < plan->rows)
      return refuse(plan, "rows of different numbers of dimensions");
  return (plan->reduces || findRowsOfMaps(plan)) && sumsAreShort(plan);
}

static bool goThroughSameRows(RowsPlan *plan) {
  const TirComputeAccesses *first = rowsMember(plan, 0)->computes;
  for (intptr_t m = 1; m < plan->numMembers; ++m)
    for (intptr_t d = 0; d < plan->rows; ++d)
      if (!factsEqual(&plan->facts, first->extents[d],
                      rowsMember(plan, m)->computes->extents[d]))
        return refuse(plan, "nothing says that the rows are as many");
  return true;
}

/// Of what a member computes a row needs its own row.
static bool usesOwnRow(const RowsPlan *plan, const TirComputeAccesses *compute,
                       const TirAccess *load) {
  for (intptr_t d = 0; d < plan->rows; ++d)
    if (d >= load->rank || tirBareIterator(load->indices[d]) != d ||
        !factsEqual(&plan->facts, load->dims[d], compute->extents[d]))
      return false;
  return !load->padded;
}

/// What is checked is there before the first row.
static bool checkInputs(RowsPlan *plan) {
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    const RowsNode *node = rowsMember(plan, m);
    for (intptr_t i = 0; i < node->call.numInputs && node->numChecks; ++i)
      if (rowsMemberOf(plan, relaxCallTirGetInputs(node->call.op, i)) >= 0)
        return refuse(plan, "its places are data, or it may end in an error");
  }
  return true;
}

static bool useOwnRows(RowsPlan *plan) {
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    const RowsNode *node = rowsMember(plan, m);
    for (intptr_t c = 0; c < node->numComputes; ++c) {
      const TirComputeAccesses *compute = &node->computes[c];
      for (intptr_t i = 0; i < compute->numLoads; ++i) {
        const TirAccess *load = &compute->loads[i];
        if (rowsMemberOf(plan, rowsOperandOf(node, load)) >= 0 &&
            !usesOwnRow(plan, compute, load))
          return refuse(plan, "a row needs other rows");
      }
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Limits
//===----------------------------------------------------------------------===//

/// Rows are shared among threads, and a row among lanes; what is little is for
/// one thread anyway.
static bool isWorthIt(RowsPlan *plan) {
  int64_t rows = rowsPoints(rowsMember(plan, 0)->computes, 0, plan->rows);
  int64_t longest = rowsLongest(plan);
  int64_t little = plan->reduces ? ROWS_LITTLE_ROW : ROWS_MAP_ROW;
  if (rows >= 0 && rows < ROWS_LEAST_ROWS &&
      !(longest >= 0 && longest <= little))
    return refuse(plan, "too few rows for threads");
  return rows >= 0 || longest < ROWS_LONG_ROW ||
         refuse(plan, "threads should share a row");
}

static bool isSmall(RowsPlan *plan) {
  intptr_t operations = 0, arguments = plan->numMembers;
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    operations += rowsMember(plan, m)->numOperations;
    arguments += rowsMember(plan, m)->call.numInputs;
  }
  return (operations <= ROWS_MAX_OPERATIONS &&
          arguments <= ROWS_MAX_ARGUMENTS) ||
         refuse(plan, "too large for one program");
}

//===----------------------------------------------------------------------===//
// The place of the call
//===----------------------------------------------------------------------===//

static bool keepStates(RowsPlan *plan) {
  MlirOperation ops[ROWS_MAX_CALLS];
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    ops[m] = rowsMember(plan, m)->call.op;
  return !fusePassesState(&plan->graph->base, ops, plan->numMembers,
                          plan->before) ||
         refuse(plan, FUSE_STATE_BETWEEN);
}

/// The first user in the block of what a member computes, other members aside;
/// `before` if none is earlier.
static MlirOperation firstUser(const RowsPlan *plan, MlirOperation op,
                               MlirOperation before) {
  MlirValue value = mlirOperationGetResult(op, 0);
  for (MlirOpOperand use = mlirValueGetFirstUse(value);
       !mlirOpOperandIsNull(use); use = mlirOpOperandGetNextUse(use)) {
    MlirOperation user =
        bridgeInBlock(mlirOpOperandGetOwner(use), plan->graph->block);
    if (!rowsIsMember(plan, user) && mlirOperationIsBeforeInBlock(user, before))
      before = user;
  }
  return before;
}

/// Does a member use what is computed at `before` or behind it?
static bool usesLater(const RowsPlan *plan, MlirOperation op,
                      MlirOperation before) {
  for (intptr_t i = 0, e = mlirOperationGetNumOperands(op); i < e; ++i) {
    MlirValue value = mlirOperationGetOperand(op, i);
    if (!mlirValueIsAOpResult(value) || rowsMemberOf(plan, value) >= 0)
      continue;
    MlirOperation owner =
        bridgeInBlock(mlirOpResultGetOwner(value), plan->graph->block);
    if (owner.ptr && !mlirOperationIsBeforeInBlock(owner, before))
      return true;
  }
  return false;
}

/// Behind everything that members use, before everything that uses them: then
/// nothing depends on the program that it depends on. Programs that were put
/// into the block since it was read count, too.
static bool findPlace(RowsPlan *plan) {
  const RowsNode *last = rowsMember(plan, plan->numMembers - 1);
  plan->before = last->call.op;
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    plan->before = firstUser(plan, rowsMember(plan, m)->call.op, plan->before);
  if (!keepStates(plan))
    return false;
  // What was known at the last member has to be known there.
  bool good = mlirOperationEqual(plan->before, last->call.op) ||
              last->call.numFacts == rowsMember(plan, 0)->call.numFacts;
  for (intptr_t m = 0; m < plan->numMembers && good; ++m)
    good = !usesLater(plan, rowsMember(plan, m)->call.op, plan->before);
  return good || refuse(plan, "something else lies between them");
}

/// What is forced has loops over rows, too.
static bool haveRows(const RowsPlan *plan) {
  bool good = plan->rows > 0;
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    const RowsNode *node = rowsMember(plan, m);
    for (intptr_t c = 0; c < node->numComputes; ++c) {
      const TirComputeAccesses *compute = &node->computes[c];
      good &= compute->numIterators >= plan->rows;
      for (intptr_t i = 0; i < plan->rows && good; ++i)
        good = !compute->isReduce[i];
    }
  }
  return good;
}

bool rowsPlan(RowsGraph *graph, const intptr_t *members, intptr_t numMembers,
              RowsPlan *plan) {
  *plan = (RowsPlan){.graph = graph, .numMembers = numMembers};
  if (numMembers < 2 || numMembers > ROWS_MAX_CALLS)
    return refuse(plan, "too large for one program");
  for (intptr_t m = 0; m < numMembers; ++m)
    plan->members[m] = members[m];
  plan->facts = graph->base.facts;
  plan->facts.count = graph->nodes[members[0]].call.numFacts;
  if (!findRows(plan) || !isSmall(plan) || !isWorthIt(plan) ||
      !goThroughSameRows(plan) || !checkInputs(plan) || !useOwnRows(plan) ||
      !findPlace(plan) || !haveRows(plan))
    return false;
  rowsPlaceValues(plan);
  return true;
}
