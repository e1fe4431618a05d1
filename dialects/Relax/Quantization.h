//===- Quantization.h - what the rules of quantised operations share ------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Each check reports one error at `dims->loc` and returns false.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_QUANTIZATION_H
#define RELAX_DIALECTS_RELAX_QUANTIZATION_H

#include "dialects/Relax/Dims.h"

/// What an element type has to be, and how messages call it.
typedef struct QuantElements {
  bool (*holds)(MlirType type);
  const char *expected;
} QuantElements;

extern const QuantElements quantStored;      // integers of 2 to 16 bits, f8, f4
extern const QuantElements quantStoredOrSum; // i32 as well
extern const QuantElements quantWideFloat;   // f16 and more

bool quantCheckElement(RelaxDims *dims, const char *what, MlirType type,
                       const QuantElements *rule);
bool quantCheckSameElement(RelaxDims *dims, const char *what, MlirType type,
                           MlirType expected);
/// A `?` agrees with everything.
bool quantShapesAgree(RelaxTensorInfo a, RelaxTensorInfo b);
bool quantCheckShape(RelaxDims *dims, const char *what,
                     RelaxTensorInfo expected, MlirValue value);
MlirType quantElementOf(MlirValue value);
/// "'relax.quantize' op WHAT: expected EXPECTED, got GOT"; false.
bool quantRefuse(RelaxDims *dims, const char *what, const char *expected,
                 const char *got);

#endif // RELAX_DIALECTS_RELAX_QUANTIZATION_H
