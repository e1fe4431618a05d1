//===- Data.h - values of data types in the host program ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_DIALECTS_VM_DATA_H
#define RELAX_DIALECTS_VM_DATA_H

#include "mlir-c/IR.h"

/// `value` is of a data type; else an error at `op`.
MlirLogicalResult vmCheckData(MlirOperation op, MlirValue value);

#endif // RELAX_DIALECTS_VM_DATA_H
