//===- Liveness.h - how long the results of kernels are used --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// A buffer is what a kernel or the op library writes: one result of a
// `relax.call_tir` or of a pure `relax.call_library`, if it is a tensor, or a
// copy to or from second memory (`relax.write_out`, `relax.read_back`),
// together with all its views (Alias.h). It lives from the step that writes it
// to the last step that reads it through any view. A step is one call,
// change of state or operation with regions; those of a block count from 1.
// What happens in regions happens, for the block around them, in their step.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_ANALYSIS_LIVENESS_H
#define RELAX_ANALYSIS_LIVENESS_H

#include "lib/Bridge/Core/Bridge.h"

typedef struct Buffer {
  MlirValue value;      // the result of `writer` at `index`
  MlirOperation writer; // the call
  intptr_t index;
  intptr_t begin, end; // steps, both included
  MlirOperation last;  // behind it no view is used; `writer` if none is
  bool returned;
  /// Returned, yielded, or passed to what may keep or return it: a function, a
  /// loop, a version, state that is written in place, or a library call whose
  /// result is no tensor (a sequence shares its elements).
  bool escapes;
} Buffer;

typedef struct Liveness {
  Buffer *buffers; // in order of definition, in the arena
  intptr_t numBuffers;
  intptr_t numSteps;
} Liveness;

/// The function has only operations that stand after legalisation.
bool livenessIsKnown(MlirOperation function);
/// The buffers that calls of `block` itself write, if that is so.
void livenessOf(Arena *arena, MlirBlock block, Liveness *out);

#endif // RELAX_ANALYSIS_LIVENESS_H
