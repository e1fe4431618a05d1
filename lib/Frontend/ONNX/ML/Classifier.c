//===- Classifier.c - what classifiers of ai.onnx.ml share ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#include "lib/Frontend/ONNX/ML/Classifier.h"
#include "dialects/Relax/Function.gen.h"
#include "dialects/Relax/Scan.gen.h"
#include "lib/Frontend/ONNX/Import/Compose.h"
#include "lib/Frontend/ONNX/ML/Linear.h"

#include <inttypes.h>
#include <string.h>

bool classifierLabels(Importer *importer, const char *strings,
                      const char *integers, ClassLabels *labels) {
  const Onnx__AttributeProto *texts;
  const int64_t *numbers;
  size_t count;
  bool given;
  if (!IMPORT_ATTRIBUTE(importer, strings, STRINGS, &texts) ||
      !importInts(importer, integers, &numbers, &count, &given))
    return false;
  bool hasTexts = texts && texts->n_strings > 0;
  labels->count = (int64_t)(hasTexts ? texts->n_strings : count);
  if (hasTexts == (count > 0) || labels->count < 2)
    return importError(importer,
                       "expected at least two labels in '%s' or in '%s', got "
                       "%zu and %zu",
                       strings, integers, hasTexts ? texts->n_strings : 0,
                       count);
  RelaxConstantArgs args = {
      .value = hasTexts ? importTextElements(importer, (intptr_t)labels->count,
                                             texts->strings)
                        : importIntElements(importer, (intptr_t)labels->count,
                                            numbers)};
  return IMPORT_HELPER(importer, "labels", Constant, &args, &labels->values);
}

bool classifierChoose(Importer *importer, const ClassLabels *labels,
                      MlirValue classes) {
  return composeResult(
      importer, graphTake(importBuilder(importer), labels->values, classes, 0));
}

MlirValue classifierBest(Importer *importer, MlirValue scores) {
  RelaxArgMaxArgs args = {.input = scores, .axis = 1};
  return scores.ptr ? COMPOSE(importer, "best", ArgMax, &args) : scores;
}

MlirValue classifierAbove(Importer *importer, MlirValue score, double limit) {
  GraphBuilder *g = importBuilder(importer);
  MlirValue above = graphLess(g, graphNumberLike(g, limit, score), score);
  return graphCast(g, graphDropDim(g, above, 1), importI64(importer));
}

bool classifierScores(Importer *importer, MlirValue scores) {
  return linearPostTransform(importer, &scores) &&
         (importer->node->n_output < 2 || !*importer->node->output[1] ||
          importResultValue(importer, 1, scores));
}

bool classifierPairOf(Importer *importer, MlirValue score, bool complement) {
  GraphBuilder *g = importBuilder(importer);
  const char *way;
  if (!score.ptr || !importText(importer, "post_transform", "NONE", &way))
    return false;
  if (strcmp(way, "PROBIT") == 0)
    return importError(importer,
                       "attribute 'post_transform': PROBIT is not defined for "
                       "one score of two classes: give scores of both");
  bool logistic = strcmp(way, "LOGISTIC") == 0;
  MlirValue other = graphNegative(g, score);
  if (complement && !logistic)
    other = graphPlus(g, other, 1);
  MlirValue pair = graphConcat(g, other, score, 1);
  if (logistic)
    return classifierScores(importer, pair);
  if (strcmp(way, "NONE") != 0 && strncmp(way, "SOFTMAX", 7) != 0)
    return linearRefuseTransform(importer, way);
  // ONNX Runtime takes neither softmax of such a pair.
  return pair.ptr &&
         (importer->node->n_output < 2 || !*importer->node->output[1] ||
          importResultValue(importer, 1, pair));
}
