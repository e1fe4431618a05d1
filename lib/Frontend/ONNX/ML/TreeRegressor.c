//===- TreeRegressor.c - TreeEnsembleRegressor of ai.onnx.ml --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Its leaves are nodes, and each may have several votes, for several targets.
// relax.tree_ensemble has one for a leaf, so that there are as many copies of
// all trees as the leaf with most of them has votes.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/ML/TreeRegressor.h"
#include "dialects/Relax/TreeEnsemble.h"
#include "lib/Frontend/ONNX/Import/ComposeLayout.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/ML/Linear.h"

#include <string.h>

//===----------------------------------------------------------------------===//
// Rows of relax.tree_ensemble
//===----------------------------------------------------------------------===//

typedef struct Rows {
  int64_t *roots, *features, *modes, *onFalse, *onTrue, *nanTrue, *targets;
  double *splits, *weights;
} Rows;

static Rows createRows(const TreeRegressor *r) {
  Arena *arena = r->importer->arena;
  size_t inner = (size_t)(r->copies * r->numInner);
  size_t leaves = (size_t)(r->copies * r->numLeaves);
  return (Rows){.roots = ARENA_ARRAY(arena, int64_t, r->copies * r->numTrees),
                .features = ARENA_ARRAY(arena, int64_t, inner),
                .modes = ARENA_ARRAY(arena, int64_t, inner),
                .onFalse = ARENA_ARRAY(arena, int64_t, inner),
                .onTrue = ARENA_ARRAY(arena, int64_t, inner),
                .nanTrue = ARENA_ARRAY(arena, int64_t, inner),
                .targets = ARENA_ARRAY(arena, int64_t, leaves),
                .splits = ARENA_ARRAY(arena, double, inner),
                .weights = ARENA_ARRAY(arena, double, leaves)};
}

/// The row of a node in a copy.
static int64_t rowOf(const TreeRegressor *r, int64_t at, int64_t copy) {
  return r->modes[at] == TREE_NUM_MODES
             ? r->copies * r->numInner + copy * r->numLeaves + r->number[at]
             : copy * r->numInner + r->number[at];
}

static bool fillNodes(const TreeRegressor *r, Rows *rows) {
  for (size_t i = 0; i < r->nodes.count; ++i) {
    if (r->modes[i] == TREE_NUM_MODES)
      continue;
    int64_t tree = r->trees.values[i];
    int64_t yes = treeRegressorFind(r, tree, r->onTrue.values[i]);
    int64_t no =
        yes < 0 ? -1 : treeRegressorFind(r, tree, r->onFalse.values[i]);
    if (no < 0)
      return false;
    for (int64_t copy = 0; copy < r->copies; ++copy) {
      int64_t row = rowOf(r, (int64_t)i, copy);
      rows->features[row] = r->features.values[i];
      rows->modes[row] = r->modes[i];
      rows->splits[row] = (double)r->splits.values[i];
      rows->onTrue[row] = rowOf(r, yes, copy);
      rows->onFalse[row] = rowOf(r, no, copy);
      rows->nanTrue[row] = r->missing.count && r->missing.values[i] != 0;
    }
  }
  return true;
}

/// The first node of each tree; one that is a leaf gets a node before it, which
/// leads there whatever it finds.
static void fillRoots(const TreeRegressor *r, Rows *rows) {
  int64_t tree = 0, added = 0;
  for (size_t i = 0; i < r->nodes.count; ++i)
    added += r->modes[i] != TREE_NUM_MODES;
  for (size_t i = 0; i < r->nodes.count; ++i) {
    int64_t at = r->sorted[i].at;
    if (!treeRegressorBegins(r, i))
      continue;
    bool leaf = r->modes[at] == TREE_NUM_MODES;
    for (int64_t copy = 0; copy < r->copies; ++copy) {
      int64_t row = leaf ? copy * r->numInner + added : rowOf(r, at, copy);
      if (leaf)
        rows->onTrue[row] = rows->onFalse[row] = rowOf(r, at, copy);
      rows->roots[copy * r->numTrees + tree] = row;
    }
    added += leaf;
    ++tree;
  }
}

static void fillVotes(const TreeRegressor *r, Rows *rows, double scale) {
  int64_t *used = ARENA_ARRAY(r->importer->arena, int64_t, r->nodes.count);
  int64_t first = r->copies * r->numInner;
  for (size_t v = 0; v < r->voteNodes.count; ++v) {
    int64_t at =
        treeRegressorFind(r, r->voteTrees.values[v], r->voteNodes.values[v]);
    if (r->modes[at] != TREE_NUM_MODES)
      continue;
    int64_t row = rowOf(r, at, used[at]++) - first;
    rows->targets[row] = r->voteTargets.values[v];
    rows->weights[row] = (double)r->voteWeights.values[v] * scale;
  }
}

