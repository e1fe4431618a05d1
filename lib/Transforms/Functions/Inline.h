//===- Inline.h - which functions relax-inline replaces -------------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_FUNCTIONS_INLINE_H
#define RELAX_TRANSFORMS_FUNCTIONS_INLINE_H

#include "lib/Bridge/Core/Pass.h"

enum { OPTION_FUNCTIONS, OPTION_GIVEN_WEIGHTS };

/// How far a function is.
typedef enum State { STATE_NEW, STATE_BEGUN, STATE_DONE } State;

typedef struct FunctionEntry {
  char *key; // name, in the arena
  MlirOperation function;
  State state;
  bool chosen;
} FunctionEntry;

typedef struct Inliner {
  RelaxPassRun *run;
  FunctionEntry *functions; // stb_ds string map
} Inliner;

/// The entry of a function of the module.
FunctionEntry *inlineFindEntry(Inliner *inliner, StrRef name);
/// Why the body of a callee cannot stand elsewhere, or NULL.
const char *inlineObstacle(MlirOperation callee);
const char *inlineObstacleAt(MlirOperation call, MlirOperation callee);
/// Marks the functions that the options ask for.
MlirLogicalResult inlineChoose(Inliner *inliner);

#endif // RELAX_TRANSFORMS_FUNCTIONS_INLINE_H
