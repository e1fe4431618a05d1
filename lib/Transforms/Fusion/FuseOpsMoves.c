//===- FuseOpsMoves.c - what a product may read in place of its operands --===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A product reads its operands again and again, so what computes them stays
// outside. Two things cost nothing inside: elements that are only moved
// (transposed, split into heads) may be read where they lie, and a weight of
// narrow floats may be widened as it is read. It has to go on line by line in
// memory: along the columns of the result or, for all factors, along the sum
// (lib/Schedule/RuleTile.c, RuleDot.c).
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Memory.gen.h"
#include "dialects/TIR/TIRBase.gen.h"
#include "lib/Bridge/Core/Blocks.h"
#include "lib/Transforms/Fusion/FuseOps.h"

bool fuseMoves(const FuseNode *node) {
  const TirComputeAccesses *compute = &node->compute;
  return node->kind <= TIR_PATTERN_INJECTIVE && compute->numLoads == 1 &&
         node->numScalarOps == 0 && !compute->loads->padded &&
         !node->usesPlaces;
}

static unsigned bitsOf(MlirValue buffer) {
  MlirType element = tirBufferTypeGetElementType(mlirValueGetType(buffer));
  return mlirTypeIsAFloat(element) ? mlirFloatTypeGetWidth(element) : 0;
}

/// A weight, or one whose elements are moved.
static bool isWeight(const FuseGraph *graph, const FuseNode *node,
                     intptr_t input) {
  if (!node->op.ptr)
    return false;
  MlirValue value = relaxCallTirGetInputs(node->op, input);
  intptr_t producer = node->producers[input];
  if (producer >= 0 && fuseMoves(&graph->nodes[producer])) {
    const FuseNode *from = &graph->nodes[producer];
    return isWeight(graph, from, fuseInputOf(from, from->compute.loads));
  }
  return relaxIsGetWeight(bridgeDefiner(value));
}

bool fuseWidensWeight(const FuseGraph *graph, const FuseNode *node) {
  const TirComputeAccesses *compute = &node->compute;
  if (compute->numLoads != 1 || compute->numTargets != 1 || node->isExpensive)
    return false;
  unsigned from = bitsOf(compute->loads->buffer);
  return from && from < bitsOf(compute->targets->buffer) &&
         isWeight(graph, node, fuseInputOf(node, compute->loads));
}

//===----------------------------------------------------------------------===//
// Lines
//===----------------------------------------------------------------------===//

typedef enum Stride { STAYS, NEXT, JUMPS, COMPUTED } Stride;

static bool usesIterators(SymExpr expr) {
  for (size_t s = 0; s < expr.numSymbols; ++s)
    if (tirIteratorOf(expr.symbols[s]) >= 0)
      return true;
  return false;
}

/// Where an access goes when iterator `k` goes on by one. COMPUTED: to a place
/// that depends on where it is, by quotients and remainders that would cost
/// more than the product.
static Stride strideOf(Arena *arena, const TirAccess *access,
                       const SymExpr *indices, intptr_t k) {
  StrRef name = tirIteratorSymbol(arena, k);
  SymExpr next, moved, by;
  intptr_t last = access->rank - 1;
  while (last > 0 && symExprIs(access->dims[last], 1))
    --last;
  if (symExprAdd(arena, symExprSymbol(arena, name), symExprConst(arena, 1),
                 &next) != SYM_OK)
    return COMPUTED;
  Stride stride = STAYS;
  for (intptr_t d = 0; d < access->rank; ++d) {
    if (symExprSubstitute(arena, indices[d], &name, &next, 1, &moved) !=
            SYM_OK ||
        symExprSub(arena, moved, indices[d], &by) != SYM_OK ||
        usesIterators(by))
      return COMPUTED;
    if (!symExprIs(by, 0))
      stride = stride == STAYS && d == last && symExprIs(by, 1) ? NEXT : JUMPS;
  }
  return stride;
}

/// The iterator behind the last dimension of the result that has elements.
static intptr_t columnOf(const TirComputeAccesses *compute) {
  const TirAccess *target = compute->targets;
  for (intptr_t d = target->rank; d-- > 0;) {
    intptr_t k = tirBareIterator(target->indices[d]);
    if (k >= 0 && !symExprIs(compute->extents[k], 1))
      return k;
  }
  return -1;
}

static intptr_t lastReduction(const TirComputeAccesses *compute) {
  intptr_t k = compute->numIterators - 1;
  while (k >= 0 && !compute->isReduce[k])
    --k;
  return k;
}

bool fuseReadsLines(FusePlan *plan) {
  FuseGraph *graph = plan->graph;
  Arena *arena = graph->arena;
  const TirComputeAccesses *product = &graph->nodes[plan->anchor].compute;
  intptr_t column = columnOf(product), sum = lastReduction(product);
  bool columns = true, sums = true;
  for (intptr_t i = 0; i < plan->numInstances; ++i) {
    const FuseInstance *instance = &plan->instances[i];
    const FuseNode *node = &graph->nodes[instance->node];
    for (intptr_t l = 0; l < node->compute.numLoads && !instance->inEpilogue;
         ++l) {
      const TirAccess *load = &node->compute.loads[l];
      SymExpr *indices = ARENA_ARRAY(arena, SymExpr, load->rank);
      if (fuseInstanceRead(plan, instance, load, indices))
        continue; // a member: its own loads count
      if (node->decodesWeight)
        continue; // packed as it is needed (lib/Schedule/RuleRuns.c)
      for (intptr_t k = 0; k < product->numIterators; ++k) {
        Stride stride = strideOf(arena, load, indices, k);
        if (stride == COMPUTED)
          return false;
        columns &= k != column || stride != JUMPS;
        sums &= k != sum || stride == NEXT;
      }
    }
  }
  return columns || (sums && sum >= 0);
}
