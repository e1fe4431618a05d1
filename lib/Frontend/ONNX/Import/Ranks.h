//===- Ranks.h - operands whose rank only the run knows -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_FRONTEND_ONNX_IMPORT_RANKS_H
#define RELAX_FRONTEND_ONNX_IMPORT_RANKS_H

#include "lib/Frontend/ONNX/Import/Importer.h"

/// Operand `index`, whose rank must be known, or is found (see Ranks.c) and
/// checked when the program runs.
bool importRankedOperandAt(Importer *importer, size_t index, MlirValue *value,
                           RelaxTensorInfo *info);
/// Operand `index`, which is `*value`, with its rank, if that is found; false
/// only after an error.
bool importFindRank(Importer *importer, size_t index, MlirValue *value);
/// Operands of an elementwise operation: what branches of several ranks leave
/// gets the highest of them, where that differs by leading extents of 1 only
/// and another operand has at least that rank.
bool importLiftRanks(Importer *importer, MlirValue *values, size_t count);
/// The rank that the file declares for a value of the current graph, or -1.
int64_t importDeclaredRankOf(const Importer *importer, const char *name);

#endif // RELAX_FRONTEND_ONNX_IMPORT_RANKS_H
