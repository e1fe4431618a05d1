//===- Classifier.h - parts of classifiers --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_CLASSIFIER_H
#define RELAX_DIALECTS_RELAX_CLASSIFIER_H

#include "dialects/Relax/Classifier.gen.h"
#include "dialects/Relax/Dims.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum RelaxKernel {
  RELAX_KERNEL_LINEAR,
  RELAX_KERNEL_POLY,
  RELAX_KERNEL_SIGMOID,
  RELAX_KERNEL_RBF,
  RELAX_NUM_KERNELS
} RelaxKernel;

/// As relax.kernel_matrix writes them.
extern const char *const relaxKernelNames[RELAX_NUM_KERNELS];
/// RELAX_NUM_KERNELS: there is none of that name.
RelaxKernel relaxKernelNamed(StrRef name);

/// More classes have more pairs than anybody trains machines for.
enum { RELAX_MAX_PAIRED_CLASSES = 4096 };
/// The number of pairs of classes.
int64_t relaxPairs(int64_t classes);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_CLASSIFIER_H
