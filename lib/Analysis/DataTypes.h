//===- DataTypes.h - data types of the text for the runtime ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_DATATYPES_H
#define RELAX_ANALYSIS_DATATYPES_H

#include "lib/Runtime/Program.h"
#include "lib/Support/StringRef.h"
#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the `!relax.adt` type `type`, and all that it holds, into the table
/// of the program. False where callers from outside cannot make such a value,
/// with the reason appended to `reason`. It is the type of an input or result
/// of `function`, whose type is `signature`.
bool dataTypeDescribe(RelaxProgram *program, MlirOperation function,
                      MlirType signature, bool input, MlirType type,
                      uint32_t *index, StrBuf *reason);

#ifdef __cplusplus
}
#endif
#endif // RELAX_ANALYSIS_DATATYPES_H
