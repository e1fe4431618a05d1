//===- Build.h - operations of a pattern or rewrite, made -----------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_PATTERNS_BUILD_H
#define RELAX_TRANSFORMS_PATTERNS_BUILD_H

#include "lib/Transforms/Patterns/Match.h"

/// What is made of the body of a relax.pattern or relax.rewrite, before an
/// operation. Types are inferred from the operands; where an operation has no
/// rule, its type is that of the text, with the match's extents.
typedef struct PatternMaking {
  const Match
      *match; // values of the arguments, symbols, names, choices, chains
  MlirBlock body;
  MlirOperation before;
  const MlirType *results; // types that are wished for; null ones and NULL: any
  MlirType element;        // of casts that do not say it, or null
  MlirOperation *made;     // stb_ds, in order
  struct PatternMade *known; // stb_ds map of values
  StrBuf why;                // what went wrong
} PatternMaking;

/// Makes what the body returns: `values` has room for that. False with `why`,
/// and nothing is made.
bool patternMake(PatternMaking *making, MlirValue *values);
/// Frees what is no part of the program.
void patternMakingFree(PatternMaking *making);

#endif // RELAX_TRANSFORMS_PATTERNS_BUILD_H
