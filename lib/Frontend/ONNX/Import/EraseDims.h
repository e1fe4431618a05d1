//===- EraseDims.h - literal extents that become symbols ------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The option `eraseDims` of an import: which literal extents of the inputs are
// imported as symbols of their own, so that the program takes any extent.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_ERASEDIMS_H
#define RELAX_FRONTEND_ONNX_IMPORT_ERASEDIMS_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// True if dimension `dim` of input `name` is named by the option.
bool importErasesDim(const Importer *importer, const char *name, size_t dim);
/// True if literal extents of outputs and inner values say nothing.
bool importErasesHints(const Importer *importer);
/// The option is `all`, `inputs` or a list `x:0,y:1` of dimensions that inputs
/// have; otherwise one error.
bool importCheckErased(Importer *importer);

#endif // RELAX_FRONTEND_ONNX_IMPORT_ERASEDIMS_H
