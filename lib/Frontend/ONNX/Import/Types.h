//===- Types.h - types of ONNX values -------------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_TYPES_H
#define RELAX_FRONTEND_ONNX_IMPORT_TYPES_H

#include "lib/Frontend/ONNX/Import/Symbols.h"

/// What a type is for.
typedef struct ImportedType {
  const char *name;       // the ONNX name of the value, or ""
  ImportSymbols *symbols; // NULL: unknown extents are `?`
} ImportedType;

/// The type of a declared value; null after an error.
MlirType importValueType(Importer *importer, const ImportedType *what,
                         const Onnx__TypeProto *type);

#endif // RELAX_FRONTEND_ONNX_IMPORT_TYPES_H
