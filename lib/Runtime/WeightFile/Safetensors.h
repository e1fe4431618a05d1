//===- Safetensors.h - element types of the safetensors format ------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_RUNTIME_WEIGHTFILE_SAFETENSORS_H
#define RELAX_RUNTIME_WEIGHTFILE_SAFETENSORS_H

#include "lib/Runtime/DType.h"

/// As the format spells it; NULL where it has no such type.
const char *safetensorsTypeName(RelaxDType dtype);

#endif // RELAX_RUNTIME_WEIGHTFILE_SAFETENSORS_H
