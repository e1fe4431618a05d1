//===- Import.h - ONNX models into the relax dialect ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The graph becomes `relax.func @main`: an argument for every input that no
// initializer fills, in the file's order, and a result for every output. Large
// initializers become `relax.weight ... from "model.onnx" at OFFSET`, small
// ones (shapes, axes, scalars) `relax.constant`. Paths of weights are relative
// to the folder of the model (docs/language/graph.md).
//
// Calls of functions that the model defines become their nodes (Functions.h).
//
// Names: arguments keep their ONNX names, with characters that MLIR does not
// print replaced by `_`; other values and weights get the shortest suffix of
// their ONNX name, split at '/' and "::", that no other value has. Where an
// argument's name had to change, and for every result, the attribute
// `relax.name` holds the ONNX name.
//
// Dimensions: each `dim_param` of an input is a symbol, an input's dimension
// without name a fresh one. Those of outputs and value_info are hints:
// deduction decides, a provable contradiction is an error.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_IMPORT_H
#define RELAX_FRONTEND_ONNX_IMPORT_IMPORT_H

#include "lib/Frontend/ONNX/Model/Model.h"
#include "mlir-c/IR.h"

/// Operator set versions of the domain "" that the importer knows.
enum { ONNX_MIN_OPSET = 1, ONNX_MAX_OPSET = 28 };

typedef struct OnnxImportOptions {
  const char *path;
  /// `unk__214=N,seq=T`: names for the symbols of these dim_params; may be
  /// NULL.
  const char *renameDims;
  /// `all`, `inputs` or `x:0,y:1`: extents of inputs that are imported as
  /// symbols even where the file has numbers; with `all` those of outputs and
  /// inner values say nothing either. May be NULL.
  const char *eraseDims;
  /// `256 <= sequence <= 640, batch >= 1`: what callers keep to, in the symbols
  /// of the import; the program checks it and conditions are decided by it.
  /// May be NULL.
  const char *facts;
} OnnxImportOptions;

/// Null after errors, which are diagnostics at locations that name the file and
/// the node. Loads the dialects that it needs into the context.
MlirModule onnxImport(MlirContext context, const OnnxImportOptions *options);
/// The same for a model that was read already; `options->path` names it in
/// messages and is where external data are looked for.
MlirModule onnxImportModel(MlirContext context, const OnnxModel *model,
                           const OnnxImportOptions *options);

#endif // RELAX_FRONTEND_ONNX_IMPORT_IMPORT_H
