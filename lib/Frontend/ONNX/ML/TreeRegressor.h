//===- TreeRegressor.h - trees of TreeEnsembleRegressor -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_ML_TREEREGRESSOR_H
#define RELAX_FRONTEND_ONNX_ML_TREEREGRESSOR_H

#include "lib/Frontend/ONNX/ML/Linear.h"

typedef struct TreeInts {
  const int64_t *values;
  size_t count;
} TreeInts;

/// A node's numbers, and its place in the lists.
typedef struct TreeKey {
  int64_t tree, node, at;
} TreeKey;

typedef struct TreeRegressor {
  Importer *importer;
  // Votes are for classes, whose number is `targets`, and are summed.
  bool isClassifier;
  TreeInts trees, nodes, features, onTrue, onFalse, missing;
  TreeInts voteTrees, voteNodes, voteTargets;
  LinearFloats splits, voteWeights, base;
  const ProtobufCBinaryData *modeNames;
  size_t numModes;
  int64_t targets;
  const char *aggregate;
  // Of every node:
  int *modes;       // TREE_NUM_MODES: a leaf
  int64_t *number;  // of the interior nodes, or of the leaves
  int64_t *votes;   // how many a leaf has
  TreeKey *sorted;  // by tree and node
  int64_t numInner; // interior nodes, and one before each tree that is a leaf
  int64_t numLeaves, numTrees, copies;
} TreeRegressor;

/// Reads and checks the attributes of the current node; those that are set
/// before are those of a classifier.
bool treeRegressorRead(TreeRegressor *regressor);
/// The node's place in the lists, or -1 after an error.
int64_t treeRegressorFind(const TreeRegressor *regressor, int64_t tree,
                          int64_t node);
/// Node `i` of the sorted ones is the first one of its tree.
bool treeRegressorBegins(const TreeRegressor *regressor, size_t i);

/// The trees as an operation on operand 0: f32 [samples, targets].
bool treeRegressorBuild(const TreeRegressor *regressor, MlirValue *scores);

#endif // RELAX_FRONTEND_ONNX_ML_TREEREGRESSOR_H
