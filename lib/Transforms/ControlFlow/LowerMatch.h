//===- LowerMatch.h - between the files of relax-lower-match --------------===//
//
// Part of relax-mlir, under Apache-2.0 WITH LLVM-exception.
//
//===----------------------------------------------------------------------===//
//
// Private to relax-lower-match: LowerMatch.c moves the cases, MatchConditions.c
// asks whether one fits.
//
//===----------------------------------------------------------------------===//

#ifndef RELAX_TRANSFORMS_CONTROLFLOW_LOWERMATCH_H
#define RELAX_TRANSFORMS_CONTROLFLOW_LOWERMATCH_H

#include "dialects/Relax/ControlFlow.gen.h"
#include "dialects/Relax/Data.h"
#include "lib/Bridge/Core/Pass.h"
#include "lib/Transforms/Decompose/GraphBuilder.h"

typedef struct MatchLowering {
  RelaxPassRun *run;
  GraphBuilder g; // where operations go
  MlirOperation match;
  RelaxAdtScope scope;
  MlirAttribute bound; // names that the cases bind
  // While the names of one case are made:
  MlirBlock from;     // the case's block
  intptr_t next;      // its next argument
  MlirValue *given;   // stb_ds: values whose types have symbols that are bound
  MlirAttribute done; // names that the case has bound
} MatchLowering;

/// Part `index` of a value that the constructor or tuple `pattern` fits.
MlirValue matchGetPart(MatchLowering *l, MlirAttribute pattern, MlirValue value,
                       intptr_t index);
/// A condition that holds where the pattern fits; null where it always does.
MlirValue matchTest(MatchLowering *l, MlirAttribute pattern, MlirValue value);

/// A `relax.if` at the place of the builder; its blocks are empty.
MlirOperation matchCreateIf(MatchLowering *l, MlirLocation loc,
                            RelaxIfArgs args);
/// Operations go to the end of a region's block, until `matchLeave` gets what
/// this returns.
GraphBuilder matchEnter(MatchLowering *l, MlirOperation op, intptr_t region);
void matchLeave(MatchLowering *l, GraphBuilder outer);
void matchYield(MatchLowering *l, intptr_t count, MlirValue *values);

#endif // RELAX_TRANSFORMS_CONTROLFLOW_LOWERMATCH_H
