//===- Extents.h - types that say extents: tensors and shapes -------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_RELAX_EXTENTS_H
#define RELAX_DIALECTS_RELAX_EXTENTS_H

#include "dialects/Relax/Relax.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The parts of a `!relax.tensor`, or of a `!relax.shape`, which has no element
/// type. False of anything else.
bool relaxExtentsInfo(MlirType type, RelaxTensorInfo *info);
/// A ranked type of the same kind, element type and device with other
/// dimensions.
MlirType relaxTypeWithDims(MlirType type, intptr_t rank,
                           const MlirAttribute *dims);
/// The tensor type of that shape, if it is known, with such elements.
MlirType relaxTypeWithElements(RelaxTensorInfo info, MlirType element);
/// The number of parts of two tuples of one length; 0 if they are no such
/// tuples.
intptr_t relaxTupleParts(MlirType a, MlirType b);

#ifdef __cplusplus
}
#endif
#endif // RELAX_DIALECTS_RELAX_EXTENTS_H
