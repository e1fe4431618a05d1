//===- MemoryPlot.h - the plan of memory as a picture ---------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A panel for each block of code: time goes to the right, bytes go up, a box is
// a buffer. What has memory of its own stands above the arena. Lines are the
// levels and the limit that the text says. All of it at one assignment of the
// symbols (lib/Transforms/Memory/RecomputeProbe.h).
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_REPORTS_MEMORYPLOT_H
#define RELAX_TRANSFORMS_REPORTS_MEMORYPLOT_H

#include "lib/Analysis/Liveness.h"
#include "lib/Transforms/Memory/RecomputeProbe.h"

typedef struct MemoryPlot MemoryPlot;

MemoryPlot *memoryPlotCreate(void);
/// NULL is allowed.
void memoryPlotDestroy(MemoryPlot *plot);
/// What follows is of that function; the probe is borrowed until the next one.
void memoryPlotFunction(MemoryPlot *plot, StrRef name, const Probe *probe);
/// A line at so many bytes, in the panels of the function; `what` is copied.
void memoryPlotLine(MemoryPlot *plot, const char *what, SymExpr bytes,
                    bool limit);
/// A panel, `steps` wide; boxes come behind it.
void memoryPlotBlock(MemoryPlot *plot, const char *title, intptr_t steps);
/// From step `begin` to the end of step `end`; an unknown offset: of its own.
/// What the probe gives no number for is left out.
void memoryPlotBox(MemoryPlot *plot, const char *name, intptr_t begin,
                   intptr_t end, const SymExpr *offset, SymExpr bytes);
/// The SVG.
void memoryPlotWrite(MemoryPlot *plot, StrBuf *out);

/// MemoryPlotText.c: lines for what the text of a function says of levels and
/// of a limit.
void memoryPlotText(MemoryPlot *plot, Arena *arena, MlirBlock block);
/// Writes the SVG into a file; an error at the module.
MlirLogicalResult memoryPlotFile(MemoryPlot *plot, StrRef file,
                                 MlirOperation module);

#endif // RELAX_TRANSFORMS_REPORTS_MEMORYPLOT_H
