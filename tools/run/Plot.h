//===- Plot.h - where a result differs, as a picture ----------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TOOLS_RUN_PLOT_H
#define RELAX_TOOLS_RUN_PLOT_H

#include "lib/Runtime/Compare.h"

/// Writes an SVG of two tensors of one type: the last dimension goes to the
/// right, all others down; a cell is the worst of the elements that fall into
/// it, grey where they agree, from yellow to red and black by how many times
/// the tolerance they are off. False after a message.
bool runMismatchPlot(const char *path, StrRef name, const RelaxTensor *got,
                     const RelaxTensor *expected, RelaxTolerance tolerance);

#endif // RELAX_TOOLS_RUN_PLOT_H
