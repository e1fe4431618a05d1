//===- Compare.h - are two tensors close ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Elements agree if |got - expected| <= atol + rtol * |expected| (NumPy's
// allclose); equal infinities agree and NaN agrees with NaN. Integers and bools
// agree only if equal, whatever the tolerance, and so do strings. A bound adds
// to that, element by element, what errors of rounding can do: what differs by
// no more than its bound agrees, integers too.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_COMPARE_H
#define RELAX_RUNTIME_COMPARE_H

#include "lib/Runtime/Tensor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct RelaxTolerance {
  double rtol, atol;
} RelaxTolerance;

/// f64 1e-9, 1e-12; f32 1e-5, 1e-6; f16 1e-2, 1e-3; bf16 2e-2, 1e-2; else 0.
RelaxTolerance relaxToleranceDefault(RelaxDType dtype);

typedef struct RelaxComparison {
  bool sameType; // dtype and extents agree; if not, the rest is 0
  int64_t numElements, numMismatches;
  int64_t worst;         // index of the worst mismatch, row-major; -1 if none
  double maxAbs, maxRel; // over all elements that are finite on both sides
  int64_t farthest;      // index of maxAbs; -1: no element differs
  int64_t numBounded;    // elements that agree because of their bound
} RelaxComparison;

/// True if type and all elements agree; of containers, if all that they hold
/// does: then `worst` is the first element that differs, and `numMismatches`
/// says how many do. The worst mismatch is the one farthest beyond its
/// tolerance; a NaN or infinity on one side only is worse than any.
bool relaxCompare(const RelaxTensor *got, const RelaxTensor *expected,
                  RelaxTolerance tolerance, RelaxComparison *out);
/// The same with bounds: f64, of the shape of `expected`; NULL: there are none.
/// Containers have none.
bool relaxCompareWithin(const RelaxTensor *got, const RelaxTensor *expected,
                        RelaxTolerance tolerance, const RelaxTensor *bounds,
                        RelaxComparison *out);
/// The index as `[1, 2]`.
void relaxIndexPrint(const RelaxTensor *tensor, int64_t index, StrBuf *out);

/// Appends the report of a failed comparison, one line without its end:
/// `2 of 6 elements differ (rtol 1e-05, atol 1e-06); worst at [1, 2]:
/// expected 2.0, got 2.5; max absolute difference 0.5, max relative 0.25`, or
/// `expected tensor<2xf32>, got tensor<3xf32>`.
void relaxComparisonPrint(const RelaxComparison *comparison,
                          const RelaxTensor *got, const RelaxTensor *expected,
                          RelaxTolerance tolerance, StrBuf *out);

#ifdef __cplusplus
}
#endif
#endif // RELAX_RUNTIME_COMPARE_H