/// How the operation puts leaves together; NULL after an error.
static const char *wayOf(const TreeRegressor *r, double *scale) {
  static const char *const names[] = {"SUM", "AVERAGE", "MIN", "MAX"};
  static const char *const ways[] = {"sum", "mean", "min", "max"};
  size_t k = 0;
  while (k < 4 && strcmp(r->aggregate, names[k]) != 0)
    ++k;
  *scale = 1;
  if (k == 4) {
    importError(r->importer,
                "attribute 'aggregate_function': expected SUM, AVERAGE, MIN or "
                "MAX, got '%s'",
                r->aggregate);
    return NULL;
  }
  bool single = r->copies == 1 && r->voteNodes.count == (size_t)r->numLeaves;
  if (k >= 2 && !single) {
    importError(r->importer,
                "attribute 'aggregate_function': expected one vote for each "
                "leaf with '%s'",
                r->aggregate);
    return NULL;
  }
  if (k != 1 || r->copies == 1)
    return ways[k];
  *scale = 1 / (double)r->numTrees; // not by the number of copies
  return "sum";
}

static MlirAttribute ints(const TreeRegressor *r, const int64_t *values,
                          int64_t count) {
  return importIntsAttribute(r->importer, values, (size_t)count);
}

static MlirAttribute floats(const TreeRegressor *r, const double *values,
                            int64_t count) {
  MlirContext context = r->importer->context;
  MlirType type = mlirRankedTensorTypeGet(1, &count, mlirF64TypeGet(context),
                                          mlirAttributeGetNull());
  return mlirDenseElementsAttrDoubleGet(type, (intptr_t)count, values);
}

static MlirOperation build(const TreeRegressor *r, MlirValue x) {
  Importer *importer = r->importer;
  Rows rows = createRows(r);
  double scale;
  const char *way = wayOf(r, &scale);
  if (!way || !fillNodes(r, &rows))
    return (MlirOperation){NULL};
  fillRoots(r, &rows);
  fillVotes(r, &rows, scale);
  int64_t inner = r->copies * r->numInner, leaves = r->copies * r->numLeaves;
  RelaxTreeEnsembleArgs args = {
      .input = x,
      .roots = ints(r, rows.roots, r->copies * r->numTrees),
      .features = ints(r, rows.features, inner),
      .modes = ints(r, rows.modes, inner),
      .splits = floats(r, rows.splits, inner),
      .on_false = ints(r, rows.onFalse, inner),
      .on_true = ints(r, rows.onTrue, inner),
      .weights = floats(r, rows.weights, leaves),
      .targets = ints(r, rows.targets, leaves),
      .num_targets = r->targets,
      .aggregate = strRefFromC(way)};
  if (r->missing.count)
    args.nan_true = ints(r, rows.nanTrue, inner);
  return relaxTreeEnsembleCreate(importHelperLocation(importer, "trees"),
                                 &args);
}

bool treeRegressorBuild(const TreeRegressor *r, MlirValue *scores) {
  Importer *importer = r->importer;
  RelaxTensorInfo info;
  MlirType single = mlirF32TypeGet(importer->context);
  MlirValue x;
  if (!importRankedOperand(importer, &x, &info))
    return false;
  if (!mlirTypeIsAFloat(info.elementType))
    x = graphCast(importBuilder(importer), x, single);
  if (!x.ptr || !importInsert(importer, build(r, x), scores))
    return false;
  *scores = graphCast(importBuilder(importer), *scores, single);
  return scores->ptr != NULL;
}

static bool importTreeEnsembleRegressor(Importer *importer) {
  TreeRegressor r = {.importer = importer};
  MlirValue y;
  if (!treeRegressorRead(&r) || !treeRegressorBuild(&r, &y))
    return false;
  if (r.base.count)
    y = composeAdd(importer, y, linearConstant(importer, r.base, 0));
  return linearPostTransform(importer, &y) && composeResult(importer, y);
}

const OnnxOperator onnxTreeRegressorOperators[] = {
    {"TreeEnsembleRegressor", importTreeEnsembleRegressor, .since = 1,
     .relax = "tree_ensemble, add", .types = ONNX_FEATURES},
    {0},
};
