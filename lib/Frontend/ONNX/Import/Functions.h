//===- Functions.h - calls of a model's own functions ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A call is replaced by the nodes of the function before anything is built: a
// function has no types, what its nodes are depends on the attributes of the
// call, and which of them can be imported on what is known of its operands (a
// constant list of axes, a rank). Value `t` of the function is `CALL/t` then,
// where CALL is the name of the node that calls, or its operator and number, so
// that names in the text say which call a value belongs to.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_FUNCTIONS_H
#define RELAX_FRONTEND_ONNX_IMPORT_FUNCTIONS_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// Calls in calls; what all calls of a model together may become, so that a
/// small file cannot ask for any amount of memory.
enum { FUNCTION_MAX_DEPTH = 64, FUNCTION_MAX_SIZE = 1 << 19 };

/// Sets the graph of the importer to one without calls and notes which nodes
/// have an operator set of their own. False after one diagnostic.
bool importExpandFunctions(Importer *importer);

#endif // RELAX_FRONTEND_ONNX_IMPORT_FUNCTIONS_H
