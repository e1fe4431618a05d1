//===- FunctionTable.h - the functions that a model defines ---------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// FunctionProto of onnx.proto: an operator of the model's own, found by domain,
// name and overload. It stands in front of an operator of ONNX that has the
// same domain and name.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_FUNCTIONTABLE_H
#define RELAX_FRONTEND_ONNX_IMPORT_FUNCTIONTABLE_H

#include "lib/Frontend/ONNX/Import/Importer.h"

typedef struct OnnxFunction {
  const Onnx__FunctionProto *proto;
  const char *name; // with its domain, for messages
  int64_t opset;    // what it imports of the domain ""; 0: nothing
  bool checked;     // by functionCheck
} OnnxFunction;

typedef struct OnnxFunctionTable OnnxFunctionTable;

/// NULL after an error: two functions of one name. Destroy the result; what it
/// points to is in the importer's arena.
OnnxFunctionTable *functionTableCreate(Importer *importer);
void functionTableDestroy(OnnxFunctionTable *table);
/// The function that the node calls, or NULL.
OnnxFunction *functionTableFind(OnnxFunctionTable *table,
                                const Onnx__NodeProto *node);

/// What has to hold of a function wherever it is called: names that occur once,
/// outputs that it makes, an operator set that we read.
bool functionCheck(Importer *importer, OnnxFunction *function);
/// True if a call may or must give the attribute; `*absent` is its value where
/// a call does not, or NULL.
bool functionHasAttribute(const OnnxFunction *function, const char *name,
                          const Onnx__AttributeProto **absent);

#endif // RELAX_FRONTEND_ONNX_IMPORT_FUNCTIONTABLE_H
