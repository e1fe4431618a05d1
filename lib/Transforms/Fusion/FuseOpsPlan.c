//===- FuseOpsPlan.c - how the program of a group is put together ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The plan starts with the body of the result (and that of the anchor, if it is
// another) at the iterators of its compute and follows the loads: a load of a
// member's result at some indices needs the body of that member with other
// iterators. Bodies at equal iterators are one.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Transforms/Fusion/FuseStates.h"

//===----------------------------------------------------------------------===//
// Instances
//===----------------------------------------------------------------------===//

static SymExpr *ownIterators(Arena *arena, intptr_t count) {
  SymExpr *result = ARENA_ARRAY(arena, SymExpr, count);
  for (intptr_t k = 0; k < count; ++k)
    result[k] = symExprSymbol(arena, tirIteratorSymbol(arena, k));
  return result;
}

/// Indices of a load over the iterators of the compute that it is moved into.
static bool moveIndices(FusePlan *plan, const FuseInstance *from,
                        const TirAccess *load, SymExpr *indices) {
  Arena *arena = plan->graph->arena;
  intptr_t count = plan->graph->nodes[from->node].compute.numIterators;
  StrRef *names = ARENA_ARRAY(arena, StrRef, count);
  for (intptr_t k = 0; k < count; ++k)
    names[k] = tirIteratorSymbol(arena, k);
  for (intptr_t d = 0; d < load->rank; ++d)
    if (symExprSubstitute(arena, load->indices[d], names, from->iterators,
                          (size_t)count, &indices[d]) != SYM_OK)
      return false;
  return true;
}

/// The iterators with which `node` writes the element at `indices`; those that
/// no index names have extent 1.
static SymExpr *iteratorsAt(FusePlan *plan, const FuseNode *node,
                            const SymExpr *indices) {
  Arena *arena = plan->graph->arena;
  const TirComputeAccesses *compute = &node->compute;
  SymExpr *result = ARENA_ARRAY(arena, SymExpr, compute->numIterators);
  for (intptr_t k = 0; k < compute->numIterators; ++k)
    result[k] = symExprConst(arena, 0);
  for (intptr_t d = 0; d < compute->targets->rank; ++d) {
    intptr_t k = tirBareIterator(compute->targets->indices[d]);
    if (k >= 0)
      result[k] = indices[d];
  }
  return result;
}

static FuseInstance *findInstance(FusePlan *plan, intptr_t node,
                                  bool inEpilogue, const SymExpr *iterators) {
  intptr_t count = plan->graph->nodes[node].compute.numIterators;
  for (intptr_t i = 0; i < plan->numInstances; ++i) {
    FuseInstance *other = &plan->instances[i];
    bool same = other->node == node && other->inEpilogue == inEpilogue;
    for (intptr_t k = 0; same && k < count; ++k)
      same = symExprEqual(other->iterators[k], iterators[k]);
    if (same)
      return other;
  }
  return NULL;
}

FuseInstance *fuseInstanceRead(FusePlan *plan, const FuseInstance *from,
                               const TirAccess *load, SymExpr *indices) {
  const FuseNode *node = &plan->graph->nodes[from->node];
  moveIndices(plan, from, load, indices);
  intptr_t input = fuseInputOf(node, load);
  intptr_t producer = node->producers[input];
  if (producer < 0 || !fuseIsMember(plan, producer) || producer == plan->anchor)
    return NULL;
  return findInstance(
      plan, producer, from->inEpilogue,
      iteratorsAt(plan, &plan->graph->nodes[producer], indices));
}

static bool addInstance(FusePlan *plan, intptr_t node, bool inEpilogue,
                        SymExpr *iterators) {
  if (plan->numInstances == FUSE_MAX_INSTANCES)
    return false;
  plan->instances[plan->numInstances++] =
      (FuseInstance){node, inEpilogue, iterators, {NULL}};
  return true;
}

//===----------------------------------------------------------------------===//
// Following loads
//===----------------------------------------------------------------------===//

/// Where an index is an iterator as it is, its extent has to fit: a body is
/// never moved to places for which its producer was not computed.
static bool fits(FusePlan *plan, const FuseNode *node, const TirAccess *load) {
  for (intptr_t d = 0; d < load->rank; ++d) {
    intptr_t k = tirBareIterator(load->indices[d]);
    if (k >= 0 &&
        !factsAtMost(&plan->facts, node->compute.extents[k], load->dims[d]))
      return false;
  }
  return true;
}

