//===- Classifier.h - what classifiers of ai.onnx.ml share ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A classifier gives the label of the best class and the scores of all. The
// specification leaves open how one score stands for two classes: that is done
// as ONNX Runtime does it.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_ML_CLASSIFIER_H
#define RELAX_FRONTEND_ONNX_ML_CLASSIFIER_H

#include "lib/Frontend/ONNX/Import/Importer.h"

typedef struct ClassLabels {
  int64_t count;
  MlirValue values; // [count], texts or i64
} ClassLabels;

/// Reads the attribute `strings` or `integers`, of which the node has one with
/// at least two labels.
bool classifierLabels(Importer *importer, const char *strings,
                      const char *integers, ClassLabels *labels);
/// Output 0: the labels of these classes, i64 [samples].
bool classifierChoose(Importer *importer, const ClassLabels *labels,
                      MlirValue classes);
/// The class with the largest score (the first of them), and, by one score
/// [samples, 1], class 1 where it is above the limit and else class 0.
MlirValue classifierBest(Importer *importer, MlirValue scores);
MlirValue classifierAbove(Importer *importer, MlirValue score, double limit);
/// Output 1: the scores after `post_transform`; those of two classes by one:
/// s, before which 1 - s stands (`complement`) or -s.
bool classifierScores(Importer *importer, MlirValue scores);
bool classifierPairOf(Importer *importer, MlirValue score, bool complement);

#endif // RELAX_FRONTEND_ONNX_ML_CLASSIFIER_H
