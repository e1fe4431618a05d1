//===- ElementType.h - element types as the runtime's dtypes --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_ELEMENTTYPE_H
#define RELAX_ANALYSIS_ELEMENTTYPE_H

#include "lib/Runtime/DType.h"
#include "mlir-c/IR.h"

/// False if the runtime has no such dtype.
bool relaxElementDType(MlirType type, RelaxDType *dtype);
/// The MLIR type of a dtype; signless integers stand for signed ones.
MlirType relaxElementTypeOf(MlirContext context, RelaxDType dtype);

#endif // RELAX_ANALYSIS_ELEMENTTYPE_H