static bool readAnchor(FusePlan *plan, const FuseInstance *from,
                       const TirAccess *load, SymExpr *indices) {
  if (!from->inEpilogue)
    return false;
  if (!plan->anchorIndices)
    plan->anchorIndices = indices;
  for (intptr_t d = 0; d < load->rank; ++d)
    if (!symExprEqual(plan->anchorIndices[d], indices[d]))
      return false;
  return true;
}

static bool followLoad(FusePlan *plan, FuseInstance from,
                       const TirAccess *load) {
  FuseGraph *graph = plan->graph;
  const FuseNode *node = &graph->nodes[from.node];
  intptr_t producer = node->producers[fuseInputOf(node, load)];
  SymExpr *indices = ARENA_ARRAY(graph->arena, SymExpr, load->rank);
  if (!moveIndices(plan, &from, load, indices))
    return false;
  if (producer < 0 || !fuseIsMember(plan, producer))
    return true;
  if (load->padded || !fits(plan, node, load))
    return false;
  if (producer == plan->anchor)
    return readAnchor(plan, &from, load, indices);
  // Elements that a product or a window reads again stay in memory.
  if (!from.inEpilogue && plan->anchor >= 0 &&
      graph->nodes[plan->anchor].kind == TIR_PATTERN_OUTPUT_FUSIBLE &&
      !fuseBringsBlocks(graph, &graph->nodes[producer])) {
    bool moves = fuseMoves(&graph->nodes[producer]);
    if (!moves && !fuseWidensWeight(graph, &graph->nodes[producer]))
      return false;
    plan->movesOperands |= moves;
  }
  SymExpr *iterators = iteratorsAt(plan, &graph->nodes[producer], indices);
  return findInstance(plan, producer, from.inEpilogue, iterators) ||
         addInstance(plan, producer, from.inEpilogue, iterators);
}

static bool follow(FusePlan *plan) {
  for (intptr_t i = 0; i < plan->numInstances; ++i) {
    const TirComputeAccesses *compute =
        &plan->graph->nodes[plan->instances[i].node].compute;
    for (intptr_t l = 0; l < compute->numLoads; ++l)
      if (!followLoad(plan, plan->instances[i], &compute->loads[l]))
        return false;
  }
  return !plan->movesOperands || fuseReadsLines(plan);
}

//===----------------------------------------------------------------------===//
// The epilogue works in place
//===----------------------------------------------------------------------===//

/// The dimension of the result that the anchor's dimension d becomes, or -1 for
/// one that does not matter.
static intptr_t resultDim(const FusePlan *plan, intptr_t d) {
  return symExprIs(plan->anchorIndices[d], 0)
             ? -1
             : tirBareIterator(plan->anchorIndices[d]);
}

/// Every point of the epilogue reads the anchor's element in its own place: the
/// two shapes are the same but for dimensions of extent 1.
static bool isInPlace(const FusePlan *plan) {
  const FuseNode *anchor = &plan->graph->nodes[plan->anchor];
  const FuseNode *result = &plan->graph->nodes[plan->result];
  const TirAccess *from = anchor->compute.targets;
  if (!plan->anchorIndices ||
      !mlirTypeEqual(
          tirBufferTypeGetElementType(mlirValueGetType(from->buffer)),
          tirBufferTypeGetElementType(
              mlirValueGetType(result->compute.targets->buffer))))
    return false;
  intptr_t next = 0; // iterators before it are matched or of extent 1
  for (intptr_t d = 0; d < from->rank; ++d) {
    intptr_t k = resultDim(plan, d);
    if (k < 0 && symExprIs(plan->anchorIndices[d], 0) &&
        symExprIs(from->dims[d], 1))
      continue;
    if (k < next ||
        !factsEqual(&plan->facts, from->dims[d], result->compute.extents[k]))
      return false;
    for (; next < k; ++next)
      if (!symExprIs(result->compute.extents[next], 1))
        return false;
    next = k + 1;
  }
  for (; next < result->compute.numIterators; ++next)
    if (!symExprIs(result->compute.extents[next], 1))
      return false;
  return true;
}

