//===- TreeRegressorModel.c - attributes of TreeEnsembleRegressor ---------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "dialects/Relax/TreeEnsemble.h"
#include "lib/Frontend/ONNX/ML/Linear.h"
#include "lib/Frontend/ONNX/ML/TreeRegressor.h"

#include <inttypes.h>
#include <stdlib.h>

/// Of all copies of all trees.
enum { MAX_ROWS = 1 << 24 };

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static bool readInts(TreeRegressor *r, const char *name, TreeInts *list) {
  bool given;
  return importInts(r->importer, name, &list->values, &list->count, &given);
}

static bool readAttributes(TreeRegressor *r) {
  Importer *i = r->importer;
  const Onnx__AttributeProto *modes, *hitrates;
  bool classes = r->isClassifier;
  if (!readInts(r, "nodes_treeids", &r->trees) ||
      !readInts(r, "nodes_nodeids", &r->nodes) ||
      !readInts(r, "nodes_featureids", &r->features) ||
      !readInts(r, "nodes_truenodeids", &r->onTrue) ||
      !readInts(r, "nodes_falsenodeids", &r->onFalse) ||
      !readInts(r, "nodes_missing_value_tracks_true", &r->missing) ||
      !readInts(r, classes ? "class_treeids" : "target_treeids",
                &r->voteTrees) ||
      !readInts(r, classes ? "class_nodeids" : "target_nodeids",
                &r->voteNodes) ||
      !readInts(r, classes ? "class_ids" : "target_ids", &r->voteTargets) ||
      !linearFloats(i, "nodes_values", &r->splits) ||
      !linearFloats(i, classes ? "class_weights" : "target_weights",
                    &r->voteWeights) ||
      !linearFloats(i, "base_values", &r->base) ||
      !IMPORT_ATTRIBUTE(i, "nodes_hitrates", FLOATS, &hitrates) ||
      !IMPORT_ATTRIBUTE(i, "nodes_modes", STRINGS, &modes) ||
      (!classes &&
       (!importInt(i, "n_targets", 1, &r->targets) ||
        !importText(i, "aggregate_function", "SUM", &r->aggregate))))
    return false;
  r->modeNames = modes ? modes->strings : NULL;
  r->numModes = modes ? modes->n_strings : 0;
  return true;
}

static bool checkCounts(TreeRegressor *r) {
  size_t nodes = r->nodes.count, votes = r->voteNodes.count;
  if (!nodes)
    return importError(r->importer, "expected at least one tree");
  if (r->trees.count != nodes || r->features.count != nodes ||
      r->onTrue.count != nodes || r->onFalse.count != nodes ||
      r->splits.count != nodes || r->numModes != nodes ||
      (r->missing.count && r->missing.count != nodes))
    return importError(r->importer,
                       "expected lists 'nodes_...' of one length, %zu", nodes);
  if (r->voteTrees.count != votes || r->voteTargets.count != votes ||
      r->voteWeights.count != votes)
    return importError(r->importer,
                       "expected lists '%s_...' of one length, %zu",
                       r->isClassifier ? "class" : "target", votes);
  if (!r->isClassifier && r->base.count && r->base.count != (size_t)r->targets)
    return importError(r->importer,
                       "attribute 'base_values': expected %" PRId64
                       " values, got %zu",
                       r->targets, r->base.count);
  return true;
}

static bool readModes(TreeRegressor *r) {
  static const char *const names[] = {"BRANCH_LEQ", "BRANCH_LT", "BRANCH_GTE",
                                      "BRANCH_GT",  "BRANCH_EQ", "BRANCH_NEQ",
                                      "LEAF"};
  r->modes = ARENA_ARRAY(r->importer->arena, int, r->numModes);
  for (size_t i = 0; i < r->numModes; ++i) {
    StrRef name = {(const char *)r->modeNames[i].data, r->modeNames[i].len};
    int mode = 0;
    while (mode < 7 && !strRefEqual(name, strRefFromC(names[mode])))
      ++mode;
    if (mode == 7)
      return importError(r->importer,
                         "attribute 'nodes_modes': expected BRANCH_LEQ, "
                         "BRANCH_LT, BRANCH_GTE, BRANCH_GT, BRANCH_EQ, "
                         "BRANCH_NEQ or LEAF, got '%.*s'",
                         (int)name.length, name.data);
    r->modes[i] = mode == 6 ? TREE_NUM_MODES : mode;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Nodes by tree and number
//===----------------------------------------------------------------------===//

static int compareKeys(const void *a, const void *b) {
  const TreeKey *x = a, *y = b;
  if (x->tree != y->tree)
    return x->tree < y->tree ? -1 : 1;
  return (x->node > y->node) - (x->node < y->node);
}

static void sortNodes(TreeRegressor *r) {
  r->sorted = ARENA_ARRAY(r->importer->arena, TreeKey, r->nodes.count);
  for (size_t i = 0; i < r->nodes.count; ++i)
    r->sorted[i] =
        (TreeKey){r->trees.values[i], r->nodes.values[i], (int64_t)i};
  qsort(r->sorted, r->nodes.count, sizeof *r->sorted, compareKeys);
}

bool treeRegressorBegins(const TreeRegressor *r, size_t i) {
  return i == 0 || r->sorted[i].tree != r->sorted[i - 1].tree;
}

int64_t treeRegressorFind(const TreeRegressor *r, int64_t tree, int64_t node) {
  TreeKey key = {.tree = tree, .node = node};
  const TreeKey *found =
      bsearch(&key, r->sorted, r->nodes.count, sizeof *r->sorted, compareKeys);
  if (found)
    return found->at;
  importError(r->importer, "tree %" PRId64 " has no node %" PRId64, tree, node);
  return -1;
}

/// Numbers interior nodes and leaves, and counts votes.
static bool countNodes(TreeRegressor *r) {
  Arena *arena = r->importer->arena;
  size_t count = r->nodes.count;
  r->number = ARENA_ARRAY(arena, int64_t, count);
  r->votes = ARENA_ARRAY(arena, int64_t, count);
  r->copies = 1;
  for (size_t i = 0; i < count; ++i) {
    bool leaf = r->modes[i] == TREE_NUM_MODES;
    r->number[i] = leaf ? r->numLeaves++ : r->numInner++;
  }
  for (size_t i = 0; i < count; ++i) {
    if (!treeRegressorBegins(r, i))
      continue;
    ++r->numTrees;
    r->numInner += r->modes[r->sorted[i].at] == TREE_NUM_MODES;
  }
  for (size_t v = 0; v < r->voteNodes.count; ++v) {
    int64_t at =
        treeRegressorFind(r, r->voteTrees.values[v], r->voteNodes.values[v]);
    if (at < 0)
      return false;
    if (++r->votes[at] > r->copies)
      r->copies = r->votes[at];
  }
  return true;
}

bool treeRegressorRead(TreeRegressor *r) {
  if (!readAttributes(r) || !checkCounts(r) || !readModes(r))
    return false;
  sortNodes(r);
  if (!countNodes(r))
    return false;
  int64_t most = MAX_ROWS / (r->numInner + r->numLeaves);
  most = r->targets < most ? r->targets : most;
  return r->copies == 1 || r->copies <= most ||
         importError(r->importer,
                     "a leaf has %" PRId64 " votes: expected at most %" PRId64,
                     r->copies, most);
}
