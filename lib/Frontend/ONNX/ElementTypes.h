//===- ElementTypes.h - element types that operators take -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_ELEMENTTYPES_H
#define RELAX_FRONTEND_ONNX_ELEMENTTYPES_H

#include "lib/Frontend/ONNX/Importer.h"

/// The element types of input 0 that both modes take, by kinds: "floats, i32".
/// `operator` is a name of the
/// list of operators, such as "ai.onnx.ml.Binarizer"; "" for one that is not in
/// the table: it has no input, or one of containers.
void onnxElementsText(const char *operator, StrBuf * out);

/// The current node's operator takes the element type of its input 0, if that
/// is a tensor; or one error.
bool importCheckElements(Importer *importer);

#endif // RELAX_FRONTEND_ONNX_ELEMENTTYPES_H