/// The result's own store: iterator d at dimension d.
static bool storesInOrder(const FuseNode *node) {
  const TirAccess *target = node->compute.targets;
  if (target->rank != node->compute.numIterators)
    return false;
  for (intptr_t d = 0; d < target->rank; ++d)
    if (tirBareIterator(target->indices[d]) != d)
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

static bool volume(Arena *arena, const FuseNode *node, SymExpr *result) {
  *result = symExprConst(arena, 1);
  for (intptr_t k = 0; k < node->compute.numIterators; ++k)
    if (symExprMul(arena, *result, node->compute.extents[k], result) != SYM_OK)
      return false;
  return true;
}

/// Computed as often as alone, or less.
static bool isComputedOnce(const FusePlan *plan, const FuseInstance *instance) {
  FuseGraph *graph = plan->graph;
  for (intptr_t i = 0; i < plan->numInstances; ++i)
    if (&plan->instances[i] != instance &&
        plan->instances[i].node == instance->node)
      return false;
  intptr_t host =
      plan->anchor >= 0 && !instance->inEpilogue ? plan->anchor : plan->result;
  SymExpr here, alone;
  return volume(graph->arena, &graph->nodes[host], &here) &&
         volume(graph->arena, &graph->nodes[instance->node], &alone) &&
         factsAtMost(&plan->facts, here, alone);
}

static bool repeatsLittle(const FusePlan *plan) {
  intptr_t repeated = 0;
  for (intptr_t i = 0; i < plan->numInstances; ++i) {
    const FuseNode *node = &plan->graph->nodes[plan->instances[i].node];
    if (node->numScalarOps == 0 || node->decodesWeight ||
        isComputedOnce(plan, &plan->instances[i]))
      continue;
    repeated += node->numScalarOps;
    if (node->isExpensive || repeated > FUSE_MAX_REPEATED)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// Behind a product what is not done in lanes would cost the product its own.
static bool keepsVectors(const FusePlan *plan) {
  const FuseNode *nodes = plan->graph->nodes;
  if (nodes[plan->anchor].kind != TIR_PATTERN_OUTPUT_FUSIBLE)
    return true;
  for (intptr_t i = 0; i < plan->numInstances; ++i)
    if (plan->instances[i].inEpilogue &&
        nodes[plan->instances[i].node].usesPlaces)
      return false;
  return true;
}

/// Only the last member's result is seen outside; at most one reduction.
static bool isClosed(FusePlan *plan) {
  plan->result = plan->members[plan->numMembers - 1];
  plan->anchor = -1;
  for (intptr_t m = 0; m < plan->numMembers; ++m) {
    const FuseNode *node = &plan->graph->nodes[plan->members[m]];
    if (node->kind >= TIR_PATTERN_REDUCTION) {
      if (plan->anchor >= 0)
        return false;
      plan->anchor = plan->members[m];
    }
    if (plan->members[m] == plan->result)
      continue;
    if (node->escapes)
      return false;
    for (intptr_t u = 0; u < node->numUsers; ++u)
      if (!fuseIsMember(plan, node->users[u]))
        return false;
  }
  return true;
}

/// Does every member read, where the program stands, what it reads now?
static bool keepsStates(const FusePlan *plan) {
  const FuseNode *nodes = plan->graph->nodes;
  MlirOperation ops[FUSE_MAX_MEMBERS];
  for (intptr_t m = 0; m < plan->numMembers; ++m)
    ops[m] = nodes[plan->members[m]].op;
  return !fusePassesState(plan->graph, ops, plan->numMembers,
                          nodes[plan->result].op);
}

bool fusePlan(FuseGraph *graph, const intptr_t *members, intptr_t numMembers,
              FusePlan *plan) {
  Arena *arena = graph->arena;
  *plan = (FusePlan){.graph = graph, .numMembers = numMembers};
  if (numMembers > FUSE_MAX_MEMBERS)
    return false;
  plan->members =
      arenaCopy(arena, members, (size_t)numMembers * sizeof(*members));
  if (!isClosed(plan) || !keepsStates(plan))
    return false;
  plan->facts = graph->facts;
  plan->facts.count = graph->nodes[members[0]].numFacts;
  // Not cleared: most plans have few.
  plan->instances =
      arenaAlloc(arena, FUSE_MAX_INSTANCES * sizeof *plan->instances);
  const FuseNode *nodes = graph->nodes;
  intptr_t first = plan->anchor >= 0 ? plan->anchor : plan->result;
  addInstance(plan, first, false,
              ownIterators(arena, nodes[first].compute.numIterators));
  if (!fuseHasEpilogue(plan))
    return follow(plan) && repeatsLittle(plan);
  const FuseNode *result = &nodes[plan->result];
  addInstance(plan, plan->result, true,
              ownIterators(arena, result->compute.numIterators));
  return storesInOrder(result) && follow(plan) && isInPlace(plan) &&
         keepsVectors(plan) && repeatsLittle(plan);
}
