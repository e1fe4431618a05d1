//===- OperatorList.h - what of ONNX is supported, and how ----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_OPERATORLIST_H
#define RELAX_FRONTEND_ONNX_IMPORT_OPERATORLIST_H

#include "lib/Support/StringRef.h"

/// Appends a line per operator of the importer's tables, sorted by name: the
/// first operator set, the graph operations that carry it, whether reference
/// mode executes them, and the ways that they take in compiled mode
/// (lib/Conversion/LoweringWay.h). `markdown`: as a table.
void onnxListOperators(StrBuf *out, bool markdown);

#endif // RELAX_FRONTEND_ONNX_IMPORT_OPERATORLIST_H
