//===- Relax.h - the relax dialect for C ----------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Helpers on the types of the graph level. The accessors and builders of the
// operations are generated, one header per family (`<Family>.gen.h`).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_RELAX_H
#define RELAX_DIALECTS_RELAX_RELAX_H

#include "dialects/Relax/RelaxBase.gen.h"
#include "dialects/Sym/SymAttributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The parts of a `!relax.tensor`. `dims` are `#sym.expr` attributes.
typedef struct RelaxTensorInfo {
  bool ranked;
  intptr_t rank; // 0 if not ranked
  const MlirAttribute *dims;
  MlirType elementType;
  MlirAttribute device;  // a symbol; null: not known
  MlirAttribute padding; // of storage (Ragged.h); null: none
} RelaxTensorInfo;

/// False if `type` is no `!relax.tensor`.
bool relaxTensorInfo(MlirType type, RelaxTensorInfo *info);
/// A tensor or a shape with a rank and no `?`.
bool relaxTypeIsExact(MlirType type);
/// Of a value that the verifier has shown to be a tensor.
RelaxTensorInfo relaxTensorInfoOf(MlirValue value);
MlirType relaxTensorTypeOf(MlirType elementType, intptr_t rank,
                           const MlirAttribute *dims);
MlirType relaxUnrankedTensorType(MlirType elementType);
/// With the element type and device of `info`; its storage is not padded.
MlirType relaxTensorTypeLike(RelaxTensorInfo info, intptr_t rank,
                             const MlirAttribute *dims);
/// The tensor type `type` on `device`, which may be null.
MlirType relaxTensorTypeOn(MlirType type, MlirAttribute device);

/// The element type of `!relax.tensor<[n], ?>`: MLIR's `none`.
static inline bool relaxElementIsUnknown(MlirType elementType) {
  return mlirTypeIsANone(elementType);
}

/// The largest finite number of f64, f32, f16 or bf16.
double relaxLargestFinite(MlirType element);

/// What a `!relax.sequence` or `!relax.optional` holds; null for other types.
MlirType relaxContainedType(MlirType type);
/// The same kind of container of another type.
MlirType relaxContainerOf(MlirType container, MlirType contained);

/// Two dimensions that agree by their normal form; `?` agrees with nothing.
bool relaxDimEqual(MlirAttribute a, MlirAttribute b);
/// `[n, 4 * m]` or `*`, appended.
void relaxPrintShape(RelaxTensorInfo info, StrBuf *out);

/// `general` says nothing that `precise` does not say: equal, or `?` and no
/// rank in its place.
bool relaxTypeForgets(MlirType precise, MlirType general);

/// Called by the generated verifiers of operations that do not take strings.
MlirLogicalResult relaxVerifyNumbers(MlirOperation op);
/// Of those that take no block-quantised elements (BlockType.h).
MlirLogicalResult relaxVerifyNoBlocks(MlirOperation op);

/// Of all operations (Ragged.h).
MlirLogicalResult relaxVerifyRagged(MlirOperation op);

/// Where all tensors among the operands lie on one known device, so do those
/// results of which nothing is said. Called behind every inference rule.
void relaxInferDevice(intptr_t numOperands, const MlirValue *operands,
                      intptr_t numResults, MlirType *results);

/// Called by the generated verifiers: a declared result type must be the
/// inferred one, where a declared dimension may be `?`, a declared type may
/// have no rank, and an inferred `?` may be declared as anything that the
/// symbol rules allow (docs/language/symbols.md).
MlirLogicalResult relaxVerifyInferred(MlirOperation op,
                                      const MlirType *inferred);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_RELAX_H
