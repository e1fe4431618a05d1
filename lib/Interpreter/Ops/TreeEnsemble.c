//===- TreeEnsemble.c - decision trees ------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/TreeEnsemble.h"
#include "lib/Interpreter/Ops/Lines.h"
#include "lib/Interpreter/Ops/Quantization.h"

#include <math.h>

typedef struct Walk {
  RelaxTrees trees;
  RelaxDType dtype;          // that is compared in
  const int64_t *memberNode; // of each node of mode TREE_MEMBER its number
} Walk;

static bool isMember(const Walk *w, int64_t node, double x) {
  int64_t k = w->memberNode[node];
  int64_t begin = k ? w->trees.memberEnds.values[k - 1] : 0;
  for (int64_t i = begin; i < w->trees.memberEnds.values[k]; ++i)
    if (evalRound(w->dtype, w->trees.members.values[i]) == x)
      return true;
  return false;
}

/// The branch that is taken at a node.
static bool decide(const Walk *w, int64_t node, double x) {
  double split = evalRound(w->dtype, w->trees.splits.values[node]);
  if (isnan(x) && w->trees.nanTrue.count && w->trees.nanTrue.values[node])
    return true;
  switch (w->trees.modes.values[node]) {
  case TREE_LEQ:
    return x <= split;
  case TREE_LT:
    return x < split;
  case TREE_GTE:
    return x >= split;
  case TREE_GT:
    return x > split;
  case TREE_EQ:
    return x == split;
  case TREE_NEQ:
    return x != split;
  default:
    return isMember(w, node, x);
  }
}

/// The leaf of a tree that a sample comes to.
static bool findLeaf(EvalStep *step, const Walk *w, const double *sample,
                     int64_t features, int64_t root, int64_t *leaf) {
  int64_t row = root, nodes = (int64_t)w->trees.features.count;
  while (row < nodes) {
    int64_t feature = w->trees.features.values[row];
    RelaxTensor index = {.dtype = RELAX_I64, .data = &feature};
    if (!evalReadIndex(step, &index, 0, features, &feature))
      return false;
    row = w->trees.branches[decide(w, row, sample[feature])].values[row];
  }
  *leaf = row - nodes;
  return true;
}

/// A leaf's weight joins what its target has so far.
static void aggregate(const Walk *w, int64_t leaf, double *targets) {
  double *state = &targets[w->trees.targets.values[leaf]];
  double weight = evalRound(w->dtype, w->trees.weights.values[leaf]);
  if (strRefEqual(w->trees.aggregate, strRefFromC("min")))
    *state = weight < *state ? weight : *state;
  else if (strRefEqual(w->trees.aggregate, strRefFromC("max")))
    *state = weight > *state ? weight : *state;
  else
    *state += weight;
}

static bool evaluate(EvalStep *step, Walk *w) {
  const RelaxTensor *x = step->operands[0];
  StrRef way = w->trees.aggregate;
  MlirType element =
      relaxTensorInfoOf(mlirOperationGetResult(step->op, 0)).elementType;
  double largest = relaxLargestFinite(element);
  double initial = strRefEqual(way, strRefFromC("min"))   ? largest
                   : strRefEqual(way, strRefFromC("max")) ? -largest
                                                          : 0;
  double divisor =
      strRefEqual(way, strRefFromC("mean")) ? (double)w->trees.roots.count : 1;
  int64_t dims[] = {x->dims[0], w->trees.numTargets}, leaf;
  const double *values = evalDoubles(step->arena, x);
  double *y = ARENA_ARRAY(step->arena, double, dims[0] * dims[1]);
  for (int64_t n = 0; n < dims[0]; ++n) {
    double *targets = y + n * dims[1];
    for (int64_t k = 0; k < dims[1]; ++k)
      targets[k] = initial;
    for (size_t r = 0; r < w->trees.roots.count; ++r) {
      if (!findLeaf(step, w, values + n * x->dims[1], x->dims[1],
                    w->trees.roots.values[r], &leaf))
        return false;
      aggregate(w, leaf, targets);
    }
    for (int64_t k = 0; k < dims[1]; ++k)
      targets[k] /= divisor;
  }
  return evalStoreDoubles(step, 0, x->dtype, 2, dims, y);
}

static bool treeEnsemble(EvalStep *step) {
  if (step->operands[0]->rank != 2)
    return relaxFail(step->error, "expected an input of rank 2");
  Walk w = {.trees = relaxTreesOf(step->arena, step->op),
            .dtype = step->operands[0]->dtype};
  int64_t *memberNode = ARENA_ARRAY(step->arena, int64_t, w.trees.modes.count);
  for (size_t i = 0, next = 0; i < w.trees.modes.count; ++i)
    if (w.trees.modes.values[i] == TREE_MEMBER)
      memberNode[i] = (int64_t)next++;
  w.memberNode = memberNode;
  return evaluate(step, &w);
}

const EvalEntry evalTreeEnsemble[] = {
    {"relax.tree_ensemble", treeEnsemble, NULL}, {NULL, NULL, NULL}};
