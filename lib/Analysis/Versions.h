//===- Versions.h - versions of a loop-level program ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// `tir.func @p(...) versions (@f when (m == 5), ...)`: a version computes what
// the program computes, for extents of which its guard holds, so it takes the
// same buffers. Its symbols are its own; that of a dimension is the extent of
// the program's dimension at the same place.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_VERSIONS_H
#define RELAX_ANALYSIS_VERSIONS_H

#include "lib/Bridge/Core/Bridge.h"

/// The number of versions of a tir.func.
intptr_t versionsCount(MlirOperation program);
/// The program of a version, or null if the module has none of that name.
MlirOperation versionsProgram(MlirOperation program, intptr_t index);
/// Every version is a program without versions that takes the same buffers
/// where the guard's equations hold; else one error at `program`.
MlirLogicalResult versionsCheck(MlirOperation program);

#endif // RELAX_ANALYSIS_VERSIONS_H
