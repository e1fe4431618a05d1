//===- Loops.c - computes, loops and branches of programs -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/TIR/Program.gen.h"
#include "dialects/TIR/Schedule.gen.h"
#include "lib/Interpreter/Programs/Program.h"

#include <inttypes.h>

static void setIndex(ProgRun *run, uint32_t cell, int64_t value) {
  run->cells[cell] = (ProgCell){.i = value};
}

//===----------------------------------------------------------------------===//
// tir.compute
//===----------------------------------------------------------------------===//

typedef struct Domain {
  int64_t lower[PROG_MAX_INDICES], upper[PROG_MAX_INDICES];
  bool isReduce[PROG_MAX_INDICES];
} Domain;

/// The loops over the iterators of one kind from `index` on; then `inner`.
static bool over(ProgRun *run, const ProgNode *node, const Domain *domain,
                 intptr_t index, bool reduce) {
  const ProgBlock *body = &node->blocks[0];
  while (index < body->numArguments && domain->isReduce[index] != reduce)
    ++index;
  if (index < body->numArguments) {
    for (int64_t i = domain->lower[index]; i < domain->upper[index]; ++i) {
      setIndex(run, body->arguments[index], i);
      if (!over(run, node, domain, index + 1, reduce))
        return false;
    }
    return true;
  }
  if (reduce)
    return progRunBlock(run, body);
  if (--run->interpreter->stepsLeft < 0)
    return evalTooLong(run->error);
  if (!node->choice) { // no `update`
    for (intptr_t i = 0; i < node->numPlaces; ++i)
      if (!node->places[i]->entry->execute(run, node->places[i]))
        return false;
    for (intptr_t i = 0; i < node->numReductions; ++i)
      if (!progInitialise(run, node->reductions[i]))
        return false;
  }
  return over(run, node, domain, 0, true);
}

static bool compute(ProgRun *run, const ProgNode *node) {
  Domain domain;
  const ProgBlock *body = &node->blocks[0];
  if (!progEvalAll(run, node, &node->lists[0], domain.lower) ||
      !progEvalAll(run, node, &node->lists[1], domain.upper))
    return false;
  MlirAttribute kinds = tirComputeGetKinds(node->op);
  for (intptr_t i = 0; i < body->numArguments; ++i)
    domain.isReduce[i] = strRefEqual(strRefFromMlir(mlirStringAttrGetValue(
                                         mlirArrayAttrGetElement(kinds, i))),
                                     strRefFromC("reduce"));
  return over(run, node, &domain, 0, false);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static bool tirFor(ProgRun *run, const ProgNode *node) {
  int64_t lower, upper;
  if (!progEval(run, node, &node->lists[0].exprs[0], &lower) ||
      !progEval(run, node, &node->lists[1].exprs[0], &upper))
    return false;
  for (; lower < upper; ++lower) {
    setIndex(run, node->blocks[0].arguments[0], lower);
    if (!progRunBlock(run, &node->blocks[0]))
      return false;
  }
  return true;
}

static bool specialize(ProgRun *run, const ProgNode *node) {
  int64_t value;
  MlirAttribute values = tirSpecializeGetValues(node->op);
  bool among = !tirSpecializeGetOnly(node->op);
  if (!progEval(run, node, &node->lists[0].exprs[0], &value))
    return false;
  for (intptr_t i = 0, e = mlirDenseArrayGetNumElements(values); i < e; ++i)
    among |= mlirDenseI64ArrayGetElement(values, i) == value;
  if (!among)
    return progFail(run, node,
                    "expected one of the values that 'only' promises, got "
                    "%" PRId64,
                    value);
  return progRunBlock(run, &node->blocks[0]);
}

/// Cells of several lanes each.
static void copyCells(ProgRun *run, const ProgNode *node, intptr_t result,
                      uint32_t to, uint32_t from) {
  MlirType type = mlirValueGetType(mlirOperationGetResult(node->op, result));
  int64_t lanes = 1;
  if (mlirTypeIsAVector(type))
    for (intptr_t i = 0, e = mlirShapedTypeGetRank(type); i < e; ++i)
      lanes *= mlirShapedTypeGetDimSize(type, i);
  for (int64_t i = 0; i < lanes; ++i)
    run->cells[to + i] = run->cells[from + i];
}

static bool boundsOf(ProgRun *run, const ProgNode *node, intptr_t first,
                     intptr_t count, int64_t *out) {
  for (intptr_t i = 0; i < count; ++i) {
    const ProgCell *cell = &run->cells[node->operands[first + i]];
    if (!progMustKnow(run, node, cell, "a bound of a loop"))
      return false;
    out[i] = cell->i;
  }
  return true;
}

static bool positive(ProgRun *run, const ProgNode *node, int64_t step) {
  return step > 0 ||
         progFail(run, node, "expected a step above 0, got %" PRId64, step);
}

/// The results are the carried values. Yields may be what was carried in at
/// another place, so a round's values move to the results first.
static bool scfFor(ProgRun *run, const ProgNode *node) {
  const ProgBlock *body = &node->blocks[0];
  int64_t bounds[3];
  if (!boundsOf(run, node, 0, 3, bounds) || !positive(run, node, bounds[2]))
    return false;
  for (intptr_t r = 0; r < node->numResults; ++r)
    copyCells(run, node, r, node->results[r], node->operands[3 + r]);
  for (int64_t i = bounds[0]; i < bounds[1]; i += bounds[2]) {
    setIndex(run, body->arguments[0], i);
    for (intptr_t r = 0; r < node->numResults; ++r)
      copyCells(run, node, r, body->arguments[1 + r], node->results[r]);
    if (!progRunBlock(run, body))
      return false;
    for (intptr_t r = 0; r < node->numResults; ++r)
      copyCells(run, node, r, node->results[r], body->yields[r]);
  }
  return true;
}

/// Lower bounds, upper bounds, steps.
static bool parallelOver(ProgRun *run, const ProgNode *node, intptr_t index) {
  const ProgBlock *body = &node->blocks[0];
  intptr_t rank = body->numArguments;
  int64_t bounds[3];
  if (index == rank)
    return progRunBlock(run, body);
  for (intptr_t k = 0; k < 3; ++k)
    if (!boundsOf(run, node, k * rank + index, 1, &bounds[k]))
      return false;
  if (!positive(run, node, bounds[2]))
    return false;
  for (int64_t i = bounds[0]; i < bounds[1]; i += bounds[2]) {
    setIndex(run, body->arguments[index], i);
    if (!parallelOver(run, node, index + 1))
      return false;
  }
  return true;
}

static bool scfParallel(ProgRun *run, const ProgNode *node) {
  return parallelOver(run, node, 0);
}

static bool scfIf(ProgRun *run, const ProgNode *node) {
  const ProgCell *condition = &run->cells[node->operands[0]];
  if (!progMustKnow(run, node, condition, "a branch"))
    return false;
  const ProgBlock *block = &node->blocks[condition->i ? 0 : 1];
  if (!progRunBlock(run, block))
    return false;
  for (intptr_t r = 0; r < node->numResults; ++r)
    copyCells(run, node, r, node->results[r], block->yields[r]);
  return true;
}

const ProgEntry progLoops[] = {{"tir.compute", compute, NULL},
                               {"tir.for", tirFor, NULL},
                               {"tir.specialize", specialize, NULL},
                               {"scf.for", scfFor, NULL},
                               {"scf.parallel", scfParallel, NULL},
                               {"scf.if", scfIf, NULL},
                               {NULL, NULL, NULL}};
