//===- ElementTypes.h - element types that operators take -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_ELEMENTTYPES_H
#define RELAX_FRONTEND_ONNX_IMPORT_ELEMENTTYPES_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// A set of element types (Operators.h) by kinds: "floats, i32"; "" for none.
void onnxElementsText(unsigned types, StrBuf *out);

/// The current node's operator takes the element type of its input 0, if that
/// is a tensor; or one error.
bool importCheckElements(Importer *importer);

#endif // RELAX_FRONTEND_ONNX_IMPORT_ELEMENTTYPES_H
