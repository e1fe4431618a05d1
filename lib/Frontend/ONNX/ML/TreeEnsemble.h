//===- TreeEnsemble.h - decision trees of a node --------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Rows of the tables of TreeEnsemble (ai.onnx.ml): interior nodes in the order
// of the attributes, then leaves.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_ML_TREEENSEMBLE_H
#define RELAX_FRONTEND_ONNX_ML_TREEENSEMBLE_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// Values of `aggregate_function`.
enum {
  TREE_AGGREGATE_AVERAGE,
  TREE_AGGREGATE_SUM,
  TREE_AGGREGATE_MIN,
  TREE_AGGREGATE_MAX
};

/// A list of numbers, whatever the attribute's kind.
typedef struct TreeList {
  double *values;
  size_t count;
} TreeList;

typedef struct TreeEnsemble {
  Importer *importer;
  TreeList roots, features, modes, splits, missing, members;
  TreeList next[2], leafs[2]; // of the false and the true branch
  TreeList weights, targets;
  size_t count; // of interior nodes
  int64_t numTargets, aggregate;
} TreeEnsemble;

/// Reads and checks the attributes of the current node.
bool treeEnsembleRead(TreeEnsemble *trees);
/// The row behind a branch (0: false, 1: true) of an interior node; -1: none.
int64_t treeEnsembleFollow(const TreeEnsemble *trees, size_t node, int branch);

#endif // RELAX_FRONTEND_ONNX_ML_TREEENSEMBLE_H
