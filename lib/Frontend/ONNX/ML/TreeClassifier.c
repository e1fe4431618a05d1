//===- TreeClassifier.c - TreeEnsembleClassifier of ai.onnx.ml ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The trees of TreeEnsembleRegressor, whose votes are for classes. Where all
// votes are for one of two classes, they are one score of both, as ONNX Runtime
// has it: above 0.5 where no weight is negative, else above 0, the second label
// is chosen. In all other cases the largest score counts, as the specification
// says.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/Import/Operators.h"
#include "lib/Frontend/ONNX/ML/Classifier.h"
#include "lib/Frontend/ONNX/ML/Linear.h"
#include "lib/Frontend/ONNX/ML/TreeRegressor.h"

#include <inttypes.h>

static bool votesForOne(const TreeRegressor *r) {
  for (size_t v = 1; v < r->voteTargets.count; ++v)
    if (r->voteTargets.values[v] != r->voteTargets.values[0])
      return false;
  return r->voteTargets.count > 0;
}

static bool allPositive(const TreeRegressor *r) {
  for (size_t v = 0; v < r->voteWeights.count; ++v)
    if (r->voteWeights.values[v] < 0)
      return false;
  return true;
}

/// The one score of two classes, [samples, 1].
static bool importScore(TreeRegressor *r, const ClassLabels *labels) {
  Importer *importer = r->importer;
  GraphBuilder *g = importBuilder(importer);
  int64_t voted = r->voteTargets.values[0];
  bool complement = allPositive(r);
  MlirValue both;
  if (!treeRegressorBuild(r, &both))
    return false;
  MlirValue score = graphSlice(g, both, 1, voted, voted + 1, 1);
  if (r->base.count) {
    MlirValue base =
        linearConstant(importer, (LinearFloats){r->base.values, 1}, 0);
    score = graphAdd(g, score, base);
    both = graphAdd(g, both, base);
  }
  if (!classifierChoose(importer, labels,
                        classifierAbove(importer, score, complement ? 0.5 : 0)))
    return false;
  if (voted == 0)
    return classifierPairOf(importer, score, complement);
  return r->base.count
             ? importError(importer,
                           "attribute 'base_values': expected none where "
                           "all votes are for the second class")
             : classifierScores(importer, both);
}

static bool importTreeEnsembleClassifier(Importer *importer) {
  TreeRegressor r = {
      .importer = importer, .isClassifier = true, .aggregate = "SUM"};
  ClassLabels labels;
  MlirValue y;
  if (!classifierLabels(importer, "classlabels_strings", "classlabels_int64s",
                        &labels))
    return false;
  r.targets = labels.count;
  if (!treeRegressorRead(&r))
    return false;
  bool single = labels.count == 2 && votesForOne(&r);
  size_t bases = single ? 1 : (size_t)labels.count;
  if (r.base.count && r.base.count != bases)
    return importError(importer,
                       "attribute 'base_values': expected %zu values, got %zu",
                       bases, r.base.count);
  for (size_t v = 0; v < r.voteTargets.count; ++v)
    if (r.voteTargets.values[v] < 0 || r.voteTargets.values[v] >= labels.count)
      return importError(importer,
                         "attribute 'class_ids': expected 0 to %" PRId64
                         ", got %" PRId64,
                         labels.count - 1, r.voteTargets.values[v]);
  if (single)
    return importScore(&r, &labels);
  if (!treeRegressorBuild(&r, &y))
    return false;
  if (r.base.count)
    y = composeAdd(importer, y, linearConstant(importer, r.base, 0));
  return classifierChoose(importer, &labels, classifierBest(importer, y)) &&
         classifierScores(importer, y);
}

const OnnxOperator onnxTreeClassifierOperators[] = {
    {"TreeEnsembleClassifier", importTreeEnsembleClassifier, .since = 1,
     .relax = "tree_ensemble, add, arg_max, take", .types = ONNX_FEATURES},
    {0},
};
