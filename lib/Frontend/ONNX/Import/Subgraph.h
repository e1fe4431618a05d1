//===- Subgraph.h - graphs inside of nodes --------------------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// The graphs of If, Loop and Scan see the values around them (ONNX's outer
// scope); what they define is gone behind them.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_SUBGRAPH_H
#define RELAX_FRONTEND_ONNX_IMPORT_SUBGRAPH_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// The graph of an attribute of the current node; false after an error, also if
/// it is absent.
bool importGraphAttribute(Importer *importer, const char *name,
                          const Onnx__GraphProto **graph);

/// Appends the nodes of `graph` to `block`, which is in no region yet, or is
/// the one that the node is in. `inputs` are the values of its inputs, of which
/// there must be `numInputs`; `outputs` gets its outputs, of which there must
/// be `numOutputs`.
bool importSubgraph(Importer *importer, const Onnx__GraphProto *graph,
                    MlirBlock block, const MlirValue *inputs, size_t numInputs,
                    MlirValue *outputs, size_t numOutputs);

#endif // RELAX_FRONTEND_ONNX_IMPORT_SUBGRAPH_H
