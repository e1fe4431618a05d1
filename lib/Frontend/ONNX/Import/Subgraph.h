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

/// How far something has come: level 0 is the graph in which an If stands,
/// level 1 the one in which the If stands whose branch that graph is.
typedef struct BranchPlace {
  size_t level, next; // the next node
} BranchPlace;

/// An If while one of its branches is imported.
typedef struct ImportBranch {
  struct ImportBranch *outer;    // of the graph in which it stands
  const Onnx__GraphProto *graph; // that graph
  const Onnx__NodeProto *node;
  size_t index;
  // How far the branch went beyond its own end, and what it has there.
  bool left;
  BranchPlace at; // level 0: `graph`
  ImportEntry *values;
} ImportBranch;

/// The same for a branch of an If without inputs. It may go on behind the If;
/// then `outputs` stay as they are.
bool importBranch(Importer *importer, ImportBranch *branch,
                  const Onnx__GraphProto *graph, MlirBlock block,
                  MlirValue *outputs, size_t numOutputs);

/// The branch that is imported goes on behind its If already: its own outputs
/// are not needed.
bool importHasLeft(const Importer *importer);

/// Ends a block with those values.
bool importYield(Importer *importer, MlirBlock block, const MlirValue *values,
                 size_t count);

/// The graph and the node at hand are those of before again.
void importRestore(Importer *importer, const Importer *before);

/// Imports the nodes of the current graph, but for those that a node before
/// has taken along.
bool importNodes(Importer *importer);

#endif // RELAX_FRONTEND_ONNX_IMPORT_SUBGRAPH_H
